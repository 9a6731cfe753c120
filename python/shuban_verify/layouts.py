"""What the files of each family are called, and what their directories have to say."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .reader import File, require

# Points, checkers, faces and home points (docs/gammon.md).
VARIANTS = {
    "backgammon": (24, 15, 6, 6),
    "half-gammon": (12, 8, 3, 3),
    "mini-gammon": (16, 10, 4, 4),
}
PAYOFFS = {"contact": "win", "money": "money, in units of four points"}
RULES = {
    "": ("voluntary", "when all but one have passed"),
    "/print": (
        "voluntary, looked at where no card leaves a chance",
        "when all but one have passed",
    ),
    "/uecda": ("voluntary", "when all have passed"),
}
AMAZONS = {
    "amazons-per-side": "4",
    "value": "Black's moves less White's, alternating, passing only without a move",
}
EQUITIES = ("cubeless", "owned", "centred", "opponent")
MONEY = ("cubeless", "owned", "centred", "jacoby", "opponent")
CHANCES = ("win", "gammon", "backgammon", "lose_gammon", "lose_backgammon")

# A number as names have it.
NUMBER = "([1-9][0-9]*)"
# Names of layers that no rules are here for.
OTHERS = (
    rf"amazons/{NUMBER}/canonical|amazons/4x4/empty-[0-8]|"
    rf"trax/{NUMBER}(-loops)?|daihinmin-open/[2-5]p-{NUMBER}(/[a-z]+)?"
)

# Name, bits, codec and fraction bits.
Column = tuple[str, int, str, int]


@dataclass(frozen=True)
class Layout:
    """The parts and columns of a layer. `kind` says which rules it has.

    A layer is built from such of its family as are smaller.
    """

    kind: str
    size: int
    family: str
    parameters: dict[str, str]
    parts: list[str]
    columns: list[Column]


def interval(bits: int, fraction: int, name: str = "") -> list[Column]:
    """Return the columns of an interval."""
    lower, width = (name, f"{name}_width") if name else ("lower", "width")
    return [(lower, bits, "fixed", fraction), (width, bits, "unsigned-fixed", fraction)]


def intervals(*names: str) -> list[Column]:
    """Return the columns of several intervals."""
    return [column for name in names for column in interval(32, 27, name)]


def board(sizes: tuple[int, ...], **more: str) -> dict[str, str]:
    """Return the parameters of a variant."""
    return dict(zip(("points", "checkers", "faces", "home"), map(str, sizes), strict=True)) | more


def layout_of(domain: str) -> Layout | None:
    """Return the layout of a layer, if its values can be checked here."""
    variants = "|".join(VARIANTS)
    pattern = rf"({variants})/(contact|money)-{NUMBER}-{NUMBER}"
    if (found := re.fullmatch(pattern, domain)) and int(found[3]) >= int(found[4]):
        variant, kind, a, b = found.groups()
        parts = [f"{a} v {b}", f"{b} v {a}"] if a != b else [f"{a} v {b}"]
        parameters = board(VARIANTS[variant], payoff=PAYOFFS[kind])
        size = int(a) + int(b)
        return Layout("contact", size, f"{variant}/{kind}", parameters, parts, interval(32, 30))
    if found := re.fullmatch(rf"({variants})/bearoff(2?)", domain):
        sizes = VARIANTS[found[1]]
        if found[2]:
            parts = [f"{sizes[1]} v {sizes[1]}"]
            parameters = board(sizes, payoff="win")
            return Layout("bearoff2", sizes[1], domain, parameters, parts, interval(64, 56))
        mean, exact = interval(64, 56)
        columns = [mean, (exact[0], 1, *exact[2:]), ("distribution", 32, "unsigned", 0)]
        parameters = board(sizes, ties="greater chance of fewer rolls")
        return Layout("bearoff", sizes[1], domain, parameters, [f"{sizes[1]} checkers"], columns)
    if found := re.fullmatch(rf"(backgammon/race-{NUMBER})x{NUMBER}", domain):
        family, _, most = found.groups()
        parts = [f"{most} v up to {most}", f"fewer v {most}"] if most != "1" else ["1 v 1"]
        parameters = board(VARIANTS["backgammon"], payoff="money")
        return Layout("race", int(most), family, parameters, parts, intervals(*EQUITIES))
    if found := re.fullmatch(r"hypergammon/([123])(-as-gnubg)?", domain):
        most = int(found[1])
        dances = "as gnubg" if found[2] else "as plays"
        parts = [f"{a} v {b}" for a in range(1, most + 1) for b in range(1, most + 1)]
        parameters = board((24, most, 6, 6), payoff="money", dances=dances)
        return Layout("hypergammon", most, domain, parameters, parts, intervals(*MONEY, *CHANCES))
    pattern = rf"(tanhinmin/([2-5])p)-{NUMBER}(-distinct)?(/print|/uecda)?"
    if found := re.fullmatch(pattern, domain):
        passing, clearing = RULES[found[5] or ""]
        ties = "false" if found[4] else "true"
        parameters = {"players": found[2], "ties": ties, "passing": passing, "clearing": clearing}
        family = found[1] + (found[4] or "") + (found[5] or "")
        columns = [("wins", 1, "unsigned", 0), ("winners", 8, "unsigned", 0)]
        return Layout("tanhinmin", int(found[3]), family, parameters, ["leads"], columns)
    if found := re.fullmatch(rf"amazons/{NUMBER}", domain):
        value = [("value", 8, "unsigned", 0)]
        return Layout("amazons", int(found[1]), "amazons", AMAZONS, ["regions"], value)
    return None


def is_name(text: str) -> bool:
    """Return whether this is the name of a layer."""
    return bool(layout_of(text) or re.fullmatch(OTHERS, text))


def check_layout(file: File, layout: Layout) -> None:
    """Compare a directory with what it has to say."""
    directory = file.directory
    require(directory["family"] == layout.family, "directory: family")
    require(directory["parameters"] == layout.parameters, "directory: parameters")
    require([part["name"] for part in directory["parts"]] == layout.parts, "directory: parts")
    for part in layout.parts:
        require(columns_of(file, part) == layout.columns, f"section {part}: its columns")
        if (status := f"{part}/status") in file.sections:
            sound = columns_of(file, status) == [("status", 2, "unsigned", 0)]
            require(sound, f"section {status}: its columns")


def columns_of(file: File, section: str) -> list[Column]:
    """Return the columns of a table."""
    return [
        (column["name"], column["bits"], column["codec"], column.get("fraction_bits", 0))
        for column in file.sections[section][1]["columns"]
    ]
