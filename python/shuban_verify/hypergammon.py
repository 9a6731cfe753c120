"""Check hypergammon for money: the equities with and without a cube, and how games end."""

from __future__ import annotations

from math import comb

import numpy as np

from .contact import check_parts, size_of_win
from .gammon import Bounds, Rules
from .layouts import CHANCES, MONEY
from .races import bounds_of
from .reader import Damaged, File, require

UNIT = 1 << 27


COLUMNS = tuple((kind, f"{kind}_width") for kind in MONEY + CHANCES)


class Equities(Bounds):
    """A layer. Its values are [bound, kind, position], the kinds of equities first."""

    def __init__(self, file: File) -> None:
        super().__init__(file, [], Rules(file.directory["parameters"]))
        require(not self.slack, "facts: slack, which these layers cannot have")
        dances = file.directory["parameters"]["dances"]
        self.as_gnubg = {"as plays": False, "as gnubg": True}[dances]

    def published(self, a: int, b: int, boards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the values of a v b, and the numbers in this layer."""
        ranks = self.rules.rank(boards)
        bounds = bounds_of(self.tables[a, b], ranks, COLUMNS, 3 * UNIT)
        return bounds, ranks + self.first[a, b]

    def after_play(self, boards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the same, or the result and -1 where the game is over."""
        known = np.zeros((2, 10, len(boards)), int)
        numbers = np.full(len(boards), -1)
        left = boards[:, :, 1:].sum(2)
        for a, b in np.unique(left, axis=0).tolist():
            here = (left == (a, b)).all(1)
            if b:
                known[:, :, here], numbers[here] = self.published(a, b, boards[here])
            else:
                size = size_of_win(self.rules, boards[here])
                one, none = np.ones_like(size), np.zeros_like(size)
                ways = [none, none, none, size > 1, size > 2]
                known[:, :, here] = UNIT * np.array([-size, -size, -size, -one, -size, *ways])
        return known, numbers

    def worth(self, known: np.ndarray, passed: np.ndarray) -> np.ndarray:
        """Return what positions are worth to the player who has just moved."""
        cubeless, owned, centred, jacoby, opponent = known[:, :5].transpose(1, 0, 2)
        double = np.minimum(2 * opponent, UNIT)
        doubled = [np.maximum(equity, double) for equity in (centred, jacoby, owned)]
        worth = -np.array([cubeless, opponent, *doubled]).transpose(1, 0, 2)[::-1]
        return np.where(passed & self.as_gnubg, -known[::-1, :5], worth)

    def number(self, boards: np.ndarray) -> np.ndarray:
        """Return the numbers by which the first of equally good plays is chosen."""
        beyond = boards[:, :, :0:-1].astype(int).cumsum(2)[:, :, ::-1]
        points, checkers = self.rules.bar, self.rules.checkers
        fewer = [
            [
                comb(points - p + count - 1, points - p) if count else 0
                for count in range(checkers + 1)
            ]
            for p in range(points)
        ]
        sides = np.array(fewer)[np.arange(points), beyond].sum(2)
        return sides[:, 0] * comb(points + checkers, points) + sides[:, 1]

    def check(self, a: int, b: int, boards: np.ndarray) -> np.ndarray:
        """Check the values of these positions of a v b; return their numbers."""
        stored, numbers = self.published(a, b, boards)
        sums = np.zeros(stored.shape, int)
        for x, y in self.rules.rolls:
            rows, after = self.rules.plays(boards, (x, y))
            flipped = after[:, ::-1]
            known, to = self.after_play(flipped)
            best = np.full((2, 5, len(boards)), -3 * UNIT)
            worth = self.worth(known, (after == boards[rows]).all((1, 2)))
            np.maximum.at(best, (slice(None), slice(None), rows), worth)
            order = np.lexsort([self.number(flipped), known[:, 0].sum(0), rows])
            first = order[np.searchsorted(rows[order], np.arange(len(boards)))]
            win, gammon, backgammon, lost_gammon, lost_backgammon = known[:, 5:, first].transpose(
                1, 0, 2
            )
            ways = [UNIT - win[::-1], lost_gammon, lost_backgammon, gammon, backgammon]
            sums += (1 + (x != y)) * np.concatenate([best, np.array(ways).transpose(1, 0, 2)], 1)
            self.turns.append((numbers, rows, to))
        throws = self.rules.faces**2
        means = np.array([sums[0] // throws, -(-sums[1] // throws)])
        most = UNIT * np.array([3] * 5 + [1] * 5)[:, None]
        least = UNIT * np.array([-3] * 5 + [0] * 5)[:, None]
        wrong = (means != stored).any(0) | (stored[0] < least) | (stored[1] > most)
        for kind, i in np.argwhere(wrong)[:1]:
            table, rank = self.tables[a, b], numbers[i] - self.first[a, b]
            raise Damaged(
                f"{table.name}, rank {rank}, block {rank // table.in_block}: "
                f"{(MONEY + CHANCES)[kind]} {stored[:, kind, i]}, "
                f"the rules give {means[:, kind, i]}"
            )
        return numbers


def check(file: File, _needs: list[File], sample: int | None, seed: int) -> str:
    """Check a layer, and say what was checked."""
    bounds = Equities(file)
    checked, all_of_them = check_parts(bounds, file, sample, seed)
    text = f"{checked:,} of {bounds.positions:,} positions are what the rules give"
    if not all_of_them:
        return f"{text} (not looked at without --all: that play leaves the layer)"
    return f"{text}, play leaves the layer in {bounds.leave()} rounds"
