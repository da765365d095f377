#!/usr/bin/env python3
"""Turns our plain comments into comments that Doxygen reads; docs/Doxyfile names it for every header and for the main page.

usage: doxygen_filter.py include/sinew/ROOM/FILE.h|docs/api.md

- A comment directly above a declaration, or behind it on the same line, belongs to it.
- Declarations that follow each other without an empty line share the comment above the first of them.
- Indented lines of a comment (formulas, pictures) are shown as they are.
- What is in `namespace sinew` becomes a part of the module of its room, with the title that docs/api.md gives.

Lines keep their numbers, so that warnings name the right ones. It runs in the top folder of the repository."""

import pathlib
import re
import sys

COMMENT = re.compile(r"(\s*)// ?(.*)")
BEHIND = re.compile(r"(.*\S)\s+// ?(.*)")
NO_DECLARATION = re.compile(r"\s*($|#|//|[})]|namespace\b|(public|protected|private):|friend\b|using namespace\b)")
FORWARD = re.compile(r"\s*(template <[^>]*> )?(class|struct|enum class) \w+;")
TYPE = re.compile(r"\s*(template <.*> )?(class|struct|enum)\b")
ENUMERATOR = re.compile(r"\s*k\w+( = [^,]*)?,?")
TEMPLATE = re.compile(r"\s*template <.*>")
ROOM = re.compile(r"\|\s*`([\w/]+)`\s*\|\s*([^|]+?)\s*\|")  # a row of the table of docs/api.md


def room_titles(page):
    """The titles of the rooms, from the table of docs/api.md."""
    return dict(match.groups() for match in map(ROOM.match, page.splitlines()) if match)


def is_declaration(line):
    return not NO_DECLARATION.match(line) and not FORWARD.match(line)


def code_of(line):
    """The line without a comment behind it and without what stands in quotes."""
    line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', '""', line)
    return re.sub(r"\s*//.*", "", line)


def end_of(lines, start):
    """The last line of the declaration that begins at `start`: that of its ';', or of the end of its body."""
    depth = 0
    for i in range(start, len(lines)):
        code = code_of(lines[i])
        depth += sum(map(code.count, "({[")) - sum(map(code.count, ")}]"))
        if depth <= 0 and (re.search(r"[;}]\s*$", code) or ENUMERATOR.fullmatch(code)):
            return i
    return len(lines) - 1


def is_open_type(lines, start):
    """Whether a type begins at `start` whose members stand on lines of their own."""
    head = start
    while TEMPLATE.fullmatch(code_of(lines[head])):
        head += 1
    return TYPE.match(lines[head]) is not None and end_of(lines, start) > head


def group_from(lines, start):
    """The last line of the declarations from `start` on that share a comment, and how many they are."""
    last, count = start, 0
    while start < len(lines) and is_declaration(lines[start]) and not is_open_type(lines, start):
        last, count = end_of(lines, start), count + 1
        start = last + 1
    return last, count


def filtered(lines, room, title):
    out = list(lines)
    i = 0
    while i < len(lines):
        line = lines[i]
        if line.startswith("namespace sinew {"):
            out[i] = f"namespace sinew {{ /** @addtogroup {room} {room}: {title} */ /**@{{*/"
        elif re.match(r"\}\s*// namespace sinew$", line):
            out[i] = "/**@}*/ }"
        elif COMMENT.fullmatch(line):
            i = take_comment(lines, out, i)
            continue
        elif is_declaration(line):
            i = take_declaration(lines, out, i)
            continue
        i += 1
    return out


def take_comment(lines, out, first):
    """Gives a comment to what is declared below it, if something is. Returns the line behind the comment."""
    below = first
    while below < len(lines) and COMMENT.fullmatch(lines[below]):
        below += 1
    if below == len(lines) or not is_declaration(lines[below]):
        return below
    out[first:below] = documenting(lines[first:below])
    last, count = group_from(lines, below)
    if count > 1:
        text = " ".join(line.strip().removeprefix("//").strip() for line in lines[first:below])
        for i in range(below + 1, last + 1):
            if TYPE.match(lines[i]) and not BEHIND.fullmatch(lines[i]):  # groups share comments of members alone
                out[i] = f"/** {text} */ {lines[i]}"
        out[first] = "/**@{*/ " + out[first].lstrip()
        out[last] += " /**@}*/"
    return below


def documenting(comment):
    """The lines of a comment as Doxygen reads them; formulas and pictures, which are indented, keep their line breaks."""
    parts = [COMMENT.fullmatch(line).groups() for line in comment]
    is_drawn = [text.startswith("  ") for _, text in parts] + [False]
    out = []
    for i, (indent, text) in enumerate(parts):
        if is_drawn[i] and not is_drawn[i - 1]:
            text = "@verbatim" + text
        if is_drawn[i] and not is_drawn[i + 1]:
            text += " @endverbatim"
        out.append(f"{indent}/// {text}")
    return out


def take_declaration(lines, out, start):
    """Gives a declaration the comment behind it. Returns the line where the next thing may begin."""
    at = start if is_open_type(lines, start) else end_of(lines, start)
    match = BEHIND.fullmatch(lines[at])
    if match:
        code, text = match.groups()
        closing = " /**@}*/" if out[at].endswith("/**@}*/") else ""
        is_type = TYPE.match(lines[start])
        out[at] = f"/** {text} */ {code}{closing}" if is_type else f"{code}{closing} ///< {text}"
    return at + 1


def room_of(path):
    """include/sinew/octree/voxels.h -> octree"""
    parts = path.resolve().parts
    return parts[len(parts) - 1 - parts[::-1].index("sinew") + 1]


def page_with_modules(page):
    """The page with links from the rooms of its table to their modules."""
    return re.sub(r"^\| `(\w+)` \|", r'| \\ref \1 "\1" |', page, flags=re.M)


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        sys.stdout.write(page_with_modules(text))
        return
    titles = room_titles(pathlib.Path("docs/api.md").read_text(encoding="utf-8"))
    room = room_of(path)
    sys.stdout.write("\n".join(filtered(text.split("\n"), room, titles.get(room, ""))))


if __name__ == "__main__":
    main()
