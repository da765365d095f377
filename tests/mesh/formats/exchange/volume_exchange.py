"""Volume files in and out of other programs.

What sinew writes is read by meshio and by VTK, what they write is read by sinew, and both sides must agree on
nodes, elements and fields. Exits with 77 ("skipped") where neither meshio nor VTK is installed.

usage: volume_exchange.py PATH-TO-sinew_volume_exchange
"""
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import meshio
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk, vtk_to_numpy
except ImportError as missing:
    print(f"SKIPPED: {missing} (Debian: python3-meshio, python3-vtk9)")
    sys.exit(77)

TOOL = sys.argv[1]
failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)
        print("FAILED:", message)


def same(a, b, tolerance=0.0):
    a, b = np.asarray(a, dtype=float).ravel(), np.asarray(b, dtype=float).ravel()
    return a.shape == b.shape and (len(a) == 0 or np.max(np.abs(a - b)) <= tolerance)


def read_with_sinew(paths):
    """What sinew finds in each file, or None for those it refuses."""
    done = subprocess.run([TOOL, "read", *paths], capture_output=True, text=True)
    expect(done.returncode == 0, f"sinew refuses a file of {paths}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def field(found, kind, name):
    entry = found[kind].get(name)
    return entry["values"] if entry else None


# What sinew wrote


def compare_with_meshio(path, found):
    theirs = meshio.read(path)
    expect(same(theirs.points, found["positions"]), f"meshio: nodes of {path}")
    cells = {block.type: block.data for block in theirs.cells}
    expect(same(cells.get("tetra", []), found["tetrahedra"]), f"meshio: tetrahedra of {path}")
    expect(same(cells.get("hexahedron", []), found["hexahedra"]), f"meshio: hexahedra of {path}")
    for name in found["node_fields"]:
        expect(same(theirs.point_data[name], field(found, "node_fields", name)), f"meshio: {name} of {path}")
    for name in found["element_fields"]:
        values = np.concatenate([np.asarray(part).ravel() for part in theirs.cell_data[name]])
        expect(same(values, field(found, "element_fields", name)), f"meshio: {name} of {path}")


def read_with_vtk(path):
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def compare_with_vtk(path, found):
    grid = read_with_vtk(path)
    expect(same(vtk_to_numpy(grid.GetPoints().GetData()), found["positions"]), f"VTK: nodes of {path}")
    elements = [list(cell) for cell in found["tetrahedra"] + found["hexahedra"]]
    expect(grid.GetNumberOfCells() == len(elements), f"VTK: number of cells of {path}")
    for i, element in enumerate(elements):
        ids = grid.GetCell(i).GetPointIds()
        expect([ids.GetId(k) for k in range(ids.GetNumberOfIds())] == element, f"VTK: cell {i} of {path}")
    for kind, data in (("node_fields", grid.GetPointData()), ("element_fields", grid.GetCellData())):
        for name in found[kind]:
            array = data.GetArray(name)
            expect(array is not None and same(vtk_to_numpy(array), field(found, kind, name)), f"VTK: {name} of {path}")


def check_what_sinew_writes(folder):
    subprocess.run([TOOL, "write", folder], check=True)
    names = ("mixed.vtu", "frame2.vtu", "mixed.msh", "tetrahedra.msh", "hexahedra.msh")
    paths = [os.path.join(folder, name) for name in names]
    for path, found in zip(paths, read_with_sinew(paths)):
        expect(len(found["node_fields"]) == 2, f"fields of {path}")
        compare_with_meshio(path, found)
        if path.endswith(".vtu"):
            expect(len(found["element_fields"]) == 2, f"element fields of {path}")
            compare_with_vtk(path, found)
    text = open(os.path.join(folder, "series.pvd")).read()
    expect(all(f'timestep="{t}" group="" part="0" file="frame{i}.vtu"' in text
               for i, t in enumerate((0, 0.25, 0.5))), "the .pvd does not list its frames: " + text)


def check_surface_with_columns(folder):
    path = os.path.join(folder, "surface.ply")
    found = read_with_sinew([path])[0]
    vertices = np.arange(len(found["positions"]))
    theirs = meshio.read(path)
    expect(same(theirs.points, found["positions"]), f"meshio: vertices of {path}")
    expect(same(theirs.cells[0].data, found["triangles"]), f"meshio: triangles of {path}")
    expect(same(theirs.point_data["nx"], 0.5 * vertices), f"meshio: nx of {path}")
    expect(same(theirs.point_data["red"], vertices), f"meshio: red of {path}")
    expect(same(theirs.point_data["element"], -1000 * vertices), f"meshio: element of {path}")
    reader = vtk.vtkPLYReader()
    reader.SetFileName(path)
    reader.Update()
    surface = reader.GetOutput()
    expect(same(vtk_to_numpy(surface.GetPoints().GetData()), found["positions"], 1e-5), f"VTK: vertices of {path}")
    expect(surface.GetNumberOfCells() == len(found["triangles"]), f"VTK: number of triangles of {path}")


# What others wrote


def sample():
    rng = np.random.default_rng(1)
    points = rng.random((12, 3))
    cells = [("tetra", np.array([[0, 1, 2, 3], [4, 5, 6, 8], [1, 2, 3, 9]])),
             ("hexahedron", np.array([[0, 1, 2, 3, 4, 5, 6, 7], [4, 5, 6, 7, 8, 9, 10, 11]]))]
    return points, cells, rng.random(12), rng.random((12, 3)), rng.random(5)


def meshio_writes(folder):
    points, cells, scalar, vector, per_cell = sample()
    full = meshio.Mesh(points, cells, point_data={"t": scalar, "v": vector}, cell_data={"c": [per_cell[:3], per_cell[3:]]})
    # Gmsh 4.1 wants every node and element to belong to an entity.
    entities = meshio.Mesh(points, cells, point_data={**full.point_data, "gmsh:dim_tags": np.array([[3, 7]] * 6 + [[3, 8]] * 6)},
                           cell_data={**full.cell_data, "gmsh:physical": [np.full(3, 4), np.full(2, 5)],
                                      "gmsh:geometrical": [np.full(3, 7), np.full(2, 8)]})
    plain = meshio.Mesh(points, cells)
    tetrahedra = meshio.Mesh(points, cells[:1])
    written = []

    def write(name, mesh, **options):
        path = os.path.join(folder, name)
        meshio.write(path, mesh, **options)
        written.append((path, mesh))

    for binary in (False, True):
        write(f"meshio_22_{int(binary)}.msh", entities, file_format="gmsh22", binary=binary)
        write(f"meshio_41_{int(binary)}.msh", entities, file_format="gmsh", binary=binary)
        write(f"meshio_{int(binary)}.vtu", full, binary=binary)
        for version in ("vtk42", "vtk51"):
            write(f"meshio_{version}_{int(binary)}.vtk", full, file_format=version, binary=binary)
    write("meshio_plain.vtu", full, binary=True, compression=None)
    write("meshio.mesh", plain)
    write("meshio.node", tetrahedra)
    return written


def check_what_meshio_writes(folder):
    written = meshio_writes(folder)
    for (path, mesh), found in zip(written, read_with_sinew([path for path, _ in written])):
        # meshio writes ascii VTU with twelve digits, everything else with all.
        tolerance = 1e-11 if path.endswith("_0.vtu") else 1e-14
        expect(same(found["positions"], mesh.points, tolerance), f"nodes of {path}")
        expect(same(found["tetrahedra"], mesh.cells[0].data), f"tetrahedra of {path}")
        if len(mesh.cells) > 1:
            expect(same(found["hexahedra"], mesh.cells[1].data), f"hexahedra of {path}")
        for name, values in mesh.point_data.items():
            expect(name == "gmsh:dim_tags" or same(field(found, "node_fields", name), values, tolerance), f"node field {name} of {path}")
        for name, parts in mesh.cell_data.items():
            ours = {"gmsh:physical": "physical", "gmsh:geometrical": "elementary"}.get(name, name)
            expect(same(field(found, "element_fields", ours), np.concatenate(parts), tolerance),
                   f"field {name} of {path}")


def vtk_sample():
    points, cells, scalar, vector, per_cell = sample()
    grid = vtk.vtkUnstructuredGrid()
    grid.SetPoints(vtk.vtkPoints())
    grid.GetPoints().SetData(numpy_to_vtk(points, deep=True))
    for kind, data in ((vtk.VTK_TETRA, cells[0][1]), (vtk.VTK_HEXAHEDRON, cells[1][1])):
        for cell in data:
            grid.InsertNextCell(kind, len(cell), [int(i) for i in cell])
    for data, name, values in ((grid.GetPointData(), "t of x", scalar), (grid.GetPointData(), "v", vector),
                               (grid.GetCellData(), "c", per_cell)):
        array = numpy_to_vtk(values, deep=True)
        array.SetName(name)
        data.AddArray(array)
    return grid


def vtk_writes(folder):
    grid = vtk_sample()
    written = []
    for mode in ("Ascii", "Binary", "Appended"):
        for order in ("BigEndian", "LittleEndian"):
            for zlib in (False, True):
                for header in ("UInt32", "UInt64"):
                    for raw in ((False, True) if mode == "Appended" else (False,)):
                        writer = vtk.vtkXMLUnstructuredGridWriter()
                        getattr(writer, f"SetDataModeTo{mode}")()
                        getattr(writer, f"SetByteOrderTo{order}")()
                        getattr(writer, f"SetHeaderTypeTo{header}")()
                        writer.SetCompressorTypeToZLib() if zlib else writer.SetCompressorTypeToNone()
                        writer.SetBlockSize(64)
                        writer.SetEncodeAppendedData(not raw)
                        path = os.path.join(folder, f"vtk_{mode}_{order}_{zlib}_{header}_{raw}.vtu")
                        writer.SetFileName(path)
                        writer.SetInputData(grid)
                        writer.Write()
                        written.append(path)
    for version in (42, 51):
        for binary in (False, True):
            writer = vtk.vtkUnstructuredGridWriter()
            writer.SetFileVersion(version)
            writer.SetFileTypeToBinary() if binary else writer.SetFileTypeToASCII()
            path = os.path.join(folder, f"vtk_{version}_{binary}.vtk")
            writer.SetFileName(path)
            writer.SetInputData(grid)
            writer.Write()
            written.append(path)
    return written


def check_what_vtk_writes(folder):
    points, cells, scalar, vector, per_cell = sample()
    paths = vtk_writes(folder)
    for path, found in zip(paths, read_with_sinew(paths)):
        # VTK writes text with fewer digits than a double has.
        tolerance = 1e-5 if "Ascii" in path or "False.vtk" in path else 0
        expect(same(found["positions"], points, tolerance), f"nodes of {path}")
        expect(same(found["tetrahedra"], cells[0][1]) and same(found["hexahedra"], cells[1][1]), f"cells of {path}")
        expect(same(field(found, "node_fields", "t of x"), scalar, tolerance), f"scalars of {path}")
        expect(same(field(found, "node_fields", "v"), vector, tolerance), f"vectors of {path}")
        expect(same(field(found, "element_fields", "c"), per_cell, tolerance), f"cell data of {path}")


def check_polydata(folder):
    sphere = vtk.vtkSphereSource()
    stripper = vtk.vtkStripper()
    stripper.SetInputConnection(sphere.GetOutputPort())
    paths = []
    for name, source in (("polygons", sphere), ("strips", stripper)):
        for version in (42, 51):
            writer = vtk.vtkPolyDataWriter()
            writer.SetFileTypeToBinary()
            writer.SetFileVersion(version)
            paths.append(os.path.join(folder, f"{name}_{version}.vtk"))
            writer.SetFileName(paths[-1])
            writer.SetInputConnection(source.GetOutputPort())
            writer.Write()
    mass = vtk.vtkMassProperties()
    mass.SetInputConnection(sphere.GetOutputPort())
    for path, found in zip(paths, read_with_sinew(paths)):
        expect(len(found["triangles"]) == sphere.GetOutput().GetNumberOfCells(), f"number of triangles of {path}")
        expect(abs(found["volume"] - mass.GetVolume()) < 1e-5, f"volume of {path}, {found['volume']}")


with tempfile.TemporaryDirectory() as folder:
    check_what_sinew_writes(folder)
    check_surface_with_columns(folder)
    check_what_meshio_writes(folder)
    check_what_vtk_writes(folder)
    check_polydata(folder)
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
