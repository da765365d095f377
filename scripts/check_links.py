#!/usr/bin/env python3
"""Checks that what the Markdown pages of the repository point to is there.

usage: check_links.py [ROOT]

Reads every .md file outside of build/ and out/. A relative link or picture must name a file or a folder, an
anchor (page.md#section) a heading of that page. A path of this repository in backticks (`src/...`, `tests/...`,
`docs/...` and so on) must exist too, so that pages follow files that move. Text between ``` fences is left out.
Prints one line 'page:line: reason' for each fault; exit 1 where there is one."""

import pathlib
import re
import sys

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:src|tests|bench|examples|docs|scripts|cmake|include|\.ci)(?:/[\w.-]+)+)`")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:")
HEADING = re.compile(r"#+\s+(.*)")


def pages(root):
    for path in sorted(root.glob("**/*.md")):
        if path.relative_to(root).parts[0] not in ("build", "out"):
            yield path


def prose(path):
    """Lines outside of code fences, with their numbers."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors(path):
    """The anchors that hosts of Markdown make of headings: lower case, no punctuation, dashes for spaces."""
    headings = (match[1] for _, line in prose(path) if (match := HEADING.match(line)))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def reason_against(root, page, target):
    """Why the page may not point to the target; None where it may."""
    if ELSEWHERE.match(target):
        return None
    name, _, anchor = target.partition("#")
    path = (page.parent / name).resolve() if name else page
    if not path.is_relative_to(root) or not path.exists():
        return f"{target} does not exist"
    if anchor and (path.suffix != ".md" or anchor not in anchors(path)):
        return f"{target}: no such heading"
    return None


def check(root):
    for page in pages(root):
        place = page.relative_to(root).as_posix()
        for number, line in prose(page):
            for target in LINK.findall(line):
                if reason := reason_against(root, page, target):
                    yield f"{place}:{number}: {reason}"
            for path in PATH.findall(line):
                if not (root / path).exists():
                    yield f"{place}:{number}: `{path}` does not exist"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    problems = list(check(root))
    print("\n".join(problems) if problems else "every link and path of the pages exists")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
