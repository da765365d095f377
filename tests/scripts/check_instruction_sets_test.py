"""Compiles small objects, sound and faulty, and expects check_instruction_sets.py to tell them apart."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_instruction_sets.py"
COMPILER = sys.argv.pop() if len(sys.argv) > 1 else "c++"

SUM = "double sum(const double* x) { return x[0] + x[1]; }"


def check(objects):
    with tempfile.TemporaryDirectory() as folder:
        for name, (flags, source) in objects.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([COMPILER, *flags, "-O1", "-x", "c++", "-c", "-", "-o", str(path)], input=source,
                           text=True, check=True)
        run = subprocess.run([sys.executable, str(SCRIPT), folder], capture_output=True, text=True)
        return run.returncode, run.stdout


class CheckInstructionSets(unittest.TestCase):
    def test_avx_behind_its_namespace_passes(self):
        code, text = check({"base.dir/a.o": ([], SUM),
                            "base_avx2.dir/b.o": (["-mavx2"], "namespace sinew::avx2 {" + SUM + "}")})
        self.assertEqual(code, 0, text)

    def test_avx_in_a_baseline_object_is_refused(self):
        code, text = check({"base.dir/a.o": (["-mavx"], SUM)})
        self.assertEqual(code, 1)
        self.assertIn("base.dir/a.o: sum(double const*) uses 'v", text)

    def test_an_inline_function_shared_by_a_wider_object_is_refused(self):
        shared = "inline __attribute__((noinline))" + SUM
        code, text = check({"base.dir/a.o": ([], SUM), "base_avx2.dir/b.o": (
            ["-mavx2"], shared + "namespace sinew::avx2 { double f(double* x) { return sum(x); } }")})
        self.assertEqual(code, 1)
        self.assertIn("base_avx2.dir/b.o: defines sum(double const*)", text)

    def test_a_build_without_objects_is_refused(self):
        self.assertEqual(check({})[0], 1)


if __name__ == "__main__":
    unittest.main()
