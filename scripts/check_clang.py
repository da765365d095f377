#!/usr/bin/env python3
"""Checks every source with clang 14, warnings as errors, without generating code.

usage: check_clang.py BUILD_DIR [--compiler NAME] [--compiled DIR] [--alone]

Takes the commands of BUILD_DIR/compile_commands.json, with the compiler exchanged (default clang++-14): batches of
sources and precompiled headers as they are there. In a batch of tests, names that shadow those of a neighbour are no
fault, and all others are. Batches whose sources were all compiled in DIR, by this compiler and with the same warnings as
errors (the preset fuzz), are left out. With --alone, each source is checked without its batch and without precompiled
headers, which finds every include that is missing and takes five times as long. Prints what the compiler says about
each that fails; exit 1 where one does."""

import argparse
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

# Warnings and parameters that only g++ knows are in its commands: clang need not know them.
EXTRA = ["-Werror", "-Wno-unknown-warning-option", "-Wno-unused-command-line-argument"]

BATCHED = re.compile(r'^#include "(.*)"', re.MULTILINE)
SHADOW = re.compile(r"^([^:\n]+):\d+:\d+: warning: .*\[-Wshadow\]\n(?:(?!.*: (?:warning|error): ).*\n)*?"
                    r"([^:\n]+):\d+:\d+: note: previous declaration is here", re.MULTILINE)


class Unit:
    """One call of the compiler: a source or a batch of them, for one instruction set if it is a kernel."""

    def __init__(self, entry):
        self.entry = entry
        self.file = entry["file"]
        # Before the first option stand the compiler and what launches it (ccache).
        self.words = [*itertools.dropwhile(lambda word: not word.startswith("-"), shlex.split(entry["command"]))]
        self.is_batch = "/Unity/unity_" in self.file
        self.sources = BATCHED.findall(pathlib.Path(self.file).read_text()) if self.is_batch else [self.file]
        kernel_set = re.search(r"-DSINEW_KERNEL_NAMESPACE=(\w+)", entry["command"])
        self.keys = {(source, kernel_set and kernel_set[1]) for source in self.sources}

    def value_of(self, option):
        return self.words[self.words.index(option) + 1] if option in self.words else None

    def is_precompiled_header(self):
        return self.file.endswith("cmake_pch.hxx.cxx")

    def alone(self):
        """The unit of each source."""
        if not self.is_batch:
            return [self]
        return [Unit({**self.entry, "command": self.entry["command"].replace(self.file, source), "file": source})
                for source in self.sources]

    def was_compiled(self):
        """Whether its object file is there, not older than its sources, and no warning was switched off for a batch."""
        made = pathlib.Path(self.entry["directory"], self.value_of("-o"))
        return "-Wno-shadow" not in self.words and made.exists() and all(
            made.stat().st_mtime >= pathlib.Path(source).stat().st_mtime for source in self.sources)

    def arguments(self, precompiled):
        """The compiler's, without what is made. `precompiled`: by a header's name, what clang made of it."""
        kept, words = [], iter(self.words)
        for word in words:
            if word == "-o":
                next(words)
            elif word == "-include":
                header = next(words)
                kept += ["-include-pch", precompiled[header]] if header in precompiled else []
            elif word not in ("-c", "-Winvalid-pch", "-Wno-shadow"):
                kept.append(word)
        return kept


def shadows_of_its_own(text, sources):
    """The warnings of a batch about names that shadow others, except where the other is in a neighbour."""
    return [match[0] for match in SHADOW.finditer(text) if match[2] == match[1] or match[2] not in sources]


def check(unit, compiler, precompiled):
    """What the compiler complains about; empty: nothing."""
    lenient = ["-Wno-error=shadow"] if unit.is_batch else []
    run = subprocess.run([compiler, *unit.arguments(precompiled), *EXTRA, *lenient, "-fsyntax-only"],
                         cwd=unit.entry["directory"], capture_output=True, text=True)
    return run.stderr if run.returncode else "\n".join(shadows_of_its_own(run.stderr, unit.sources))


def units_of(build):
    return [Unit(entry) for entry in json.loads((build / "compile_commands.json").read_text())]


def precompile(units, compiler, folder):
    """Makes the precompiled headers that the units include, and returns their places by the header's name."""
    made = {}
    for number, unit in enumerate(filter(Unit.is_precompiled_header, units)):
        header, place = unit.file.removesuffix(".cxx"), f"{folder}/{number}.pch"
        words = [header if word == unit.file else word for word in unit.arguments({})]
        subprocess.run([compiler, *words, "-w", "-o", place], cwd=unit.entry["directory"], check=True)
        made[header] = place
    return made


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--compiler", default="clang++-14")
    parser.add_argument("--compiled", type=pathlib.Path)
    parser.add_argument("--alone", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    units = units_of(options.build)
    compiled = {key for unit in (units_of(options.compiled) if options.compiled else [])
                if unit.was_compiled() for key in unit.keys}
    left = [unit for unit in units if not unit.is_precompiled_header() and not unit.keys <= compiled]
    if options.alone:
        left = [one for unit in left for one in unit.alone()]
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        precompiled = {} if options.alone else precompile(units, options.compiler, folder)
        for unit, text in zip(left, pool.map(lambda unit: check(unit, options.compiler, precompiled), left)):
            if text:
                failed += 1
                print(f"{' '.join(unit.sources)}\n{text}")
    print(f"{options.compiler}: {sum(len(unit.sources) for unit in left)} sources in {len(left)} calls, {failed} failed; "
          f"{len(compiled)} were compiled before")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
