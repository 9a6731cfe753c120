"""What is known of each change, in a file that a later run goes on from, on another machine too."""

import hashlib

# Outcomes and their letters in the ledger. What is left is for `cargo mutants` itself.
LETTERS = {
    "caught": "c",
    "endless": "e",
    "missed": "m",
    "missed in time": "t",
    "not reached": "n",
    "does not compile": "x",
    "left": "-",
}
OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()}
OPEN = "."
CAUGHT = ("caught", "endless")
NEVER_RUN = ("does not compile", "left")

HEADER = """\
# What `python3 scripts/mutants` has found: a line is a file, a function, the first digits of its hash, and a letter
# for each change in the order of `cargo mutants`: c caught, e endless, m missed, t missed in time, n not reached,
# x does not compile, - left, . not tried. A function that has another hash is tried anew.
"""


def key(function):
    """Returns what a function's results are known by: its name, and its text with its changes."""
    text = function.text + "".join(f"\0{change.name}\0{change.text}" for change in function.changes)
    return function.name, hashlib.sha256(text.encode()).hexdigest()[:10]


def load(path, sources):
    """Reads the outcomes of changes, those of functions that are as they were."""
    known = {}
    if path.exists():
        for line in path.read_text().splitlines():
            if not line.startswith("#"):
                file, name, digits, letters = line.split("\t")
                known[file, name, digits] = letters
    for source in sources:
        for function in source.functions:
            letters = known.get((source.path, *key(function)), "")
            if len(letters) == len(function.changes):
                for change, letter in zip(function.changes, letters):
                    change.outcome = OUTCOMES.get(letter)


def save(path, sources):
    """Writes the outcomes of all changes."""
    lines = []
    for source in sources:
        for function in source.functions:
            letters = "".join(LETTERS.get(change.outcome, OPEN) for change in function.changes)
            lines.append("\t".join([source.path, *key(function), letters]) + "\n")
    unfinished = path.with_suffix(".new")
    unfinished.write_text(HEADER + "".join(lines))
    unfinished.replace(path)


def full_name(source, change):
    """Returns the name by which a change is told and listed as equivalent: without its line, which would age."""
    return f"{source.path}: {change.name}"
