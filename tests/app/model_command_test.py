"""sinew model: the list, a model's parameters, and the surfaces written."""

import unittest

from sinew_command import CommandTest


class Model(CommandTest):
    def test_alone_it_lists_the_models_with_a_line_each(self):
        lines = self.succeeds("model").stdout.splitlines()
        for name in ["bar", "cloth", "knot", "rabbit", "dragon", "liver"]:
            self.assertTrue(any(line.startswith(name + " ") for line in lines), name)

    def test_a_name_alone_shows_its_parameters(self):
        self.assertIn("radius of the tube", self.succeeds("model", "knot").stdout)

    def test_what_is_written_has_the_counts_that_are_printed(self):
        for name in ["ball.obj", "ball.ply", "ball.stl"]:
            printed = self.succeeds("model", "sphere", "-o", name, "--triangles", 1000).stdout
            seen = self.inspect(name)["loading"]["surface"]
            self.assertIn(f"{seen['triangles']:,} triangles, {seen['vertices']:,} vertices", printed)
            self.assertTrue(seen["topology"]["closed"])

    def test_a_parameter_changes_the_size(self):
        self.succeeds("model", "bar", "-o", "bar.ply", "--set", "length=3")
        box = self.inspect("bar.ply")["surface"]["box"]
        self.assertAlmostEqual(box["upper"][0] - box["lower"][0], 3, places=5)

    def test_threads_do_not_change_a_bit(self):
        files = [self.folder / f"knot{threads}.ply" for threads in (1, 2, 4)]
        for threads, file in zip((1, 2, 4), files):
            self.succeeds("--threads", threads, "model", "knot", "-o", file, "--triangles", 3000)
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())
        self.assertEqual(files[0].read_bytes(), files[2].read_bytes())

    def test_bad_requests_are_refused_by_name_and_nothing_is_written(self):
        for words, answer in [
            (("rabit", "-o", "a.ply"), "no model 'rabit'; did you mean 'rabbit'?"),
            (("zzz",), "no model 'zzz'\n"),
            (("-o", "a.ply"), "which model?"),
            (("knot", "--set", "tube=1"), "name one with -o FILE"),
            (("knot", "-o", "a.ply", "--set", "tub=1"), "no parameter 'tub'; did you mean 'tube'?"),
            (("knot", "-o", "a.ply", "--set", "tube"), "'tube' is not of the form key=number"),
            (("knot", "-o", "a.ply", "--set", "tube=fat"), "'tube=fat' is not of the form key=number"),
            (("knot", "-o", "a.ply", "--set", "tube=nan"), "out of range"),
            (("knot", "-o", "a.ply", "--triangles", "5"), "5 triangles are too few"),
            (("knot", "-o", "a.ply", "--triangles", "0"), "'0' is not a whole number between"),
            (("knot", "-o", "a.vtu"), "surfaces are written as: .obj .ply .stl"),
            (("knot", "-o", "a"), "no extension"),
            (("knot", "-o", "no/folder/a.ply"), "check that the folder exists"),
            (("knot", "bar", "-o", "a.ply"), "'bar' is one word too many for model"),
        ]:
            self.refuses(self.sinew("model", *words), answer)
        self.assertEqual(self.names(), [])


if __name__ == "__main__":
    unittest.main()
