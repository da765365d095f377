"""Hard surfaces through sinew mesh: each gives a volume or a message that says what is wrong."""

import math
import random
import unittest

from sinew_command import CommandTest


def ball(radius=1.0, center=(0, 0, 0), inward=False, rings=8, sides=12):
    """Vertices and triangles of a sphere."""
    at = lambda i, j: tuple(
        c + radius * x
        for c, x in zip(center, (
            math.sin(math.pi * i / rings) * math.cos(2 * math.pi * j / sides),
            math.sin(math.pi * i / rings) * math.sin(2 * math.pi * j / sides),
            math.cos(math.pi * i / rings),
        ))
    )
    vertices = [at(0, 0)] + [at(i, j) for i in range(1, rings) for j in range(sides)] + [at(rings, 0)]
    last = len(vertices) - 1
    triangles = []
    for j in range(sides):
        k = (j + 1) % sides
        triangles += [(0, 1 + j, 1 + k), (last, last - sides + k, last - sides + j)]
        for i in range(rings - 2):
            a, b = 1 + i * sides + j, 1 + i * sides + k
            triangles += [(a, a + sides, b), (b, a + sides, b + sides)]
    return vertices, [t[::-1] for t in triangles] if inward else triangles


def box(x, y, z):
    vertices = [(i * x, j * y, k * z) for k in (0, 1) for j in (0, 1) for i in (0, 1)]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return vertices, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


def turned(surface):
    """Turned so that no edge of it is along an axis of a lattice."""
    rows = ((0.36, 0.48, -0.8), (-0.8, 0.6, 0), (0.48, 0.64, 0.6))
    return [tuple(sum(r * c for r, c in zip(row, v)) for row in rows) for v in surface[0]], surface[1]


def together(*surfaces):
    vertices, triangles = [], []
    for more_vertices, more_triangles in surfaces:
        triangles += [tuple(i + len(vertices) for i in t) for t in more_triangles]
        vertices += more_vertices
    return vertices, triangles


def moebius(steps=40):
    vertices, triangles = [], []
    for i in range(steps):
        u = 2 * math.pi * i / steps
        for s in (-0.3, 0.3):
            r = 1 + s * math.cos(u / 2)
            vertices.append((r * math.cos(u), r * math.sin(u), s * math.sin(u / 2)))
        a, b = 2 * i, 2 * i + 1
        c, d = (1, 0) if i == steps - 1 else (a + 2, b + 2)
        triangles += [(a, b, c), (b, d, c)]
    return vertices, triangles


def figure_eight(around=48, sides=10, thickness=0.15):
    """A tube along a figure eight, which runs through itself where the eight crosses."""
    vertices, triangles = [], []
    for i in range(around):
        t = 2 * math.pi * i / around
        dx, dy = math.cos(t), math.cos(2 * t)
        length = math.hypot(dx, dy)
        for j in range(sides):
            a = 2 * math.pi * j / sides
            out = thickness * math.cos(a) / length
            vertices.append((math.sin(t) - out * dy, math.sin(2 * t) / 2 + out * dx, thickness * math.sin(a)))
            p, q = i * sides + j, i * sides + (j + 1) % sides
            r, s = ((n + sides) % (around * sides) for n in (p, q))
            triangles += [(p, q, r), (q, s, r)]
    return vertices, triangles


