#!/usr/bin/env python3
"""Checks that every include of include/, src/ and bench/ looks up the list of layers, never down.

usage: check_layers.py [ROOT]

A layer is a folder of src/ and the folder of the same name in include/sinew, where its public headers are: those that
are installed. A layer may include itself and the layers before it in LAYERS. A large layer has rooms (see ROOMS): each
may include itself and the rooms that the list names for it. What lies in any other sub-folder (src/mesh/formats) is its
layer's own: neither another layer nor a header that other layers may include, one that lies in the layer's folder
itself or in a room, may include it; tests may.

A public header includes public headers only. The headers in include/sinew itself (see UMBRELLAS) include all others,
each up to its last layer; nothing but tests and examples includes them.

Also refused: a quoted include that names no file, a library that belongs to one file (see OWNERS) included anywhere
else, Eigen in a header or outside of its sources (see EIGEN), a library other than the standard one (see PRIVATE) in a public header, a folder of src/ or
include/sinew that is not in the list, and add_subdirectory calls of CMakeLists.txt in another order.
Prints one line 'file:line: reason' for each; exit 1 where there is one."""

import pathlib
import re
import sys

LAYERS = ["base", "mesh", "shape", "meshing", "remeshing", "elastic", "linalg", "multigrid", "embed", "model", "body",
          "collision", "stepping", "contact", "tet", "octree", "rigid", "adaptive", "greens", "world", "record", "scene",
          "playback", "haptics", "render", "bench", "app"]

# Rooms of a layer, and the rooms of it that each may use. The layer's own folder may use all of them.
ROOMS = {"octree": {"grid": [], "solver": ["grid"], "cutting": ["grid"], "surface": ["grid"], "voxelise": ["grid"]},
         "greens": {"responses": [], "sources": ["responses"], "wavelets": ["responses"], "solver": ["responses", "wavelets"],
                    "file": ["responses", "wavelets"]},
         "scene": {"rules": []}}

# Libraries that one file hides from all others: the start of the include, and that file.
OWNERS = {"spdlog/": "src/base/log.cpp"}

# The sources of the library that may include Eigen.
EIGEN = ("src/linalg/dense_algebra.cpp", "src/linalg/dense_lu.cpp")

# Headers that include those of all layers up to one.
UMBRELLAS = {"core.h": "record", "scene.h": "playback", "render.h": "render", "sinew.h": "render"}

# Libraries that no public header may show: who includes it would need them too.
PRIVATE = ("nlohmann/", "fmt/", "zlib", "spdlog/", "CLI/", "epoxy/", "EGL/", "GLFW/", "imgui", "png")

INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUBDIRECTORY = re.compile(r"\s*add_subdirectory\((?:src/)?(\w+)\)")


def parts_of(path):
    """The parts of a path below include/sinew or src; of others none."""
    parts = pathlib.PurePosixPath(path).parts
    return parts[2:] if parts[:2] == ("include", "sinew") else parts[1:] if parts[0] == "src" else ()


def folder_of(path):
    """The layer a path like src/mesh/ply.h, include/sinew/mesh/repair.h or bench/bench.h belongs to, or None."""
    parts = parts_of(path)
    return parts[0] if len(parts) > 1 else "bench" if path.startswith("bench/") else None


def room_of(path):
    """The room of its layer that a path like src/octree/grid/cells.h lies in, or None."""
    parts = parts_of(path)
    return parts[1] if len(parts) > 2 and parts[1] in ROOMS.get(parts[0], {}) else None


def is_internal(path):
    """Whether it lies in a sub-folder of its layer that is no room, or of a room."""
    return len(parts_of(path)) > (3 if room_of(path) else 2)


def is_public(path):
    return path.startswith("include/sinew/")


def umbrella_of(path):
    """The name of an umbrella header, or None."""
    return parts_of(path)[0] if is_public(path) and len(parts_of(path)) == 1 else None


def is_for_others(path):
    """Whether it is a header that other layers may include."""
    return bool(parts_of(path)) and folder_of(path) != "app" and path.endswith(".h") and not is_internal(path)


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1] == '"' or match[2].startswith("sinew/"), match[2]


def find(root, file, name):
    """The file a quoted include means, relative to the root, or None."""
    for start in ("include", "src", "", "tests", str(pathlib.PurePosixPath(file).parent)):
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
    if name.startswith("Eigen/") and file.startswith("src/") and file not in EIGEN:
        return f"{name} belongs to {' and '.join(EIGEN)}: each source that compiles it takes seconds more"
    if name.startswith(PRIVATE) and is_public(file):
        return f"{name} in a public header"
    if not quoted:
        return None
    target = find(root, file, name)
    if target is None:
        return f"{name} does not exist"
    if is_public(file) and not is_public(target):
        return f"{target} is private, but this header is public"
    if umbrella_of(target):
        return reason_against_umbrella(file, umbrella_of(target))
    own, other = folder_of(file), folder_of(target)
    if umbrella_of(file):
        own = UMBRELLAS.get(umbrella_of(file))
    if own not in LAYERS or other not in LAYERS:
        return None if own is None else f"{other or target} is not a layer that {own} may use"
    if LAYERS.index(other) > LAYERS.index(own):
        return f"{own} may not use {other}, which comes after it"
    room, other_room = room_of(file), room_of(target)
    if own == other and room and room != other_room and other_room not in ROOMS[own][room]:
        return f"{own}/{room} may not use {other}{'/' + other_room if other_room else ''}"
    if is_internal(target) and own != other:
        return f"{target} is internal to {other}"
    if is_internal(target) and is_for_others(file):
        return f"{target} is internal to {other}, but other layers may include this header"
    return None


def reason_against_umbrella(file, name):
    if not umbrella_of(file):
        return f"{name} is for programs" if folder_of(file) else None
    names = list(UMBRELLAS)
    return None if names.index(name) < names.index(umbrella_of(file)) else f"{umbrella_of(file)} may not use {name}"


def check_sources(root):
    folders = ("include", "src", "bench", "tests", "examples")
    for path in sorted(path for folder in folders for path in root.glob(f"{folder}/**/*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        file = path.relative_to(root).as_posix()
        if file.startswith("tests/package/"):
            continue  # projects of their own, with headers of their own
        for number, quoted, name in includes(path):
            if reason := reason_against(root, file, quoted, name):
                yield f"{file}:{number}: {reason}"


def check_folders(root):
    for folder in sorted([*root.glob("include/sinew/*"), *root.glob("src/*")]):
        place = folder.relative_to(root).as_posix()
        if folder.is_dir() and folder.name not in LAYERS:
            yield f"{place}:1: the folder is not in the list of layers"
        if umbrella_of(place) and not folder.is_dir() and folder.name not in UMBRELLAS:
            yield f"{place}:1: the header is not in the list of umbrellas"
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
