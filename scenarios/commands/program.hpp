#pragma once

namespace scenarios {

/// The whole program: reads the command line, does what it says, and returns the exit status
/// (0 every verdict as expected, 1 one is not, 2 bad input, 3 the run failed).
int run_program(int argc, char** argv);

}  // namespace scenarios
