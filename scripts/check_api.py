#!/usr/bin/env python3
"""Makes the API page from the public headers, and names what they do not document.

usage: check_api.py [ROOT] [OUT]     OUT/index.html is the page; default: ROOT/build/api

A comment must stand above (or behind, on the same line):
- every class, struct, enum, alias, constant and function of namespace sinew,
- every public or protected member function and type of a class.
Declarations that follow each other without an empty line share the comment above the first. Names say enough for data
members and enumerators, constructors and destructors, operators, aliases that only bring a name into a class,
functions that override a documented one, and accessors: one-line bodies of const functions without parameters."""

import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from doxygen_filter import COMMENT, room_titles

HERE = pathlib.Path(__file__).resolve().parent
TYPES = ("class", "struct", "union")


def text_of(element):
    return "".join(element.itertext()).strip() if element is not None else ""


class Name:
    """A compound or a member of Doxygen's XML."""

    def __init__(self, element, owner=""):
        self.element, self.owner = element, owner
        self.kind = element.get("kind")
        self.name = text_of(element.find("compoundname" if element.tag == "compounddef" else "name"))
        place = element.find("location")
        self.file, self.line = place.get("file"), int(place.get("line"))
        self.one_line = place.get("bodystart") == place.get("bodyend") == str(self.line)

    def has_comment(self):
        return any(text_of(self.element.find(part)) for part in ("briefdescription", "detaileddescription"))

    def needs_comment(self):
        if self.element.get("prot") == "private":
            return False
        if self.kind == "typedef" and text_of(self.element.find("type")).endswith(f"::{self.name}"):
            return False
        if self.kind == "function":
            return not (self.is_special() or self.overrides() or self.is_accessor())
        return self.kind in TYPES + ("enum", "typedef") or (self.kind == "variable" and not self.owner)

    def is_special(self):
        own = self.owner.split("::")[-1].split("<")[0].strip()
        return self.name.startswith(("operator", "~")) or self.name == own

    def overrides(self):
        arguments = text_of(self.element.find("argsstring"))
        return self.element.find("reimplements") is not None or re.search(r"\b(override|final)\b", arguments)

    def is_accessor(self):
        return bool(self.owner) and self.element.get("const") == "yes" and self.one_line and \
            self.element.find("param") is None


def names_in(xml):
    """All names that Doxygen found, from its folder of XML files."""
    for path in sorted(xml.glob("*.xml")):
        compound = ElementTree.parse(path).getroot().find("compounddef")
        if compound is None or compound.get("kind") not in TYPES + ("namespace", "group"):
            continue
        if compound.get("prot") == "private":
            continue
        owner = ""
        if compound.get("kind") in TYPES:
            yield Name(compound)
            owner = text_of(compound.find("compoundname"))
        for member in compound.iter("memberdef"):
            yield Name(member, owner)


def shares_comment(lines, number):
    """Whether a comment heads the lines without a gap that the declaration at line `number` is in."""
    indent = len(lines[number - 1]) - len(lines[number - 1].lstrip())
    for line in reversed(lines[:number - 1]):
        if COMMENT.fullmatch(line):
            return len(line) - len(line.lstrip()) == indent
        if not line.strip() or len(line) - len(line.lstrip()) < indent:
            return False
    return False


def undocumented(names, read_lines):
    """One line for each name that needs a comment and has none."""
    found = set()
    for name in names:
        if name.needs_comment() and not name.has_comment() and not shares_comment(read_lines(name.file), name.line):
            full = name.name if name.kind in TYPES else f"{name.owner}::{name.name}".removeprefix("::")
            found.add((name.file, name.line, f"{name.kind} {full.removeprefix('sinew::')}"))
    return [f"{file}:{line}: {what} has no comment; say above it what it is or does, with units"
            for file, line, what in sorted(found)]


def run_doxygen(root, out):
    """Makes page and XML; returns the warnings."""
    filter_by = f'"python3 {HERE}/doxygen_filter.py"'
    settings = (HERE.parent / "docs" / "Doxyfile").read_text() + (
        f'\nOUTPUT_DIRECTORY = "{out}"\nFILTER_PATTERNS = *.h={filter_by} *.md={filter_by}\n')
    run = subprocess.run(["doxygen", "-"], input=settings, cwd=root, capture_output=True, text=True)
    return list(dict.fromkeys(line for line in run.stderr.splitlines() if line.strip())) or \
        ([f"doxygen left with {run.returncode}"] if run.returncode else [])


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent).resolve()
    out = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else root / "build" / "api").resolve()
    out.mkdir(parents=True, exist_ok=True)
    for old in (out / "xml").glob("*.xml"):
        old.unlink()

    faults = [warning.replace(f"{root}/", "") for warning in run_doxygen(root, out)]
    rooms = {path.name for path in (root / "include" / "sinew").iterdir() if path.is_dir()}
    titles = room_titles((root / "docs" / "api.md").read_text(encoding="utf-8"))
    faults += [f"docs/api.md: no row for the room {room}" for room in sorted(rooms - titles.keys())]
    faults += [f"docs/api.md: there is no room {room}" for room in sorted(titles.keys() - rooms)]

    lines = {}

    def read_lines(file):
        if file not in lines:
            lines[file] = (root / file).read_text(encoding="utf-8").split("\n")
        return lines[file]

    faults += undocumented(names_in(out / "xml"), read_lines)
    if faults:
        print("\n".join(faults))
        sys.exit(1)
    print(f"every public name has a comment; {out}/index.html shows them")


if __name__ == "__main__":
    main()
