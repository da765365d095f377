#!/usr/bin/env python3
"""Checks every source with clang 14, warnings as errors, without generating code.

usage: check_clang.py BUILD_DIR [COMPILER [COMPILED_DIR]]

Takes the commands of BUILD_DIR/compile_commands.json, with the compiler exchanged (default clang++-14). Sources that
are compiled in batches are checked one by one: each is to include what it uses. Sources that were compiled in
COMPILED_DIR, by this compiler and with warnings as errors (the preset fuzz), are left out. Prints what the compiler says
about each source that fails; exit 1 where one does."""

import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

# Warnings that only g++ knows are switched off in its commands: clang need not know them.
EXTRA = ["-fsyntax-only", "-Werror", "-Wno-unknown-warning-option"]

BATCHED = re.compile(r'^#include "(.*)"', re.MULTILINE)


def arguments_of(entry, compiler):
    # Before the first option stand the compiler and what launches it (ccache).
    words = itertools.dropwhile(lambda word: not word.startswith("-"), shlex.split(entry["command"]))
    kept = []
    for word in words:
        if word == "-o":
            next(words)
        elif word == "-include":  # precompiled headers: each source is to include what it uses
            next(words)
        elif word not in ("-c", "-Winvalid-pch"):
            kept.append(word)
    return [compiler, *kept, *EXTRA]


def check(entry, compiler):
    run = subprocess.run(arguments_of(entry, compiler), cwd=entry["directory"], capture_output=True, text=True)
    return entry["file"], run.returncode, run.stderr


def commands_of(build):
    for entry in json.loads((build / "compile_commands.json").read_text()):
        yield from alone(entry)


def alone(entry):
    """The entry; for a batch, which is a file that includes its sources, one for each of them."""
    if "/Unity/unity_" not in entry["file"]:
        yield entry
        return
    for source in BATCHED.findall(pathlib.Path(entry["file"]).read_text()):
        yield {**entry, "command": entry["command"].replace(entry["file"], source), "file": source}


def sources_compiled_in(build):
    """Those whose object file is there and not older than they are."""
    compiled = set()
    for entry in commands_of(build):
        words = shlex.split(entry["command"])
        source, made = pathlib.Path(entry["file"]), pathlib.Path(entry["directory"], words[words.index("-o") + 1])
        if made.exists() and made.stat().st_mtime >= source.stat().st_mtime:
            compiled.add(unit_of(entry))
    return compiled


def unit_of(entry):
    """A source, and which instruction set it is compiled for if it is a kernel."""
    kernel_set = re.search(r"-DSINEW_KERNEL_NAMESPACE=(\w+)", entry["command"])
    return entry["file"], kernel_set and kernel_set[1]


def main():
    build = pathlib.Path(sys.argv[1])
    compiler = sys.argv[2] if len(sys.argv) > 2 else "clang++-14"
    compiled = sources_compiled_in(pathlib.Path(sys.argv[3])) if len(sys.argv) > 3 else set()
    entries = [entry for entry in commands_of(build) if unit_of(entry) not in compiled]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, code, text in pool.map(lambda entry: check(entry, compiler), entries):
            if code:
                failed += 1
                print(f"{file}\n{text}")
    print(f"{compiler}: {len(entries)} sources, {failed} failed; {len(compiled)} were compiled before")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
