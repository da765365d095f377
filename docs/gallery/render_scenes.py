#!/usr/bin/python3
"""Draws scenes.png: a moment of every scene.

usage: xvfb-run -a docs/gallery/render_scenes.py [FOLDER] [PICTURE]

Takes the frames from FOLDER/SCENE, as `./sinew demo --full` leaves them there (defaults: out, scenes.png beside this
script). Needs python3-vtk9 and, without a display, xvfb."""

import pathlib
import sys

import gallery
import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

PANEL = (420, 300)
COLORS = [(0.95, 0.82, 0.68), (0.68, 0.82, 0.95), (0.75, 0.90, 0.70), (0.92, 0.72, 0.78)]
# Scene, title, line below it, step, azimuth, elevation, bodies from left to right.
SCENES = [
    ("bridge", "bridge", "a load crosses it", 60, 0, 12, ["bridge"]),
    ("rabbit_softer", "rabbit_softer", "ever softer moduli", 10, 10, 8, ["firm", "soft", "softer", "softest"]),
    ("pony", "pony", "soft; stiff legs and soft belly", 100, 15, 8, ["homogeneous", "heterogeneous"]),
    ("cloth", "cloth", "held at two corners, in wind", 100, 30, 15, ["cloth"]),
    ("car", "car", "pulled and pushed", 65, 35, 18, ["car"]),
    ("towers", "towers", "the same wind; colour: stress", 60, 10, 8, ["stiff", "medium", "soft"]),
    ("strains", "strains", "Cauchy swells; Green, corotated", 120, 35, 18, ["cauchy", "green", "corotated"]),
    ("swing", "swing", "prescribed motion", 20, 10, 35, ["bear", "bar"]),
]


def frame(folder, body, step, kind):
    return gallery.read(folder / f"{body}_{step:08d}.{kind}")


def seen(folder, body, step):
    """The surface where it was recorded, else the boundary of the volume or the sheet itself."""
    if (folder / f"{body}_{step:08d}.ply").exists():
        return frame(folder, body, step, "ply")
    return gallery.faces(frame(folder, body, step, "vtu"))


def add_stress(panel, meshes):
    """Von Mises stress from blue, none, to red, the highest but for two hundredths of the nodes."""
    values = np.concatenate([vtk_to_numpy(mesh.GetPointData().GetArray("stress")) for mesh in meshes])
    table = vtk.vtkLookupTable()
    table.SetHueRange(0.667, 0)
    table.SetSaturationRange(0.7, 0.7)
    table.SetRange(0, np.percentile(values, 98))
    table.Build()
    for mesh in meshes:
        mesh.GetPointData().SetActiveScalars("stress")
        mapper = vtk.vtkPolyDataMapper()
        mapper.SetInputData(gallery.smooth(mesh))
        mapper.SetLookupTable(table)
        mapper.UseLookupTableScalarRangeOn()
        actor = vtk.vtkActor()
        actor.SetMapper(mapper)
        actor.GetProperty().SetAmbient(0.36)
        panel.renderer.AddActor(actor)


def panel_of(folder, title, subtitle, step, azimuth, elevation, bodies):
    stress = title == "towers"
    meshes = [gallery.faces(frame(folder, body, step, "vtu")) if stress else seen(folder, body, step)
              for body in bodies]
    panel = gallery.Panel(title, subtitle, meshes, azimuth, elevation)
    if stress:
        add_stress(panel, meshes)
    else:
        for mesh, color in zip(meshes, COLORS):
            panel.add(gallery.smooth(mesh), color)
    return panel


def main():
    here = pathlib.Path(__file__).resolve().parent
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here.parent.parent / "out")
    picture = sys.argv[2] if len(sys.argv) > 2 else here / "scenes.png"
    panels = []
    for name, *rest in SCENES:
        if not (folder / name).is_dir():
            sys.exit(f"{folder} has no {name}: run ./sinew demo --full first")
        panels.append(panel_of(folder / name, *rest))
    gallery.write_sheet(panels, picture, columns=4, panel_size=PANEL)


if __name__ == "__main__":
    main()
