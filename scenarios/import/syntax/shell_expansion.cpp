// What stands for a variable's value, and for what only a shell could work out.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "scenarios/import/syntax/shell_words.hpp"

namespace scenarios {

void ShellWords::read_dollar(bool is_quoted) {
  if (peek() == '`') {
    append_open(bracketed('`', '`'));
  } else if (peek(1) == '(') {
    skip(1);
    append_open("$" + bracketed('(', ')'));
  } else if (peek(1) == '{') {
    read_braces(is_quoted);
  } else if (is_shell_name_part(peek(1)) &&
             std::isdigit(static_cast<unsigned char>(peek(1))) == 0) {
    skip(1);
    const std::string found = name();
    expand(found, "$" + found, is_quoted, false);
  } else {
    const bool is_parameter =
        peek(1) != '\0' && (std::isdigit(static_cast<unsigned char>(peek(1))) != 0 ||
                            std::string_view("@*#?$!").find(peek(1)) != std::string_view::npos);
    if (is_parameter) {
      append_open(std::string(text_.substr(at_, 2)));
    } else {
      append("$");
    }
    skip(is_parameter ? 2 : 1);
  }
}

// ${NAME}, ${NAME[@]} and ${NAME:-word}; everything else in braces is the shell's work.
void ShellWords::read_braces(bool is_quoted) {
  skip(1);
  const std::string whole = bracketed('{', '}');
  const std::string inside = whole.substr(1, whole.size() - 2);
  const auto end = std::ranges::find_if_not(inside, is_shell_name_part);
  const std::string found(inside.begin(), end);
  const std::string rest(end, inside.end());
  const bool is_name = !found.empty() && std::isdigit(static_cast<unsigned char>(found[0])) == 0;
  if (is_name && (rest.empty() || rest == "[@]" || rest == "[*]")) {
    expand(found, "$" + whole, is_quoted, !rest.empty());
  } else if (is_name && (rest.starts_with(":-") || rest.starts_with(":="))) {
    expand_default(found, rest.substr(2), is_quoted);
  } else {
    append_open("$" + whole);
  }
}

void ShellWords::expand(const std::string& name, const std::string& as_written, bool is_quoted,
                        bool is_list) {
  const auto found = variables_.find(name);
  if (found == variables_.end()) {
    note(fmt::format("{}:{}: {} is not set in the file", file_, line_, as_written));
    append_open(as_written);
    return;
  }
  if (is_list || found->second.size() < 2) {
    put(found->second, is_quoted, is_list);
  } else {
    put({found->second.front()}, is_quoted, is_list);  // $LIST is its first element
  }
}

void ShellWords::expand_default(const std::string& name, const std::string& word, bool is_quoted) {
  if (const auto found = variables_.find(name); found != variables_.end()) {
    put(found->second, is_quoted, false);
    return;
  }
  ShellWords inner(file_, word, variables_);
  inner.line_ = line_;
  const std::vector<ShellWord> words = inner.word("", true);
  for (const std::string& told : inner.notes_) note(told);
  note(fmt::format("{}:{}: {} is not set in the file: its default there, {}, is taken", file_,
                   line_, name, word.empty() ? "nothing" : word));
  put(words, is_quoted, false);
}

void ShellWords::put(const std::vector<ShellWord>& words, bool is_quoted, bool is_list) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_assigned_ || (is_quoted && !is_list)) {
      append((i > 0 ? " " : "") + words[i].text);
      continue;
    }
    if (i > 0) finish_word();
    if (!has_word_) current_.line = words[i].line;
    if (is_quoted) {
      append(words[i].text);
    } else {
      put_split(words[i]);
    }
  }
}

void ShellWords::put_split(const ShellWord& word) {
  int line = word.line;
  bool is_open = false;  // spaces inside $(...) part nothing
  for (const char c : word.text) {
    if (c == ShellWord::open_mark || c == ShellWord::close_mark) is_open = !is_open;
    if (!is_open && (is_shell_space(c) || c == '\n')) {
      finish_word();
    } else {
      if (!has_word_) current_.line = line;
      append(std::string_view(&c, 1));
    }
    if (c == '\n') ++line;
  }
}

}  // namespace scenarios
