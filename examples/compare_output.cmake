# Runs PROGRAM with ARGUMENTS in FOLDER and compares what it prints with the file EXPECTED: on standard output if CODE, its
# exit code, is 0, else on standard error. Results may not depend on the number of threads, so it runs once on all cores
# and once on one.
file(MAKE_DIRECTORY "${FOLDER}")
file(READ "${EXPECTED}" expected)
set(ways "on all cores")
set(one_core taskset --cpu-list 0)
execute_process(COMMAND ${one_core} true RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)  # there may be no core 0
if(CODE EQUAL 0 AND refused EQUAL 0)
  list(APPEND ways "on one core")
endif()
foreach(way IN LISTS ways)
  set(command "${PROGRAM}" ${ARGUMENTS})
  if(way STREQUAL "on one core")
    list(PREPEND command ${one_core})
  endif()
  execute_process(COMMAND ${command} WORKING_DIRECTORY "${FOLDER}" RESULT_VARIABLE code
    OUTPUT_VARIABLE printed ERROR_VARIABLE complained)
  if(NOT code EQUAL CODE)
    message(FATAL_ERROR "${PROGRAM} ${ARGUMENTS} (${way}) left with ${code} instead of ${CODE}\n${printed}${complained}")
  endif()
  if(NOT CODE EQUAL 0)
    set(printed "${complained}")
  endif()
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "${PROGRAM} ${ARGUMENTS} (${way}) printed\n${printed}instead of ${EXPECTED}\n${expected}")
  endif()
endforeach()
