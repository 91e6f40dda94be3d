# Equality chooses its meshes by the number of ranks; the other suites end in the number they need.
add_rank_test(parallel_ranks_tests NAME parallel_equality RANKS 1 2 3 4 8 FILTER "Equality*.*")
set(cases "Cases*:Copies*:Updates*:Overflow*:Precision*")
foreach(ranks 1 2 3 4 5 8)
  string(REPLACE "*" "On${ranks}.*" filter "${cases}")
  add_rank_test(parallel_ranks_tests NAME parallel_cases RANKS ${ranks} FILTER "${filter}")
endforeach()
foreach(ranks 1 2 3 4 6 8)
  add_rank_test(parallel_ranks_tests NAME parallel_measures RANKS ${ranks}
                FILTER "*On${ranks}.*-${cases}")
endforeach()
