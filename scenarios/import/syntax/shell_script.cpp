#include "scenarios/import/syntax/shell_script.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "scenarios/read/fault.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

constexpr std::string_view ends_of_word = ";|&()<>";
constexpr std::string_view declarations = "export local declare readonly typeset";
constexpr std::string_view openings = "if for while until case select {";
constexpr std::string_view closings = "fi done esac }";
constexpr std::string_view other_words = "then else elif do in time ! function";

class ScriptReader {
 public:
  ScriptReader(const std::string& file, std::string_view text)
      : file_(file), words_(file, text, script_.variables) {}

  ShellScript read() {
    for (words_.skip_space(true); !words_.at_end(); words_.skip_space(true)) read_command();
    script_.notes = words_.notes();
    return std::move(script_);
  }

 private:
  // Up to the end of the line or an operator, which is passed over.
  void read_command() {
    std::vector<ShellWord> command;
    while (!words_.at_end() && words_.peek() != '\n') {
      const char c = words_.peek();
      if (is_redirection()) {
        skip_redirection();
      } else if (ends_of_word.find(c) != std::string_view::npos) {
        read_operator(command);
        return;
      } else if (!command.empty() || !read_assignment()) {
        read_word(command);
      }
      words_.skip_space(false);
    }
    finish(command);
  }

  void read_operator(std::vector<ShellWord>& command) {
    const bool is_function = words_.starts("()") && command.size() == 1;
    if (is_function) command.clear();
    const bool is_chain = words_.starts("&&") || words_.starts("||");
    if (words_.peek() == '(' && !is_function) ++depth_;
    if (words_.peek() == ')' && depth_ == 0) {
      throw BadInput(fmt::format("{}:{}", file_, words_.line()), "",
                     "cannot be read as a shell script: a ')' that closes nothing");
    }
    if (words_.peek() == ')' && !is_pattern(command)) --depth_;
    finish(command);
    words_.skip(is_function || is_chain ? 2 : 1);
    is_chained_ = is_chain;
    words_.skip_space(is_chain);
  }

  // Of `case`: "a)" closes nothing.
  [[nodiscard]] bool is_pattern(const std::vector<ShellWord>& command) const {
    return cases_ > 0 && command.size() == 1;
  }

  void finish(std::vector<ShellWord>& command) {
    if (!command.empty()) script_.commands.push_back(std::move(command));
    is_chained_ = false;
  }

  void read_word(std::vector<ShellWord>& command) {
    std::vector<ShellWord> words = words_.word(ends_of_word, false);
    if (command.empty() && !words.empty() && take_keyword(words.front().text)) return;
    std::ranges::move(words, std::back_inserter(command));
  }

  bool take_keyword(const std::string& word) {
    if (contains_word(openings, word)) {
      ++depth_;
      if (word == "case") ++cases_;
    } else if (contains_word(closings, word)) {
      depth_ = std::max(depth_ - 1, 0);
      if (word == "esac") cases_ = std::max(cases_ - 1, 0);
    } else {
      return contains_word(other_words, word) || contains_word(declarations, word);
    }
    return true;
  }

  // "> file", and "2> file" with the number of what is redirected.
  [[nodiscard]] bool is_redirection() const {
    const bool is_numbered = words_.peek() >= '0' && words_.peek() <= '9';
    const char sign = words_.peek(is_numbered ? 1 : 0);
    return sign == '<' || sign == '>';
  }

  void skip_redirection() {
    if (words_.peek() != '<' && words_.peek() != '>') words_.skip(1);
    if (words_.starts("<<") && !words_.starts("<<<")) {
      throw BadInput(fmt::format("{}:{}", file_, words_.line()), "",
                     "is a script with a here-document (<<), which is not read");
    }
    while (std::string_view("<>&").find(words_.peek()) != std::string_view::npos &&
           !words_.at_end()) {
      words_.skip(1);
    }
    words_.skip_space(false);
    words_.word(ends_of_word, false);
  }

  // NAME=word, NAME+=word, NAME=(words), NAME+=(words). False, and nothing read, at anything else.
  bool read_assignment() {
    std::size_t length = 0;
    const auto is_part = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    while (is_part(words_.peek(length))) ++length;
    const bool is_longer = words_.peek(length) == '+' && words_.peek(length + 1) == '=';
    const char first = words_.peek();
    if (length == 0 || (first >= '0' && first <= '9')) return false;
    if (words_.peek(length) != '=' && !is_longer) return false;
    const std::string name = words_.name();
    words_.skip(is_longer ? 2 : 1);
    if (words_.peek() == '(') {
      words_.skip(1);
      std::vector<ShellWord> list = words_.list();
      if (words_.at_end()) {
        throw BadInput(fmt::format("{}:{}", file_, words_.line()), name,
                       "begins a list that is never closed");
      }
      words_.skip(1);
      assign_list(name, std::move(list), is_longer);
    } else {
      const int line = words_.line();
      std::vector<ShellWord> word = words_.word(ends_of_word, true);
      assign_word(name, word.empty() ? ShellWord{"", line} : std::move(word[0]), is_longer);
    }
    return true;
  }

  [[nodiscard]] bool is_certain() const { return depth_ == 0 && !is_chained_; }

  // What a condition may leave out, marked as a whole.
  static ShellWord uncertain(const ShellWord& word) {
    return {ShellWord::open_mark + word.plain() + ShellWord::close_mark, word.line};
  }

  std::vector<ShellWord>& variable(const std::string& name) {
    if (!script_.variables.contains(name)) script_.assigned.push_back(name);
    return script_.variables[name];
  }

  void assign_list(const std::string& name, std::vector<ShellWord> list, bool is_longer) {
    std::vector<ShellWord>& held = variable(name);
    if (!is_certain()) std::ranges::transform(list, list.begin(), uncertain);
    if (!is_longer && is_certain()) held.clear();
    std::ranges::move(list, std::back_inserter(held));
  }

  // Under a condition the words of a text may or may not be there; a single value is not known.
  void assign_word(const std::string& name, ShellWord word, bool is_longer) {
    std::vector<ShellWord>& held = variable(name);
    const bool has_flags = word.text.find("--") != std::string::npos;
    if (!is_certain() && has_flags) {
      ShellVariables one{{"word", {word}}};
      ShellWords split(file_, "$word", one);
      if (held.empty()) held.push_back({"", word.line});
      for (const ShellWord& part : split.word("", false)) {
        held.front().text += " " + uncertain(part).text;
      }
    } else if (!is_certain()) {
      held = {uncertain({"$" + name, word.line})};
    } else if (is_longer && !held.empty()) {
      held.front().text += word.text;
    } else {
      held = {std::move(word)};
    }
  }

  const std::string& file_;
  ShellScript script_;
  ShellWords words_;
  int depth_ = 0;            // of conditions, loops, functions and subshells around this place
  int cases_ = 0;            // of `case` among them
  bool is_chained_ = false;  // after && or ||
};

}  // namespace

ShellScript read_shell_script(const std::string& file, std::string_view text) {
  return ScriptReader(file, text).read();
}

}  // namespace scenarios
