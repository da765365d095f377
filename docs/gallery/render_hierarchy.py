#!/usr/bin/python3
"""Draws hierarchy.png: a surface and the levels of tetrahedra around it, cut open.

usage: xvfb-run -a docs/gallery/render_hierarchy.py [FOLDER] [MODEL] [PICTURE]

Takes MODEL.ply and MODEL_level0.vtu, MODEL_level1.vtu, ... from FOLDER, as `./sinew demo` leaves them there
(defaults: out, rabbit, hierarchy.png beside this script). Needs python3-vtk9 and, without a
display, xvfb."""

import pathlib
import sys

import gallery

SKIN = (0.95, 0.82, 0.68)
INSIDE = (0.52, 0.72, 0.92)
LINES = (0.22, 0.24, 0.30)
PANEL = (350, 420)
VIEW = dict(azimuth=28, elevation=14)


def cut_open(volume, surface):
    """The body's near half taken off up to the shoulders, whole elements only: outer faces and cut faces."""
    _, _, bottom, top, back, front = surface.GetBounds()
    middle, shoulders = 0.5 * (back + front), bottom + 0.45 * (top - bottom)
    kept = gallery.elements_where(volume, lambda center: center[2] < middle or center[1] > shoulders)
    return gallery.boundary_faces(kept, volume)


def level_panel(volume, surface, title, framed):
    panel = gallery.Panel(title, f"{volume.GetNumberOfCells():,} tetrahedra", framed, **VIEW)
    outer, cut = cut_open(volume, surface)
    width = 0.5 if volume.GetNumberOfCells() > 20_000 else 1.2
    panel.add(outer, SKIN, lines=LINES, line_width=width)
    panel.add(cut, INSIDE, lines=LINES, line_width=width)
    return panel


def main():
    here = pathlib.Path(__file__).resolve().parent
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here.parent.parent / "out")
    model = sys.argv[2] if len(sys.argv) > 2 else "rabbit"
    picture = sys.argv[3] if len(sys.argv) > 3 else here / "hierarchy.png"

    surface = gallery.read(folder / f"{model}.ply")
    files = sorted(folder.glob(f"{model}_level*.vtu"))
    if not files:
        sys.exit(f"{folder} has no {model}_level*.vtu: run ./sinew demo first")
    levels = [gallery.read(file) for file in files]
    framed = [surface, *levels]

    first = gallery.Panel("surface", f"{surface.GetNumberOfCells():,} triangles", framed, **VIEW)
    first.add(gallery.smooth(surface), SKIN)
    panels = [first]
    for number, volume in enumerate(levels):
        panels.append(level_panel(volume, surface, f"level {number}", framed))
    last = gallery.Panel(f"surface in level {len(levels) - 1}", "every vertex inside", framed, **VIEW)
    last.add(gallery.smooth(surface), SKIN)
    last.add(gallery.faces(levels[-1]), INSIDE, opacity=0.16, lines=LINES, line_width=1.6)
    panels.append(last)
    gallery.write_sheet(panels, picture, columns=4, panel_size=PANEL)


if __name__ == "__main__":
    main()
