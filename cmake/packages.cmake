# What `cmake --install` brings besides the library, and the packages that cpack makes of it: the program (tessera), the
# shared library (libtessera with its ABI's number) and what others build with it (libtessera-dev).
include(GNUInstallDirs)
set(license ${PROJECT_SOURCE_DIR}/LICENSE)
set(library_package libtessera${TESSERA_ABI})
set(contact "The Tessera developers <tessera@example.org>")
set(made ${CMAKE_CURRENT_BINARY_DIR}/made)
file(MAKE_DIRECTORY ${made})
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # that of SOURCE_DATE_EPOCH, if that is set
file(WRITE ${made}/changelog "tessera (${PROJECT_VERSION}) unstable; urgency=medium

  * What has changed: CHANGELOG.md of the source, which the package tessera
    brings as /usr/share/doc/tessera/CHANGELOG.md.

 -- ${contact}  ${date}
")
execute_process(COMMAND gzip -9nf ${made}/changelog COMMAND_ERROR_IS_FATAL ANY)
function(tessera_package_documents package component) # what Debian wants of every package
  set(folder ${CMAKE_INSTALL_DATADIR}/doc/${package})
  install(FILES ${license} DESTINATION ${folder} RENAME copyright COMPONENT ${component})
  install(FILES ${made}/changelog.gz DESTINATION ${folder} COMPONENT ${component})
endfunction()
tessera_package_documents(${library_package} library)
tessera_package_documents(libtessera-dev development)

if(TESSERA_PROGRAM)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  # 1. The program, and what it writes of itself: the manual page, the completions.
  install(TARGETS tessera RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  foreach(written "help --man;tessera.1" "completion bash;tessera.bash" "completion zsh;_tessera" "completion fish;tessera.fish")
    list(GET written 0 command)
    list(GET written 1 file)
    install(CODE "separate_arguments(command UNIX_COMMAND \"${command}\")
      execute_process(COMMAND $<TARGET_FILE:tessera> \${command} OUTPUT_FILE ${made}/${file} COMMAND_ERROR_IS_FATAL ANY)"
      COMPONENT program)
  endforeach()
  install(CODE "execute_process(COMMAND gzip -9nf ${made}/tessera.1 COMMAND_ERROR_IS_FATAL ANY)" COMPONENT program)
  install(FILES ${made}/tessera.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${made}/tessera.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME tessera
          COMPONENT program)
  # Debian's zsh reads the first folder below /usr, every zsh the second one elsewhere.
  install(CODE "set(folder site-functions)
    if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\" AND EXISTS /etc/debian_version)
      set(folder vendor-completions)
    endif()
    file(INSTALL ${made}/_tessera DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\")"
    COMPONENT program)
  install(FILES ${made}/tessera.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)

  # 2. Documents with the examples that they tell of, licences of the program and of the page in it, the service.
  set(documents ${CMAKE_INSTALL_DATADIR}/doc/tessera)
  tessera_package_documents(tessera program)
  install(CODE "execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/documents.py ${PROJECT_SOURCE_DIR} ${made}/documents
    COMMAND_ERROR_IS_FATAL ANY)" COMPONENT program)
  install(DIRECTORY ${made}/documents/ DESTINATION ${documents} COMPONENT program)
  if(TESSERA_SERVER)
    install(FILES web/dist/licenses.txt DESTINATION ${documents} COMPONENT program OPTIONAL)
    install(FILES data/systemd/tessera.service DESTINATION lib/systemd/system COMPONENT program)
  endif()
endif()

# 3. The packages.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tessera)
set(CPACK_PACKAGE_VENDOR "The Tessera developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # else it is the first line of each package's own
set(CPACK_PACKAGE_CONTACT "${contact}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Carcassonne, Star Wars Edition and classic: play, host, study
The rules engine, computer players, a server with its page,
an arena for engines. Unofficial.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tessera)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION misc) # what is of games lies in /usr/games
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS ca-certificates) # for notices, and tessera bot by https
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/data/debian/postinst;${PROJECT_SOURCE_DIR}/data/debian/prerm;${PROJECT_SOURCE_DIR}/data/debian/postrm")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Carcassonne, Star Wars Edition and classic: shared libraries
Rules, notation and computer players.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON) # which package a program needs that is linked with one of them
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/data/debian/triggers)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Carcassonne, Star Wars Edition and classic: headers and libraries to build with
Rules, notation and computer players.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtessera-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} (= ${PROJECT_VERSION}), libjansson-dev")
include(CPack)
