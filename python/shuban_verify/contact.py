"""Check contact layers: all their positions or a sample, and what their facts say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product

import numpy as np

from .gammon import UNIT, Bounds, Rules
from .reader import File, require

CHUNK = 1 << 13


class MoneyRules(Rules):
    """Rules by which a gammon counts two and a backgammon three, in units of four points."""

    def __init__(self, parameters: dict) -> None:
        super().__init__(parameters)
        self.most = 3 * UNIT // 4

    def won(self, boards: np.ndarray) -> np.ndarray:
        """Return what the side that has borne off all has won of the other one, about to roll."""
        gammon = boards[:, 0, 0] == 0
        backgammon = gammon & boards[:, 0, self.bar - self.home :].any(1)
        return UNIT // 4 * (1 + gammon + backgammon)


RULES = {"win": Rules, "money, in units of four points": MoneyRules}


def boards_of(rules: Rules, a: int, b: int, draw: random.Random | None) -> Iterator[list]:
    """Yield all boards of a v b, or, with a source of random numbers, random ones for ever."""
    places = range(1, rules.bar + 1)
    if draw is None:
        sides = product(*(combinations_with_replacement(places, count) for count in (a, b)))
    else:
        sides = iter(lambda: [draw_side(rules, count, draw) for count in (a, b)], None)
    for mine, theirs in sides:
        if not {rules.bar - place for place in theirs} & set(mine):
            counts = [[side.count(place) for place in places] for side in (mine, theirs)]
            yield [[rules.checkers - sum(side), *side] for side in counts]


def draw_side(rules: Rules, count: int, draw: random.Random) -> list[int]:
    """Draw the places of a side, each multiset with the same chance."""
    numbers = sorted(draw.sample(range(rules.points + count), count))
    return [number - i + 1 for i, number in enumerate(numbers)]


def check(file: File, needs: list[File], sample: int | None, seed: int) -> str:
    """Check a layer, and say what was checked."""
    rules = RULES[file.directory["parameters"]["payoff"]](file.directory["parameters"])
    bounds = Bounds(file, needs, rules)
    share = None if sample is None or sample >= bounds.positions else sample / bounds.positions
    draw, checked = None if share is None else random.Random(seed), 0
    for part in file.directory["parts"]:
        a, b = map(int, part["name"].split(" v "))
        boards = boards_of(rules, a, b, draw)
        left = part["positions"] if share is None else -int(-part["positions"] * share // 1)
        seen = []
        while some := list(islice(boards, min(left, CHUNK))):
            seen.append(bounds.check(a, b, np.array(some, np.int8)))
            left -= len(some)
        numbers = np.concatenate(seen)
        checked += len(numbers)
        if share is None:
            table = bounds.tables[a, b]
            whole = len(np.unique(numbers)) == len(numbers) == table.rows
            require(whole and next(boards, None) is None, f"{part['name']}: number of positions")
    text = f"{checked:,} of {bounds.positions:,} positions follow from the rules"
    if bounds.slack:
        return f"{text}, with a slack of {bounds.slack}"
    if share is not None:
        return f"{text}; that play leaves the layer takes --all"
    rounds = bounds.leave()
    require(rounds == file.directory["facts"]["leaving_rounds"], f"play leaves in {rounds} rounds")
    return f"{text}, play leaves the layer in {rounds} rounds"
