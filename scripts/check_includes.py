#!/usr/bin/env python3
"""Checks that sources and headers include what they use, by reading them.

usage: check_includes.py ROOT

Compilers would not notice: sources are compiled in batches, and with the headers of SINEW_COMMON_HEADERS
(cmake/SinewTargets.cmake) precompiled. A file that uses a name includes its header, itself or through headers of ours.
Two kinds of names are looked for: those by which the precompiled headers are used (NAMES), and types and functions of
our own headers. This is no parser: of our functions, those with an underscore in their name; names that a file or what
it includes declares in any way, as a member or a parameter for example, count as included. A precompiled header that
has no names here is refused too.
Prints one line 'file:line: reason' for each; exit 1 where there is one."""

import pathlib
import re
import sys

NAMES = {
    "algorithm": r"std::(?:ranges::)?(?:(?:stable_|partial_|is_)?sort(?:ed)?|fill(?:_n)?|copy(?:_n|_if)?|transform|"
                 r"find(?:_if)?|(?:any|all|none)_of|(?:min|max|minmax)(?:_element)?|(?:lower|upper)_bound|reverse|"
                 r"unique|clamp|count(?:_if)?|equal(?:_range)?|rotate|remove(?:_if)?|nth_element|binary_search|"
                 r"set_(?:union|intersection|difference)|merge|partition|replace|shuffle|for_each|adjacent_find|"
                 r"search|generate|includes|mismatch|lexicographical_compare) *\(",
    "array": r"std::array\b",
    "cmath": r"std::(?:sqrt|fabs|sin|cos|tan|pow|exp|log|log2|log10|floor|ceil|l?l?round|trunc|isfinite|isnan|isinf|"
             r"hypot|atan2|acos|asin|atan|cbrt|fmod|copysign|nextafter|fma|ldexp|frexp|signbit|tanh|cosh|sinh|"
             r"lerp) *\(",
    "cstdint": r"\bu?int(?:8|16|32|64)_t\b",
    "filesystem": r"std::filesystem\b",
    "functional": r"std::(?:function|greater|plus|minus|multiplies|c?ref|reference_wrapper|bind|invoke)\b",
    "map": r"std::(?:multi)?map\b",
    "memory": r"std::(?:(?:unique|shared|weak)_ptr|make_(?:unique|shared)|enable_shared_from_this|addressof)\b",
    "numeric": r"std::(?:accumulate|iota|inner_product|reduce|partial_sum|adjacent_difference|(?:ex|in)clusive_scan|"
               r"midpoint|gcd|lcm) *\(",
    "optional": r"std::(?:optional|nullopt|make_optional)\b",
    "set": r"std::(?:multi)?set\b",
    "span": r"std::(?:span|as_bytes)\b",
    "string": r"std::(?:string|to_string|sto[idlf]|getline)\b",
    "string_view": r"std::string_view\b",
    "utility": r"std::(?:move|swap|pair|exchange|forward|make_pair|as_const|cmp_\w+)\b",
    "variant": r"std::(?:variant|visit|get_if|holds_alternative|monostate)\b",
    "vector": r"std::vector\b",
    "fmt/format.h": r"\bfmt::\w+",
    "gmock/gmock.h": r"\b(?:EXPECT_THAT|ASSERT_THAT|MATCHER\w*)\b",
    "gtest/gtest.h": r"\b(?:TEST(?:_F|_P)?|(?:EXPECT|ASSERT)_(?!THAT)[A-Z_]+)\(",
}
USES = {header: re.compile(pattern) for header, pattern in NAMES.items()}

# Headers that give the names of another too: by the standard, or because they could not be written without it.
CONTAINERS = {"algorithm", "array", "atomic", "functional", "map", "memory", "optional", "set", "span", "string",
              "string_view", "tuple", "unordered_map", "unordered_set", "variant", "vector"}
GIVEN_BY = {"utility": CONTAINERS, "gtest/gtest.h": {"gmock/gmock.h"}, "fmt/format.h": {"fmt/chrono.h", "fmt/ranges.h"}}

FOLDERS = ("include", "src", "bench", "tests")
LEFT_OUT = ("tests/package", "tests/extending_sample", "tests/readme_sample")  # not of this project's build
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
# Text in which names are no uses: comments, raw strings, strings, directives of the preprocessor.
SILENT = re.compile(r'//[^\n]*|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|^#(?:[^\n]*\\\n)*[^\n]*', re.DOTALL | re.MULTILINE)
PRECOMPILED = re.compile(r"set\(SINEW_COMMON_HEADERS([^)]*)\)|\bHEADERS((?: <[^>]+>)+)")

