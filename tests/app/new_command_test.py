"""sinew new: scenes for meshes of any kind, each of which the reader accepts as it is."""

import unittest

from sinew_command import CommandTest


class New(CommandTest):
    def scene_of(self, mesh):
        """What `sinew new` writes for a mesh, once `sinew scene` has accepted it."""
        text = self.succeeds("new", mesh).stdout
        self.write("scene.json", text)
        self.succeeds("scene", "scene.json")
        return text

    def model(self, name, file, *more):
        self.succeeds("model", name, "-o", file, *more)
        return file

    def test_a_closed_surface_is_filled_and_stands_on_its_lowest_part(self):
        text = self.scene_of(self.model("rabbit", "rabbit.ply", "--triangles", 2000))
        for words in ['"mesh": "rabbit.ply"', '"tets": 20000', '"unit": "m"', '"normal": [0, -1, 0]', '"name": "rabbit"']:
            self.assertIn(words, text)
        self.assertNotIn("sheet", text)

    def test_a_level_sheet_is_held_at_one_end(self):
        text = self.scene_of(self.model("cloth", "cloth.obj"))
        self.assertIn('"sheet": {"thickness": 0.002', text)
        self.assertIn('"normal": [-1, 0, 0]', text)
        self.assertNotIn("tets", text)

    def test_an_upright_sheet_hangs_from_its_highest_part(self):
        self.write("flag.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")
        self.assertIn('"normal": [0, 1, 0]', self.scene_of("flag.obj"))

    def test_a_solid_with_a_hole_is_still_a_solid(self):
        self.model("sphere", "ball.obj", "--triangles", 500)
        lines = (self.folder / "ball.obj").read_text().splitlines()
        self.write("open.obj", "\n".join(lines[:-1]) + "\n")
        self.assertIn('"tets"', self.scene_of("open.obj"))

    def test_a_volume_is_taken_as_it_is(self):
        self.model("bar", "bar.ply")
        self.succeeds("mesh", "bar.ply", "-o", "bar.vtu", "--tets", 500)
        text = self.scene_of("bar.vtu")
        self.assertNotIn("tets", text)
        self.assertNotIn("sheet", text)

    def test_millimetres_are_guessed_and_the_guess_is_explained(self):
        self.write("organ.obj", "v 0 0 0\nv 150 0 0\nv 0 150 0\nv 0 0 150\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
        text = self.scene_of("organ.obj")
        self.assertIn('"unit": "mm"', text)
        self.assertIn("// A longest side of 150 suits a body of 15 cm in millimetres.", text)

    def test_odd_names_are_no_obstacle(self):
        self.model("cube", "my \"cube\".v2.ply")
        text = self.scene_of("my \"cube\".v2.ply")
        self.assertIn('"mesh": "my \\"cube\\".v2.ply"', text)
        self.succeeds("scene", "scene.json", "--set", 'bodies.my_"cube"_v2.tets=50')

    def test_the_mesh_is_found_from_where_the_scene_is_written(self):
        (self.folder / "scenes").mkdir()
        self.model("cube", "cube.ply")
        self.succeeds("new", "cube.ply", "-o", "scenes/cube.json")
        self.assertIn('"../cube.ply"', (self.folder / "scenes/cube.json").read_text())
        self.succeeds("scene", "scenes/cube.json")

    def test_bad_requests_are_refused_and_nothing_is_lost(self):
        self.model("cube", "cube.ply")
        self.write("mine.json", "mine")
        self.write("flat.obj", "v 1 1 1\nf 1 1 1\n")
        self.succeeds("mesh", "cube.ply", "-o", "voxels.vtu", "--voxels", 2)
        for words, answer in [
            (("cube.ply", "-o", "mine.json"), "mine.json: the file is already there"),
            (("cube.ply", "-o", "no/folder/s.json"), "check that the folder exists"),
            (("no.ply",), "no.ply"),
            ((), "new needs MESH"),
            (("flat.obj",), "flat.obj"),
            (("mine.json",), "mine.json"),
            (("voxels.vtu",), "the mesh has hexahedra"),
        ]:
            self.refuses(self.sinew("new", *words), answer)
        self.assertEqual((self.folder / "mine.json").read_text(), "mine")


if __name__ == "__main__":
    unittest.main()
