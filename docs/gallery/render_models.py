#!/usr/bin/python3
"""Draws models.png: a contact sheet of the procedural models.

usage: xvfb-run -a docs/gallery/render_models.py [FOLDER] [PICTURE]

Takes every NAME.ply from FOLDER, as `./sinew demo` leaves them there (defaults: out, models.png beside this
script). Needs python3-vtk9 and, without a display, xvfb."""

import pathlib
import sys

import gallery

CLAY = (0.95, 0.82, 0.68)
PANEL = (260, 280)
SIDE_VIEW = dict(azimuth=28, elevation=14)
# Models that face z, or are better seen from higher up.
VIEWS = {"bear": dict(azimuth=22, elevation=8), "figure": dict(azimuth=20, elevation=6),
         "bowl": dict(azimuth=20, elevation=32), "torus": dict(azimuth=20, elevation=35),
         "knot": dict(azimuth=15, elevation=40), "cloth": dict(azimuth=35, elevation=35)}


def main():
    here = pathlib.Path(__file__).resolve().parent
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here.parent.parent / "out")
    picture = sys.argv[2] if len(sys.argv) > 2 else here / "models.png"
    files = sorted(folder.glob("*.ply"))
    if not files:
        sys.exit(f"{folder} has no .ply: run ./sinew demo first")
    panels = []
    for file in files:
        surface = gallery.read(file)
        panel = gallery.Panel(file.stem, f"{surface.GetNumberOfCells():,} triangles", [surface],
                              **VIEWS.get(file.stem, SIDE_VIEW))
        panel.add(gallery.smooth(surface), CLAY)
        panels.append(panel)
    gallery.write_sheet(panels, picture, columns=5, panel_size=PANEL)


if __name__ == "__main__":
    main()
