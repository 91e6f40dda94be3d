# A sanitizer has a malloc of its own.
if(NOT SHARDSCOPE_SANITIZE)
  add_executable(heap_proof ${CMAKE_CURRENT_LIST_DIR}/heap_proof.cpp
                            ${CMAKE_CURRENT_LIST_DIR}/counting_heap.cpp
                            ${CMAKE_CURRENT_LIST_DIR}/uncounted_mpi.cpp
                            ${CMAKE_CURRENT_LIST_DIR}/../mpi_main.cpp)
  target_link_libraries(heap_proof PRIVATE shardscope_parallel test_support MPI::MPI_CXX)
  add_rank_test(heap_proof NAME proofs.heap RANKS 1 2 4)
endif()

target_sources(proofs_ranks_tests PRIVATE ${CMAKE_CURRENT_LIST_DIR}/random/one_rank.cpp
                                          ${CMAKE_CURRENT_LIST_DIR}/random/random_model.cpp
                                          ${CMAKE_CURRENT_LIST_DIR}/random/random_scenario.cpp
                                          ${CMAKE_CURRENT_LIST_DIR}/random/scenario_keys.cpp)
add_rank_test(proofs_ranks_tests NAME proofs.mutations RANKS 2 FILTER *_on2 TIMEOUT 900)
add_rank_test(proofs_ranks_tests NAME proofs.library RANKS 8 FILTER *_on8 TIMEOUT 1200
              LABELS scenario)
# Random scenarios; SHARDSCOPE_RANDOM_SEED and SHARDSCOPE_RANDOM_RUNS choose others.
add_rank_test(proofs_ranks_tests NAME proofs.random RANKS 8 FILTER *_random TIMEOUT 900
              LABELS scenario)
add_rank_test(proofs_ranks_tests NAME proofs.random_1000 RANKS 8 FILTER *_random TIMEOUT 7200
              LABELS long)
set_property(TEST proofs.random_1000.n8 APPEND PROPERTY
             ENVIRONMENT "SHARDSCOPE_RANDOM_RUNS=1000")

# Plain layouts, of which the same variables choose others.
target_sources(proofs_tests PRIVATE ${CMAKE_CURRENT_LIST_DIR}/random/plain_layouts.cpp
                                    ${CMAKE_CURRENT_LIST_DIR}/random/scenario_keys.cpp)
add_test(NAME proofs.plain_2000 COMMAND proofs_tests --gtest_filter=PlainLayouts.*)
set_tests_properties(proofs.plain_2000 PROPERTIES TIMEOUT 7200 LABELS long
                     ENVIRONMENT "${shardscope_test_environment};SHARDSCOPE_RANDOM_RUNS=2000")

foreach(name same_bytes ends)
  add_test(NAME proofs.${name}
           COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/${name}_test.sh $<TARGET_FILE:shardscope>)
  set_tests_properties(proofs.${name} PROPERTIES
                       ENVIRONMENT "${shardscope_test_environment};ASAN_OPTIONS=detect_leaks=0"
                       PROCESSORS 3 TIMEOUT ${shardscope_test_timeout} LABELS "mpi;scenario")
endforeach()
