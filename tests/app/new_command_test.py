"""sinew new: scenes for meshes of any kind, each of which the reader accepts as it is."""

import json
import re
import unittest

from sinew_command import CommandTest


class New(CommandTest):
    def scene_of(self, mesh, *more):
        """What `sinew new` writes for a mesh, once `sinew scene` has accepted it."""
        text = self.succeeds("new", mesh, *more).stdout
        self.write("scene.json", text)
        self.succeeds("scene", "scene.json")
        return text

    def model(self, name, file, *more):
        self.succeeds("model", name, "-o", file, *more)
        return file

    def test_a_closed_surface_is_filled_and_stands_on_its_lowest_part(self):
        text = self.scene_of(self.model("rabbit", "rabbit.ply", "--triangles", 2000))
        for words in ['"mesh": "rabbit.ply"', '"tets": 20000', '"unit": "m"', '"up": "y"', '"normal": [0, -1, 0]',
                      '"name": "rabbit"']:
            self.assertIn(words, text)
        self.assertNotIn("sheet", text)

    def test_a_level_sheet_is_held_at_two_ends(self):
        text = self.scene_of(self.model("cloth", "cloth.obj", "--triangles", 800))
        self.assertIn('"sheet": {"thickness": 0.002', text)
        self.assertIn('"normal": [-1, 0, 0]', text)
        self.assertIn('"normal": [1, 0, 0]', text)
        self.assertNotIn("tets", text)

    def test_an_upright_sheet_hangs_from_its_highest_part(self):
        self.write("flag.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")
        self.assertIn('"normal": [0, 1, 0]', self.scene_of("flag.obj"))

    def test_a_solid_with_a_hole_is_still_a_solid(self):
        self.model("sphere", "ball.obj", "--triangles", 500)
        lines = (self.folder / "ball.obj").read_text().splitlines()
        self.write("open.obj", "\n".join(lines[:-1]) + "\n")
        self.assertIn('"tets"', self.scene_of("open.obj"))

    def test_a_surface_that_lacks_many_triangles_is_still_a_solid(self):
        self.model("sphere", "ball.obj", "--triangles", 3000)
        lines = (self.folder / "ball.obj").read_text().splitlines()
        kept = [line for i, line in enumerate(lines) if line[0] != "f" or i % 20 != 0]
        self.write("sieve.obj", "\n".join(kept) + "\n")
        self.assertIn('"tets"', self.scene_of("sieve.obj", "--tets", 500))
        self.assertIn('"tets"', self.succeeds("new", "sieve.obj").stdout)

    def test_parts_that_meet_three_at_an_edge_become_a_solid(self):
        # Five sides of a box with a shelf in it: no sheet could bend there.
        points = [(x, y, z) for x in (0, 1) for y in (0, 1, 2) for z in (0, 1)]
        faces = ["1 2 4 3", "3 4 6 5", "7 9 10 8", "9 11 12 10", "1 7 8 2", "3 4 10 9", "1 3 9 7", "3 5 11 9", "2 8 10 4",
                 "4 10 12 6"]
        self.write("shelf.obj", "".join("v %g %g %g\n" % p for p in points) + "".join(f"f {f}\n" for f in faces))
        self.assertIn('"tets"', self.scene_of("shelf.obj"))

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

    def test_what_is_given_is_not_guessed(self):
        self.model("bar", "bar.ply")
        text = self.scene_of("bar.ply", "--unit", "cm", "--up", "z", "--material", "wood", "--tets", "1k")
        for words in ['"unit": "cm"', '"up": "z"', '"material": "wood"', '"tets": 1000', '"normal": [0, 0, -1]']:
            self.assertIn(words, text)

    def test_an_octree_can_be_asked_for(self):
        self.model("sphere", "ball.ply", "--triangles", 500)
        text = self.scene_of("ball.ply", "--type", "octree", "--cells", 12)
        for words in ['"type": "octree"', '"cells": 12']:
            self.assertIn(words, text)
        self.assertNotIn("tets", text)
        self.assertIn('"type": "octree"', self.succeeds("new", "ball.ply", "--cells", 10).stdout)

    def test_hexahedra_become_an_octree(self):
        self.model("cube", "cube.ply")
        self.succeeds("mesh", "cube.ply", "-o", "voxels.vtu", "--voxels", 4)
        self.assertIn('"type": "octree"', self.scene_of("voxels.vtu"))

    def column(self, width):
        """A column of 1 m, as a surface."""
        box = [(x * width, y, z * width) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
        faces = ["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"]
        self.write("box.obj", "".join("v %g %g %g\n" % p for p in box) + "".join(f"f {f}\n" for f in faces))
        return ("box.obj", "--tets", 600, "--unit", "m", "--up", "y")

    def test_a_material_that_is_too_soft_is_warned_about(self):
        run = self.succeeds("new", *self.column(0.3), "--material", "fat")
        self.assertIn("of fat it would sag by", run.stderr)
        self.assertEqual(self.succeeds("new", *self.column(0.3), "--material", "wood").stderr, "")

    def test_slender_bodies_are_firmer_than_stout_ones_of_the_same_size(self):
        def firmness(width):
            material = re.search(r'"material": (.*),', self.scene_of(*self.column(width)))[1]
            if material[0] == "{":
                return json.loads(material)["young"] / json.loads(material)["density"]
            return {"foam": 500, "cartilage": 909, "rubber": 4545}[json.loads(material)]

        self.assertGreater(firmness(0.03), 10 * firmness(0.7))

    def test_the_sag_is_that_of_the_cells_the_scene_has(self):
        """An arm of a cell or two across: how thick it is depends on where the cells are."""
        def sag(cells):
            text = self.scene_of(*self.column(0.022)[:1], "--up", "y", "--cells", cells, "--material", "rubber")
            return float(re.search(r"sags by about ([^ ]*)%", text)[1])

        self.assertNotEqual(sag(48), sag(64))

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
        self.write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")
        self.succeeds("mesh", "cube.ply", "-o", "voxels.vtu", "--voxels", 2)
        for words, answer in [
            (("cube.ply", "-o", "mine.json"), "mine.json: the file is already there"),
            (("cube.ply", "-o", "no/folder/s.json"), "check that the folder exists"),
            (("no.ply",), "no.ply"),
            ((), "new needs MESH"),
            (("flat.obj",), "flat.obj"),
            (("mine.json",), "mine.json"),
            (("voxels.vtu", "--type", "tet"), "the mesh has hexahedra"),
            (("cube.ply", "--type", "tets"), "--type: 'tets' is not known; did you mean 'tet'?"),
            (("cube.ply", "--up", "x"), "--up: 'x' is not known"),
            (("cube.ply", "--unit", "km"), "there are: m, cm, mm, in"),
            (("cube.ply", "--material", "ruber"), "did you mean 'rubber'?"),
            (("cube.ply", "--tets", "many"), "'many' is not a whole number"),
            (("cube.ply", "--tets", "100", "--type", "octree"), "--tets: an octree has no tetrahedra"),
            (("cube.ply", "--cells", "10", "--type", "tet"), "--cells: a body of tetrahedra has no cells"),
            (("voxels.vtu", "--tets", "100", "--type", "tet"), "voxels.vtu: the mesh has its elements already"),
            (("square.obj", "--type", "octree"), "square.obj: nothing is inside the surface"),
        ]:
            self.refuses(self.sinew("new", *words), answer)
        self.assertEqual((self.folder / "mine.json").read_text(), "mine")


if __name__ == "__main__":
    unittest.main()
