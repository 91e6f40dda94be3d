# The program as a whole: exit statuses, launching, ranks that die, interrupted sweeps.
add_test(NAME scenarios.program
         COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/cli/program_test.sh $<TARGET_FILE:shardscope>)
set_tests_properties(scenarios.program PROPERTIES ENVIRONMENT "${shardscope_test_environment}"
                     PROCESSORS 4 TIMEOUT 300 LABELS "mpi;scenario")
