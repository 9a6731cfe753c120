#!/usr/bin/env python3
"""The values of small boards of limited TRAX, by the rules and by other readings of them.

usage: trax-readings.py [LARGEST]

For 2x2 up to LARGESTxLARGEST (4 unless told; 5 takes hours), by plain search with the rules of
docs/proofs/check.py, which needs the modules `xxhash` and `zstandard`. Prints the table of docs/trax-8x8.md.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "docs/proofs"))
from check import FIELD, Rules  # noqa: E402

WHITE, DRAW, RED = 1, 0, -1


class ByTheRules(Rules):
    def stuck(self, mover):
        """The value if the mover has no legal turn."""
        return RED if mover == 0 else WHITE

    def both(self, mover):
        """Who has won, as `turns` tells it, if a turn made a loop or line of both colours."""
        return mover

    def turns(self, board, mover):
        for after, won, filled, at in super().turns(board, mover):
            if won == mover and any(
                self.wins(after[0], cell, 1 - mover) for cell in range(FIELD * FIELD) if after[0][cell]
            ):
                won = self.both(mover)
            yield after, won, filled, at


class StuckIsADraw(ByTheRules):
    def stuck(self, mover):
        return DRAW


class BothIsADraw(ByTheRules):
    def both(self, mover):
        return -1


class BothIsTheOthers(ByTheRules):
    def both(self, mover):
        return 1 - mover


class ThreeEndsComeTooLate(ByTheRules):
    """A loop or line that is there before three ends come into a cell ends the game."""

    def fill(self, field, at, tile):
        filled = super().fill(field, at, tile)
        if filled is not None:
            return filled
        # What has been filled by then: all that is on the board cannot have won before.
        cells = [cell for cell in range(FIELD * FIELD) if field[cell]]
        won = [cell for cell in cells if self.wins(field, cell, 0) or self.wins(field, cell, 1)]
        return won or None


class Solver:
    def __init__(self, rules):
        self.rules, self.known = rules, {}

    def is_at_least(self, board, mover, value):
        """Whether white gets so much."""
        place = self.rules.key(board), mover, value
        if place not in self.known:
            self.known[place] = self.search(board, mover, value)
        return self.known[place]

    def search(self, board, mover, value):
        # White looks for a turn that will do, red for one that will not.
        aim = mover == 0
        values = {0: WHITE, 1: RED, -1: DRAW}
        turns = list(self.rules.turns(board, mover))
        if not turns:
            return self.rules.stuck(mover) >= value
        if any((values[won] >= value) == aim for _, won, _, _ in turns if won is not None):
            return aim
        later = {self.rules.key(after): after for after, won, _, _ in turns if won is None}
        return aim if any(self.is_at_least(after, 1 - mover, value) == aim for after in later.values()) else not aim

    def value(self):
        start = self.rules.empty
        if self.is_at_least(start, 0, WHITE):
            return "white wins"
        return "draw" if self.is_at_least(start, 0, DRAW) else "red wins"


READINGS = {
    "as here": ByTheRules,
    "three ends after a loop or line: it counts": ThreeEndsComeTooLate,
    "both colours: a draw": BothIsADraw,
    "both colours: the other one wins": BothIsTheOthers,
    "stuck: a draw": StuckIsADraw,
}


def main():
    sizes = range(2, int(sys.argv[1] if len(sys.argv) > 1 else 4) + 1)
    print("| reading |", " | ".join(f"{size}×{size}" for size in sizes), "|")
    print("| --- |", " | ".join("---" for _ in sizes), "|")
    for name, rules in READINGS.items():
        print(f"| {name} |", " | ".join(Solver(rules(size, True)).value() for size in sizes), "|", flush=True)


main()
