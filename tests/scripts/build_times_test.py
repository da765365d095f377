"""Gives build_times.py invented logs, and a fake compiler."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

import build_times  # noqa: E402

MESH = "src/mesh/CMakeFiles/sinew_mesh.dir/formats/ply.cpp.o"
BASE = "src/base/CMakeFiles/sinew_base.dir/error.cpp.o"
HEADERS = "CMakeFiles/sinew_headers.dir/cmake_pch.hxx.gch"
LIBRARY = "src/mesh/libsinew_mesh.a"
LOG = f"""# ninja log v5
0\t9000\t0\t{BASE}\tdeadbeef
0\t6000\t0\t{HEADERS}\t1a
0\t6000\t0\t{HEADERS}.d\t1a
6000\t7500\t0\t{BASE}\t2b
6000\t10250\t0\t{MESH}\t3c
10250\t10300\t0\t{LIBRARY}\t4d
"""
TIMES = f"5.000 0.500 {HEADERS}\n1.250 0.125 {BASE}\n4.000 0.250 {MESH}\n"


class Logs(unittest.TestCase):
    def test_the_last_making_counts_and_two_outputs_of_one_edge_count_once(self):
        self.assertEqual(build_times.finished_edges(LOG), {BASE: 1.5, HEADERS: 6.0, MESH: 4.25, LIBRARY: 0.05})

    def test_cpu_seconds_are_those_of_user_and_system(self):
        self.assertEqual(build_times.cpu_seconds(TIMES), {HEADERS: 5.5, BASE: 1.375, MESH: 4.25})

    def test_outputs_are_told_by_folder_and_source(self):
        self.assertEqual(build_times.folder_of(MESH), "src/mesh")
        self.assertEqual(build_times.folder_of(HEADERS), "precompiled headers")
        self.assertEqual(build_times.source_of(MESH), "src/mesh/formats/ply.cpp")


class Report(unittest.TestCase):
    def lines(self, wall):
        return list(build_times.report_build(wall, build_times.finished_edges(LOG), build_times.cpu_seconds(TIMES)))

    def test_a_build_over_the_budget_is_called_so_with_the_seconds(self):
        self.assertIn("251 s of 200 s: over budget by 51 s", self.lines(251)[0])
        self.assertIn("199 s of 200 s: within budget", self.lines(199)[0])

    def test_cpu_seconds_say_what_quiet_cores_would_take(self):
        self.assertIn("11 CPU s; 2 cores that do nothing else would take about 6 s", self.lines(251)[1])

    def test_the_slowest_sources_come_first_and_what_is_not_compiled_is_left_out(self):
        slowest = [line.split()[-1] for line in self.lines(251) if line.endswith((".cpp", ".hxx"))]
        self.assertEqual(slowest, ["cmake_pch.hxx", "src/mesh/formats/ply.cpp", "src/base/error.cpp"])

    def test_folders_come_with_their_sums(self):
        self.assertEqual([line.split() for line in self.lines(251)[-3:]],
                         [["5.5", "1", "precompiled", "headers"], ["4.2", "1", "src/mesh"], ["1.4", "1", "src/base"]])

    def test_steps_of_ci_are_named_with_their_seconds(self):
        lines = list(build_times.report_ci("0\tpackages\n3\ttests\n950\tdone\n"))
        self.assertEqual(lines[0], ".ci/run: 950 s of 900 s: over budget by 50 s")
        self.assertEqual([line.split() for line in lines[1:]], [["3", "packages"], ["947", "tests"]])

    def test_a_ci_run_that_broke_off_is_not_called_within_budget(self):
        self.assertIn("did not finish; 'tests' began after 3 s", next(build_times.report_ci("0\tpackages\n3\ttests\n")))


class TimedCompiler(unittest.TestCase):
    def test_it_passes_on_output_and_exit_code_and_notes_the_file_made(self):
        with tempfile.TemporaryDirectory() as folder:
            times = pathlib.Path(folder, "times")
            run = subprocess.run([ROOT / "scripts" / "timed_compiler.sh", "sh", "-c", "echo made; echo bad >&2; exit 3",
                                  "sh", "-o", "a 100%.o"], env={"SINEW_COMPILER_TIMES": str(times), "PATH": "/usr/bin:/bin"},
                                 capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (3, "made\n", "bad\n"))
            self.assertEqual(list(build_times.cpu_seconds(times.read_text())), ["a 100%.o"])


if __name__ == "__main__":
    unittest.main()
