# Run when documents have been installed below ${documents}: their links to sources, which are not beside them, become plain words.
file(GLOB pages "${documents}/*.md" "${documents}/docs/*.md")
foreach(page IN LISTS pages)
  file(READ "${page}" text)
  string(REGEX REPLACE "!?\\[([^]\\[]+)\\]\\((\\.\\./)*(modules|src|tests)/[^)]*\\)" "\\1" plain "${text}")
  if(NOT "${plain}" STREQUAL "${text}")
    file(WRITE "${page}" "${plain}")
  endif()
endforeach()
