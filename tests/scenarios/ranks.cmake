# The program as a whole: exit statuses, launching, ranks that die, interrupted sweeps, what is hostile,
# what is read once.
foreach(test program hostile sharing)
  add_test(NAME scenarios.${test}
           COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/cli/${test}_test.sh $<TARGET_FILE:shardscope>
                   ${PROJECT_SOURCE_DIR}/scenarios/formulas)
endforeach()
set_tests_properties(scenarios.program scenarios.hostile scenarios.sharing PROPERTIES ENVIRONMENT "${shardscope_test_environment};ASAN_OPTIONS=detect_leaks=0"
                     PROCESSORS 4 TIMEOUT ${shardscope_test_timeout} LABELS "mpi;scenario")

# What README.md tells its reader to do, in order.
add_test(NAME docs.readme
         COMMAND bash ${PROJECT_SOURCE_DIR}/tests/docs/readme_test.sh $<TARGET_FILE:shardscope>
                 ${PROJECT_SOURCE_DIR})
set_tests_properties(docs.readme PROPERTIES ENVIRONMENT "${shardscope_test_environment};ASAN_OPTIONS=detect_leaks=0"
                     PROCESSORS 4 TIMEOUT ${shardscope_test_timeout} LABELS "mpi;scenario")

add_test(NAME scenarios.install
         COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/cli/install_test.sh ${CMAKE_COMMAND}
                 ${PROJECT_BINARY_DIR})
set_tests_properties(scenarios.install PROPERTIES
                     ENVIRONMENT "${shardscope_test_environment};ASAN_OPTIONS=detect_leaks=0"
                     PROCESSORS 2 TIMEOUT ${shardscope_test_timeout} LABELS "mpi;scenario")
