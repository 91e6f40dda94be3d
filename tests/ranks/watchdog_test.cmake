# Runs COMMAND (a list) and checks its exit status against STATUS, its standard error against the
# regular expression EXPECTED, and that every process that printed "pid NUMBER" ends.
execute_process(COMMAND ${COMMAND} TIMEOUT 60
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE error)
message("${output}${error}status: ${status}")

if(NOT status STREQUAL "${STATUS}")
  message(FATAL_ERROR "expected status ${STATUS}")
endif()
if(NOT error MATCHES "${EXPECTED}")
  message(FATAL_ERROR "standard error does not match ${EXPECTED}")
endif()

# The third field of /proc/PID/stat is the state; Z: it has ended and nobody has reaped it yet.
function(is_alive pid result)
  execute_process(COMMAND cat /proc/${pid}/stat OUTPUT_VARIABLE stat ERROR_QUIET)
  string(REGEX MATCH "\\) [^Z]" alive "${stat}")
  set(${result} "${alive}" PARENT_SCOPE)
endfunction()

string(REGEX MATCHALL "pid [0-9]+" pids "${output}")
list(LENGTH pids count)
if(NOT count EQUAL 3)
  message(FATAL_ERROR "expected the process ids of 3 ranks, got ${count}")
endif()
foreach(line IN LISTS pids)
  string(REPLACE "pid " "" pid "${line}")
  # mpirun may return a moment before its last victim is gone.
  foreach(attempt RANGE 40)
    is_alive(${pid} alive)
    if(NOT alive)
      break()
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 0.25)
  endforeach()
  if(alive)
    execute_process(COMMAND sh -c "kill -KILL ${pid}")
    message(FATAL_ERROR "the run has ended and process ${pid} has not")
  endif()
endforeach()
