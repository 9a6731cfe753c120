"""Finds circles among the modules of a crate: files that use each other in a loop.

A file uses another where it imports or names an item that the other defines. Re-exports are followed
to the definition, so that a parent that only hands on the items of its children uses none of them.
Test modules, comments and texts are left out.
"""

import re
from collections import defaultdict

NOT_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|\bb?r(\#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?'(?:\\[^']+|[^'\\])'""", re.S
)
DEFINITION = re.compile(
    r"^(?:pub(?:\([^)]*\))? )?(?:unsafe |async |const (?=fn|unsafe))*"
    r"(?:fn|struct|enum|trait|type|const|static|union|macro_rules!) (?:mut )?(\w+)",
    re.M,
)
TEST = "#[cfg(test)]"
USE = re.compile(r"^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);", re.M)
PATH = re.compile(r"(?<![\w:.])[A-Za-z_]\w*(?:::\w+)+")
SCRIPT_IMPORT = re.compile(r"^(?:import|export)\b[^;]*?from '\./([\w./-]+)'", re.M)


def code_of(text):
    """Returns source with spaces for comments, texts, and what only tests compile: see `tests_of`."""
    code = NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for start, end in tests_of(code):
        code = code[:start] + re.sub(r"[^\n]", " ", code[start:end]) + code[end:]
    return code


def without_tests(text):
    """Returns source without what only tests compile."""
    code = NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for start, end in reversed(tests_of(code)):
        text = text[:start] + text[end:]
    return text


def tests_of(code):
    """Returns the places of items for tests alone, in source without comments and texts."""
    found, start = [], code.find(TEST)
    while start >= 0:
        end = end_of_item(code, start + len(TEST))
        found.append((start, end))
        start = code.find(TEST, end)
    return found


def end_of_item(text, position):
    """Returns the position after the item that begins at or after a position."""
    item = re.compile(r"(?:\s|#\[[^\]]*\])*(?:pub(?:\([^)]*\))?\s+)?(use\b)?").match(text, position)
    depth = 0
    for position in range(item.end(), len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        ends = text[position] == ";" if depth == 0 else False
        if ends or (text[position] == "}" and depth == 0 and not item[1]):
            return position + 1
    return len(text)


def branches(tree):
    """Yields each path of a `use` as its segments and the name that it gets."""
    tree = tree.strip()
    if not tree.endswith("}"):
        path, _, name = tree.partition(" as ")
        segments = [part.strip() for part in path.split("::")]
        own = segments[-1] == "self"
        yield segments[: -1 if own else None], name.strip() or ("" if own else segments[-1])
        return
    head, _, inside = tree[:-1].partition("{")
    head = [part.strip() for part in head.split("::") if part.strip()]
    depth, start = 0, 0
    inside += ","
    for position, letter in enumerate(inside):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            if part := inside[start:position].strip():
                for segments, name in branches(part):
                    yield head + segments, name or head[-1]
            start = position + 1


class Module:
    """A file: what it defines, imports and names."""

    def __init__(self, file, path):
        self.file, self.path = file, path
        code = code_of(file.read_text())
        self.defined = set(DEFINITION.findall(code))
        self.imports, self.globs, self.wanted = {}, [], []
        rest = USE.sub("", code)
        words = set(re.findall(r"\w+", rest))
        for public, tree in USE.findall(code):
            for segments, name in branches(" ".join(tree.split())):
                if name == "*":
                    self.globs.append(segments[:-1])
                    continue
                self.imports[name] = segments
                if not public or name in words:
                    self.wanted.append(segments)
        self.wanted += [match.split("::") for match in set(PATH.findall(rest))]


class Modules:
    """The modules of one crate, by path."""

    def __init__(self, source):
        root = source / "lib.rs" if (source / "lib.rs").exists() else source / "main.rs"
        self.all = {(): Module(root, ())}
        for file in sorted(source.rglob("*.rs")):
            path = file.relative_to(source).with_suffix("").parts
            if path[0] != "bin" and path not in (("lib",), ("main",)) and path[-1] != "tests":
                path = path[:-1] if path[-1] == "mod" else path
                self.all[path] = Module(file, path)

    def definition(self, module, segments, seen=()):
        """Returns the module that defines what a path names; `None` outside the crate, and of a module."""
        key = (module.path, tuple(segments))
        if not segments or key in seen:
            return None
        seen = (*seen, key)
        first, rest = segments[0], segments[1:]
        if first == "crate":
            return self.inside(self.all[()], rest, seen)
        if first == "self":
            return self.inside(module, rest, seen)
        if first == "super":
            parent = self.all.get(module.path[:-1])
            if rest[:1] == ["super"]:
                return self.definition(parent, rest, seen)
            return self.inside(parent, rest, seen)
        return self.inside(module, segments, seen)

    def inside(self, module, segments, seen):
        """Looks a path up among the names of a module."""
        if not segments or module is None:
            return None
        first, rest = segments[0], segments[1:]
        if child := self.all.get((*module.path, first)):
            return self.inside(child, rest, seen)
        if first in module.defined:
            return module
        if first in module.imports and module.imports[first][0] != first:
            return self.definition(module, module.imports[first] + rest, seen)
        for glob in module.globs:
            other = self.module(module, glob)
            if other and (other.path, first) not in seen:
                if found := self.inside(other, segments, (*seen, (other.path, first))):
                    return found
        return None

    def module(self, module, segments):
        """Returns the module of this crate that a path names, if any."""
        path = () if segments[0] == "crate" else module.path
        for name in segments[segments[0] in ("crate", "self") :]:
            path = path[:-1] if name == "super" else (*path, name)
        return self.all.get(path)

    def arrows(self):
        """Returns for each file those that it uses, with the names."""
        found = defaultdict(lambda: defaultdict(set))
        for module in self.all.values():
            for segments in module.wanted:
                other = self.definition(module, segments)
                if other and other is not module:
                    names = [name for name in segments if name in other.defined]
                    found[module.file][other.file].add((names or segments)[-1])
        return found


def script_arrows(source):
    """Returns the arrows between the scripts of a folder."""
    found = defaultdict(lambda: defaultdict(set))
    for file in source.rglob("*.js"):
        for name in SCRIPT_IMPORT.findall(file.read_text()):
            found[file][(file.parent / name).resolve()].add(name)
    return found


def circles(arrows):
    """Returns the sets of files that reach each other, each sorted."""
    number, lowest, open_files, found = {}, {}, [], []

    def visit(file):
        number[file] = lowest[file] = len(number)
        open_files.append(file)
        for other in list(arrows.get(file, ())):
            if other not in number:
                visit(other)
                lowest[file] = min(lowest[file], lowest[other])
            elif other in open_files:
                lowest[file] = min(lowest[file], number[other])
        if lowest[file] == number[file]:
            start = open_files.index(file)
            if len(open_files) - start > 1:
                found.append(sorted(open_files[start:]))
            del open_files[start:]

    for file in list(arrows):
        if file not in number:
            visit(file)
    return sorted(found)
