"""Check contact layers: all their positions or a sample, and what their facts say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product
from math import comb

import numpy as np

from .gammon import UNIT, Bounds, Rules
from .reader import File, Table, require
from .statuses import BoundsAndStatuses

CHUNK = 1 << 13
STEP = 1 << 20


class MoneyRules(Rules):
    """Rules by which a gammon counts two and a backgammon three, in units of four points."""

    def __init__(self, parameters: dict) -> None:
        super().__init__(parameters)
        self.most = 3 * UNIT // 4

    def won(self, boards: np.ndarray) -> np.ndarray:
        """Return what the side that has borne off all has won of the other one, about to roll."""
        return UNIT // 4 * size_of_win(self, boards)


RULES = {"win": Rules, "money, in units of four points": MoneyRules}


def size_of_win(rules: Rules, boards: np.ndarray) -> np.ndarray:
    """Return 1, or 2 for a gammon or 3 for a backgammon that the side about to roll has lost."""
    gammon = boards[:, 0, 0] == 0
    return 1 + gammon + (gammon & boards[:, 0, rules.bar - rules.home :].any(1))


def boards_of(rules: Rules, a: int, b: int, draw: random.Random | None) -> Iterator[list]:
    """Yield all boards of a v b, or, with a source of random numbers, random ones for ever."""
    places, drawn = range(1, rules.bar + 1), set()
    if draw is None:
        sides = product(*(combinations_with_replacement(places, count) for count in (a, b)))
    else:
        sides = iter(lambda: [draw_side(rules, count, draw) for count in (a, b)], None)
    for mine, theirs in sides:
        if not {rules.bar - place for place in theirs} & set(mine):
            if draw and (both := (*mine, *theirs)) in drawn:
                continue
            if draw:
                drawn.add(both)
            counts = [[side.count(place) for place in places] for side in (mine, theirs)]
            yield [[rules.checkers - sum(side), *side] for side in counts]


def draw_side(rules: Rules, count: int, draw: random.Random) -> list[int]:
    """Draw the places of a side, each multiset with the same chance."""
    numbers = sorted(draw.sample(range(rules.points + count), count))
    return [number - i + 1 for i, number in enumerate(numbers)]


def size_of(rules: Rules, a: int, b: int) -> int:
    """Return the number of positions of a v b: k points and bar of the one, the rest free."""
    n = rules.points
    return sum(comb(n, k) * comb(a + n - k, a) * comb(b, k) for k in range(b + 1))


def check_parts(bounds: Bounds, file: File, sample: int | None, seed: int) -> tuple[int, bool]:
    """Check the positions of all parts; return how many, and whether these are all."""
    checked = end = 0
    share = 1 if sample is None else min(sample / bounds.positions, 1)
    draw = random.Random(seed) if share < 1 else None
    for part in file.directory["parts"]:
        a, b = map(int, part["name"].split(" v "))
        end += part["positions"]
        require(min(a, b) >= 1 and max(a, b) <= bounds.rules.checkers, f"part {part['name']}")
        size = size_of(bounds.rules, a, b)
        require(bounds.tables[a, b].rows == size, f"{part['name']}: {size} positions are there")
        boards = boards_of(bounds.rules, a, b, draw)
        left, seen = min(round(end * share) - checked, size), [np.empty(0, int)]
        while some := list(islice(boards, min(left, CHUNK))):
            seen.append(bounds.check(a, b, np.array(some, np.int8)))
            left -= len(some)
        numbers, rows = np.concatenate(seen), bounds.tables[a, b].rows
        check_facts(file, part, bounds.tables[a, b])
        whole = share < 1 or len(np.unique(numbers)) == len(numbers) == rows
        require(whole and (draw or next(boards, None) is None), f"{part['name']}: its positions")
        checked += len(numbers)
    return checked, share == 1


def check_facts(file: File, part: dict, table: Table) -> None:
    """Compare what a part says of its widths and statuses with these."""
    widest = unknown = 0
    status = f"{part['name']}/status"
    statuses = Table(file, status) if status in file.sections else None
    for at in range(0, table.rows, STEP):
        ranks = np.arange(at, min(at + STEP, table.rows))
        if "width" in (found := table.read(ranks)):
            widest = max(widest, int(found["width"].max()))
        if statuses:
            unknown += int((statuses.read(ranks)["status"] == 2).sum())
    facts = part["facts"]
    reached = facts.get("width_reached", 0)
    require(reached * UNIT == widest, f"{part['name']}: the width reached is {widest} units")
    valued = table.rows - unknown if statuses else None
    require(facts.get("valued") == valued, f"{part['name']}: {valued} positions are valued")


def check(file: File, needs: list[File], sample: int | None, seed: int) -> str:
    """Check a layer, and say what was checked."""
    directory = file.directory
    require(directory["facts"]["leaving_proven"] is True, "facts: leaving_proven")
    rules = RULES[directory["parameters"]["payoff"]](directory["parameters"])
    bounds = BoundsAndStatuses(file, needs, rules)
    checked, all_of_them = check_parts(bounds, file, sample, seed)
    text = f"{checked:,} of {bounds.positions:,} positions"
    if bounds.slack:
        require(directory["facts"]["leaving_rounds"] == 0, "facts: leaving_rounds, with slack")
        return f"{text} follow from the rules, with a slack of {bounds.slack}"
    if not all_of_them:
        left_out = "that play leaves the layer" + ", statuses" * bounds.has_statuses
        return f"{text} follow from the rules (not looked at without --all: {left_out})"
    rounds = bounds.leave()
    require(rounds == directory["facts"]["leaving_rounds"], f"play leaves in {rounds} rounds")
    if bounds.has_statuses:
        bounds.check_statuses()
        text += " and their statuses"
    return f"{text} follow from the rules, play leaves the layer in {rounds} rounds"
