#include "scenarios/import/syntax/shell_words.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "scenarios/read/bounds.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

// Of all words of a script together, variables filled in.
constexpr std::size_t most_characters = std::size_t{1} << 24U;

}  // namespace

bool is_shell_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

bool is_shell_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string ShellWord::plain() const {
  std::string result = text;
  std::erase_if(result, [](char c) { return c == open_mark || c == close_mark; });
  return result;
}

void ShellWords::skip(std::size_t count) {
  const std::string_view passed = text_.substr(at_, count);
  line_ += static_cast<int>(std::ranges::count(passed, '\n'));
  at_ += passed.size();
}

void ShellWords::skip_space(bool and_lines) {
  while (!at_end()) {
    if (peek() == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
      skip(peek(1) == '\n' ? 2 : 3);
    } else if (peek() == '#') {
      skip(std::min(text_.find('\n', at_), text_.size()) - at_);
    } else if (is_shell_space(peek()) || (and_lines && peek() == '\n')) {
      skip(1);
    } else {
      return;
    }
  }
}

std::string ShellWords::name() {
  std::size_t length = 0;
  if (std::isdigit(static_cast<unsigned char>(peek())) == 0) {
    while (is_shell_name_part(peek(length))) ++length;
  }
  std::string found(text_.substr(at_, length));
  skip(length);
  return found;
}

std::vector<ShellWord> ShellWords::word(std::string_view ends, bool is_assigned) {
  is_assigned_ = is_assigned;
  words_.clear();
  current_ = {.text = "", .line = line_};
  has_word_ = false;
  while (!at_end()) {
    const char c = peek();
    if (is_shell_space(c) || c == '\n' || ends.find(c) != std::string_view::npos) break;
    if (c == '"') {
      read_double_quotes();
    } else if (c == '\'') {
      read_single_quotes();
    } else if (c == '\\') {
      read_backslash(false);
    } else if (c == '$' || c == '`') {
      read_dollar(false);
    } else {
      append(text_.substr(at_, 1));
      skip(1);
    }
  }
  finish_word();
  return std::move(words_);
}

std::vector<ShellWord> ShellWords::list() {
  std::vector<ShellWord> all;
  for (skip_space(true); !at_end() && peek() != ')'; skip_space(true)) {
    const std::size_t before = at_;
    std::ranges::move(word(")", false), std::back_inserter(all));
    if (at_ == before) skip(1);
  }
  return all;
}

void ShellWords::read_single_quotes() {
  const int first = line_;
  has_word_ = true;
  skip(1);
  const std::size_t end = text_.find('\'', at_);
  if (end == std::string_view::npos) refuse(first, "a quotation mark that is never closed");
  append(text_.substr(at_, end - at_));
  skip(end - at_ + 1);
}

void ShellWords::read_double_quotes() {
  const int first = line_;
  has_word_ = true;
  for (skip(1); peek() != '"';) {
    if (at_end()) refuse(first, "a quotation mark that is never closed");
    if (peek() == '\\') {
      read_backslash(true);
    } else if (peek() == '$' || peek() == '`') {
      read_dollar(true);
    } else {
      append(text_.substr(at_, 1));
      skip(1);
    }
  }
  skip(1);
}

// Joined lines are kept apart as words where they are so anyway, so that each word has its line.
void ShellWords::read_backslash(bool is_quoted) {
  const char next = peek(1);
  if (next == '\n') {
    const bool is_apart =
        !current_.text.empty() && (is_shell_space(current_.text.back()) || is_shell_space(peek(2)));
    if (is_quoted && is_apart) append("\n");
    skip(2);
    return;
  }
  const bool is_escape =
      !is_quoted || std::string_view("\"\\$`").find(next) != std::string_view::npos;
  append(text_.substr(is_escape ? at_ + 1 : at_, is_escape ? 1 : 2));
  skip(2);
}

void ShellWords::append(std::string_view text) {
  has_word_ = true;
  current_.text += text;
  appended_ += text.size();
  if (appended_ > most_characters) {
    refuse(line_, fmt::format("more than {} characters, variables filled in", most_characters));
  }
}

void ShellWords::append_open(const std::string& text) {
  append(ShellWord::open_mark + text + ShellWord::close_mark);
}

void ShellWords::finish_word() {
  if (has_word_) words_.push_back(std::move(current_));
  current_ = {.text = "", .line = line_};
  has_word_ = false;
}

std::string ShellWords::bracketed(char open, char close) {
  const int first = line_;
  const std::size_t begin = at_;
  int depth = 1;
  for (skip(1); depth > 0; skip(1)) {
    if (at_end()) refuse(first, fmt::format("a '{}' that is never closed", open));
    if (depth > most_levels) refuse(first, fmt::format("more than {} brackets deep", most_levels));
    if (peek() == close) {
      --depth;
    } else if (peek() == open) {
      ++depth;
    }
  }
  return std::string(text_.substr(begin, at_ - begin));
}

void ShellWords::refuse(int line, const std::string& what) const {
  throw BadInput(fmt::format("{}:{}", file_, line), "",
                 "cannot be read as a shell script: " + what);
}

void ShellWords::note(std::string what) {
  if (noted_.insert(what).second) notes_.push_back(std::move(what));
}

}  // namespace scenarios
