add_rank_test(ranks_ranks_tests RANKS 1 2 3 4 8)

# How runs end that a rank does not finish: see watchdog_probe.cpp.
add_executable(watchdog_probe ${CMAKE_CURRENT_LIST_DIR}/watchdog_probe.cpp)
target_link_libraries(watchdog_probe PRIVATE shardscope_ranks)

function(add_watchdog_test how status expected)
  set(command ${MPIEXEC_EXECUTABLE} --oversubscribe --bind-to none --mca mpi_yield_when_idle 1
              --mca btl self,vader -n 3 $<TARGET_FILE:watchdog_probe> ${how})
  add_test(NAME watchdog.${how}
           COMMAND ${CMAKE_COMMAND} "-DCOMMAND=${command}" -DSTATUS=${status}
                   "-DEXPECTED=${expected}" -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/watchdog_test.cmake)
  set_tests_properties(watchdog.${how} PROPERTIES
                       ENVIRONMENT "${shardscope_test_environment};ASAN_OPTIONS=detect_leaks=0"
                       PROCESSORS 3 TIMEOUT 120 LABELS mpi)
endfunction()

add_watchdog_test(stopped 3
  "error: rank [02]: waited [0-9]+ s in all_reduce over dp with ranks [0-2], [0-2]; rank 1 does not respond .last heartbeat [0-9]+ s ago.")
add_watchdog_test(busy 3
  "error: rank [02]: waited [0-9]+ s in all_reduce over dp with ranks [0-2], [0-2]; .*rank 1 is computing")
add_watchdog_test(idle 0 "")
add_watchdog_test(idle_stopped 3
  "error: rank [02]: waited [0-9]+ s in idle over control with ranks [0-2], [0-2]; rank 1 does not respond")
add_watchdog_test(abort 3 "error: rank 1: step 7: no memory left")
add_watchdog_test(exception 3 "error: nobody catches this in time")
add_watchdog_test(killed 137 "rank 1 .*signal 9")
