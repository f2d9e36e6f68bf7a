# firefly_share_standard_headers(): headers of the standard library are compiled once, when CMake configures, and a file that includes one
# takes them from there (clang's header modules: https://clang.llvm.org/docs/Modules.html).
#
# Without it each interface carries a copy of all that it includes, and whoever imports firefly merges the copies of 135 interfaces: that is
# most of what compiling takes (docs/design.md has the figures). What is compiled stays the same.
#
# It holds for all targets of the directory, and of those that are added below it afterwards. They need one standard of C++: 20, or
# CMAKE_CXX_STANDARD. Where the compiler is not clang, its library not libstdc++, or several configurations are built at
# once, nothing is shared, and all compiles as before.
function(firefly_share_standard_headers)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CONFIGURATION_TYPES)
    return()
  endif()
  unset(library)
  foreach(folder IN LISTS CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    if(EXISTS ${folder}/bits/stl_vector.h)
      set(library ${folder})
      break()
    endif()
  endforeach()
  if(NOT DEFINED library)
    return()
  endif()

  set(standard c++20)
  if(CMAKE_CXX_STANDARD)
    set(standard c++${CMAKE_CXX_STANDARD})
  endif()
  if(CMAKE_CXX_EXTENSIONS OR NOT DEFINED CMAKE_CXX_EXTENSIONS)  # CMake's default
    string(REPLACE c++ gnu++ standard ${standard})
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" configuration)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${configuration}} -std=${standard}")
  # The library's own flag, which its users have from it: here it is everybody's.
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19 AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 22)
    set(xtensor_flag "-Xclang -fno-relaxed-template-template-args")
    list(APPEND flags -Xclang -fno-relaxed-template-template-args)
  endif()

  # One module without parts: whoever includes one header sees them all. Parts would be told apart by the includes of each file, and a
  # template in a module sees those of its own file only. <cassert> means something else each time that it is included.
  set(map "module firefly_standard_headers [system] {\n  export *\n")
  foreach(header
      algorithm any array atomic barrier bit cctype cerrno cfenv cfloat charconv chrono cinttypes climits clocale cmath compare complex
      concepts condition_variable coroutine csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cwchar cwctype deque exception
      filesystem fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
      memory_resource mutex new numbers numeric optional ostream queue random ranges regex semaphore set shared_mutex source_location span
      sstream stack stdexcept stop_token streambuf string string_view system_error thread tuple type_traits typeindex typeinfo
      unordered_map unordered_set utility valarray variant vector version)
    if(EXISTS ${library}/${header})
      string(APPEND map "  header \"${library}/${header}\"\n")
    endif()
  endforeach()
  string(APPEND map "}\n")

  # Its name changes with all that it depends on: what was compiled with another one is compiled again.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${library}/bits/stl_vector.h)
  file(TIMESTAMP ${library}/bits/stl_vector.h age)
  string(SHA256 key "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION} ${flags} ${map} ${age}")
  string(SUBSTRING ${key} 0 12 key)
  set(stem ${PROJECT_BINARY_DIR}/standard_headers/${key})
  set(modules_only -fmodules -fno-implicit-modules -fno-implicit-module-maps)
  if(NOT EXISTS ${stem}.pcm)
    file(WRITE ${stem}.modulemap "${map}")
    execute_process(
      COMMAND ${CMAKE_CXX_COMPILER} ${flags} ${modules_only} -fmodule-name=firefly_standard_headers -Xclang -emit-module
        -x c++ -Xclang -x -Xclang c++-module-map -c ${stem}.modulemap -o ${stem}.new
      RESULT_VARIABLE failed ERROR_VARIABLE words OUTPUT_QUIET)
    if(failed)
      message(STATUS "Standard headers are not shared, which takes longer: ${words}")
      return()
    endif()
    file(RENAME ${stem}.new ${stem}.pcm)
  endif()
  list(JOIN modules_only " " modules_only)
  string(APPEND CMAKE_CXX_FLAGS " ${xtensor_flag} ${modules_only} -fmodule-map-file=${stem}.modulemap"
    " -fmodule-file=firefly_standard_headers=${stem}.pcm")
  set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS}" PARENT_SCOPE)
endfunction()
