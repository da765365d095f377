set(build "${FOLDER}/${NAME}")
file(REMOVE_RECURSE "${build}")
string(REPLACE "," ";" WITHOUT "${WITHOUT}")
list(TRANSFORM WITHOUT REPLACE "(.+)" "-DCMAKE_DISABLE_FIND_PACKAGE_\\1=ON" OUTPUT_VARIABLE disabled)

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${FOLDER}"
    RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(code "${code}" PARENT_SCOPE)
  set(text "${text}" PARENT_SCOPE)
endfunction()

function(run_well)
  run(${ARGN})
  if(code)
    message(FATAL_ERROR "${ARGN}\n${text}")
  endif()
endfunction()

set(configure "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B "${build}"
  -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${FOLDER}/prefix
  -DSOURCE=${SOURCE} -DCOMPONENT=${COMPONENT} ${disabled})
if(REFUSED)
  run(${configure})
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  string(FIND "${text}" "${REFUSED}" place)
  if(NOT code OR place EQUAL -1)
    message(FATAL_ERROR "configuring must fail with '${REFUSED}'. It says:\n${text}")
  endif()
  return()
endif()
run_well(${configure})
run_well("${CMAKE_COMMAND}" --build "${build}")
run_well("${build}/consumer")
