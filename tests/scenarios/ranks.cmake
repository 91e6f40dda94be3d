# The program as a whole: exit statuses, launching, ranks that die, interrupted sweeps, what is hostile.
foreach(test program hostile)
  add_test(NAME scenarios.${test}
           COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/cli/${test}_test.sh $<TARGET_FILE:shardscope>)
endforeach()
set_tests_properties(scenarios.program scenarios.hostile PROPERTIES ENVIRONMENT "${shardscope_test_environment};ASAN_OPTIONS=detect_leaks=0"
                     PROCESSORS 4 TIMEOUT ${shardscope_test_timeout} LABELS "mpi;scenario")
