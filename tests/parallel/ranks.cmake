add_rank_test(parallel_ranks_tests RANKS 1 2 3 4 8)
