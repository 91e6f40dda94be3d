// Every key of every format's table, alone: none of them is passed over.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "scenarios/import/deepspeed/deepspeed_table.hpp"
#include "scenarios/import/megatron/megatron_table.hpp"
#include "scenarios/import/neox/neox_table.hpp"
#include "scenarios/import/value_form.hpp"
#include "scenarios/read/keys.hpp"
#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    words.emplace_back(list.substr(0, list.find(' ')));
    list.remove_prefix(std::min(list.size(), words.back().size() + 1));
  }
  return words;
}

// A value of the row's form that does not switch it off.
Json value_for(const KeyRow& row) {
  std::vector<Json> candidates{true, false, 2, 0.5, Json{1, 2}, "a_word"};
  for (const std::string& word : words_of(row.words)) candidates.emplace_back(word);
  candidates.push_back(row.example.empty() ? Json{{"enabled", true}} : Json::parse(row.example));
  for (const Json& value : candidates) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (has_form(row, value) && !contains_word(row.off, text)) return value;
  }
  ADD_FAILURE() << row.keys << " takes no value that is not off";
  return nullptr;
}

Json nested(const std::string& key, const Json& value) {
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos) return Json{{key, value}};
  return Json{{key.substr(0, dot), nested(key.substr(dot + 1), value)}};
}

std::string as_arguments(const Json& keys) {
  std::string text;
  for (const auto& [key, value] : keys.items()) {
    text += "--" + key;
    Json all = Json::array();
    if (value.is_array()) {
      all = value;
    } else {
      all.push_back(value);
    }
    for (const Json& one : all)
      text += " " + (one.is_string() ? one.get<std::string>() : one.dump());
    text += "\n";
  }
  return text;
}

const Json gpt2{{"model_type", "gpt2"}, {"n_layer", 4},      {"n_embd", 64},
                {"n_head", 4},          {"vocab_size", 128}, {"n_positions", 32}};

ImportResult deepspeed_with(const std::string& key, const Json& value) {
  Json file = nested(key, value);
  file.merge_patch(Json{{"steps_per_print", 1}});
  if (!file.contains("zero_optimization")) file["zero_optimization"] = Json{{"stage", 1}};
  return import_texts({{"ds.json", file.dump()}, {"config.json", gpt2.dump()}});
}

ImportResult neox_with(const std::string& key, const Json& value) {
  Json file{{"num_layers", 4},          {"hidden_size", 64},       {"seq_length", 32},
            {"num_attention_heads", 4}, {"pipe_parallel_size", 2}, {"max_position_embeddings", 32}};
  const Json keys = nested(key, value);
  for (const auto& [name, stated] : keys.items()) file[name] = stated;
  return import_texts({{"a.yml", file.dump()}});
}

ImportResult megatron_with(const std::string& key, const Json& value) {
  Json file{{"num_layers", 4},          {"hidden_size", 64},     {"seq_length", 32},
            {"num_attention_heads", 4}, {"micro_batch_size", 1}, {"max_position_embeddings", 32}};
  file[key] = value;
  return import_texts({{"a.args", as_arguments(file)}});
}

using Importer = ImportResult (*)(const std::string& key, const Json& value);

void expect_that_no_key_is_passed_over(const KeyTable& table, Importer import_with) {
  for (const KeyRow& row : table.rows) {
    EXPECT_FALSE(row.by.empty()) << row.keys;
    for (const std::string& key : words_of(row.keys)) {
      const ImportResult result = import_with(key, value_for(row));
      const std::string report = key + "\n" + import_report(result) + faults_text(result);
      const bool is_section = (row.forms & form::mapping) != 0;
      EXPECT_FALSE(says(result.imported.unknown, ": " + key + " ")) << report;
      for (const std::string& line : result.imported.ignored) {
        EXPECT_FALSE(line.ends_with(": " + key)) << report;
      }
      const bool is_missing = row.fate == Fate::missing || row.fate == Fate::uncounted;
      EXPECT_TRUE(!is_missing || missing_text(result).find(": " + key) != std::string::npos)
          << report;
      EXPECT_TRUE(row.fate != Fate::uncounted || count_lines(result).empty()) << report;
      if (row.fate == Fate::honoured && !is_section) {
        EXPECT_TRUE(says(result.imported.used, ": " + key)) << report;
        EXPECT_EQ(missing_text(result), "") << report;
      }
    }
  }
}

TEST(KeyTables, PassOverNoKeyOfDeepSpeed) {
  expect_that_no_key_is_passed_over(deepspeed_table(), deepspeed_with);
}

TEST(KeyTables, PassOverNoKeyOfNeox) {
  expect_that_no_key_is_passed_over(neox_table(), neox_with);
}

TEST(KeyTables, PassOverNoKeyOfMegatron) {
  expect_that_no_key_is_passed_over(megatron_table(), megatron_with);
}

// No key has two fates.
TEST(KeyTables, NameEachKeyOnce) {
  for (const KeyTable* table : {&deepspeed_table(), &neox_table(), &megatron_table()}) {
    for (const KeyRow& row : table->rows) {
      for (const std::string& key : words_of(row.keys)) {
        EXPECT_EQ(find_row(*table, key), &row) << key;
        EXPECT_FALSE(contains_word(table->irrelevant, key)) << key;
      }
    }
  }
}

TEST(KeyTables, CoverWhatStandsBelowOrBeginsSo) {
  EXPECT_TRUE(covers("scheduler log_*", "scheduler.params.warmup"));
  EXPECT_TRUE(covers("scheduler log_*", "log_interval"));
  EXPECT_FALSE(covers("scheduler log_*", "schedulers"));
  EXPECT_FALSE(covers("scheduler log_*", "a_log_interval"));
  EXPECT_FALSE(covers("", "a"));
}

}  // namespace
}  // namespace scenarios::test
