"""sinew inspect: what it says of sound files, as text and as JSON, and of broken ones by the dozen."""

import json
import random
import unittest

from sinew_command import CommandTest

READ = "obj ply stl off coff noff gltf glb msh mesh node ele vtk vtu".split()

SURFACE_KEYS = set(
    """vertices triangles box area signed_volume unused_vertices duplicate_vertices degenerate_triangles
    duplicate_triangles self_intersecting_pairs self_intersections_complete topology welded_topology""".split()
)
VOLUME_KEYS = set(
    """nodes tetrahedra hexahedra box volume unused_nodes duplicate_nodes inverted_elements
    degenerate_elements duplicate_elements overfull_faces components min_dihedral_angle max_dihedral_angle
    min_mean_ratio average_mean_ratio mean_ratio_histogram min_scaled_jacobian boundary""".split()
)
FILE_KEYS = set(
    "file format kind polygons loose_triangles warnings unit surface volume loading".split()
)
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


class Inspect(CommandTest):
    def test_a_surface_has_every_key(self):
        self.write("a.obj", TETRAHEDRON)
        report = self.inspect("a.obj")
        self.assertEqual(set(report), FILE_KEYS)
        self.assertEqual(set(report["surface"]), SURFACE_KEYS)
        self.assertIsNone(report["volume"])
        self.assertEqual(report["kind"], "surface")
        self.assertEqual(report["surface"]["triangles"], 4)
        self.assertAlmostEqual(report["surface"]["signed_volume"], 1 / 6)
        self.assertTrue(report["surface"]["topology"]["closed"])
        self.assertFalse(report["loading"]["changes"])

    def test_a_volume_has_every_key(self):
        self.write("a.mesh", "MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n"
                             "0 0 1 0\nTetrahedra 1\n1 2 3 4 0\nEnd\n")
        report = self.inspect("a.mesh")
        self.assertEqual(set(report), FILE_KEYS)
        self.assertEqual(set(report["volume"]), VOLUME_KEYS)
        self.assertIsNone(report["surface"])
        self.assertEqual(report["kind"], "volume")
        self.assertEqual(report["volume"]["tetrahedra"], 1)
        self.assertEqual(report["volume"]["boundary"]["triangles"], 4)

    def test_people_see_the_same_values_as_programs(self):
        self.succeeds("model", "torus", "-o", "a.ply", "--triangles", 500)
        seen, text = self.inspect("a.ply")["surface"], self.succeeds("inspect", "a.ply").stdout
        row = {line[:25].strip(): line[25:].strip() for line in text.splitlines()}
        self.assertEqual(row["triangles"], f"{seen['triangles']:,}")
        self.assertEqual(row["genus"], "1")
        self.assertEqual(row["closed"], "yes")

    def test_a_flipped_triangle_is_reported_as_it_is_with_its_repair_beside_it(self):
        self.write("a.obj", TETRAHEDRON.replace("f 1 3 2", "f 1 2 3"))
        report = self.inspect("a.obj")
        self.assertFalse(report["surface"]["topology"]["oriented"])
        self.assertTrue(report["loading"]["surface"]["topology"]["oriented"])
        self.assertIn("as loaded", self.succeeds("inspect", "a.obj").stdout)

    def test_one_bad_file_does_not_keep_the_others_from_being_inspected(self):
        self.write("a.obj", TETRAHEDRON)
        run = self.sinew("inspect", "--json", "no.obj", "a.obj", ".")
        self.refuses(run, "no.obj: no such file", ".: is a folder")
        files = json.loads(run.stdout)["files"]
        self.assertEqual([("error" in file) for file in files], [True, False, True])


class BrokenFiles(CommandTest):
    def test_every_format_refuses_nothing_noise_and_text(self):
        noise = random.Random(7)
        for extension in READ:
            for content in [b"", b"\n", b"hello, world\n", bytes(3000), noise.randbytes(5000)]:
                self.write(f"a.{extension}", content)
                self.refuses(self.sinew("inspect", f"a.{extension}"), "sinew: a.")

    def test_a_file_cut_anywhere_is_refused(self):
        self.succeeds("model", "sphere", "-o", "whole.ply", "--triangles", 300)
        self.succeeds("mesh", "whole.ply", "-o", "whole.vtu", "--tets", 100)
        self.succeeds("mesh", "whole.ply", "-o", "whole.msh", "--tets", 100)
        self.succeeds("model", "sphere", "-o", "whole.stl", "--triangles", 300)
        for extension in ["ply", "stl", "vtu", "msh"]:
            whole = (self.folder / f"whole.{extension}").read_bytes()
            for part in [0.01, 0.2, 0.5, 0.9, 0.98]:
                self.write(f"cut.{extension}", whole[: int(part * len(whole))])
                self.refuses(self.sinew("inspect", f"cut.{extension}"), f"cut.{extension}")

    def test_what_is_wrong_is_named(self):
        huge = "ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\n" \
               "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n"
        for name, content, words in [
            ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", ["a vertex that is not there"]),
            ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -9\n", ["line 4"]),
            ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n", ["a.obj"]),
            ("a.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n", ["line 2", "finite"]),
            ("a.obj", "v 0 0 0\nv 1 0 0\n", ["no faces"]),
            ("a.obj", "v 0 0\nf 1 1 1\n", ["a.obj"]),
            ("a.ply", huge, ["a.ply"]),
            ("a.off", "OFF\n999999999 999999999 0\n0 0 0\n", ["a.off"]),
            ("a.stl", TETRAHEDRON, ["rename it to a.obj"]),
            ("a.fbx", "Kaydara", ["unknown extension '.fbx'", ".obj .ply"]),
            ("a", "text", ["no extension"]),
        ]:
            self.write(name, content)
            self.refuses(self.sinew("inspect", name), *words)


if __name__ == "__main__":
    unittest.main()
