"""Check the certified intervals of the backgammon family, as docs/certified-values.md asks.

A board is an array [side, place]: how many checkers the side about to roll (0) and the other side
(1) have borne off (place 0), on each point as that side counts it, and on the bar (the last place).
"""

from math import comb

import numpy as np

from .reader import Damaged, Table, require

UNIT = 1 << 30


class Rules:
    """The rules of a variant, and the order of its positions (docs/gammon-internals.md)."""

    def __init__(self, parameters):
        sizes = [int(parameters[name]) for name in ("points", "checkers", "faces", "home")]
        self.points, self.checkers, self.faces, self.home = sizes
        self.bar, self.most = self.points + 1, UNIT
        self.choose = np.array([[comb(n, k) for k in range(49)] for n in range(49)])
        self.rolls = [(x, y) for x in range(1, self.faces + 1) for y in range(1, x + 1)]

    def after_die(self, boards, die):
        """Yield (rows, boards): for each place, the boards from which a checker can move there."""
        mine = boards[:, 0]
        for place in range(1, self.bar + 1):
            to = max(place - die, 0)
            can = (mine[:, place] > 0) & ((place == self.bar) | (mine[:, self.bar] == 0))
            if to:
                can &= boards[:, 1, self.bar - to] < 2
            else:
                can &= ~mine[:, (self.home if place == die else place) + 1 :].any(1)
            rows = np.flatnonzero(can)
            after = boards[rows]
            after[:, 0, place] -= 1
            after[:, 0, to] += 1
            if to:
                after[:, 1, self.bar] += after[:, 1, self.bar - to]
                after[:, 1, self.bar - to] = 0
            yield rows, after

    def plays(self, boards, roll):
        """Return (rows, boards): the boards after all legal plays, each once for each row."""
        found = []
        for order in [roll * 2] if roll[0] == roll[1] else [roll, roll[::-1]]:
            rows, now = np.arange(len(boards)), boards
            for played in range(len(order) + 1):
                # As many dice as possible are played, and the larger one if only one can be.
                rank = played * (self.faces + 1) + (order[0] if played == 1 else 0)
                found.append((rows, now, np.full(len(rows), rank)))
                if played < len(order):
                    steps = list(self.after_die(now, order[played]))
                    rows = np.concatenate([rows[parents] for parents, _ in steps])
                    rows, now = once(rows, np.concatenate([after for _, after in steps]))
        rows, now, ranks = map(np.concatenate, zip(*found, strict=True))
        best = np.zeros(len(boards), int)
        np.maximum.at(best, rows, ranks)
        return once(rows[ranks == best[rows]], now[ranks == best[rows]])

    def won(self, boards):
        """Return what the side that has borne off all has won of the other one, about to roll."""
        return np.full(len(boards), UNIT)

    def rank(self, boards):
        """Return the ranks of boards, which all have as many checkers left on each side."""
        n, c = self.points, self.choose
        mine, theirs = boards[:, 0, 1:].astype(int), boards[:, 1, n:0:-1].astype(int)
        a, b = int(mine[0].sum()), int(boards[0, 1, 1:].sum())
        held, nth = theirs > 0, (theirs > 0).cumsum(1)
        count = nth[:, -1]
        points = (c[np.arange(n), nth] * held).sum(1)
        free, after = np.arange(n + 1) - np.column_stack([nth, count]), mine.cumsum(1)
        row = (c[free + after, after] - c[free + after - mine, after - mine]).sum(1, where=mine > 0)
        lane = (c[theirs.cumsum(1) - 1, nth] * held).sum(1)
        sizes = [comb(n, k) * comb(a + n - k, a) * comb(b, k) for k in range(b + 1)]
        row += points * c[a + n - count, a]
        return np.cumsum([0, *sizes])[count] + row * c[b, count] + lane


def once(rows, boards):
    """Return each board once for each row, by ascending rows."""
    flat = boards.reshape(-1, 2 * boards.shape[2])
    packed = np.c_[rows.astype(">i4")[:, None].view(np.int8), flat]
    _, first = np.unique(packed.view(f"V{packed.shape[1]}").ravel(), return_index=True)
    return rows[first], boards[first]


