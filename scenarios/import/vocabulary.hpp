#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// The rows of the word table where a file leaves them to the tokenizer (`tokenizer_type`, of
/// GPT-NeoX and Megatron-LM): those of the tokenizer of that kind that goes with the tool, noted as
/// an assumption; none for kinds that come in many sizes, which is an obstacle. Without a kind it
/// is GPT-2's, or for Llama's block Llama's. Does nothing when the vocabulary is settled.
void vocabulary_of_tokenizer(Imported& imported, Settings& settings, bool is_llama_block);

}  // namespace scenarios
