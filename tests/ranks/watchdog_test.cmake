# Runs COMMAND (a list) and checks its exit status against STATUS, its standard error against the
# regular expression EXPECTED, and that no process that printed "pid NUMBER" is left.
execute_process(COMMAND ${COMMAND} TIMEOUT 60
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE error)
message("${output}${error}status: ${status}")

if(NOT status STREQUAL "${STATUS}")
  message(FATAL_ERROR "expected status ${STATUS}")
endif()
if(NOT error MATCHES "${EXPECTED}")
  message(FATAL_ERROR "standard error does not match ${EXPECTED}")
endif()

string(REGEX MATCHALL "pid [0-9]+" pids "${output}")
if(NOT pids)
  message(FATAL_ERROR "no rank told its process id")
endif()
foreach(line IN LISTS pids)
  string(REPLACE "pid " "/proc/" process "${line}")
  if(EXISTS ${process})
    message(FATAL_ERROR "${line} is still there")
  endif()
endforeach()
