#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scenarios {

/// A word of a shell's command, its variables filled in. What only a shell could work out, as
/// $((8*NODES)), stands in it as written, between two marks.
struct ShellWord {
  std::string text;
  int line = 0;

  [[nodiscard]] bool is_open() const { return text.find(open_mark) != std::string::npos; }
  /// The text without marks.
  [[nodiscard]] std::string plain() const;

  static constexpr char open_mark = '\x01';
  static constexpr char close_mark = '\x02';
};

/// A space that parts words on a line.
bool is_shell_space(char c);
/// A character of a variable's name.
bool is_shell_name_part(char c);

/// What variables hold: one word for NAME=..., any number for NAME=(...).
using ShellVariables = std::map<std::string, std::vector<ShellWord>, std::less<>>;

/// Reads words off a script, the way a POSIX shell and bash's arrays do, without running anything:
/// quotes, backslashes, comments, $NAME, ${NAME}, ${NAME:-word}, ${NAME[@]}. Throws BadInput with
/// the line where a quotation mark or bracket is never closed, where brackets are too deep, and
/// where variables that hold each other fill in too much.
class ShellWords {
 public:
  ShellWords(const std::string& file, std::string_view text, ShellVariables& variables)
      : file_(file), text_(text), variables_(variables) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool starts(std::string_view what) const {
    return text_.substr(at_).starts_with(what);
  }
  [[nodiscard]] int line() const { return line_; }
  /// Passes over characters, and counts their lines.
  void skip(std::size_t count);
  /// Passes over spaces, joined lines and comments; over ends of lines too where `and_lines`.
  void skip_space(bool and_lines);
  /// The name that stands here ("" where there is none), passed over.
  std::string name();
  /// The words that one word of the text comes to, up to a space or one of `ends`. In an assignment
  /// it stays one, whatever its variables hold.
  std::vector<ShellWord> word(std::string_view ends, bool is_assigned);
  /// The words of a list, over several lines, up to `)` or the end of the text.
  std::vector<ShellWord> list();

  /// What is left to say: variables that nothing sets, and defaults that were taken.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  void read_double_quotes();
  void read_single_quotes();
  void read_backslash(bool is_quoted);
  void read_dollar(bool is_quoted);
  void read_braces(bool is_quoted);
  void expand(const std::string& name, const std::string& as_written, bool is_quoted, bool is_list);
  void expand_default(const std::string& name, const std::string& word, bool is_quoted);
  void put(const std::vector<ShellWord>& words, bool is_quoted, bool is_list);
  void put_split(const ShellWord& word);
  void append(std::string_view text);
  void append_open(const std::string& text);
  void finish_word();
  std::string bracketed(char open, char close);
  [[noreturn]] void refuse(int line, const std::string& what) const;
  void note(std::string what);

  const std::string& file_;
  std::string_view text_;
  ShellVariables& variables_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool is_assigned_ = false;
  bool has_word_ = false;  // something was put into current_, if only quotation marks
  ShellWord current_;
  std::vector<ShellWord> words_;
  std::size_t appended_ = 0;  // characters, of all words
  std::set<std::string> noted_;
  std::vector<std::string> notes_;
};

}  // namespace scenarios
