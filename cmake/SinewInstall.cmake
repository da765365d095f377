# What others get: the public headers, and one static library per component, made of the libraries of src/. In this
# build and after find_package(sinew COMPONENTS ...) they are sinew::core, sinew::scene, sinew::render, and sinew::sinew
# for all of them.
include(CMakePackageConfigHelpers)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/sinew")

# sinew_add_component(NAME LIBRARIES targets... [PUBLIC targets...] [PRIVATE targets...])
# PRIVATE: what programs must link besides, but not compile with.
function(sinew_add_component name)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;PUBLIC;PRIVATE" ${ARGN})
  set(objects "")
  foreach(library IN LISTS ARG_LIBRARIES)
    get_target_property(more ${library} SINEW_OBJECTS)
    list(APPEND objects ${library})
    if(more)
      list(APPEND objects ${more})
    endif()
  endforeach()
  list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_library(sinew_component_${name} STATIC ${objects})
  add_library(sinew::${name} ALIAS sinew_component_${name})
  set_target_properties(sinew_component_${name} PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME ${name}
    OUTPUT_NAME sinew_${name})
  target_link_libraries(sinew_component_${name} PUBLIC sinew_public ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  target_link_libraries(sinew_all INTERFACE sinew_component_${name})
  install(TARGETS sinew_component_${name} EXPORT sinew_${name} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT sinew_${name} FILE sinew_${name}.cmake NAMESPACE sinew:: DESTINATION ${package})
endfunction()

add_library(sinew_all INTERFACE)
add_library(sinew::sinew ALIAS sinew_all)
set_target_properties(sinew_public PROPERTIES EXPORT_NAME headers)
install(TARGETS sinew_public EXPORT sinew_core)
set(without "")
if(NOT SINEW_BUILD_RENDER)
  set(without REGEX "/sinew/(render|render\\.h|sinew\\.h)$" EXCLUDE)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/sinew" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" ${without})

get_property(core GLOBAL PROPERTY SINEW_LIBRARIES)
# Haptics has no public header yet: it is a part of the window.
list(REMOVE_ITEM core sinew_scene sinew_playback sinew_haptics sinew_render)
sinew_add_component(core LIBRARIES ${core} PRIVATE fmt::fmt spdlog::spdlog ZLIB::ZLIB Threads::Threads)
sinew_add_component(scene LIBRARIES sinew_scene sinew_playback PUBLIC sinew_component_core PRIVATE fmt::fmt)
if(SINEW_BUILD_RENDER)
  sinew_add_component(render LIBRARIES sinew_haptics sinew_render PUBLIC sinew_component_scene
    PRIVATE fmt::fmt PkgConfig::EPOXY PkgConfig::IMGUI glfw PNG::PNG ${CMAKE_DL_LIBS})
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/sinewConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/sinewConfig.cmake" INSTALL_DESTINATION ${package})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/sinewConfig.cmake" "${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake"
  DESTINATION ${package})