class HardSurfaces(CommandTest):
    TETRAHEDRA = 1500

    def mesh(self, surface, *words, output="a.vtu"):
        lines = ["v {!r} {!r} {!r}".format(*map(float, v)) for v in surface[0]]
        lines += ["f {} {} {}".format(*(i + 1 for i in t)) for t in surface[1]]
        self.write("a.obj", "\n".join(lines) + "\n")
        return self.sinew("mesh", "a.obj", "-o", output, *(words or ("--tets", self.TETRAHEDRA)))

    def fills(self, surface, volume, tolerance=0.1):
        """The tetrahedra have this volume, are about as many as asked for, and well shaped."""
        run = self.mesh(surface)
        self.assertEqual(run.returncode, 0, run.stderr)
        seen = self.inspect("a.vtu")["volume"]
        self.assertAlmostEqual(seen["volume"] / volume, 1, delta=tolerance)
        self.assertAlmostEqual(seen["tetrahedra"] / self.TETRAHEDRA, 1, delta=0.25)
        self.assertGreater(seen["min_dihedral_angle"]["value"], 8)
        self.assertEqual(seen["inverted_elements"], 0)
        return run, seen

    @staticmethod
    def ball_volume(radius=1.0):
        return 3.85 * radius**3  # of the coarse ball above, which is less than round

    def test_size_and_place_do_not_matter(self):
        for size, center in [(1e-6, 0), (1e9, 0), (1e-30, 0), (1, 1e6)]:
            self.fills(ball(size, (center,) * 3), self.ball_volume(size))

    def test_a_surface_turned_inside_out_is_turned_back(self):
        run, _ = self.fills(ball(inward=True), self.ball_volume())
        self.assertIn("the whole surface was inside out", run.stderr)

    def test_every_triangle_twice_is_the_same_solid(self):
        vertices, triangles = ball()
        run, _ = self.fills((vertices, 2 * triangles), self.ball_volume())
        self.assertIn("dropped as duplicates", run.stderr)

    def test_triangles_without_area_are_dropped(self):
        vertices, triangles = ball()
        run, _ = self.fills((vertices, triangles + [(3, 3, 5), (7, 7, 7)]), self.ball_volume())
        self.assertIn("2 triangles without area dropped", run.stderr)

    def test_a_cavity_stays_empty_and_five_shells_are_three_solids(self):
        hollow = self.ball_volume() - self.ball_volume(0.6)
        run, seen = self.fills(together(ball(), ball(0.6, inward=True)), hollow)
        self.assertIn("taken as cavities", run.stderr)
        self.assertEqual(seen["boundary"]["topology"]["components"], 2)
        shells = together(*(ball(1 - 0.2 * i, inward=i % 2 == 1) for i in range(5)))
        volume = sum((-1) ** i * self.ball_volume(1 - 0.2 * i) for i in range(5))
        self.fills(shells, volume, tolerance=0.35)

    def test_many_separate_balls_are_all_filled(self):
        balls = together(*(ball(0.5, (2 * i, 2 * j, 0), rings=5, sides=6) for i in range(6) for j in range(6)))
        self.assertEqual(self.mesh(balls, "--tets", 4000).returncode, 0)
        self.assertEqual(self.inspect("a.vtu")["volume"]["components"], 36)

    def test_a_tube_that_runs_through_itself_is_filled_once(self):
        run, seen = self.fills(figure_eight(), 0.395, tolerance=0.15)
        self.assertEqual(seen["components"], 1)

    def test_an_open_half_is_closed_where_the_winding_number_is_one_half(self):
        vertices, triangles = ball()
        half = [t for t in triangles if all(vertices[i][2] > -1e-9 for i in t)]
        run = self.mesh((vertices, half))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("the surface is open", run.stderr)

    def test_needles_and_plates_are_filled_or_wrapped(self):
        for surface in [turned(box(100, 1, 1)), box(1000, 1000, 1)]:
            run = self.mesh(surface, "--tets", 5000)
            self.assertEqual(run.returncode, 0, run.stderr)
            seen = self.inspect("a.vtu")["volume"]
            self.assertAlmostEqual(seen["tetrahedra"] / 5000, 1, delta=0.25)
            self.assertEqual(seen["inverted_elements"], 0)

    def test_a_soup_of_triangles_gives_something_or_a_message(self):
        dice = random.Random(3)
        vertices = []
        for _ in range(300):
            center = [dice.random() for _ in range(3)]
            vertices += [tuple(c + dice.uniform(-0.1, 0.1) for c in center) for _ in range(3)]
        run = self.mesh((vertices, [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(300)]), "--voxels", 24)
        self.assertIn(run.returncode, (0, 2), run.stderr)

    def test_what_has_no_inside_says_so(self):
        sheet = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
        for surface in [(sheet[:3], [(0, 1, 2)]), (sheet, [(0, 1, 2), (1, 3, 2)]), moebius()]:
            for words in [(), ("--voxels", 16), ("--levels", 2)]:
                self.refuses(self.mesh(surface, *words), "a.obj: nothing is inside the surface")

    def test_triangles_that_are_all_without_area_say_so(self):
        self.refuses(self.mesh(([(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 1, 2)])), "no triangle with an area")

    def test_numbers_that_arithmetic_cannot_hold_say_so(self):
        self.refuses(self.mesh(ball(1e200)), "scale it")
        self.refuses(self.mesh(ball(1e-200)), "scale it")
        for words in [("--triangles", 50), ("--semi-regular", 2, "--base", 50), ("--voxels", 16)]:
            self.refuses(self.mesh(ball(1e200), *words, output="a.vtu" if "--voxels" in words else "a.ply"), "scale it")
        self.refuses(self.mesh(ball(1, (1e15, 0, 0))), "away from the origin", "move it nearer")


if __name__ == "__main__":
    unittest.main()
