"""Changes of the code, and files that hold all of theirs at once."""

import collections
import json
import re
import subprocess
from dataclasses import dataclass, field

# What a brace does not count in, and what ends or nests.
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\])'|'\w+|[{}()\[\];]""",
    re.S,
)
CONST = re.compile(r"^(?!\s*//)(.*)\bconst\s+((?:unsafe\s+)?fn\b)", re.M)


@dataclass
class Change:
    """A change: its name, the range that it replaces, the text in its place, and what came of it."""

    name: str
    start: int
    end: int
    text: str
    line: int
    number: int = 0
    outcome: str | None = None


@dataclass
class Function:
    """A function: where it and its body begin and end, its text, and the changes to it."""

    name: str
    start: int
    body: int
    end: int
    text: str
    changes: list = field(default_factory=list)
    number: int = 0

    @property
    def header(self):
        return self.text[: self.body - self.start]

    @property
    def is_const(self):
        return CONST.search(self.header) is not None

    @property
    def is_opaque(self):
        """True if it returns a type without a name: its copies would return different ones."""
        return re.search(r"->[^{]*\bimpl\b", self.header) is not None


def listed(root, package, names):
    """Returns what `cargo mutants` would change in the named files of a crate, by file."""
    command = ["cargo", "mutants", "--list", "--json", "-p", package]
    found = json.loads(subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout)
    files = None if names is None else {f"crates/{package}/src/{name}.rs" for name in names.split()}
    for path in files or ():
        if not (root / path).exists():
            raise SystemExit(f"no such file: {path}")
    by_file = collections.defaultdict(list)
    for change in found:
        if files is None or change["file"] in files:
            by_file[change["file"]].append(change)
    return by_file


def body_start(text, start, end):
    """Returns where the body of the function at `start` begins: at its first brace within no bracket."""
    depth = 0
    for token in TOKEN.finditer(text, start, end):
        match token.group():
            case "(" | "[":
                depth += 1
            case ")" | "]":
                depth -= 1
            case "{" if depth == 0:
                return token.start()
            case ";" if depth == 0:
                return None
    return None


class Source:
    """A file, its functions with changes, and the changes that are in no function."""

    def __init__(self, root, path, changes):
        self.path = path
        self.package = path.split("/")[1]
        self.text = (root / path).read_text()
        self.lines = [0]
        for line in self.text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.functions, self.outside = [], []
        named = {self.range(c["function"]["span"]): c["function"]["function_name"] for c in changes if c.get("function")}
        # Functions within functions are parts of the outermost one.
        for start, end in sorted(named, key=lambda span: (span[0], -span[1])):
            if self.functions and end <= self.functions[-1].end:
                continue
            body = body_start(self.text, start, end)
            if body is not None:
                self.functions.append(Function(named[start, end], start, body, end, self.text[start:end]))
        seen = collections.Counter()
        for change in changes:
            start, end = self.range(change["span"])
            function = next((f for f in self.functions if f.body <= start and end <= f.end), None)
            if function is None:
                self.outside.append(change["name"])
            else:
                # The name is "path:line:column: text", and of the same text in one function the second is " (2)".
                text = change["name"].split(": ", 1)[1]
                seen[text, function.start] += 1
                times = seen[text, function.start]
                name = f"{text} ({times})" if times > 1 else text
                line = change["span"]["start"]["line"]
                function.changes.append(Change(name, start, end, change["replacement"], line))

    def range(self, span):
        return tuple(self.lines[end["line"] - 1] + end["column"] - 1 for end in (span["start"], span["end"]))

    def with_choices(self):
        """Returns the text with a choice in each function, and as triples the lines of each copy, its change
        (None for the original), and the function.
        """
        out, at, line, copies = [], 0, 1, []

        def put(text):
            nonlocal line
            out.append(text)
            line += text.count("\n")

        for function in self.functions:
            changes = [change for change in function.changes if change.outcome not in ("does not compile", "left")]
            if not changes:
                continue
            put(self.text[at : function.start])
            # A constant function cannot choose. Most are constant without need: the compiler says which must be.
            # And nobody could compile all copies within all copies.
            put(CONST.sub(r"\1\2", function.header, count=1).replace("#[inline(always)]", "#[inline]"))
            put(f"{{ match crate::mutant_switch::chosen({function.number}) {{\n")
            for change in changes:
                first = line
                before, after = self.text[function.body : change.start], self.text[change.end : function.end]
                put(f"{change.number} => {before}{change.text} {after}\n")
                copies.append(((first, line), change, function))
            first = line
            put(f"_ => {self.text[function.body : function.end]}\n}} }}")
            copies.append(((first, line), None, function))
            at = function.end
        put(self.text[at:])
        return "".join(out), copies
