target_sources(golden_ranks_tests PRIVATE ${CMAKE_CURRENT_LIST_DIR}/golden_model.cpp
                                          ${CMAKE_CURRENT_LIST_DIR}/forward_pass.cpp
                                          ${CMAKE_CURRENT_LIST_DIR}/golden_run.cpp
                                          ${CMAKE_CURRENT_LIST_DIR}/layouts.cpp)
foreach(ranks 1 2 4 8)
  add_rank_test(golden_ranks_tests NAME golden RANKS ${ranks} FILTER "*on${ranks}-*GoldenCross*")
  add_rank_test(golden_ranks_tests NAME golden_cross RANKS ${ranks}
                FILTER "*GoldenCross*on${ranks}" LABELS long TIMEOUT 1800)
endforeach()
