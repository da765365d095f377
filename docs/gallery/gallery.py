"""What the pictures of the gallery share: reading meshes, shading, and sheets of labelled panels."""

import struct
import zlib

import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

BACKGROUND = (0.975, 0.975, 0.97)
INK = (0.15, 0.17, 0.20)
MARGIN, TEXT = 14, 60  # pixels: around the meshes of a panel, and for the two lines of text below them
SAMPLES = 3  # pixels are drawn this many times finer along each side, and averaged

# Lights as seen from the camera: direction and intensity of key, fill and rim.
LIGHTS = [((-0.5, 0.9, 0.9), 0.78), ((1.0, 0.1, 0.8), 0.42), ((0.2, 0.8, -1.0), 0.20)]


def read(path):
    reader = vtk.vtkXMLUnstructuredGridReader() if path.suffix == ".vtu" else vtk.vtkPLYReader()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def smooth(surface, feature_angle=50):
    normals = vtk.vtkPolyDataNormals()
    normals.SetInputData(surface)
    normals.SetFeatureAngle(feature_angle)
    normals.Update()
    return normals.GetOutput()


def faces(volume):
    """The boundary of a volume, as triangles with flat shading."""
    boundary = vtk.vtkGeometryFilter()
    boundary.SetInputData(volume)
    boundary.Update()
    return boundary.GetOutput()


def elements_where(volume, wanted):
    """The elements whose centre is wanted, whole."""
    ids = vtk.vtkIdTypeArray()
    for cell in range(volume.GetNumberOfCells()):
        bounds = volume.GetCell(cell).GetBounds()
        if wanted([0.5 * (bounds[2 * axis] + bounds[2 * axis + 1]) for axis in range(3)]):
            ids.InsertNextValue(cell)
    node = vtk.vtkSelectionNode()
    node.SetFieldType(vtk.vtkSelectionNode.CELL)
    node.SetContentType(vtk.vtkSelectionNode.INDICES)
    node.SetSelectionList(ids)
    selection = vtk.vtkSelection()
    selection.AddNode(node)
    extract = vtk.vtkExtractSelection()
    extract.SetInputData(0, volume)
    extract.SetInputData(1, selection)
    extract.Update()
    return extract.GetOutput()


def boundary_faces(part, whole):
    """The boundary of a part of a volume: faces that the whole has too, and faces where it was cut."""
    known = {frozenset(whole_face) for whole_face in corner_positions(faces(whole))}
    boundary = faces(part)
    outer, cut = vtk.vtkCellArray(), vtk.vtkCellArray()
    for cell, corners in enumerate(corner_positions(boundary)):
        (outer if frozenset(corners) in known else cut).InsertNextCell(boundary.GetCell(cell))
    return [with_cells(boundary, cells) for cells in (outer, cut)]


def corner_positions(surface):
    for cell in range(surface.GetNumberOfCells()):
        points = surface.GetCell(cell).GetPointIds()
        yield [surface.GetPoint(points.GetId(i)) for i in range(points.GetNumberOfIds())]


def with_cells(surface, cells):
    result = vtk.vtkPolyData()
    result.SetPoints(surface.GetPoints())
    result.SetPolys(cells)
    return result


