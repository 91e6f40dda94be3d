#include "scenarios/commands/program.hpp"

int main(int argc, char** argv) {
  return scenarios::run_program(argc, argv);
}
