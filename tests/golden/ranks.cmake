target_sources(golden_ranks_tests PRIVATE ${CMAKE_CURRENT_LIST_DIR}/golden_model.cpp)
foreach(ranks 1 2 4 8)
  add_rank_test(golden_ranks_tests NAME golden RANKS ${ranks} FILTER "*on${ranks}")
endforeach()
