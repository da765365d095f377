set(prefix "${BUILD}/package_test/prefix")
set(consumer "${BUILD}/package_test/consumer")
file(REMOVE_RECURSE "${BUILD}/package_test")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(code)
    message(FATAL_ERROR "${ARGN}\n${text}")
  endif()
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${prefix}")
run("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B "${consumer}"
  -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${prefix})
run("${CMAKE_COMMAND}" --build "${consumer}")
run("${consumer}/consumer")
if(EXISTS "${prefix}/bin/sinew")
  run("${prefix}/bin/sinew" --version)
endif()
