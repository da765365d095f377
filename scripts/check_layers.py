#!/usr/bin/env python3
"""Checks that every include of src/ and bench/ looks up the list of layers, never down.

usage: check_layers.py [ROOT]

A folder may include itself and the folders before it in LAYERS. A large layer has rooms (see ROOMS): each may
include itself and the rooms that the list names for it. What lies in any other sub-folder (src/mesh/formats) is its
layer's own: headers there are not installed, so neither another layer nor an installed header, one that lies in the
layer's folder itself or in a room, may include them; tests may. Also refused: a quoted include that names no file, a
library that belongs to one file (see OWNERS) included anywhere else, Eigen in a header, a library that is not
installed with sinew (see PRIVATE) in an installed header, a folder of src/ that is not in the list, and
add_subdirectory calls of CMakeLists.txt in another order.
Prints one line 'file:line: reason' for each; exit 1 where there is one."""

import pathlib
import re
import sys

LAYERS = ["base", "mesh", "shape", "meshing", "remeshing", "elastic", "linalg", "multigrid", "embed", "model", "body",
          "collision", "stepping", "contact", "tet", "octree", "rigid", "adaptive", "greens", "world", "record", "scene",
          "playback", "haptics", "render", "bench", "app"]

# Rooms of a layer, and the rooms of it that each may use. The layer's own folder may use all of them.
ROOMS = {"octree": {"grid": [], "solver": ["grid"], "cutting": ["grid"], "surface": ["grid"], "voxelise": ["grid"]},
         "scene": {"rules": []}}

# Libraries that one file hides from all others: the start of the include, and that file.
OWNERS = {"tbb/": "src/base/parallel.cpp", "oneapi/tbb": "src/base/parallel.cpp", "spdlog/": "src/base/log.cpp"}

# Libraries that no installed header may show: who includes it would need them too.
PRIVATE = ("nlohmann/", "zlib", "tbb/", "oneapi/", "spdlog/", "CLI/", "epoxy/", "EGL/", "GLFW/", "imgui", "png")

INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUBDIRECTORY = re.compile(r"\s*add_subdirectory\((?:src/)?(\w+)\)")


def folder_of(path):
    """The layer a path like src/mesh/ply.h or bench/bench.h belongs to, or None."""
    parts = pathlib.PurePosixPath(path).parts
    return parts[1] if parts[0] == "src" and len(parts) > 2 else parts[0] if parts[0] == "bench" else None


def room_of(path):
    """The room of its layer that a path like src/octree/grid/cells.h lies in, or None."""
    parts = pathlib.PurePosixPath(path).parts
    return parts[2] if parts[0] == "src" and len(parts) > 3 and parts[2] in ROOMS.get(parts[1], {}) else None


def is_internal(path):
    """Whether it lies in a sub-folder of its layer that is no room, or of a room."""
    return path.startswith("src/") and len(pathlib.PurePosixPath(path).parts) > (4 if room_of(path) else 3)


def is_installed(path):
    return (path.startswith("src/") and not path.startswith("src/app/") and path.endswith(".h")
            and not is_internal(path))


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1] == '"', match[2]


def find(root, file, name):
    """The file a quoted include means, relative to the root, or None."""
    for start in ("src", "", "tests", str(pathlib.PurePosixPath(file).parent)):
        if (root / start / name).is_file():
            return (pathlib.PurePosixPath(start) / name).as_posix()
    return None


def reason_against(root, file, quoted, name):
    """Why `file` may not include `name`; None where it may."""
    for start, owner in OWNERS.items():
        if name.startswith(start) and file != owner:
            return f"{name} belongs to {owner} alone"
    if name.startswith("Eigen/") and file.endswith(".h"):
        return f"{name} in a header: Eigen stays in sources"
    if name.startswith(PRIVATE) and is_installed(file):
        return f"{name} in an installed header"
    if not quoted:
        return None
    target = find(root, file, name)
    if target is None:
        return f"{name} does not exist"
    own, other = folder_of(file), folder_of(target)
    if own not in LAYERS or other not in LAYERS:
        return None if own is None else f"{other or target} is not a layer that {own} may use"
    if LAYERS.index(other) > LAYERS.index(own):
        return f"{own} may not use {other}, which comes after it"
    room, other_room = room_of(file), room_of(target)
    if own == other and room and room != other_room and other_room not in ROOMS[own][room]:
        return f"{own}/{room} may not use {other}{'/' + other_room if other_room else ''}"
    if is_internal(target) and own != other:
        return f"{target} is internal to {other}"
    if is_internal(target) and is_installed(file):
        return f"{target} is internal to {other}, but this header is installed"
    return None


def check_sources(root):
    for path in sorted([*root.glob("src/**/*"), *root.glob("bench/**/*"), *root.glob("tests/**/*")]):
        if path.suffix not in (".h", ".cpp"):
            continue
        file = path.relative_to(root).as_posix()
        for number, quoted, name in includes(path):
            if reason := reason_against(root, file, quoted, name):
                yield f"{file}:{number}: {reason}"


def check_folders(root):
    for folder in sorted((root / "src").iterdir()):
        if folder.is_dir() and folder.name not in LAYERS:
            yield f"src/{folder.name}:1: the folder is not in the list of layers"
    last = -1
    for number, line in enumerate((root / "CMakeLists.txt").read_text().splitlines(), 1):
        match = SUBDIRECTORY.match(line)
        if not match or match[1] not in LAYERS:
            continue
        place = LAYERS.index(match[1])
        if place < last:
            yield f"CMakeLists.txt:{number}: {match[1]} comes after {LAYERS[last]}, against the order of layers"
        last = max(last, place)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    problems = [*check_folders(root), *check_sources(root)]
    print("\n".join(problems) if problems else "every include looks up the list of layers")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
