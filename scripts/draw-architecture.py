#!/usr/bin/env python3
"""Draws docs/images/architecture.svg from the dependencies in the crates' Cargo.toml.

An arrow that follows from others is left out. An arrow to or from the box of all games stands for
two games or more.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ["gammon", "amazons", "trax", "tanhinmin"]
# Folders whose crates are one box.
GROUPS = {"examples", "programs"}
# Crates without a box: those who use one use what it uses. Two of them are for tests alone.
OMITTED = {"games", "conformance", "store-testing", "c"}

# The boxes: centre, top, width, height, colour, second line.
BOXES = {
    "examples": (250, 12, 190, 48, "#eaf4e6", "games from outside"),
    "programs": (520, 12, 220, 48, "#f7efe0", "reproduce, daihinmin, bench"),
    "shuban": (380, 92, 190, 48, "#f7efe0", "the command line"),
    "cluster": (640, 92, 190, 48, "#e8eef7", "rounds of processes"),
    "server": (130, 176, 180, 48, "#f7efe0", "HTTP API, explorer"),
    "match": (350, 176, 150, 48, "#eaf4e6", "matches, the cube"),
    "python": (655, 176, 170, 48, "#f7efe0", "the Python package"),
    "play": (92, 260, 150, 48, "#f7efe0", "players, matches"),
    "publish": (62, 348, 116, 48, "#e8eef7", "static hosts"),
    "catalog": (250, 348, 230, 48, "#f7efe0", "the registry; ask, show, build"),
    "daihinmin-game": (570, 348, 180, 48, "#eaf4e6", "rules, advising players"),
    "check": (52, 460, 92, 48, "#f4e6ea", "proof checker"),
    "referee": (145, 460, 84, 48, "#f4e6ea", "rules again"),
    "solve": (264, 460, 144, 48, "#e8eef7", "build, verify, look up"),
    "games": (545, 460, 400, 78, "#eaf4e6", "one crate for each family of games"),
    "store": (98, 584, 140, 48, "#e8eef7", "database files"),
    "answer": (248, 584, 140, 48, "#e8eef7", "answers as values"),
    "search": (408, 584, 160, 48, "#e8eef7", "forward search, proofs"),
    "cgt": (568, 584, 140, 48, "#e8eef7", "sums of games"),
    "probe": (98, 668, 140, 48, "#e8eef7", "bytes; a small reader"),
    "site": (498, 176, 116, 48, "#f7efe0", "pages in WASM"),
    "core": (380, 760, 720, 48, "#e8eef7", "Game, Domain, Index, Oracle, Registry"),
}
for number, game in enumerate(GAMES):
    BOXES[game] = (399 + 97.5 * number, 492, 92, 34, "#fff", "")


def dependencies():
    """The crates that each crate uses, by name without `shuban-`; all examples are one, and all
    programs."""
    uses = {}
    places = ("crates/*/Cargo.toml", "examples/*/Cargo.toml", "programs/*/Cargo.toml",
              "python/Cargo.toml")
    for path in (path for place in places for path in ROOT.glob(place)):
        crate = path.parent
        is_one = crate.parent != ROOT and crate.parent.name in GROUPS
        name = crate.parent.name if is_one else crate.name.removeprefix("shuban-")
        table = re.search(r"^\[dependencies\]\n(.*?)(?=^\[|\Z)", path.read_text(), re.S | re.M)
        found = re.findall(r"^shuban(?:-([a-z-]+))?\b", table[1] if table else "", re.M)
        uses.setdefault(name, set()).update(other or "shuban" for other in found)
    for group in GROUPS:
        own = {path.name.removeprefix("shuban-") for path in (ROOT / group).iterdir()}
        uses.setdefault(group, set()).difference_update(own)
    omitted = {name: uses.pop(name) for name in OMITTED}
    for used in uses.values():
        for name in used & OMITTED:
            used |= omitted[name]
            used.remove(name)
    return uses


def reachable(uses, start):
    """What a crate uses, directly or through others."""
    found, todo = set(), list(uses[start])
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo.extend(uses[name])
    return found


def arrows(uses):
    """The pairs of boxes that an arrow joins."""
    pairs = {
        (user, used)
        for user in uses
        for used in uses[user]
        if not any(used in reachable(uses, other) for other in uses[user] - {used})
    }
    joined = set()
    for user, used in pairs:
        users = sum((game, used) in pairs for game in GAMES)
        targets = sum((user, game) in pairs for game in GAMES)
        start = "games" if user in GAMES and users > 1 else user
        end = "games" if used in GAMES and targets > 1 else used
        joined.add((start, end))
    return sorted(joined)


def path(pairs, user, used):
    """A line from the bottom of a box to the top of another; ends are spread along the edges."""

    def at(box, share, index, count):
        centre, _, width, *_ = BOXES[box]
        return centre if count == 1 else centre + width * share * (index / (count - 1) - 0.5)

    below = sorted((b for a, b in pairs if a == user), key=lambda box: BOXES[box][0])
    above = sorted((a for a, b in pairs if b == used), key=lambda box: BOXES[box][0])
    x1 = at(user, 0.6, below.index(used), len(below))
    x2 = at(used, 0.6, above.index(user), len(above))
    if used == "core":
        x1 += 150 if user == "games" else 0
        x2 = x1
    y1, y2 = BOXES[user][1] + BOXES[user][3], BOXES[used][1] - 2
    middle = (y1 + y2) / 2
    return f'<path d="M{x1:g} {y1} C{x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {y2}"/>'


def draw(pairs):
    """The picture."""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 824" width="760" height="824" '
        'font-family="DejaVu Sans, Helvetica, Arial, sans-serif">',
        "  <title>The crates of Shuban and what each uses</title>",
        '  <defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 1 L10 5 L0 9 z" fill="#555"/></marker></defs>',
        '  <rect width="760" height="824" fill="#fff"/>',
        '  <g text-anchor="middle">',
    ]
    for name, (x, y, width, height, colour, about) in BOXES.items():
        dash = ' stroke-dasharray="5 3"' if name in GROUPS else ""
        lines.append(
            f'    <rect x="{x - width / 2:g}" y="{y}" width="{width}" height="{height}" rx="6" '
            f'fill="{colour}" stroke="#333"{dash}/>'
        )
        if name == "games":
            lines.append(f'    <text x="{x}" y="{y + 20}" font-size="12.5">{about}</text>')
            continue
        label = f"{name}/" if name in GROUPS else name
        size, down = (13, 22) if name in GAMES else (14, 20)
        lines.append(
            f'    <text x="{x:g}" y="{y + down}" font-size="{size}" font-weight="bold">{label}</text>'
        )
        if about:
            lines.append(
                f'    <text x="{x}" y="{y + 38}" font-size="11.5" fill="#444">{about}</text>'
            )
    lines.append("  </g>")
    lines.append('  <g stroke="#555" stroke-width="1.4" fill="none" marker-end="url(#head)">')
    lines += [f"    {path(pairs, user, used)}" for user, used in pairs]
    return "\n".join([*lines, "  </g>", "</svg>", ""])


def main():
    uses = dependencies()
    uses.setdefault("examples", {"shuban"})
    missing = set(uses) - set(BOXES)
    if missing:
        sys.exit(f"no place in the picture for {', '.join(sorted(missing))}")
    (ROOT / "docs/images/architecture.svg").write_text(draw(arrows(uses)))


if __name__ == "__main__":
    main()
