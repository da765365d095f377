"""Plants one fault at a time in a batch of two sources and expects check_clang.py to name it."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_clang.py"
COMPILER = "clang++-14"
SOUND = "namespace { int twice(int x) { return 2 * x; } }\nint first(int x) { return twice(x); }\n"


class CheckClang(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sinew_check_clang_")).resolve()
        self.addCleanup(shutil.rmtree, self.folder)

    def build(self, name, sources, options=""):
        """A build folder whose only command compiles these sources, in a batch if there are several."""
        folder = self.folder / name
        (folder / "Unity").mkdir(parents=True)
        header = folder / "cmake_pch.hxx"
        header.write_text("#pragma GCC system_header\n#include <cstdint>\n")
        file = folder / "Unity" / "unity_0_cxx.cxx"
        file.write_text("".join(f'#include "{source}"\n' for source in sources))
        if len(sources) == 1:
            file = sources[0]
        flags = "-Wall -Wextra -Wshadow -std=c++20"
        entries = [
            {"directory": str(folder), "file": f"{header}.cxx",
             "command": f"g++ {flags} -x c++-header -include {header} -o {header}.gch -c {header}.cxx"},
            {"directory": str(folder), "file": str(file),
             "command": f"g++ {flags} {options} -Winvalid-pch -include {header} -o made.o -c {file}"}]
        (folder / "compile_commands.json").write_text(json.dumps(entries))
        return folder

    def source(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def check(self, *arguments):
        run = subprocess.run([sys.executable, "-B", SCRIPT, *map(str, arguments)], capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def check_batch(self, second, *arguments):
        sources = [self.source("first.cpp", SOUND), self.source("second.cpp", second)]
        return self.check(self.build("batch", sources, "-Wno-shadow"), *arguments)

    def test_a_sound_batch_passes(self):
        code, said = self.check_batch("std::int32_t second() { return 2; }\n")
        self.assertEqual(code, 0, said)
        self.assertIn("2 sources in 1 calls, 0 failed", said)

    def test_a_warning_fails(self):
        code, said = self.check_batch("int second() { int unused = 1; return 2; }\n")
        self.assertEqual(code, 1, said)
        self.assertIn("unused variable 'unused'", said)

    def test_a_name_that_shadows_one_of_its_own_source_fails(self):
        code, said = self.check_batch("int second(int x) { { int x = 2; if (x) return x; } return x; }\n")
        self.assertEqual(code, 1, said)
        self.assertIn("second.cpp:1:27: warning: declaration shadows", said)

    def test_a_name_that_shadows_one_of_a_neighbour_passes(self):
        self.source("third.cpp", "namespace { int size = 1; }\nint third() { return size; }\n")
        sources = [self.folder / "third.cpp",
                   self.source("second.cpp", "int second() { int size = 2; return size; }\n")]
        code, said = self.check(self.build("batch", sources, "-Wno-shadow"))
        self.assertEqual(code, 0, said)

    def test_alone_a_source_needs_its_includes(self):
        code, said = self.check_batch("std::int32_t second() { return 2; }\n", "--alone")
        self.assertEqual(code, 1, said)
        self.assertIn("undeclared identifier 'std'", said)

    def test_what_was_compiled_with_all_warnings_is_left_out(self):
        source = self.source("bad.cpp", "int bad() { int unused = 1; return 2; }\n")
        build, compiled = self.build("build", [source]), self.build("compiled", [source])
        self.assertEqual(self.check(build, "--compiled", compiled)[0], 1)
        (compiled / "made.o").write_text("")
        code, said = self.check(build, "--compiled", compiled)
        self.assertEqual(code, 0, said)
        self.assertIn("0 sources in 0 calls, 0 failed; 1 were compiled before", said)

    def test_what_was_compiled_with_fewer_warnings_is_checked_again(self):
        source = self.source("bad.cpp", "int bad() { int unused = 1; return 2; }\n")
        build, compiled = self.build("build", [source]), self.build("compiled", [source], "-Wno-shadow")
        (compiled / "made.o").write_text("")
        self.assertEqual(self.check(build, "--compiled", compiled)[0], 1)


if __name__ == "__main__":
    if not shutil.which(COMPILER):
        sys.exit(77)
    unittest.main()
