#pragma once

#include "ranks/session.hpp"

namespace test_support {

/// The session of a test binary that runs under mpirun (tests/mpi_main.cpp). Every rank runs every
/// test in the same order; never leave a test early (ASSERT_, GTEST_SKIP) on something that differs
/// between ranks, for the others would wait in the next collective.
ranks::Session& session();

}  // namespace test_support
