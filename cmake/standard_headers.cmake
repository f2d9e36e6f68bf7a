# firefly_share_standard_headers(): headers of the standard library are compiled once, when CMake configures, and a file that includes one
# takes them from there (clang's header modules: https://clang.llvm.org/docs/Modules.html).
#
# Without it each interface carries a copy of all that it includes, and whoever imports firefly merges the copies of 135 interfaces: that is
# most of what compiling takes (docs/design.md has the figures).
#
# It holds for all targets of the directory, and of those that are added below it afterwards. Call it after every find_package and other check
# that compiles something, and after flags and macros are set for the whole directory: _GLIBCXX_ASSERTIONS of a single target or file
# would not reach the shared headers. All targets need one standard of C++: 20, or CMAKE_CXX_STANDARD. Where the compiler is not clang, its
# library neither libstdc++ nor libc++, the standard older than 20, or several configurations or another machine are built for, nothing is shared, and all
# compiles as before.
function(firefly_share_standard_headers)
  if(CMAKE_CXX_FLAGS MATCHES "firefly_standard_headers=")
    return()  # a directory above has called it
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CONFIGURATION_TYPES OR CMAKE_CXX_COMPILER_EXTERNAL_TOOLCHAIN)
    return()
  endif()

  set(standard c++20)
  if(CMAKE_CXX_STANDARD)
    if(CMAKE_CXX_STANDARD LESS 20 OR CMAKE_CXX_STANDARD EQUAL 98)
      return()
    endif()
    set(standard c++${CMAKE_CXX_STANDARD})
  endif()
  if(CMAKE_CXX_EXTENSIONS OR NOT DEFINED CMAKE_CXX_EXTENSIONS)  # CMake's default
    string(REPLACE c++ gnu++ standard ${standard})
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" configuration)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${configuration}} -std=${standard}")
  get_directory_property(options COMPILE_OPTIONS)
  get_directory_property(definitions COMPILE_DEFINITIONS)
  list(TRANSFORM definitions PREPEND -D)
  list(APPEND flags ${options} ${definitions})
  if(CMAKE_CXX_COMPILER_TARGET)  # another machine, whose headers are in a folder: CMake adds both to each command by itself
    list(APPEND flags --target=${CMAKE_CXX_COMPILER_TARGET})
  endif()
  if(CMAKE_SYSROOT)
    list(APPEND flags --sysroot=${CMAKE_SYSROOT})
  endif()
  if(flags MATCHES "\\$<")
    message(STATUS "Standard headers are not shared: a flag of the whole directory is a generator expression")
    return()
  endif()
  # The library's own flag, which its users have from it: here it is everybody's.
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19 AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 21)
    set(xtensor_flag -Xclang -fno-relaxed-template-template-args)
    list(APPEND flags ${xtensor_flag})
  endif()

  # The compiler is asked where the library lies: CMake's own list of folders is wrong below a root whose /lib is a link.
  set(folder ${PROJECT_BINARY_DIR}/standard_headers)
  file(CONFIGURE OUTPUT ${folder}/one.cpp CONTENT "#include <vector>\n" @ONLY)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${flags} -E ${folder}/one.cpp OUTPUT_VARIABLE words ERROR_QUIET)
  if(NOT words MATCHES "# 1 \"([^\"]*)/vector\" 1")
    return()
  endif()
  file(REAL_PATH ${CMAKE_MATCH_1} library)
  if(NOT EXISTS ${library}/bits/stl_vector.h AND NOT EXISTS ${library}/__config)  # libstdc++, libc++
    return()
  endif()

  # One module without parts: whoever includes one header sees them all. Parts would be told apart by the includes of each file, and a
  # template in a module sees those of its own file only. <cassert> means something else each time that it is included.
  set(map "module firefly_standard_headers [system] {\n  export *\n")
  set(all "")
  foreach(header
      algorithm any array atomic barrier bit cctype cerrno cfenv cfloat charconv chrono cinttypes climits clocale cmath compare complex
      concepts condition_variable coroutine csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cwchar cwctype deque exception
      filesystem fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
      memory_resource mutex new numbers numeric optional ostream queue random ranges regex semaphore set shared_mutex source_location span
      sstream stack stdexcept stop_token streambuf string string_view system_error thread tuple type_traits typeindex typeinfo
      unordered_map unordered_set utility valarray variant vector version)
    if(EXISTS ${library}/${header})
      string(APPEND map "  header \"${library}/${header}\"\n")
      string(APPEND all "#include <${header}>\n")
    endif()
  endforeach()
  string(APPEND map "}\n")

  # Its name changes with all that it depends on, so that what was compiled with another one is compiled again.
  file(CONFIGURE OUTPUT ${folder}/all.cpp CONTENT "${all}" @ONLY)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${flags} -M ${folder}/all.cpp OUTPUT_VARIABLE inputs ERROR_VARIABLE words
    RESULT_VARIABLE failed)
  if(failed)
    message(STATUS "Standard headers are not shared, which takes longer: ${words}")
    return()
  endif()
  string(REGEX REPLACE "^[^:]*:|\\\\\n" " " inputs "${inputs}")
  separate_arguments(inputs UNIX_COMMAND "${inputs}")
  list(REMOVE_ITEM inputs ${folder}/all.cpp)
  list(APPEND inputs ${CMAKE_CXX_COMPILER})
  set(ages "")
  foreach(input IN LISTS inputs)
    file(TIMESTAMP ${input} age)
    string(APPEND ages " ${input} ${age}")
    file(REAL_PATH ${input} input)  # ninja takes /lib/.. for /, whatever /lib is a link to
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${input})
  endforeach()
  string(SHA256 key "${CMAKE_CXX_COMPILER_VERSION} ${flags} ${map} ${ages}")
  string(SUBSTRING ${key} 0 12 key)
  set(stem ${folder}/${key})
  set(modules_only -fmodules -fno-implicit-modules -fno-implicit-module-maps)
  if(NOT EXISTS ${stem}.pcm)
    file(GLOB former ${folder}/*.pcm ${folder}/*.modulemap)
    file(WRITE ${stem}.modulemap "${map}")
    # By its path from the folder that ninja compiles in, so that it has the same bytes in every build folder: cmake/compile_once.
    file(RELATIVE_PATH from_top ${CMAKE_BINARY_DIR} ${stem}.modulemap)
    execute_process(
      COMMAND ${CMAKE_CXX_COMPILER} ${flags} ${modules_only} -fmodule-name=firefly_standard_headers -Xclang -emit-module
        -Xclang -fmodule-file-home-is-cwd -x c++ -Xclang -x -Xclang c++-module-map -c ${from_top} -o ${stem}.new
      WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
      RESULT_VARIABLE failed ERROR_VARIABLE words OUTPUT_QUIET)
    if(failed)
      message(STATUS "Standard headers are not shared, which takes longer: ${words}")
      return()
    endif()
    file(RENAME ${stem}.new ${stem}.pcm)
    file(REMOVE ${former})
  endif()
  # A file that includes none of these headers would not see them, and clang then does not instantiate their templates there: it asks for an
  # #include, or says nothing, and the linker misses a member. So every file includes the smallest of them.
  list(JOIN xtensor_flag " " xtensor_flag)
  list(JOIN modules_only " " modules_only)
  string(APPEND CMAKE_CXX_FLAGS " ${xtensor_flag} ${modules_only} \"-fmodule-map-file=${stem}.modulemap\""
    " \"-fmodule-file=firefly_standard_headers=${stem}.pcm\" -include version")
  set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS}" PARENT_SCOPE)
endfunction()
