# Headers that are precompiled, once for all libraries and once for all tests: the standard library's and fmt's are
# half of what the compiler reads. Sources include what they use all the same; scripts/check_includes.py sees to it.
set(SINEW_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <numeric>
  <optional> <set> <span> <string> <string_view> <utility> <variant> <vector> <fmt/format.h>)

# Sources of tests are compiled with less optimisation than what they test: 0.7 of the time of a release build, which is
# half of that of all sources.
set(SINEW_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)

# sinew_add_precompiled_headers(NAME [LIBRARIES targets...] [HEADERS headers...] [OPTIONS options...])
function(sinew_add_precompiled_headers name)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;HEADERS;OPTIONS" ${ARGN})
  file(CONFIGURE OUTPUT ${name}.cpp CONTENT "// Holds the precompiled headers.\n")
  add_library(${name} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  target_compile_options(${name} PRIVATE ${SINEW_COMPILE_OPTIONS} ${ARG_OPTIONS})
  target_link_libraries(${name} PRIVATE sinew_settings fmt::fmt ${ARG_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${SINEW_COMMON_HEADERS} ${ARG_HEADERS})
endfunction()

# sinew_names_in(SOURCE RESULT)
# The names that a source gives at the beginning of a line: of types, functions and constants.
function(sinew_names_in source result)
  file(STRINGS "${source}" lines REGEX "^[A-Za-z].*[({=;]")
  string(REGEX REPLACE "[][]" " " lines "${lines}")  # an open bracket would make one entry of all lines behind it
  set(names "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^(TEST|INSTANTIATE_|namespace |using [a-zA-Z_:]+;)")
      continue()
    elseif(line MATCHES "^(struct|class|enum class|enum|union|using) ([A-Za-z0-9_]+)")
      list(APPEND names ${CMAKE_MATCH_2})
    elseif(line MATCHES "^(const|constexpr|static|inline) ")
      string(REGEX MATCHALL "k[A-Z][A-Za-z0-9]*" constants "${line}")
      list(APPEND names ${constants})
    endif()
    if(line MATCHES "[ &*]([A-Za-z0-9_]+)( =|[({;])")
      list(APPEND names ${CMAKE_MATCH_1})
    endif()
  endforeach()
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

# sinew_compile_in_batches(TARGET SIZE)
# Compiles the target's sources SIZE at a time. They share what the compiler makes of headers and templates, which is
# more than half of its work: four at a time take 0.6 to 0.7 of the time, and one that was edited takes its neighbours
# along. Two that give the same name to something come into different batches: sources need not care for each other's
# names.
function(sinew_compile_in_batches target size)
  if(size LESS 2)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(batches 0)
  foreach(source IN LISTS sources)
    sinew_names_in("${source}" names)
    # Take the first batch that has room and none of these names.
    set(batch 0)
    while(batch LESS batches)
      set(differing ${names})
      list(REMOVE_ITEM differing "" ${names_${batch}})
      if("${differing}" STREQUAL "${names}" AND size_${batch} LESS size)
        break()
      endif()
      math(EXPR batch "${batch} + 1")
    endwhile()
    if(batch EQUAL batches)
      math(EXPR batches "${batches} + 1")
      set(size_${batch} 0)
    endif()
    math(EXPR size_${batch} "${size_${batch}} + 1")
    list(APPEND names_${batch} ${names})
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # g++ warns of types with members of an unnamed namespace unless it is that of the file it was called for.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# sinew_add_library(NAME [SETTLED] [COLD] [PUBLIC targets...] [PRIVATE targets...])
# One static library per folder of src/: target sinew_NAME, every .cpp below the folder. Its public headers are those of
# include/sinew/NAME (scripts/check_layers.py); what others link are the components that SinewInstall.cmake makes of
# these libraries. SETTLED: rarely edited, so its batches are twice as large. COLD: nothing in it is hot.
function(sinew_add_library name)
  cmake_parse_arguments(ARG "SETTLED;COLD" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  add_library(sinew_${name} STATIC ${sources})
  target_compile_options(sinew_${name} PRIVATE ${SINEW_COMPILE_OPTIONS})
  target_link_libraries(sinew_${name} PUBLIC sinew_settings ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  target_precompile_headers(sinew_${name} REUSE_FROM sinew_headers)
  set(batch ${SINEW_BATCH})
  if(ARG_SETTLED)
    set(batch ${SINEW_SETTLED_BATCH})
  endif()
  if(ARG_COLD)
    target_compile_options(sinew_${name} PRIVATE ${SINEW_COLD_OPTIONS})
  endif()
  # At the end of the folder, when kernels and parts are no longer among the sources.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL sinew_compile_in_batches sinew_${name} ${batch})")
  set_property(GLOBAL APPEND PROPERTY SINEW_LIBRARIES sinew_${name})
endfunction()

# sinew_compile_part(NAME PART [COLD] SOURCES files... [LIBRARIES targets...])
# Compiles some sources of the library sinew_NAME, named from its folder, apart from the others: eight at a time, with
# these libraries besides its public ones.
function(sinew_compile_part name part)
  cmake_parse_arguments(ARG "COLD" "" "SOURCES;LIBRARIES" ${ARGN})
  file(GLOB files CONFIGURE_DEPENDS ${ARG_SOURCES})
  get_target_property(sources sinew_${name} SOURCES)
  list(REMOVE_ITEM sources ${files})
  set_property(TARGET sinew_${name} PROPERTY SOURCES ${sources})
  set(objects sinew_${name}_${part})
  add_library(${objects} OBJECT ${files})
  target_compile_options(${objects} PRIVATE ${SINEW_COMPILE_OPTIONS})
  if(ARG_COLD)
    target_compile_options(${objects} PRIVATE ${SINEW_COLD_OPTIONS})
  endif()
  get_target_property(public sinew_${name} INTERFACE_LINK_LIBRARIES)
  list(FILTER public EXCLUDE REGEX "LINK_ONLY")
  target_link_libraries(${objects} PRIVATE ${public} ${ARG_LIBRARIES})
  target_precompile_headers(${objects} REUSE_FROM sinew_headers)
  sinew_compile_in_batches(${objects} ${SINEW_SETTLED_BATCH})
  sinew_add_objects(sinew_${name} ${objects})
endfunction()

# sinew_add_objects(TARGET object_library)
# Makes the objects of a library part of another one, and of its component.
function(sinew_add_objects target objects)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
  set_property(TARGET ${target} APPEND PROPERTY SINEW_OBJECTS ${objects})
endfunction()

# sinew_add_tests(NAME [targets...])
# Every *_test.cpp below tests/NAME goes into one executable, sinew_NAME_tests; ctest sees each test by its name.
function(sinew_add_tests name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*_test.cpp")
  if(NOT sources)
    return()
  endif()
  add_executable(sinew_${name}_tests ${sources})
  target_compile_options(sinew_${name}_tests PRIVATE ${SINEW_COMPILE_OPTIONS} ${SINEW_TEST_OPTIONS})
  target_include_directories(sinew_${name}_tests PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(sinew_${name}_tests PRIVATE ${ARGN} GTest::gmock GTest::gtest_main)
  target_precompile_headers(sinew_${name}_tests REUSE_FROM sinew_test_headers)
  sinew_compile_in_batches(sinew_${name}_tests ${SINEW_TEST_BATCH})
  if(SINEW_TEST_BATCH GREATER 1)
    # A name inside a function may be that of another test.
    target_compile_options(sinew_${name}_tests PRIVATE -Wno-shadow)
  endif()
  gtest_discover_tests(sinew_${name}_tests DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT ${SINEW_TEST_TIMEOUT})
endfunction()

# sinew_add_kernels(TARGET sources...)
# Compiles kernel sources of a target once per instruction set instead of once, each time with
# SINEW_KERNEL_NAMESPACE set to the set's name. src/base/kernels.h says how such a source is written and
# how one of the sets is chosen at run time.
set(SINEW_KERNEL_SETS baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND NOT SINEW_BASELINE_ONLY)
  list(APPEND SINEW_KERNEL_SETS avx2 avx512)
endif()
set(SINEW_KERNEL_FLAGS_avx2 -mavx2 -mfma)
set(SINEW_KERNEL_FLAGS_avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma)

function(sinew_add_kernels target)
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE kernels)
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${kernels})
  set_property(TARGET ${target} PROPERTY SOURCES ${sources})
  foreach(set IN LISTS SINEW_KERNEL_SETS)
    add_library(${target}_${set} OBJECT ${kernels})
    target_compile_definitions(${target}_${set} PRIVATE SINEW_KERNEL_NAMESPACE=${set})
    # Without errno, the square root of a register is one instruction.
    target_compile_options(${target}_${set} PRIVATE ${SINEW_COMPILE_OPTIONS} ${SINEW_KERNEL_FLAGS_${set}}
      -fno-math-errno)
    target_include_directories(${target}_${set} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    target_link_libraries(${target}_${set} PRIVATE sinew_settings)
    sinew_add_objects(${target} ${target}_${set})
  endforeach()
endfunction()

# sinew_embed_files(VARIABLE NAME|NAME_WE files...)
# Sets the variable to one line `{"name", R"text(content)text"},` for each file, for a list in a source that
# configure_file makes. What is configured follows the files.
function(sinew_embed_files variable component)
  set(lines "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_filename_component(name "${file}" ${component})
    file(READ "${file}" text)
    string(APPEND lines "      {\"${name}\", R\"text(${text})text\"},\n")
  endforeach()
  set(${variable} "${lines}" PARENT_SCOPE)
endfunction()
