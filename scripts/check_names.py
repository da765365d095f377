#!/usr/bin/env python3
"""Finds names that clash when sources are compiled in batches, before a compiler does.

usage: check_names.py [--root ROOT] [BUILD_DIR...]

Reads the batches that CMake made in build folders (Unity/unity_*_cxx.cxx) and the headers of ours that their sources
include. Without a folder, it lets CMake make those of ./check and of .ci/run in a folder for a moment: some seconds. A name in an unnamed namespace of a source, or a static one, clashes if another source of the batch has the
same in such a namespace, or includes a header that gives the name to something else, which the source itself does not
include. CMake keeps apart what stands at the beginning of lines of sources; this sees headers too, and names that begin
elsewhere. Functions of one name may be neighbours if they take arguments of different types.
Prints one line 'file: name: reason' for each; exit 1 where there is one."""

import argparse
import collections
import functools
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

BATCHED = re.compile(r'^#include "(.*)"', re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.MULTILINE)
# Comments, raw strings, strings and characters, and lines of the preprocessor.
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^\s*#(?:[^\n]*\\\n)*[^\n]*',
                   re.DOTALL | re.MULTILINE)
TYPE = re.compile(r"^(?:template\s*<.*?>\s*)?(?:struct|class|enum(?:\s+class)?|union)\s+(?:\[\[.*?\]\]\s*)?(\w+)\s*(?:final\b|:|$)")
ALIAS = re.compile(r"^(?:template\s*<.*>\s*)?using\s+(\w+)\s*=")
NOT_A_NAME = {"if", "for", "while", "switch", "return", "operator", "alignas", "decltype", "noexcept", "requires", "static_assert",
              "sizeof", "defined", "explicit", "TEST", "TEST_P", "TEST_F", "INSTANTIATE_TEST_SUITE_P", "MATCHER_P", "MATCHER"}


def statements(path):
    """The statements of a file, up to their '{', '}' or ';': (words, scopes around them). A scope is a namespace by its
    name, or None: a body."""
    noise = lambda match: '""' if match[0].startswith(('"', "'", "R")) else " "
    text, scopes, begin = NOISE.sub(noise, pathlib.Path(path).read_text(encoding="utf-8")), [], 0
    text = re.sub(r"=\s*\{[^{};]*\}(?=\s*[,)])", "= 0", text)  # defaults of arguments
    for match in re.finditer(r"[{};]", text):
        words = " ".join(text[begin:match.start()].split())
        begin = match.end()
        namespace = match[0] == "{" and re.fullmatch(r"(?:inline )?namespace ?([\w:]*)", words)
        if words and not namespace:
            yield words, tuple(scopes)
        if match[0] == "{":
            scopes.append(namespace[1] if namespace else None)
        elif match[0] == "}" and scopes:
            scopes.pop()


@functools.cache
def words_in(path, outside):
    """How often each word stands in a file; `outside`: outside of unnamed namespaces."""
    return collections.Counter(word for words, scopes in statements(path) if not (outside and "" in scopes)
                               for word in re.findall(r"\w+", words))


def name_of(statement):
    """(name, types of its arguments if it is a function, else None) that a statement gives at its scope; None: none."""
    if statement.startswith(("friend ", "extern ", "using namespace", "namespace ")):
        return None
    if match := TYPE.match(statement):
        return match[1], None
    if match := ALIAS.match(statement):
        return match[1], None
    head = re.sub(r"^(?:template\s*<[^()]*?>\s*)+(?=\w)", "", statement)
    head = re.sub(r"\[\[.*?\]\]", "", head)
    call = re.search(r"(?<![:\w~])(\w+)\s*\(", head)
    value = re.search(r"[\w>&*\]]\s+[&*]*(\w+)\s*(?:\[.*?\]\s*)*(?:=|$)", head)
    if value and (not call or value.start(1) < call.start()):
        return (value[1], None) if not head.startswith(("using ", "typedef ")) else None
    if call and call[1] not in NOT_A_NAME and call.start(1) > 0:
        return call[1], arguments(head[call.end():])
    return None


def arguments(text):
    """The types of the arguments that stand before the ')' that closes them."""
    depth, argument, types = 0, "", []
    for letter in text:
        if depth == 0 and letter in "),":
            types.append(type_of(argument))
            argument = ""
            if letter == ")":
                break
        else:
            argument += letter
        depth += (letter in "(<[{") - (letter in ")>]}")
    return tuple(kind for kind in types if kind)


