# What `cmake --install` puts where, and what `find_package(firefly)` finds.
# The sources of the module interfaces are installed, never their compiled form: that depends on the flags of the user.

set(firefly_config_directory ${CMAKE_INSTALL_LIBDIR}/cmake/firefly)

set(firefly_targets firefly)
if(FIREFLY_MPI)
  list(APPEND firefly_targets firefly_mpi)
endif()
install(TARGETS ${firefly_targets} EXPORT fireflyTargets
  FILE_SET CXX_MODULES DESTINATION ${firefly_config_directory}/modules)
install(EXPORT fireflyTargets NAMESPACE firefly::
  DESTINATION ${firefly_config_directory} CXX_MODULES_DIRECTORY cxx-modules)

configure_package_config_file(cmake/fireflyConfig.cmake.in fireflyConfig.cmake
  INSTALL_DESTINATION ${firefly_config_directory})
write_basic_package_version_file(fireflyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fireflyConfig.cmake ${PROJECT_BINARY_DIR}/fireflyConfigVersion.cmake cmake/standard_headers.cmake
  DESTINATION ${firefly_config_directory})

# Documents and examples, where their links to each other lead as in the repository.
install(FILES CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN draw EXCLUDE PATTERN __pycache__ EXCLUDE)
