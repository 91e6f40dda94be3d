#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scenarios {

/// How a child process ended: its exit status, or the signal that ended it.
struct ChildEnd {
  int status = 0;
  int signal = 0;
  int interrupted_by = 0;  // the signal that made us end the child; 0: none
};

/// Runs a program (found on PATH) to its end with the descriptor `input` as standard input
/// (negative: an empty one), what it writes to standard output given to `on_output` piece by piece,
/// and each line of its standard error to `on_error_line`. `environment` is added to ours. SIGINT,
/// SIGTERM and SIGHUP, sent to this process, end the child: politely first, for good the second
/// time; should this process be killed, the child is asked to end too. Throws std::runtime_error
/// when the program cannot be started, and what the two functions throw, after the child has been
/// ended.
ChildEnd run_child(const std::vector<std::string>& arguments,
                   const std::map<std::string, std::string>& environment,
                   const std::function<void(std::string_view)>& on_output,
                   const std::function<void(const std::string&)>& on_error_line, int input = -1);

}  // namespace scenarios
