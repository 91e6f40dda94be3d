#include "scenarios/import/key_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/import/value_form.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

/// Holds the settings of one file against the table of its format.
class Examiner {
 public:
  Examiner(Imported& imported, Settings& settings, const KeyTable& table)
      : imported_(imported), settings_(settings), table_(table) {}

  void examine() {
    const std::vector<Setting> all = settings_.all();
    for (const Setting& setting : all) {
      if (setting.value.is_null()) continue;
      const std::string_view section = missing_section_of(setting.key);
      if (!section.empty()) {
        tell_missing_section(section);
      } else if (const KeyRow* row = find_row(table_, setting.key)) {
        hold(*row, setting);
      } else {
        hold_against_section(setting);
      }
    }
  }

 private:
  // The section above a key of which nothing can be said, or nothing.
  [[nodiscard]] std::string_view missing_section_of(std::string_view key) const {
    for (std::size_t end = key.find('.'); end != std::string_view::npos;
         end = key.find('.', end + 1)) {
      const KeyRow* row = find_row(table_, key.substr(0, end));
      if (row != nullptr && (row->forms & form::mapping) != 0 && is_missing(*row)) {
        return key.substr(0, end);
      }
    }
    return {};
  }

  static bool is_missing(const KeyRow& row) {
    return row.fate == Fate::missing || row.fate == Fate::uncounted;
  }

  void tell_missing_section(std::string_view section) {
    if (told_ == section) return;
    told_ = section;
    const std::string switch_key = fmt::format("{}.enabled", section);
    if (settings_.mentions(switch_key) && settings_.at(switch_key) == false) {
      settings_.use(section, "nothing: it is off");
      return;
    }
    tell(*find_row(table_, section), std::string(section), "");
  }

  void hold(const KeyRow& row, const Setting& setting) {
    if (setting.value == "auto" && !row.automatic.empty()) {
      settings_.use(setting.key, fmt::format("\"auto\": {}", row.automatic));
    } else if (!setting.is_open && !has_form(row, setting.value)) {  // else it is asked for
      refuse(setting.key, fmt::format("is {}; it takes {}", setting.value.dump(), form_text(row)));
    } else if (setting.value.is_object()) {
      settings_.use(setting.key, "nothing: it is empty");
    } else if (is_missing(row)) {
      tell_missing(row, setting);
    } else if (row.fate == Fate::beside) {
      settings_.use(setting.key, fmt::format("nothing of its own, beside {}", row.by));
    }
  }

  void tell_missing(const KeyRow& row, const Setting& setting) {
    const std::string word =
        setting.value.is_string() ? setting.value.get<std::string>() : setting.value.dump();
    if (contains_word(row.off, word)) {
      settings_.use(setting.key, "nothing: it is off");
      return;
    }
    tell(row, setting.key, fmt::format("is {}: ", word));
  }

  void tell(const KeyRow& row, const std::string& key, const std::string& value) {
    settings_.use(key, "nothing: it is missing");
    if (!imported_.lack(settings_, key, fmt::format("{}{}", value, row.by), row.instead)) return;
    if (row.fate == Fate::uncounted) imported_.leave_uncounted(settings_, key, row.by);
  }

  // Keys below one that takes no mapping, and unknown ones where the tool knows all of its own.
  void hold_against_section(const Setting& setting) {
    for (std::size_t end = setting.key.rfind('.'); end != std::string::npos && end > 0;
         end = setting.key.rfind('.', end - 1)) {
      const std::string_view section = std::string_view(setting.key).substr(0, end);
      const KeyRow* row = find_row(table_, section);
      if (row != nullptr && (row->forms & form::mapping) == 0) {
        refuse(setting.key,
               fmt::format("stands below {}, which takes {}", section, form_text(*row)));
        return;
      }
      if (covers(table_.closed, section) && !covers(table_.irrelevant, setting.key)) {
        settings_.use(setting.key, "nothing: it is missing");
        imported_.lack(settings_, setting.key,
                       fmt::format("no key of {}, which takes no others{}", section,
                                   suggestion(table_, setting)));
        return;
      }
    }
  }

  void refuse(const std::string& key, const std::string& what) {
    imported_.fault(settings_, key, what);
    settings_.refuse(key);
  }

  Imported& imported_;
  Settings& settings_;
  const KeyTable& table_;
  std::string told_;  // the missing section that was told last
};

}  // namespace

const KeyRow* find_row(const KeyTable& table, std::string_view key) {
  const auto found = std::ranges::find_if(
      table.rows, [key](const KeyRow& row) { return contains_word(row.keys, key); });
  return found == table.rows.end() ? nullptr : &*found;
}

bool covers(std::string_view words, std::string_view key) {
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    const bool is_prefix = word.ends_with('*');
    if (is_prefix && key.starts_with(word.substr(0, word.size() - 1))) return true;
    if (!is_prefix && !word.empty() && is_at_or_below(key, word)) return true;
    words.remove_prefix(std::min(words.size(), word.size() + 1));
  }
  return false;
}

void examine(Imported& imported, Settings& settings, const KeyTable& table) {
  Examiner(imported, settings, table).examine();
}

void account(Imported& imported, const Settings& settings, const KeyTable& table) {
  for (const Setting& setting : settings.all()) {
    const std::string place = fmt::format("{}: {}", setting.origin.text(), setting.key);
    if (setting.used) {
      imported.used.push_back(setting.meaning.empty() ? place : place + " -> " + setting.meaning);
    } else if (setting.value.is_null()) {
      imported.ignored.push_back(place + " (null: not stated)");
    } else if (covers(table.irrelevant, setting.key)) {
      imported.ignored.push_back(place);
    } else {
      imported.unknown.push_back(
          fmt::format("{} = {}{}", place, setting.value.dump(), suggestion(table, setting)));
    }
  }
}

}  // namespace scenarios
