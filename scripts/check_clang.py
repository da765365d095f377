#!/usr/bin/env python3
"""Checks every source with clang 14, warnings as errors, without generating code.

usage: check_clang.py BUILD_DIR [COMPILER [COMPILED_DIR]]

Takes the commands of BUILD_DIR/compile_commands.json, with the compiler exchanged (default clang++-14) and its
precompiled headers made by that compiler. Sources that are compiled in batches are checked in them; that each includes
what it uses is seen by check_includes.py. Sources that were compiled in COMPILED_DIR, by this compiler and with
warnings as errors (the preset fuzz), are left out. Prints what the compiler says about each source or batch that fails;
exit 1 where one does."""

import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# Warnings that only g++ knows are switched off in its commands: clang need not know them.
EXTRA = ["-Werror", "-Wno-unknown-warning-option"]

BATCHED = re.compile(r'^#include "(.*)"', re.MULTILINE)


def arguments_of(entry, compiler, precompiled):
    """`precompiled`: the files of this compiler, by the header that was precompiled."""
    # Before the first option stand the compiler and what launches it (ccache).
    words = itertools.dropwhile(lambda word: not word.startswith("-"), shlex.split(entry["command"]))
    kept = []
    for word in words:
        if word == "-o":
            next(words)
        elif word == "-include":
            header = next(words)
            kept += ["-include-pch", precompiled[header]] if header in precompiled else []
        elif word not in ("-c", "-Winvalid-pch"):
            kept.append(word)
    return [compiler, *kept, *EXTRA]


def run(arguments, entry):
    done = subprocess.run(arguments, cwd=entry["directory"], capture_output=True, text=True)
    return entry["file"], done.returncode, done.stderr


def check(entry, compiler, precompiled):
    return run([*arguments_of(entry, compiler, precompiled), "-fsyntax-only"], entry)


def commands_of(build):
    return json.loads((build / "compile_commands.json").read_text())


def sources_of(entry):
    """Its source; of a batch, which is a file that includes its sources, all of them."""
    if "/Unity/unity_" not in entry["file"]:
        return [entry["file"]]
    return BATCHED.findall(pathlib.Path(entry["file"]).read_text())


def makes_headers(entry):
    return " -x c++-header " in entry["command"]


def precompile(entries, compiler, folder):
    """Makes the precompiled headers of the build once more, by this compiler: their files by header."""
    precompiled = {}
    for entry in {entry["file"]: entry for entry in entries if makes_headers(entry)}.values():
        # Its source is empty and includes the header, beside which clang would find what g++ made of it.
        header = entry["file"].removesuffix(".cxx")
        made = str(folder / f"{len(precompiled)}.pch")
        alone = {**entry, "command": entry["command"].replace(entry["file"], header)}
        file, code, text = run([*arguments_of(alone, compiler, {}), "-w", "-o", made], alone)
        if code:
            sys.exit(f"{file}\n{text}")
        precompiled[header] = made
    return precompiled


def units_of(entry):
    """Each source, and which instruction set it is compiled for if it is a kernel."""
    kernel_set = re.search(r"-DSINEW_KERNEL_NAMESPACE=(\w+)", entry["command"])
    return {(source, kernel_set and kernel_set[1]) for source in sources_of(entry)}


def units_compiled_in(build):
    """Those whose object file is there and not older than they are."""
    compiled = set()
    for entry in commands_of(build):
        words = shlex.split(entry["command"])
        made = pathlib.Path(entry["directory"], words[words.index("-o") + 1])
        if made.exists():
            compiled |= {unit for unit in units_of(entry)
                         if made.stat().st_mtime >= pathlib.Path(unit[0]).stat().st_mtime}
    return compiled


def main():
    build = pathlib.Path(sys.argv[1])
    compiler = sys.argv[2] if len(sys.argv) > 2 else "clang++-14"
    compiled = units_compiled_in(pathlib.Path(sys.argv[3])) if len(sys.argv) > 3 else set()
    every = commands_of(build)
    entries = [entry for entry in every if not units_of(entry) <= compiled and not makes_headers(entry)]
    sources = sum(len(sources_of(entry)) for entry in entries)
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        precompiled = precompile(every, compiler, pathlib.Path(folder))
        for file, code, text in pool.map(lambda entry: check(entry, compiler, precompiled), entries):
            if code:
                failed += 1
                print(f"{file}\n{text}")
    print(f"{compiler}: {sources} sources in {len(entries)} units, {failed} failed; {len(compiled)} sources were compiled before")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