class Panel:
    """One picture of a sheet: meshes, a title and a line of text below. The camera looks from `azimuth` and
    `elevation`, degrees from the z axis, and is framed by all points of `framed`: panels framed by the same
    meshes have the same scale."""

    def __init__(self, title, subtitle, framed, azimuth, elevation):
        self.renderer = empty_renderer()
        self.renderer.UseDepthPeelingOn()
        self.title, self.subtitle = title, subtitle
        self.framed = np.concatenate([vtk_to_numpy(mesh.GetPoints().GetData()) for mesh in framed])
        self.azimuth, self.elevation = np.radians(azimuth), np.radians(elevation)
        self.renderer.RemoveAllLights()
        for direction, intensity in LIGHTS:
            light = vtk.vtkLight()
            light.SetLightTypeToCameraLight()
            light.SetPosition(*direction)
            light.SetFocalPoint(0, 0, 0)
            light.SetIntensity(intensity)
            self.renderer.AddLight(light)

    def add(self, mesh, color, opacity=1.0, lines=None, line_width=1.0):
        mapper = vtk.vtkPolyDataMapper()
        mapper.SetInputData(mesh)
        mapper.ScalarVisibilityOff()
        actor = vtk.vtkActor()
        actor.SetMapper(mapper)
        look = actor.GetProperty()
        look.SetColor(*color)
        look.SetOpacity(opacity)
        look.SetAmbient(0.36)
        look.SetDiffuse(0.76)
        look.SetSpecular(0.08)
        look.SetSpecularPower(20)
        if lines:
            look.SetInterpolationToFlat()
            look.EdgeVisibilityOn()
            look.SetEdgeColor(*lines)
            look.SetLineWidth(line_width * SAMPLES)
        self.renderer.AddActor(actor)

    def finish(self, panel_size):
        self._aim(*panel_size)
        self._write(self.title, 42 / panel_size[1], 20 * SAMPLES, True)
        self._write(self.subtitle, 17 / panel_size[1], 18 * SAMPLES, False)

    def _aim(self, width, height):
        out = np.array([np.sin(self.azimuth) * np.cos(self.elevation), np.sin(self.elevation),
                        np.cos(self.azimuth) * np.cos(self.elevation)])
        right = np.array([np.cos(self.azimuth), 0, -np.sin(self.azimuth)])
        axes = np.array([right, np.cross(out, right), out])
        seen = self.framed @ axes.T
        low, high = seen.min(axis=0), seen.max(axis=0)
        pixel = max((high - low)[:2] / [width - 2 * MARGIN, height - TEXT - 2 * MARGIN])
        center = 0.5 * (low + high) - [0, 0.5 * TEXT * pixel, 0]
        depth = high[2] - low[2] + height * pixel

        camera = self.renderer.GetActiveCamera()
        camera.ParallelProjectionOn()
        camera.SetParallelScale(0.5 * height * pixel)
        camera.SetFocalPoint(*(center @ axes))
        camera.SetPosition(*((center + [0, 0, depth]) @ axes))
        camera.SetViewUp(*axes[1])
        self.renderer.ResetCameraClippingRange()

    def _write(self, text, height, font_size, bold):
        actor = vtk.vtkTextActor()
        actor.SetInput(text)
        look = actor.GetTextProperty()
        look.SetFontSize(font_size)
        look.SetFontFamilyToArial()
        look.SetBold(bold)
        look.SetColor(*INK)
        look.SetJustificationToCentered()
        look.SetVerticalJustificationToCentered()
        actor.GetPositionCoordinate().SetCoordinateSystemToNormalizedViewport()
        actor.SetPosition(0.5, height)
        self.renderer.AddActor2D(actor)


def empty_renderer():
    renderer = vtk.vtkRenderer()
    renderer.SetBackground(*BACKGROUND)
    return renderer


def write_sheet(panels, path, columns, panel_size):
    rows = -(-len(panels) // columns)
    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetAlphaBitPlanes(1)
    window.SetSize(columns * panel_size[0] * SAMPLES, rows * panel_size[1] * SAMPLES)
    window.AddRenderer(empty_renderer())
    for i, panel in enumerate(panels):
        column, row = i % columns, rows - 1 - i // columns
        panel.renderer.SetViewport(column / columns, row / rows, (column + 1) / columns, (row + 1) / rows)
        panel.finish(panel_size)
        window.AddRenderer(panel.renderer)
    window.Render()
    grab = vtk.vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.ReadFrontBufferOff()
    shrink = vtk.vtkImageShrink3D()
    shrink.SetInputConnection(grab.GetOutputPort())
    shrink.SetShrinkFactors(SAMPLES, SAMPLES, 1)
    shrink.MeanOn()
    write_png(shrink, path)


def write_png(image_source, path):
    """A picture of 256 colours, chosen for it: a third of the bytes that vtkPNGWriter's would have."""
    quantize = vtk.vtkImageQuantizeRGBToIndex()
    quantize.SetInputConnection(image_source.GetOutputPort())
    quantize.SetNumberOfColors(256)
    quantize.Update()
    indices = vtk_to_numpy(quantize.GetOutput().GetPointData().GetScalars()).astype("uint8")
    width, height, _ = quantize.GetOutput().GetDimensions()
    table = quantize.GetLookupTable()
    colors = [table.GetTableValue(i)[:3] for i in range(table.GetNumberOfTableValues())]
    palette = bytes(round(255 * value) for color in colors for value in color)
    # VTK's rows go upwards, PNG's downwards, each behind a byte for its filter (0: none).
    rows = b"".join(b"\0" + row.tobytes() for row in indices.reshape(height, width)[::-1])

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) +
                   chunk(b"PLTE", palette) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))
