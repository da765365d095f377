# C++ samples of a page, taken from it as they are, compiled and run; each must print what the page says.

# Reads a page into `page`.
macro(sinew_read_page path)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
  file(READ "${path}" page)
endmacro()

# Sets `result` to the text between `opening` and the next ``` of the page, and cuts the page off behind it; to nothing
# if there is none.
function(sinew_next_block opening result)
  set(${result} "" PARENT_SCOPE)
  string(FIND "${page}" "${opening}" start)
  if(start EQUAL -1)
    return()
  endif()
  string(LENGTH "${opening}" skipped)
  math(EXPR start "${start} + ${skipped}")
  string(SUBSTRING "${page}" ${start} -1 rest)
  string(FIND "${rest}" "\n```" length)
  string(SUBSTRING "${rest}" 0 ${length} block)
  string(SUBSTRING "${rest}" ${length} -1 rest)
  set(${result} "${block}" PARENT_SCOPE)
  set(page "${rest}" PARENT_SCOPE)
endfunction()

# Test NAME_runs: the sample as a program.
function(sinew_add_sample name sample printed)
  if(sample STREQUAL "" OR printed STREQUAL "")
    message(FATAL_ERROR "the page has no sample ${name}, or does not say what it prints")
  endif()
  file(CONFIGURE OUTPUT ${name}.cpp CONTENT "${sample}\n" @ONLY)
  string(REGEX REPLACE "([][.()+*?^$|])" "[\\1]" printed "${printed}")
  add_executable(sinew_${name} "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  target_compile_options(sinew_${name} PRIVATE ${SINEW_COMPILE_OPTIONS})
  target_link_libraries(sinew_${name} PRIVATE sinew::sinew)
  add_test(NAME ${name}_runs COMMAND sinew_${name} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set_tests_properties(${name}_runs PROPERTIES TIMEOUT ${SINEW_TEST_TIMEOUT} PASS_REGULAR_EXPRESSION "^${printed}\n$")
endfunction()
