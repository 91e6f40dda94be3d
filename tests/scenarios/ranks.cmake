# The program as a whole: exit statuses, launching, ranks that die, interrupted sweeps, what is hostile,
# what is read once.
foreach(test program hostile sharing)
  add_test(NAME scenarios.${test}
           COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/cli/${test}_test.sh $<TARGET_FILE:shardscope>)
endforeach()
set_tests_properties(scenarios.program scenarios.hostile scenarios.sharing PROPERTIES ENVIRONMENT "${shardscope_test_environment};ASAN_OPTIONS=detect_leaks=0"
                     PROCESSORS 4 TIMEOUT ${shardscope_test_timeout} LABELS "mpi;scenario")
