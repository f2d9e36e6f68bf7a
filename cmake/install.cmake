# What `cmake --install` puts where, and what `find_package(firefly)` finds.
# The sources of the module interfaces are installed, never their compiled form: that depends on the flags of the user.

set(firefly_config_directory ${CMAKE_INSTALL_LIBDIR}/cmake/firefly)

# A part that needs one more library is a component, with a file of its own: who does not ask for it does not need that library.
foreach(target firefly firefly_mpi firefly_netcdf)
  if(TARGET ${target})
    install(TARGETS ${target} EXPORT ${target}Targets
      FILE_SET CXX_MODULES DESTINATION ${firefly_config_directory}/modules)
    install(EXPORT ${target}Targets NAMESPACE firefly::
      DESTINATION ${firefly_config_directory} CXX_MODULES_DIRECTORY cxx-modules)
  endif()
endforeach()

configure_package_config_file(cmake/fireflyConfig.cmake.in fireflyConfig.cmake
  INSTALL_DESTINATION ${firefly_config_directory})
write_basic_package_version_file(fireflyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fireflyConfig.cmake ${PROJECT_BINARY_DIR}/fireflyConfigVersion.cmake cmake/standard_headers.cmake
  DESTINATION ${firefly_config_directory})

# Documents and examples, where their links to each other lead as in the repository.
install(FILES CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN draw EXCLUDE PATTERN site EXCLUDE PATTERN __pycache__ EXCLUDE)
install(FILES bench/results/paper.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench/results)
install(DIRECTORY bench/results/paper DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench/results FILES_MATCHING PATTERN *.svg)
install(CODE "set(documents \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")")
install(SCRIPT cmake/installed_documents.cmake)
