#include "scenarios/import/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

struct Tokenizer {
  std::string_view kind;
  std::string_view whose;
  std::int64_t rows;
};

constexpr std::array tokenizers{
    Tokenizer{"GPT2BPETokenizer", "GPT-2's", 50257},
    Tokenizer{"HFGPT2Tokenizer", "GPT-2's", 50257},
    Tokenizer{"HFTokenizer", "GPT-NeoX-20B's", 50277},
    Tokenizer{"SPMTokenizer", "Llama's and Mistral's", 32000},
    Tokenizer{"Llama2Tokenizer", "Llama's", 32000},
    Tokenizer{"CharLevelTokenizer", "GPT-NeoX's bytes", 512},
};

}  // namespace

void vocabulary_of_tokenizer(Imported& imported, Settings& settings, bool is_llama_block) {
  const std::string key = "tokenizer_type";
  const auto kind = text_of(imported, settings, key);
  if (imported.settled("model.vocab_size") || imported.drops_default("model.vocab_size")) return;
  const std::string assumed = is_llama_block ? "SPMTokenizer" : "GPT2BPETokenizer";
  const auto found = std::ranges::find(tokenizers, kind.value_or(assumed), &Tokenizer::kind);
  if (found == tokenizers.end()) {
    imported.draft.skip("model.vocab_size");
    imported.obstacle(settings, key,
                      fmt::format("the vocabulary is not in the file, and a {} may have any; give "
                                  "--set model.vocab_size=N",
                                  *kind));
    return;
  }
  imported.draft.fill("model.vocab_size", found->rows);
  const std::string why = kind ? "" : ", and no tokenizer is named";
  imported.notes.push_back(fmt::format(
      "{}: vocab_size {} is not in the file{}: that of {} tokenizer ({}) is assumed; --set "
      "model.vocab_size=N gives another{}",
      settings.place_of(key).text(), found->rows, why, found->whose, found->kind,
      !kind && is_llama_block ? " (GPT-NeoX's own default tokenizer, GPT-2's, has 50257)" : ""));
}

}  // namespace scenarios
