#!/usr/bin/env python3
"""Compiles each public header alone, twice in one source, with include/ as the only folder of headers, and checks that
the umbrella sinew/sinew.h has all of them.

usage: check_headers.py [ROOT [COMPILER]]

ROOT is this repository if it is left out. Prints what the compiler (default c++) says about each header that fails, and
each that the umbrella lacks; exit 1 where there is one."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

OPTIONS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c++", "-"]
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def compile_alone(include, header, compiler):
    line = f"#include <{header}>\n"
    run = subprocess.run([compiler, "-I", str(include), *OPTIONS], input=2 * line, capture_output=True, text=True)
    return header, run.returncode, run.stderr


def reached_from(include, header, seen):
    """The public headers that one includes, directly or through others, and itself."""
    if header not in seen and (include / header).is_file():
        seen.add(header)
        for name in INCLUDE.findall((include / header).read_text(encoding="utf-8")):
            reached_from(include, name, seen)
    return seen


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    include = pathlib.Path(root, "include").resolve()
    compiler = sys.argv[2] if len(sys.argv) > 2 else "c++"
    headers = sorted(path.relative_to(include).as_posix() for path in include.glob("sinew/**/*.h"))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, code, text in pool.map(lambda header: compile_alone(include, header, compiler), headers):
            if code:
                failed += 1
                print(f"{header} does not compile alone\n{text}")
    for header in sorted(set(headers) - reached_from(include, "sinew/sinew.h", set())):
        failed += 1
        print(f"{header} is in no umbrella")
    print(f"{len(headers)} public headers, {failed} failed")
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
