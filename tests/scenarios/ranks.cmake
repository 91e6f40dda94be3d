# The program as a whole: exit statuses, launching, ranks that die, interrupted sweeps.
add_test(NAME scenarios.program
         COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/cli/program_test.sh $<TARGET_FILE:shardscope>)
set_tests_properties(scenarios.program PROPERTIES ENVIRONMENT "${shardscope_test_environment};ASAN_OPTIONS=detect_leaks=0"
                     PROCESSORS 4 TIMEOUT ${shardscope_test_timeout} LABELS "mpi;scenario")

add_test(NAME scenarios.install
         COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/cli/install_test.sh ${CMAKE_COMMAND}
                 ${PROJECT_BINARY_DIR})
set_tests_properties(scenarios.install PROPERTIES
                     ENVIRONMENT "${shardscope_test_environment};ASAN_OPTIONS=detect_leaks=0"
                     PROCESSORS 2 TIMEOUT ${shardscope_test_timeout} LABELS "mpi;scenario")
