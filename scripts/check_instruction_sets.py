#!/usr/bin/env python3
"""Checks that no instruction beyond the baseline can be reached on a machine that lacks it.

usage: check_instruction_sets.py BUILD_DIR

Reads the object files of a build on x86-64. Those compiled for a wider instruction set (folders ending in
_avx2.dir or _avx512.dir) may define symbols of that set's namespace only: the linker could take any other for
the whole program. All others, but for those of tests, may hold no AVX instruction. Prints one line for each
fault; exit 1 where there is one."""

import os
import pathlib
import re
import subprocess
import sys

WIDER = re.compile(r"_(avx2|avx512)\.dir/")
AVX = re.compile(r"^\s*[0-9a-f]+:\s+(v[a-z]\w*|.*%[yz]mm\d)")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")


def lines_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def check_wider(path, name):
    """Global and weak symbols that are not of the namespace `name`."""
    for line in lines_of("nm", "-C", "--defined-only", "--extern-only", str(path)):
        symbol = line.split(maxsplit=2)[2]
        if f"sinew::{name}::" not in symbol and not symbol.startswith("DW.ref."):
            yield f"{path}: defines {symbol}, which is not of {name} alone"


def check_baseline(paths):
    """The first AVX instruction of each object, with the function it is in."""
    place, fault = ("", ""), None
    for line in lines_of("objdump", "-d", "-C", "--no-show-raw-insn", *map(str, paths)):
        if line.endswith("file format elf64-x86-64"):
            place, fault = (line.split(":")[0], ""), None
        elif match := FUNCTION.match(line):
            place = (place[0], match[1])
        elif fault is None and AVX.match(line):
            fault = line.split(":", 1)[1].strip()
            yield f"{place[0]}: {place[1]} uses '{fault}'"


def main():
    build = pathlib.Path(sys.argv[1])
    objects = sorted(path.relative_to(build) for path in build.glob("**/*.o"))
    wider = {path: match[1] for path in objects if (match := WIDER.search(path.as_posix()))}
    baseline = [path for path in objects if path not in wider and "tests" not in path.parts]
    os.chdir(build)
    if not baseline:
        print(f"{build}: no object files: build first")
        return 1
    problems = [fault for path, name in wider.items() for fault in check_wider(path, name)]
    problems += check_baseline(baseline)
    print("\n".join(problems) if problems else
          f"{len(baseline)} baseline objects hold no AVX, {len(wider)} wider ones keep to their namespaces")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
