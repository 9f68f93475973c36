# enfold::enfold, for find_package(enfold CONFIG REQUIRED). The tree may be moved: everything is found from the place of this file.
if(TARGET enfold::enfold)
  return()
endif()
get_filename_component(_enfold_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
add_library(enfold::enfold SHARED IMPORTED)
set_target_properties(enfold::enfold PROPERTIES
  IMPORTED_LOCATION "${_enfold_prefix}/lib/libenfold.so.0"
  IMPORTED_SONAME "libenfold.so.0"
  INTERFACE_INCLUDE_DIRECTORIES "${_enfold_prefix}/include")
unset(_enfold_prefix)
