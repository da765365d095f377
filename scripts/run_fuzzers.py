#!/usr/bin/env python3
"""Runs the fuzzers of tests/fuzz.

usage: run_fuzzers.py BUILD_DIR [--minutes MINUTES] [--only NAME,...]

BUILD_DIR is that of the preset fuzz. Without --minutes each target gets a fixed number of inputs from a fixed seed:
the same inputs every time. With --minutes the time is shared out among the targets, from another seed each time, and
inputs that reach new code are kept in BUILD_DIR/corpus for the next time. Inputs that crash, hang or take too much
memory are kept in BUILD_DIR/crashes; exit 1 where there is one."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = ROOT / "tests" / "fuzz"

# Inputs of the fixed budget, by how long one of them takes.
RUNS = {"scene": 1500, "checkpoint": 2000, "recorded": 4000}
DEFAULT_RUNS = 40000
# Targets that read what others read too.
SEEDS_OF = {"recorded": ["recorded", "vtu"]}
DICTIONARY_OF = {"recorded": "vtu"}

# No input of this size may take longer, or more memory.
LIMITS = ["-max_len=8192", "-timeout=30", "-rss_limit_mb=1500", "-malloc_limit_mb=200"]
SANITIZERS = {
    "ASAN_OPTIONS": "quarantine_size_mb=32:detect_stack_use_after_return=1:allocator_may_return_null=0",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}


class Target:
    def __init__(self, program, build, work):
        self.name = program.name
        self.program = program
        self.crashes = build / "crashes"
        self.kept = build / "corpus" / self.name
        self.seeds = []
        for name in SEEDS_OF.get(self.name, [self.name]):
            self.seeds += [folder for folder in (HERE / "seeds" / name, work / name) if folder.is_dir()]
        self.scratch = work / "new" / self.name
        dictionary = HERE / "dictionaries" / (DICTIONARY_OF.get(self.name, self.name) + ".dict")
        self.options = [f"-dict={dictionary}"] if dictionary.exists() else []

    def run(self, minutes):
        """Gives back the lines to show, and whether all went well."""
        found = self.kept if minutes else self.scratch
        for folder in (found, self.scratch, self.crashes):
            folder.mkdir(parents=True, exist_ok=True)
        if minutes:
            budget = [f"-max_total_time={max(1, round(60 * minutes))}", f"-seed={time.time_ns() % 2**31 + 1}"]
        else:
            # What comparisons tell depends on addresses, which are others in every process.
            budget = [f"-runs={RUNS.get(self.name, DEFAULT_RUNS)}", "-seed=1", "-use_cmp=0"]
        command = [self.program, found, *self.seeds, *self.options, *LIMITS, *budget,
                   f"-artifact_prefix={self.crashes}/{self.name}-", "-print_final_stats=1"]
        # The limits of libFuzzer end a run that hangs in one input; this is for one that hangs elsewhere.
        run = subprocess.run(list(map(str, command)), env={**os.environ, **SANITIZERS}, cwd=self.scratch,
                             capture_output=True, text=True, errors="replace",
                             timeout=900 + 60 * (minutes or 0))
        if run.returncode == 0:
            return [f"  {self.name:<10} {self.summary(run.stderr)}"], True
        kept = re.findall(r"Test unit written to (\S+)", run.stderr)
        return [f"  {self.name:<10} FAILED", run.stderr[-6000:],
                *(f"  kept: {path}\n  again: {self.program} {path}" for path in kept)], False

    @staticmethod
    def summary(text):
        runs = re.findall(r"stat::number_of_executed_units:\s*(\d+)", text)
        places = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", text)
        memory = re.findall(r"stat::peak_rss_mb:\s*(\d+)", text)
        cov, features, corpus = places[-1] if places else (0, 0, 0)
        return (f"{int(runs[-1]) if runs else 0:>8} inputs, {corpus:>5} kept, {cov:>6} places, {features:>6} features, "
                f"{memory[-1] if memory else 0:>4} MB")


def targets_of(build, work, only):
    programs = sorted(path for path in (build / "fuzzers").iterdir() if os.access(path, os.X_OK) and path.is_file())
    names = [program.name for program in programs]
    for name in only:
        if name not in names:
            sys.exit(f"run_fuzzers.py: there is no fuzzer '{name}'; there are {', '.join(names)}")
    # The slow ones first, so that none of them runs alone at the end.
    programs.sort(key=lambda program: RUNS.get(program.name, DEFAULT_RUNS))
    return [Target(program, build, work) for program in programs if not only or program.name in only]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--only", default="")
    return parser.parse_args()


def main():
    options = arguments()
    build = options.build.resolve()
    work = pathlib.Path(tempfile.mkdtemp(prefix="sinew_fuzz_"))
    try:
        subprocess.run([build / "tests" / "fuzz" / "write_seeds", work], check=True)
        targets = targets_of(build, work, [name for name in options.only.split(",") if name])
        threads = os.cpu_count() or 1
        share = options.minutes and options.minutes * threads / len(targets)
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            failed = 0
            for lines, well in pool.map(lambda target: target.run(share), targets):
                print("\n".join(lines), flush=True)
                failed += not well
    finally:
        shutil.rmtree(work, ignore_errors=True)
    if failed:
        print(f"fuzzers: {failed} of {len(targets)} failed; their inputs are in {build / 'crashes'}")
        return 1
    print(f"fuzzers: {len(targets)} targets, none failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
