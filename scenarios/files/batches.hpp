#pragma once

#include <filesystem>

#include "parallel/plan.hpp"
#include "parallel/sources.hpp"

namespace scenarios {

/// Sequences cut from a text: tokens are its bytes modulo the vocabulary, sequence n of the run
/// (n = step * B + place in the batch) takes bytes [n s, n s + s), going round at the text's end,
/// and labels are the tokens that follow. In inference s is the prompt's length and the span of
/// labels may be empty. Throws BadInput when the text is empty or unreadable.
/// An empty path stands for the project's own documents.
parallel::BatchSource text_batches(const std::filesystem::path& path, const parallel::Plan& plan);

/// Batches as they stand in a safetensors file: `input_ids.N` and `labels.N`, I64 [B, s], are those
/// of step N. Inference takes prompts off the front of rows that may be longer, and needs no
/// labels. Throws BadInput when a step of the plan is missing, or a shape or token does not fit.
parallel::BatchSource exact_batches(const std::filesystem::path& path, const parallel::Plan& plan);

}  // namespace scenarios
