#!/usr/bin/env bash
# Runs a compiler (the arguments) and appends a line to the file SINEW_COMPILER_TIMES: CPU seconds of the user and of
# the system, and the file that was made. build_times.py reads it.
made=
for ((i = 1; i < $#; ++i)); do
  [[ ${!i} == -o ]] && { next=$((i + 1)); made=${!next}; }
done
TIMEFORMAT="%3U %3S ${made//%/%%}"
{ time "$@" 2>&3; } 3>&2 2>>"${SINEW_COMPILER_TIMES:-/dev/null}"
