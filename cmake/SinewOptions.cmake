# Compiler settings that every target of sinew shares.
option(SINEW_BUILD_RENDER "Build pictures, movies and the window, which need OpenGL, GLFW and ImGui" ON)
option(SINEW_BUILD_APP "Build the sinew command" ${PROJECT_IS_TOP_LEVEL})
option(SINEW_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
if(NOT SINEW_BUILD_RENDER AND (SINEW_BUILD_APP OR SINEW_BUILD_TESTS))
  message(FATAL_ERROR "the command and the tests draw pictures: without SINEW_BUILD_RENDER, set SINEW_BUILD_APP and SINEW_BUILD_TESTS to OFF")
endif()
option(SINEW_BUILD_FUZZERS "Build the fuzzers of tests/fuzz (clang, preset fuzz)" OFF)
set(SINEW_BATCH 4 CACHE STRING "How many sources of the library and the command are compiled at a time; 1: each alone")
set(SINEW_TEST_BATCH 1 CACHE STRING "How many sources of tests are compiled at a time; 8 takes half of the time of 1")
set(SINEW_SETTLED_BATCH ${SINEW_BATCH})
if(SINEW_BATCH GREATER 1)
  math(EXPR SINEW_SETTLED_BATCH "2 * ${SINEW_BATCH}")
endif()
option(SINEW_BASELINE_ONLY "Compile kernels for the oldest processors alone: a shorter build, slower steps" OFF)
option(SINEW_WARNINGS_AS_ERRORS "Fail on any warning" OFF)
set(SINEW_SANITIZE "" CACHE STRING "Value of -fsanitize=, empty for none")
set(SINEW_TEST_TIMEOUT 300)  # s
if(SINEW_SANITIZE MATCHES "thread")
  set(SINEW_TEST_TIMEOUT 1800)
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Of the public headers, and of all headers for the library itself.
add_library(sinew_public INTERFACE)
target_include_directories(sinew_public INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(sinew_public INTERFACE cxx_std_20)
add_library(sinew_settings INTERFACE)
target_include_directories(sinew_settings INTERFACE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
target_compile_features(sinew_settings INTERFACE cxx_std_20)
if(SINEW_BASELINE_ONLY)
  target_compile_definitions(sinew_settings INTERFACE SINEW_BASELINE_ONLY)
endif()

# Warnings: all of -Wall -Wextra -Wconversion, but for the sign of indices (a vector's operator[] takes
# size_t, our indices are int32_t). Contraction into fused multiply-add is off so that one source gives the
# same bits whichever unit it is compiled in; kernels that want it ask for it by name.
set(SINEW_COMPILE_OPTIONS -Wall -Wextra -Wconversion -Wshadow -Wno-sign-conversion -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 sees overlaps and overflows in std::string's operators that are not there (GCC bug 105651).
  list(APPEND SINEW_COMPILE_OPTIONS -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
  # Up to so many kB it looks for no memory to free: 4% of its time, for a fifth more memory.
  list(APPEND SINEW_COMPILE_OPTIONS --param=ggc-min-heapsize=524288)
endif()
# For programs too, so that they share the precompiled headers of the libraries.
list(APPEND SINEW_COMPILE_OPTIONS -fPIC)
# base/wide.h passes vectors to inline functions only, never from unit to unit.
list(APPEND SINEW_COMPILE_OPTIONS -Wno-psabi)
# For sources where nothing is hot: they compile in 0.6 to 0.75 of the time.
set(SINEW_COLD_OPTIONS $<$<CONFIG:Release>:-O1>)
if(SINEW_WARNINGS_AS_ERRORS)
  list(APPEND SINEW_COMPILE_OPTIONS -Werror)
endif()
if(SINEW_SANITIZE)
  list(APPEND SINEW_COMPILE_OPTIONS -fsanitize=${SINEW_SANITIZE} -fno-omit-frame-pointer)
  if(SINEW_SANITIZE MATCHES "undefined")
    list(APPEND SINEW_COMPILE_OPTIONS -fno-sanitize-recover=all)
  endif()
  # A quarter of the time of that build; the preset asan has them.
  if(SINEW_BUILD_FUZZERS)
    list(APPEND SINEW_COMPILE_OPTIONS -fno-sanitize=vptr,null,alignment,object-size)
  endif()
  add_link_options(-fsanitize=${SINEW_SANITIZE})
endif()