# What a header of ours gives: types, and functions outside of types, at the beginning of a line.
GIVEN = re.compile(r"^(?:struct|class|enum class|union) +(?:alignas\([^)]*\) *)?(\w+)[^;{]*\{|^using +(\w+) *=|"
                   r"^(?:template *<[^\n]*> *)?\w[\w:<>,&* ]*?[ &*](\w+_\w+)\(", re.MULTILINE)
# Names that are declared in any other way: parameters of templates, members, variables, parameters; names of tests.
DECLARED = re.compile(r"\b(?:struct|class|union|enum class|enum|using|typename|auto&?|TEST\w*\(|MATCHER\w*\() *"
                      r"(?:alignas\([^)]*\) *)?(\w+)|"
                      r"(?:(?!return|else|throw|case|new)\b\w+|[>\]]) +(?:\w+::)*(\w+_\w+)\(|"
                      r"[\w>][&*]{1,2} *(\w+_\w+)\b")
USED = re.compile(r"(?<![\w.>:])(?:sinew::|test::)?(?:([A-Z]\w{3,})\b|([a-z]\w*_\w+)\()")


def names_in(pattern, text):
    return {name for groups in pattern.findall(text) for name in groups if name}


class Tree:
    def __init__(self, root):
        self.root = root
        self.texts = {path: path.read_text(encoding="utf-8") for folder in FOLDERS
                      for path in sorted((root / folder).rglob("*"))
                      if path.suffix in (".h", ".cpp") and not path.relative_to(root).as_posix().startswith(LEFT_OUT)}
        self.spoken = {path: SILENT.sub(lambda match: "\n" * match[0].count("\n") or " ", text)
                       for path, text in self.texts.items()}
        self.known = {path: names_in(GIVEN, text) | names_in(DECLARED, text) for path, text in self.spoken.items()}
        self.headers_of = {}  # by name of ours: the headers that give it
        for path, text in self.spoken.items():
            for name in names_in(GIVEN, text) if path.suffix == ".h" else ():
                self.headers_of.setdefault(name, []).append(path.relative_to(root).as_posix())
        self.reached = {}  # by file: itself and our headers that it includes, directly or not, and names of others

    def ours(self, name, at):
        """The file of this tree that a line #include "name" in the file `at` means, or None."""
        for folder in (at.parent, *(self.root / folder for folder in ("src", "include", "tests", "."))):
            if folder / name in self.texts:
                return folder / name
        return None

    def reach(self, path):
        if path not in self.reached:
            self.reached[path] = found = {path}  # before it is complete: two headers may include each other
            for name in INCLUDE.findall(self.texts[path]):
                header = self.ours(name, path)
                found |= self.reach(header) if header else {name}
        return self.reached[path]

    def faults(self):
        for path, text in self.spoken.items():
            included = self.reach(path)
            for use, header in (*self.missing_precompiled(text, included), *self.missing_ours(text, included)):
                line = text.count("\n", 0, use.start()) + 1
                yield f"{path.relative_to(self.root)}:{line}: uses {use[0].rstrip(' (')} without {header}"

    @staticmethod
    def missing_precompiled(text, included):
        for header, uses in USES.items():
            if header not in included and not included & GIVEN_BY.get(header, set()) and (use := uses.search(text)):
                yield use, f"<{header}>"

    def missing_ours(self, text, included):
        known = set().union(*(self.known[path] for path in included if path in self.known))
        for use in USED.finditer(text):
            name = use[1] or use[2]
            if name in self.headers_of and name not in known:
                known.add(name)
                yield use, f'"{self.headers_of[name][0]}"'


def headers_without_names(root):
    """Those that cmake/ or tests/CMakeLists.txt precompile."""
    for page in (root / "cmake" / "SinewTargets.cmake", root / "tests" / "CMakeLists.txt"):
        for lists in PRECOMPILED.findall(page.read_text(encoding="utf-8")) if page.exists() else []:
            for header in re.findall(r"<([^>]+)>", " ".join(lists)):
                if header not in NAMES:
                    yield f"{page.relative_to(root)}: <{header}> is precompiled; give its names to check_includes.py"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    faults = [*headers_without_names(root), *Tree(root).faults()]
    print("\n".join(faults) if faults else "every file includes what it uses")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