class Bounds:
    """The bounds of a layer and of those that it needs, and what they have to be by the rules."""

    def __init__(self, file, needs, rules):
        self.rules, self.slack = rules, file.directory["facts"].get("slack", 0)
        require(type(self.slack) is int and 0 <= self.slack <= 2 * rules.most, "facts: slack")
        self.tables, self.turns = {}, []
        for layer in [*needs, file]:
            self.first, self.positions = {}, 0
            for part in layer.directory["parts"]:
                left = tuple(map(int, part["name"].split(" v ")))
                self.tables[left], self.first[left] = Table(layer, part["name"]), self.positions
                self.positions += self.tables[left].rows

    def published(self, a, b, boards):
        """Return lower and upper bounds of a v b, and the numbers in this layer or -1."""
        table, ranks, most = self.tables[a, b], self.rules.rank(boards), self.rules.most
        found = table.read(ranks)
        lower, upper = found["lower"], found["lower"] + found["width"]
        # Of bounds that are results no sum comes near 63 bits.
        for rank in ranks[(lower < -most) | (upper < lower) | (most < upper)][:1]:
            raise Damaged(f"{table.name}, rank {rank}, block {rank // table.in_block}: no bounds")
        numbers = ranks + self.first[a, b] if (a, b) in self.first else np.full(len(ranks), -1)
        return np.array([lower, upper, numbers])

    def after_play(self, boards):
        """Return the same, or the result and -1 where the game is over."""
        known = np.full((3, len(boards)), -1)
        left = boards[:, :, 1:].sum(2)
        for a, b in np.unique(left, axis=0).tolist():
            here = (left == (a, b)).all(1)
            lost = -self.rules.won(boards[here])
            known[:, here] = self.published(a, b, boards[here]) if b else [lost, lost, 0 * lost - 1]
        known[:, self.dead(boards)] = [[0], [0], [-1]]
        return known

    def dead(self, boards):
        """Return where neither side can ever move."""
        closed = (boards[:, :, 1 : self.rules.home + 1] > 1).all((1, 2))
        return closed & (boards[:, :, self.rules.bar] > 0).all(1)

    def check(self, a, b, boards):
        """Check the bounds of these positions of a v b; return their numbers."""
        lower, upper, numbers = self.published(a, b, boards)
        slack, rolls, most = self.slack * ~self.dead(boards), self.rules.faces**2, self.rules.most
        least, largest = sums = np.zeros((2, len(boards)), int)
        for x, y in self.rules.rolls:
            rows, after = self.rules.plays(boards, (x, y))
            low, high, to = self.after_play(after[:, ::-1])
            best = np.full((2, len(boards)), -most)
            np.maximum.at(best, (slice(None), rows), -np.array([high, low]))
            sums += best * (1 + (x != y))
            if not self.slack:
                self.turns.append((numbers, rows, to))
        sound = ((lower + slack) * rolls <= least) | (slack > 0) & (lower == -most)
        sound &= (largest <= (upper - slack) * rolls) | (slack > 0) & (upper == most)
        for i in np.flatnonzero(~sound)[:1]:
            rank, table = numbers[i] - self.first[a, b], self.tables[a, b]
            what = f"{lower[i]} to {upper[i]}, the rules give {least[i]} to {largest[i]}, / {rolls}"
            raise Damaged(f"{table.name}, rank {rank}, block {rank // table.in_block}: {what}")
        return numbers

    def leave(self):
        """Check that play leaves the layer, once all positions are checked; return the rounds."""
        stays, rounds = np.ones(self.positions, bool), 0
        while stays.any():
            left = stays.copy()
            for numbers, rows, to in self.turns:
                held = np.zeros(len(numbers), bool)
                held[rows[(to >= 0) & stays[to]]] = True
                left[numbers[~held]] = False
            require(left.sum() < stays.sum(), f"play need not leave position {np.argmax(left)}")
            stays, rounds = left, rounds + 1
        return rounds
