"""sinew mesh: what it writes for sound surfaces, and how it refuses bad requests."""

import unittest

from sinew_command import CommandTest


class MeshTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.succeeds("model", "torus", "-o", "ring.ply", "--triangles", 800)


class Volumes(MeshTest):
    def test_tetrahedra_come_in_about_the_number_asked_for_and_printed(self):
        for name in ["a.vtu", "a.msh"]:
            printed = self.succeeds("mesh", "ring.ply", "-o", name, "--tets", "3k").stdout
            volume = self.inspect(name)["volume"]
            self.assertAlmostEqual(volume["tetrahedra"] / 3000, 1, delta=0.25)
            self.assertEqual(volume["inverted_elements"], 0)
            self.assertEqual(volume["boundary"]["topology"]["genus"], 1)
            row = printed.splitlines()[-1].split()
            self.assertEqual(row[:2], [f"{volume['tetrahedra']:,}", f"{volume['nodes']:,}"])

    def test_a_hierarchy_is_a_file_for_each_level_with_every_vertex_inside(self):
        printed = self.succeeds("mesh", "ring.ply", "-o", "a.vtu", "--levels", 3, "--tets", 1600).stdout
        self.assertEqual(self.names(), ["a_level0.vtu", "a_level1.vtu", "a_level2.vtu", "ring.ply"])
        rows = [line.split() for line in printed.splitlines()[2:]]
        for level, (row, target) in enumerate(zip(rows, [1600, 400, 100])):
            volume = self.inspect(f"a_level{level}.vtu")["volume"]
            self.assertEqual(row[1], f"{volume['tetrahedra']:,}")
            self.assertAlmostEqual(volume["tetrahedra"] / target, 1, delta=0.25)
            self.assertEqual(row[7], "0", "vertices outside")

    def test_a_mesh_of_ones_own_becomes_the_level_it_is_given_for(self):
        self.succeeds("mesh", "ring.ply", "-o", "own.msh", "--tets", 900)
        run = self.succeeds("mesh", "ring.ply", "-o", "a.vtu", "--levels", 2, "--tets", 900, "--level", "0=own.msh")
        self.assertIn("given", run.stdout)
        self.assertIn("vertices of the surface are outside", run.stderr)
        own, level = self.inspect("own.msh")["volume"], self.inspect("a_level0.vtu")["volume"]
        self.assertEqual(own["tetrahedra"], level["tetrahedra"])
        self.assertAlmostEqual(own["volume"], level["volume"], places=12)

    def test_voxels_are_cubes_of_the_volume_printed(self):
        printed = self.succeeds("mesh", "ring.ply", "-o", "a.vtu", "--voxels", 24).stdout
        volume = self.inspect("a.vtu")["volume"]
        self.assertIn(f"{volume['hexahedra']:,} inside, volume {volume['volume']:.6g}", printed)
        self.assertTrue(printed.startswith("24 x "), printed)

    def test_refining_gives_eight_for_each_and_keeps_the_volume(self):
        self.succeeds("mesh", "ring.ply", "-o", "a.msh", "--tets", "3e2")
        self.succeeds("mesh", "a.msh", "-o", "b.msh", "--refine", 2)
        coarse, fine = self.inspect("a.msh")["volume"], self.inspect("b.msh")["volume"]
        self.assertEqual(fine["tetrahedra"], 64 * coarse["tetrahedra"])
        self.assertAlmostEqual(fine["volume"] / coarse["volume"], 1, places=9)

    def test_a_volume_is_meshed_again_from_its_boundary(self):
        self.succeeds("mesh", "ring.ply", "-o", "a.vtu", "--voxels", 16)
        run = self.succeeds("mesh", "a.vtu", "-o", "b.vtu", "--tets", 2000)
        self.assertIn("its boundary is taken as the surface", run.stderr)

    def test_quiet_keeps_the_result_and_drops_the_warnings(self):
        self.write("inside_out.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n")
        words = ["mesh", "inside_out.obj", "-o", "a.vtu", "--tets", 200]
        self.assertIn("inside out", self.succeeds(*words).stderr)
        run = self.succeeds("--quiet", *words)
        self.assertEqual(run.stderr, "")
        self.assertIn("a.vtu", run.stdout)

    def test_threads_do_not_change_a_bit(self):
        for kind, files in [
            (["--tets", 3000], ["a.vtu"]),
            (["--levels", 2, "--tets", 600], ["a_level0.vtu", "a_level1.vtu"]),
            (["--voxels", 40], ["a.vtu"]),
        ]:
            made = []
            for threads in [1, 2, 4]:
                self.succeeds("--threads", threads, "mesh", "ring.ply", "-o", "a.vtu", *kind)
                made.append([(self.folder / file).read_bytes() for file in files])
            self.assertEqual(made[0], made[1])
            self.assertEqual(made[0], made[2])