def type_of(argument):
    """Of "const Vec3& x = {}": const Vec3&"""
    words = argument.partition("=")[0].strip()
    return re.sub(r"(?<=[\w>&*])\s+\w+$|(?<=[>&*])\w+$", "", words).replace(" ", "")


@functools.cache
def names_in(path):
    """By name, the kinds under which the file has it: (in an unnamed namespace or static, the types of its arguments)."""
    names = {}
    for statement, scopes in statements(path):
        if any(scope not in ("", "sinew") for scope in scopes):
            continue
        if found := name_of(statement):
            own = "" in scopes or statement.startswith("static ") or (
                found[1] is None and statement.startswith(("constexpr ", "const ")))
            names.setdefault(found[0], set()).add((own, found[1]))
    return names


@functools.cache
def headers_of(path, root):
    """The headers of ours that a file includes, by way of others too."""
    found, left = set(), [path]
    while left:
        file = left.pop()
        for name in INCLUDE.findall(pathlib.Path(file).read_text(encoding="utf-8")):
            for start in (root / "include", root / "src", root, root / "tests", pathlib.Path(file).parent):
                if (start / name).is_file():
                    header = str((start / name).resolve())
                    if header not in found:
                        found.add(header)
                        left.append(header)
                    break
    return frozenset(found)


def may_be_neighbours(one, other):
    """Whether kinds of a name are functions that no call mistakes for each other."""
    types, others = {kind for _, kind in one}, {kind for _, kind in other}
    return None not in types | others and not types & others


def found_by_arguments(kinds):
    """Whether a call finds a function by the types of its arguments, wherever it stands."""
    return any(kind and any(re.match(r"(const)?[A-Z]", argument) for argument in kind) for _, kind in kinds)


def clashes(sources, root):
    """Lines about the sources of one batch."""
    headers = {source: headers_of(source, root) for source in sources}
    before = list(itertools.accumulate((headers[source] for source in sources), frozenset.union, initial=frozenset()))
    for i, source in enumerate(sources):
        own = {name: kinds for name, kinds in names_in(source).items() if any(private for private, _ in kinds)}
        for j, other in enumerate(sources):
            if j > i:
                for name in own.keys() & names_in(other).keys():
                    if not may_be_neighbours(own[name], names_in(other)[name]):
                        yield f"{source}: {name}: {other} has it too"
            more = headers[other] - (before[j] if j > i else headers[source])
            for header in more:
                for name in own.keys() & names_in(header).keys():
                    if may_be_neighbours(own[name], names_in(header)[name]):
                        continue
                    if j < i:
                        mistaken = words_in(source, True)[name] or found_by_arguments(own[name])
                    else:
                        mistaken = words_in(other, False)[name] or sum(words_in(one, False)[name] for one in more) > 1
                    if mistaken:
                        yield f"{source}: {name}: {header} has it too, which {other} includes"


def lines_about(builds, root):
    """The clashes in the batches of build folders, and how many batches they have."""
    lines, batches = set(), 0
    for build in builds:
        for unit in sorted(pathlib.Path(build).rglob("Unity/unity_*_cxx.cxx")):
            batches += 1
            lines.update(clashes(BATCHED.findall(unit.read_text(encoding="utf-8")), root))
    return sorted(lines), batches


def make_batches(folder, root):
    """Build folders with the batches of ./check and of .ci/run, nothing in them compiled."""
    for name, options in (("check", []), ("ci", ["-DSINEW_BATCH=8", "-DSINEW_TEST_BATCH=8"])):
        subprocess.run(["cmake", "--preset", "release", "-B", f"{folder}/{name}", *options], cwd=root, check=True,
                       stdout=subprocess.DEVNULL)
        yield f"{folder}/{name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs="*")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent)
    options = parser.parse_args()
    root = options.root.resolve()
    with tempfile.TemporaryDirectory() as folder:
        lines, batches = lines_about(options.builds or make_batches(folder, root), root)
    for line in lines:
        print(line.replace(f"{root}/", ""))
    print(f"{batches} batches, {len(lines)} clashes")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
