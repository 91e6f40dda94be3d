#pragma once

#include <map>
#include <string>

namespace scenarios {

/// The environment in which a rank that waits gives its core away instead of spinning: Open MPI
/// yields between its polls, GNU OpenMP puts idle threads to sleep. What somebody has set is left
/// alone.
std::map<std::string, std::string> polite_waiting();

/// Makes this process, a rank, wait like that, before MPI starts. OpenMP read its own variables
/// before main began: where one was missing, the program takes its own place once more (execv,
/// which keeps the process and so its place in the run).
void wait_politely(char** argv);

}  // namespace scenarios
