# find_package(sinew) for others: the public headers, every library and one umbrella target, sinew::sinew.
include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY SINEW_LIBRARIES)
add_library(sinew_all INTERFACE)
add_library(sinew::sinew ALIAS sinew_all)
set_target_properties(sinew_all PROPERTIES EXPORT_NAME sinew)
target_link_libraries(sinew_all INTERFACE ${libraries})

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/sinew" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS sinew_settings sinew_all ${libraries} EXPORT sinewTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT sinewTargets NAMESPACE sinew:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/sinewConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/sinewConfig.cmake" INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/sinewConfig.cmake" "${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake"
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
