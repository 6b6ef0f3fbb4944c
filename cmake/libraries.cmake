# The libraries for others, each static and shared: libtessera, and with the program's folders libtessera-notation and
# libtessera-players. All are made of objects without link-time optimisation, so that every compiler and linker can read
# them.
include(CMakePackageConfigHelpers)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON) # no path of this machine in what is built: two builds are the same

# The folder's library without link-time optimisation, as ${result}: the folder's own where that has none.
function(tessera_plain result target)
  set(plain ${target})
  if(CMAKE_INTERPROCEDURAL_OPTIMIZATION OR CMAKE_C_FLAGS MATCHES "-flto")
    set(plain ${target}_plain)
  endif()
  if(NOT TARGET ${plain})
    get_target_property(sources ${target} SOURCES)
    get_target_property(headers ${target} INCLUDE_DIRECTORIES)
    get_target_property(options ${target} COMPILE_OPTIONS)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    add_library(${plain} STATIC EXCLUDE_FROM_ALL ${sources})
    target_include_directories(${plain} PRIVATE ${headers})
    target_compile_options(${plain} PRIVATE ${options} -fno-lto)
    set_target_properties(${plain} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
    if(libraries)
      target_link_libraries(${plain} PRIVATE ${libraries})
    endif()
    if(target STREQUAL "libtessera")
      add_dependencies(${plain} tessera_builtin_sets)
    endif()
  endif()
  set(${result} ${plain} PARENT_SCOPE)
endfunction()

# All of them, each made by tessera_library(NAME HEADER file DESCRIPTION text WHOLE target [PARTS target ...] [USES NAME ...]
# [SYSTEM library ...]): the targets NAME_static and NAME_shared. All of WHOLE goes in, of PARTS what that needs. USES are others of these
# libraries.
add_custom_target(tessera_libraries)
function(tessera_library name)
  cmake_parse_arguments(arg "" "HEADER;DESCRIPTION;WHOLE" "PARTS;USES;SYSTEM" ${ARGN})
  string(REPLACE "_" "-" file_name ${name})

  # 1. What it exports is what its header declares.
  set(header ${PROJECT_SOURCE_DIR}/include/tessera/${arg_HEADER})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(READ ${header} text)
  string(REGEX MATCHALL "\nTESS_API [^\n(]*[ *]tess_[a-z_]+\\(" exports "${text}")
  list(TRANSFORM exports REPLACE ".*[ *](tess_[a-z_]+)\\(" "\\1")
  list(JOIN exports "\n" lines)
  set(exports_file ${CMAKE_CURRENT_BINARY_DIR}/${file_name}.exports)
  # gcc's own functions, of which a program has one each: each library brings them, hidden, where code for i386 calls them.
  file(CONFIGURE OUTPUT ${exports_file} CONTENT "${lines}\n__x86.get_pc_thunk.*\n")

  # 2. One object, in which every other name is local: a static library has no hidden names, and a user's own
  # new_game_table() would clash with that of src/rules.
  tessera_plain(whole ${arg_WHOLE})
  set(parts)
  foreach(part ${arg_PARTS})
    tessera_plain(plain ${part})
    list(APPEND parts $<TARGET_FILE:${plain}>)
    list(APPEND depends ${plain})
  endforeach()
  if(CMAKE_OBJCOPY AND (CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" OR MINGW))
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${file_name}-$<CONFIG>.o)
    string(REGEX MATCHALL "-m(32|64|x32)" machine "${CMAKE_C_FLAGS}")
    if(CMAKE_C_COMPILER_TARGET)
      list(APPEND machine ${CMAKE_C_COMPILE_OPTIONS_TARGET}${CMAKE_C_COMPILER_TARGET})
    endif()
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_C_COMPILER} ${machine} -r -nostdlib -o ${object} -Wl,--whole-archive $<TARGET_FILE:${whole}>
              -Wl,--no-whole-archive -Wl,--start-group ${parts} -Wl,--end-group
      COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbols=${exports_file} ${object}
      DEPENDS ${whole} ${depends} ${exports_file}
      COMMENT "Hiding the names that are not of ${arg_HEADER}" VERBATIM COMMAND_EXPAND_LISTS)
    add_custom_target(${name}_object DEPENDS ${object})
  elseif(arg_PARTS)
    message(STATUS "${file_name} needs objcopy, and ELF or MinGW: it is not built")
    return()
  else()
    set(object $<TARGET_OBJECTS:${whole}>)
  endif()

  # 3. Both libraries.
  add_library(${name}_static STATIC ${object})
  add_library(${name}_shared SHARED ${object})
  foreach(kind static shared)
    if(TARGET ${name}_object)
      add_dependencies(${name}_${kind} ${name}_object) # else make would write it for both at the same time
    endif()
    set_target_properties(${name}_${kind} PROPERTIES OUTPUT_NAME ${file_name} LINKER_LANGUAGE C)
    string(REGEX REPLACE "^tessera_" "" export ${name}_${kind})
    set_target_properties(${name}_${kind} PROPERTIES EXPORT_NAME ${export})
    target_include_directories(${name}_${kind} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    foreach(used ${arg_USES})
      target_link_libraries(${name}_${kind} PUBLIC ${used}_${kind})
    endforeach()
    add_library(tessera::${export} ALIAS ${name}_${kind})
  endforeach()
  target_link_libraries(${name}_static INTERFACE ${arg_SYSTEM})
  target_link_libraries(${name}_shared PRIVATE ${arg_SYSTEM})
  set_target_properties(${name}_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${TESSERA_ABI})
  if(NOT TESSERA_INSTALL)
    set_target_properties(${name}_static ${name}_shared PROPERTIES EXCLUDE_FROM_ALL TRUE) # built when something needs it
    return()
  endif()

  add_dependencies(tessera_libraries ${name}_static ${name}_shared)

  # 4. Where they go, with header and pkg-config file.
  install(TARGETS ${name}_static ${name}_shared EXPORT tessera-targets
          LIBRARY COMPONENT library NAMELINK_COMPONENT development
          ARCHIVE COMPONENT development)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tessera COMPONENT development)
  set(pc_name ${file_name})
  set(pc_requires)
  foreach(used ${arg_USES})
    string(REPLACE "_" "-" used ${used})
    list(APPEND pc_requires "${used} = ${PROJECT_VERSION}")
  endforeach()
  list(JOIN pc_requires ", " pc_requires)
  list(TRANSFORM arg_SYSTEM PREPEND "-l")
  list(JOIN arg_SYSTEM " " pc_private)
  # so that the tree can be moved
  file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/library.pc.in ${file_name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${file_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT development)
endfunction()

tessera_library(tessera HEADER tessera.h DESCRIPTION "Carcassonne, Star Wars Edition and classic: the rules" WHOLE libtessera)
if(TESSERA_INSTALL)
  install(FILES ${PROJECT_SOURCE_DIR}/include/tessera/tessera.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tessera COMPONENT development)
endif()
if(TESSERA_PROGRAM)
  tessera_library(tessera_notation HEADER notation.h DESCRIPTION "Carcassonne: moves, positions, records and tile sets as text"
                  WHOLE tessera_notation PARTS tessera_base USES tessera SYSTEM jansson m)
  tessera_library(tessera_players HEADER players.h DESCRIPTION "Carcassonne: computer players and what a position promises"
                  WHOLE tessera_players PARTS tessera_notation tessera_base libtessera USES tessera SYSTEM pthread m)
endif()

# Of static and shared the one that this project prefers.
set(preferred static)
if(BUILD_SHARED_LIBS)
  set(preferred shared)
endif()
add_library(tessera::tessera ALIAS tessera_${preferred})

if(TESSERA_INSTALL)
  configure_package_config_file(cmake/tessera-config.cmake.in tessera-config.cmake
                                INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tessera)
  write_basic_package_version_file(tessera-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(EXPORT tessera-targets NAMESPACE tessera:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tessera COMPONENT development)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tessera-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/tessera-config-version.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tessera COMPONENT development)
endif()
