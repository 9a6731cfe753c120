"""Check races: both sides with what a cube is worth, and both sides bearing off."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from .gammon import Rules
from .layouts import EQUITIES
from .reader import Damaged, File, Table, require

Key = Callable[[tuple[int, ...]], object]
# The names of lower bounds and widths.
Columns = tuple[tuple[str, str], ...]
CHUNK = 1 << 15
MOST_SIDES = 1 << 16


def by_places(side: tuple[int, ...]) -> object:
    """Order sides of as many checkers, those borne off on place 0, colexicographically."""
    return side[::-1]


def by_count(side: tuple[int, ...]) -> object:
    """Order sides as gnubg does: fewer checkers first, then fewer beyond point 1, and so on."""
    return [sum(side[point:]) for point in range(len(side))]


def bounds_of(table: Table, ranks: np.ndarray, names: Columns, most: int) -> np.ndarray:
    """Return lower and upper bounds by the names of their columns, [bound, kind, position].

    Refuse them unless they are results, from -most to most, of which no sum comes near 63 bits.
    """
    found = table.read(ranks)
    low = np.array([found[name] for name, _ in names])
    high = low + [found[width] for _, width in names]
    sound = (-most <= low) & (low <= high) & (high <= most)
    for rank in ranks[~sound.all(0)][:1]:
        raise Damaged(f"{table.name}, rank {rank}, block {rank // table.in_block}: no bounds")
    return np.array([low, high])


class Sides:
    """All sides with up to some checkers on the lowest points, and where their plays lead.

    A side is a tuple: how many checkers it has on point 1, point 2 and so on.
    """

    def __init__(self, rules: Rules, points: int, checkers: int, order: Key) -> None:
        require(1 <= points <= rules.points and 1 <= checkers <= rules.checkers, "parameters")
        require(comb(points + checkers, points) <= MOST_SIDES, "parameters")
        multisets = combinations_with_replacement(range(points + 1), checkers)
        counts = ([side.count(place) for place in range(1, points + 1)] for side in multisets)
        self.all = sorted(map(tuple, counts), key=order)
        self.counts = np.array([sum(side) for side in self.all])
        numbers = {side: number for number, side in enumerate(self.all)}
        boards = np.zeros((len(self.all), 2, rules.bar + 1), np.int8)
        boards[:, 0, 1 : points + 1] = self.all
        boards[:, 0, 0] = rules.checkers - self.counts
        self.after: list[tuple[int, np.ndarray, np.ndarray]] = []
        for x, y in rules.rolls:
            rows, after = rules.plays(boards, (x, y))
            found = [numbers[side] for side in map(tuple, after[:, 0, 1 : points + 1].tolist())]
            self.after.append((1 + (x != y), rows, np.array(found)))

    def plays(self, sides: np.ndarray) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
        """Yield the weight of each roll, and rows and sides after its plays."""
        for weight, rows, after in self.after:
            starts = np.searchsorted(rows, np.arange(len(self.all) + 1))
            counts = np.diff(starts)[sides]
            repeated = np.repeat(np.arange(len(sides)), counts)
            within = np.arange(counts.sum()) - np.repeat(counts.cumsum() - counts, counts)
            yield weight, repeated, after[starts[sides][repeated] + within]


class Race:
    """A layer of races and those that it needs: values are [bound, kind, position]."""

    kinds: tuple[str, ...] = EQUITIES
    columns: Columns = tuple((kind, f"{kind}_width") for kind in EQUITIES)
    unit = 1 << 27

    def __init__(self, file: File, needs: list[File]) -> None:
        self.rules = Rules(file.directory["parameters"])
        points, checkers = file.directory["domain"].rsplit("-", 1)[1].split("x")
        self.sides = Sides(self.rules, int(points), int(checkers), by_count)
        self.tables: dict[int, list[Table]] = {}
        for layer in [*needs, file]:
            most = int(layer.directory["domain"].rsplit("x", 1)[1])
            parts = [part["name"] for part in layer.directory["parts"]]
            self.tables[most] = [Table(layer, part) for part in parts]
            for part, table in enumerate(self.tables[most]):
                rolling, waiting = self.shape(most, part)
                require(table.rows == len(rolling) * len(waiting), f"{table.name}: its rows")
        self.parts = self.tables[int(checkers)]
        self.shapes = [self.shape(int(checkers), part) for part in range(len(self.parts))]

    def shape(self, most: int, part: int) -> tuple[range, range]:
        """Return the sides about to roll and those that wait, of a part of a layer."""
        size = len(self.sides.all[0])
        new, end = (comb(size + most - 1, size) if most > 1 else 0), comb(size + most, size)
        return (range(new), range(new, end)) if part else (range(new, end), range(end))

    def sides_of(self, part: int, ranks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the sides about to roll and those that wait, of positions of a part."""
        rolling, waiting = self.shapes[part]
        return ranks // len(waiting) + rolling.start, ranks % len(waiting) + waiting.start

    def known(self, rolling: np.ndarray, waiting: np.ndarray) -> np.ndarray:
        """Return the published values of positions."""
        found = np.zeros((2, len(self.kinds), len(rolling)), int)
        counts = self.sides.counts
        most = np.maximum(np.maximum(counts[rolling], counts[waiting]), 1)
        parts = ((counts[rolling] < most) & (most > 1)).astype(int)
        for layer, part in np.unique([most, parts], axis=1).T.tolist():
            here = (most == layer) & (parts == part)
            rows, columns = self.shape(layer, part)
            ranks = (rolling[here] - rows.start) * len(columns) + waiting[here] - columns.start
            found[:, :, here] = self.bounds(self.tables[layer][part], ranks)
        return found

    def bounds(self, table: Table, ranks: np.ndarray) -> np.ndarray:
        """Return lower and upper bounds of all kinds."""
        return bounds_of(table, ranks, self.columns, self.unit)

    def after_play(self, known: np.ndarray) -> np.ndarray:
        """Return what positions are worth to the player who has just moved."""
        cubeless, owned, centred, opponent = known.transpose(1, 0, 2)
        double = np.minimum(2 * opponent, self.unit)
        worth = [cubeless, opponent, np.maximum(centred, double), np.maximum(owned, double)]
        return -np.array(worth).transpose(1, 0, 2)[::-1]

    def check(self, part: int, ranks: np.ndarray) -> None:
        """Check the values of these positions of a part."""
        rolling, waiting = self.sides_of(part, ranks)
        stored, sums = self.bounds(self.parts[part], ranks), 0
        for weight, turns, after in self.sides.plays(rolling):
            best = np.full(stored.shape, -self.unit)
            worth = self.after_play(self.known(waiting[turns], after))
            np.maximum.at(best, (slice(None), slice(None), turns), worth)
            sums = sums + weight * best
        faces = self.rules.faces**2
        lost, won = self.sides.counts[waiting] == 0, self.sides.counts[rolling] == 0
        sums[:, :, lost], sums[:, :, won] = -self.unit * faces, self.unit * faces
        # Rounded outward, and no wider than that.
        wrong = (stored[0] != sums[0] // faces) | (stored[1] != -(-sums[1] // faces))
        for kind, i in np.argwhere(wrong)[:1]:
            table, rank = self.parts[part], ranks[i]
            low, high = sums[:, kind, i].tolist()
            require(
                False,
                f"{table.name}, rank {rank}, block {rank // table.in_block}: {self.kinds[kind]} "
                f"{stored[0, kind, i]} to {stored[1, kind, i]}, the rules give {low} to {high}, "
                f"/ {faces}",
            )


class BearOff(Race):
    """Both sides bearing off, for wins."""

    kinds = ("value",)
    columns = (("lower", "width"),)
    unit = 1 << 56

    def __init__(self, file: File, _needs: list[File]) -> None:
        self.rules = Rules(file.directory["parameters"])
        self.sides = Sides(self.rules, self.rules.home, self.rules.checkers, by_places)
        self.parts = [Table(file, part["name"]) for part in file.directory["parts"]]
        require([table.rows for table in self.parts] == [len(self.sides.all) ** 2], "parts")

    def sides_of(self, _part: int, ranks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the sides about to roll and those that wait."""
        return ranks % len(self.sides.all), ranks // len(self.sides.all)

    def known(self, rolling: np.ndarray, waiting: np.ndarray) -> np.ndarray:
        """Return the published values of positions."""
        return self.bounds(self.parts[0], waiting * len(self.sides.all) + rolling)

    def after_play(self, known: np.ndarray) -> np.ndarray:
        """Return what positions are worth to the player who has just moved."""
        return -known[::-1]


def check_with(race: Race, sample: int | None, seed: int) -> str:
    """Check a layer, and say what was checked."""
    rows = [table.rows for table in race.parts]
    chosen = np.arange(sum(rows))
    if sample is not None and sample < sum(rows):
        chosen = np.array(sorted(random.Random(seed).sample(range(sum(rows)), sample)))
    first = 0
    for part, size in enumerate(rows):
        ranks = chosen[(chosen >= first) & (chosen < first + size)] - first
        for at in range(0, len(ranks), CHUNK):
            race.check(part, ranks[at : at + CHUNK])
        first += size
    return f"{len(chosen):,} of {sum(rows):,} positions follow from the rules"


def check(file: File, needs: list[File], sample: int | None, seed: int) -> str:
    """Check a layer of races with what a cube is worth."""
    return check_with(Race(file, needs), sample, seed)


def check_bearing_off(file: File, needs: list[File], sample: int | None, seed: int) -> str:
    """Check a layer in which both sides bear off."""
    return check_with(BearOff(file, needs), sample, seed)
