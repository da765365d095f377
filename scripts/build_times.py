#!/usr/bin/env python3
"""Builds the command from clean, without a compiler cache, and says how long it took against the budget.

usage: build_times.py ROOT [--read BUILD]

Prints the seconds, the ten slowest sources, the CPU seconds of the compiler by folder, and the steps of the last run
of .ci/run, if there was one. A machine may be busy: times over the budget are named, and the exit code is 0 all the
same. With --read, builds nothing and reads the logs of an earlier build."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

COMMAND_BUDGET, CI_BUDGET = 200, 15 * 60  # s, on two cores that do nothing else; CONTRIBUTING.md names them
BUDGET_CORES = 2
SLOWEST = 10


def finished_edges(ninja_log):
    """Seconds from start to end by output, of the last time that each was made. An edge with several outputs comes
    once, under the first of them."""
    edges = {}
    for line in ninja_log.splitlines():
        if line.startswith("#"):
            continue
        start, end, _, output, command = line.split("\t")
        edges[output] = (int(start), int(end), command)
    seen, seconds = set(), {}
    for output, edge in edges.items():
        if edge not in seen:
            seconds[output] = (edge[1] - edge[0]) / 1000
        seen.add(edge)
    return seconds


def cpu_seconds(compiler_times):
    """User and system seconds by output, from the lines of timed_compiler.sh."""
    seconds = {}
    for line in compiler_times.splitlines():
        user, system, output = line.split(" ", 2)
        seconds[output] = float(user) + float(system)
    return seconds


def folder_of(output):
    """src/mesh/CMakeFiles/sinew_mesh.dir/formats/x.cpp.o -> src/mesh; precompiled headers by their name."""
    if output.endswith(".gch"):
        return "precompiled headers"
    return output.split("CMakeFiles/")[0].rstrip("/") or "."


def source_of(output):
    """src/mesh/CMakeFiles/sinew_mesh.dir/formats/x.cpp.o -> src/mesh/formats/x.cpp"""
    folder, _, rest = output.partition("CMakeFiles/")
    return folder + rest.partition("/")[2].removesuffix(".o").removesuffix(".gch")


def against(seconds, budget):
    over = seconds - budget
    verdict = f"over budget by {over:.0f} s" if over > 0 else "within budget"
    return f"{seconds:.0f} s of {budget} s: {verdict}"


def report_build(wall, edges, cpu):
    """Lines about a build that took `wall` seconds (None: not known)."""
    if wall is not None:
        yield f"the command from clean, no compiler cache: {against(wall, COMMAND_BUDGET)}"
    total = sum(cpu.values())
    yield f"compiler: {total:.0f} CPU s; {BUDGET_CORES} cores that do nothing else would take about {total / BUDGET_CORES:.0f} s"
    if wall:
        share = 100 * total / (wall * os.cpu_count())
        yield f"it had {share:.0f}% of the {os.cpu_count()} cores of this machine" + (
            "; other programs had the rest, or the build waited" if share < 85 else "")
    yield ""
    yield f"the {SLOWEST} slowest sources, or batches of them: CPU seconds, and seconds from start to end"
    compiled = [output for output in edges if output in cpu]
    for output in sorted(compiled, key=cpu.get, reverse=True)[:SLOWEST]:
        yield f"  {cpu[output]:6.1f} {edges[output]:6.1f}  {source_of(output)}"
    yield ""
    yield "CPU seconds by folder, and sources"
    folders = {}
    for output, seconds in cpu.items():
        folders.setdefault(folder_of(output), []).append(seconds)
    for folder in sorted(folders, key=lambda name: -sum(folders[name])):
        yield f"  {sum(folders[folder]):6.1f} {len(folders[folder]):4}  {folder}"


def report_ci(times):
    """Lines about .ci/run, from its own: the seconds at which each step began, and its name."""
    steps = [(int(begin), name) for begin, name in (line.split("\t") for line in times.splitlines())]
    if not steps:
        return
    finished = steps[-1][1] == "done"
    yield f".ci/run: {against(steps[-1][0], CI_BUDGET)}" if finished else (
        f".ci/run did not finish; '{steps[-1][1]}' began after {steps[-1][0]} s of {CI_BUDGET} s")
    for (begin, name), (end, _) in zip(steps, steps[1:]):
        yield f"  {end - begin:6} {name}"


def build(root, folder):
    """Builds the command in an emptied folder. Returns the seconds; exits with the end of the log on failure."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    environment = {name: value for name, value in os.environ.items() if name != "CMAKE_CXX_COMPILER_LAUNCHER"}
    environment |= {"CCACHE_DISABLE": "1", "SINEW_COMPILER_TIMES": str(folder / "compiler_times")}
    launcher = f"-DCMAKE_CXX_COMPILER_LAUNCHER={root / 'scripts' / 'timed_compiler.sh'}"
    begin = time.monotonic()
    with open(folder / "build.log", "w", encoding="utf-8") as log:
        for command in (["cmake", "--preset", "release", "-B", folder, launcher], ["ninja", "-C", folder, "sinew_app"]):
            if subprocess.run(command, cwd=root, env=environment, stdout=log, stderr=log).returncode != 0:
                print("\n".join((folder / "build.log").read_text().splitlines()[-40:]), file=sys.stderr)
                sys.exit(f"sinew: the build failed; all of it is in {folder / 'build.log'}")
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--read", type=pathlib.Path, metavar="BUILD")
    options = parser.parse_args()
    times = options.root.resolve() / "build" / "times"
    folder = options.read or times / "clean"
    wall = None if options.read else build(options.root.resolve(), folder)
    edges = finished_edges((folder / ".ninja_log").read_text())
    print("\n".join(report_build(wall, edges, cpu_seconds((folder / "compiler_times").read_text()))))
    ci = times / "ci"
    print("\n" + "\n".join(report_ci(ci.read_text())) if ci.exists() else "\n.ci/run has not run here")


if __name__ == "__main__":
    main()