class Surfaces(MeshTest):
    def test_decimation_keeps_the_ring_a_ring(self):
        printed = self.succeeds("mesh", "ring.ply", "-o", "a.obj", "--triangles", 200).stdout
        surface = self.inspect("a.obj")["surface"]
        self.assertTrue(printed.startswith(f"{surface['triangles']} triangles of "), printed)
        self.assertEqual((surface["topology"]["genus"], surface["triangles"]), (1, 200))

    def test_fewer_triangles_than_the_shape_allows_are_warned_about(self):
        self.assertIn("could not be reached", self.succeeds("mesh", "ring.ply", "-o", "a.obj", "--triangles", 3).stderr)

    def test_a_semi_regular_remesh_has_four_times_the_triangles_at_each_level(self):
        printed = self.succeeds("mesh", "ring.ply", "-o", "a.ply", "--semi-regular", 2, "--base", 60).stdout
        counts = [int(line.split()[2].replace(",", "")) for line in printed.splitlines()[2:5]]
        self.assertEqual(counts, [counts[0], 4 * counts[0], 16 * counts[0]])
        self.assertEqual(self.inspect("a.ply")["surface"]["triangles"], counts[2])


class BadRequests(MeshTest):
    def test_each_is_refused_by_name_and_nothing_is_written(self):
        self.succeeds("model", "cloth", "-o", "sheet.ply", "--triangles", 200)
        self.write("kept.vtu", "old")
        (self.folder / "folder.vtu").mkdir()
        (self.folder / "full.vtu").symlink_to("/dev/full")
        before = self.names()
        for words, answer in [
            ("", "mesh needs IN: the surface"),
            ("ring.ply", "mesh needs -o,--output: file to write"),
            ("ring.ply -o", "--output needs a value"),
            ("no.ply -o a.vtu", "no.ply: no such file"),
            (". -o a.vtu", ".: is a folder"),
            ("ring.ply -o a", "no extension"),
            ("ring.ply -o a.ply", "no volume is written as '.ply'"),
            ("ring.ply -o a.vtu --triangles 100", "no surface is written as '.vtu'"),
            ("ring.ply -o no/a.vtu", "no/a.vtu: cannot be written"),
            ("ring.ply -o folder.vtu", "folder.vtu: is a folder"),
            ("ring.ply -o full.vtu --tets 100", "full.vtu: cannot be written: No space left"),
            ("ring.ply -o a.vtu -o b.vtu", "--output is given more than once"),
            ("ring.ply sheet.ply -o a.vtu", "'sheet.ply' is one word too many"),
            ("ring.ply -o a.vtu --tets 0", "--tets: '0' is not a whole number between 20 and 100,000,000"),
            ("ring.ply -o a.vtu --tets -5", "--tets: '-5' is not"),
            ("ring.ply -o a.vtu --tets abc", "--tets: 'abc' is not"),
            ("ring.ply -o a.vtu --tets 1e9", "--tets: '1e9' is not"),
            ("ring.ply -o a.vtu --levels 0", "--levels: '0' is not a whole number between 1 and 12"),
            ("ring.ply -o a.vtu --levels 99", "--levels: '99' is not"),
            ("ring.ply -o a.vtu --voxels 5000", "--voxels: '5000' is not a whole number between 1 and 2,048"),
            ("ring.ply -o a.vtu --voxels", "--voxels needs a value"),
            ("ring.ply -o a.vtu --tets 100 --voxels 9", "--tets and --voxels do not go together"),
            ("ring.ply -o a.vtu --levels 3 --refine 1", "do not go together"),
            ("ring.ply -o a.vtu --level 0=a.msh", "--level only makes sense with --levels"),
            ("ring.ply -o a.vtu --levels 2 --level zero", "'zero' is not of the form LEVEL=FILE"),
            ("ring.ply -o a.vtu --levels 2 --level 0=", "'0=' is not of the form LEVEL=FILE"),
            ("ring.ply -o a.vtu --levels 2 --level 2=a.msh", "there is no level 2"),
            ("ring.ply -o a.vtu --levels 2 --level 1=a.msh --level 1=b.msh", "level 1 is given twice"),
            ("ring.ply -o a.vtu --levels 2 --level 1=ring.ply", "ring.ply: has no tetrahedra"),
            ("ring.ply -o a.vtu --refine 1", "ring.ply: has no tetrahedra"),
            ("ring.ply -o a.ply --base 9", "--base only makes sense with --semi-regular"),
            ("sheet.ply -o a.ply --semi-regular 2", "needs a closed, oriented manifold"),
            ("sheet.ply -o a.vtu", "nothing is inside the surface"),
            ("sheet.ply -o a.vtu --voxels 20", "nothing is inside the surface"),
            ("sheet.ply -o a.vtu --levels 2", "nothing is inside the surface"),
            ("kept.vtu -o kept.vtu", "kept.vtu"),
        ]:
            self.refuses(self.sinew("mesh", *words.split()), answer)
        self.assertEqual(self.names(), before)
        self.assertEqual((self.folder / "kept.vtu").read_text(), "old")


if __name__ == "__main__":
    unittest.main()
