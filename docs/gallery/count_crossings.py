#!/usr/bin/env python3
"""Runs scenes to their end and writes the table of crossings in README.md: triangles that cross after any step,
contacts and held back unknowns at most. Without arguments: every scene whose bodies collide, about ten minutes.

    docs/gallery/count_crossings.py [--sinew COMMAND] [SCENE...]
"""

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def collides(scene):
    text = scene.read_text()
    # Contact by positions lets bodies sink into each other.
    return '"response": "positions"' not in text and any(
        f'\n  "{key}":' in text for key in ("ground", "obstacles", "contact", "attachments"))


def run(command, scene, folder):
    report = folder / "run.json"
    subprocess.run([command, "run", scene, "--out", folder, "--check-crossings", "--format", "csv", "--every", "1",
                    "--json", report], check=True, stdout=subprocess.DEVNULL)
    with open(folder / "run.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    return json.loads(report.read_text()), rows


def most(rows, column):
    return max(int(row[column]) for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sinew", default=ROOT / "sinew", help="the command to run")
    parser.add_argument("scenes", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    print("| scene | steps | crossing pairs | contacts at most | held back at most |\n|---|---|---|---|---|")
    crossed = 0
    for scene in options.scenes or sorted(filter(collides, (ROOT / "scenes").glob("*.json"))):
        with tempfile.TemporaryDirectory() as folder:
            report, rows = run(options.sinew, scene, pathlib.Path(folder))
        pairs = report["crossings"]["pairs"]
        crossed += pairs
        print(f"| {scene.stem} | {report['steps']} | {pairs} | {most(rows, 'contact.contacts'):,} | "
              f"{most(rows, 'contact.held_back'):,} |", flush=True)
    return 1 if crossed else 0


if __name__ == "__main__":
    sys.exit(main())
