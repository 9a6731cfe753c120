"""Check layers of Amazons: the value of each region, from the values after each move.

Sets of squares are numbers: bit 11 r + c stands for the square in row r and column c. A position is
a set of squares that are not burnt, and those of Black's and of White's amazons among them.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, combinations

import numpy as np

from .histogram import Class, check_histogram
from .reader import File, Table, require
from .streams import Stream

BOX = 11
MOST_AMAZONS = 4
MOST_CODE = 243
# Shapes of up to ten squares that touch at sides or corners, up to symmetry.
SHAPES = [1, 2, 5, 22, 94, 524, 3031, 18770, 118133, 758381]
DIRECTIONS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]

Position = tuple[int, int, int]
Pair = tuple[int | None, int | None]


def squares_of(mask: int) -> list[int]:
    """Return the numbers of the squares of a set, ascending."""
    return [square for square in range(BOX * BOX) if mask >> square & 1]


def mask_of(squares) -> int:
    """Return a set of squares."""
    return sum(1 << square for square in squares)


def ray(square: int, direction: tuple[int, int]) -> list[int]:
    """Return the squares that lie in a direction, the nearest first."""
    found, (row, column) = [], divmod(square, BOX)
    while 0 <= (row := row + direction[0]) < BOX and 0 <= (column := column + direction[1]) < BOX:
        found.append(row * BOX + column)
    return found


RAYS = [[ray(square, direction) for direction in DIRECTIONS] for square in range(BOX * BOX)]


def reach(square: int, free: int) -> Iterator[int]:
    """Yield the squares that a queen's move or an arrow leads to over free squares."""
    for line in RAYS[square]:
        for target in line:
            if not free >> target & 1:
                break
            yield target


def moves(position: Position, side: int) -> Iterator[Position]:
    """Yield the positions after all moves of a side, 0 for Black."""
    squares, *amazons = position
    empty = squares & ~amazons[0] & ~amazons[1]
    for start in squares_of(amazons[side]):
        for target in reach(start, empty):
            moved = amazons.copy()
            moved[side] ^= 1 << start | 1 << target
            for shot in reach(target, empty | 1 << start):
                yield squares & ~(1 << shot), *moved


def pieces(squares: int) -> Iterator[int]:
    """Yield the connected sets that some squares fall into."""
    while squares:
        piece, edge = 0, squares & -squares
        while edge:
            piece |= edge
            near = mask_of({line[0] for at in squares_of(edge) for line in RAYS[at] if line})
            edge = near & squares & ~piece
        squares &= ~piece
        yield piece


@lru_cache(1 << 16)
def images(squares: int) -> list[tuple[int, list[int]]]:
    """Return the images of a shape in the corner, with the square that came to each place.

    Only those that are at least as high as wide, the smallest as a number first.
    """
    points = [divmod(square, BOX) for square in squares_of(squares)]
    found = []
    for transposed in (False, True):
        for up in (1, -1):
            for left in (1, -1):
                image = [(c, r) if transposed else (r, c) for r, c in points]
                image = [(up * r, left * c) for r, c in image]
                top, edge = min(r for r, _ in image), min(c for _, c in image)
                image = [(r - top, c - edge) for r, c in image]
                if max(r for r, _ in image) >= max(c for _, c in image):
                    at = [r * BOX + c for r, c in image]
                    placed = sorted(zip(at, squares_of(squares), strict=True))
                    found.append((mask_of(at for at, _ in placed), [came for _, came in placed]))
    return sorted(found)


def placements(size: int) -> Iterator[tuple[int, int]]:
    """Yield Black's and White's amazons on numbered squares, in the order of ranks."""
    for black in range(min(MOST_AMAZONS, size) + 1):
        for white in range(min(black, size - black) + 1):
            for own in subsets(size, black):
                for other in subsets(size, white):
                    if not own & other:
                        yield own, other


@lru_cache(None)
def subsets(size: int, count: int) -> list[int]:
    """Return the sets of this many of the numbered squares, ascending as numbers."""
    return sorted(mask_of(some) for some in combinations(range(size), count))


class Region:
    """A shape, its symmetries, and the placements of amazons in it up to these."""

    def __init__(self, squares: int) -> None:
        self.squares = squares_of(squares)
        numbers = {square: number for number, square in enumerate(self.squares)}
        same = [came for image, came in images(squares) if image == squares]
        self.symmetries = sorted({tuple(numbers[square] for square in came) for came in same})

    def least(self, black: int, white: int) -> tuple[int, int]:
        """Return the first of the placements that symmetries make of one."""
        return min(
            (permuted(black, symmetry), permuted(white, symmetry)) for symmetry in self.symmetries
        )

    def count(self) -> int:
        """Return the number of placements, by Burnside's lemma."""
        return sum(map(fixed_placements, map(cycles, self.symmetries))) // len(self.symmetries)

    def placements(self) -> list[tuple[int, int]]:
        """Return the placements in the order of ranks."""
        return [some for some in placements(len(self.squares)) if self.least(*some) == some]


def permuted(mask: int, symmetry: tuple[int, ...]) -> int:
    """Return the image of a set of numbered squares."""
    return sum(1 << number for number, came in enumerate(symmetry) if mask >> came & 1)


def cycles(permutation: tuple[int, ...]) -> tuple[int, ...]:
    """Return the lengths of the cycles, ascending."""
    left, lengths = set(range(len(permutation))), []
    while left:
        at, length = min(left), 0
        while at in left:
            left.remove(at)
            at, length = permutation[at], length + 1
        lengths.append(length)
    return tuple(sorted(lengths))


@lru_cache(None)
def fixed_placements(lengths: tuple[int, ...]) -> int:
    """Return how many placements a permutation with such cycles leaves as they are."""
    ways = {(0, 0): 1}
    for length in lengths:
        more = dict(ways)
        for (black, white), count in ways.items():
            for key in ((black + length, white), (black, white + length)):
                more[key] = more.get(key, 0) + count
        ways = more
    return sum(n for (black, white), n in ways.items() if white <= black <= MOST_AMAZONS)


def pair_of(code: int) -> Pair:
    """Return the value (a|b) that a byte stands for."""
    if code <= 9:
        return (code or None, None)
    if code <= 18:
        return (None, 9 - code)
    return ((code - 19) // 15 - 6, (code - 19) % 15 - 8)


class Layer:
    """The regions of a size, and the ranks of their positions."""

    def __init__(self, file: File) -> None:
        self.size = int(file.directory["domain"].removeprefix("amazons/"))
        require(1 <= self.size <= len(SHAPES), "domain: the size of regions")
        self.table = Table(file, "regions")
        self.shapes = list(read_shapes(Stream(file, "regions/regions").entries()))
        require(len(self.shapes) == SHAPES[self.size - 1], "regions: how many there are")
        require(self.shapes == sorted(set(self.shapes)), "regions: their order")
        for squares in self.shapes:
            sound = squares.bit_count() == self.size and squares == images(squares)[0][0]
            require(sound and list(pieces(squares)) == [squares], "regions: one that is none")
        self.first = [0, *accumulate(Region(squares).count() for squares in self.shapes)]
        require(self.table.rows == self.first[-1], "regions: the number of positions")
        self.places = {squares: place for place, squares in enumerate(self.shapes)}
        self.known = lru_cache(256)(self.list_placements)
        self.plain = {some: rank for rank, some in enumerate(placements(self.size))}
        self.values: dict[int, np.ndarray] = {}

    def list_placements(self, place: int) -> tuple[Region, dict[tuple[int, int], int]]:
        """Return a region, and the numbers of its placements."""
        region = Region(self.shapes[place])
        if len(region.symmetries) == 1:
            return region, self.plain
        return region, {some: rank for rank, some in enumerate(region.placements())}

    def position(self, rank: int) -> Position:
        """Return the position of a rank."""
        place = bisect_right(self.first, rank) - 1
        region, numbers = self.known(place)
        masks = list(numbers)[rank - self.first[place]]
        black, white = (mask_of(region.squares[k] for k in squares_of(mask)) for mask in masks)
        return self.shapes[place], black, white

    def pair(self, position: Position) -> Pair:
        """Return the stored value of a connected position in any place."""
        squares, black, white = position
        if white.bit_count() > black.bit_count():
            a, b = self.pair((squares, white, black))
            return (None if b is None else -b, None if a is None else -a)
        shape, came = images(squares)[0]
        place = self.places[shape]
        region, numbers = self.known(place)
        masks = [
            sum(1 << k for k, at in enumerate(came) if mask >> at & 1) for mask in (black, white)
        ]
        rank = self.first[place] + numbers[region.least(*masks)]
        code = int(self.table.read(np.array([rank]))["value"][0])
        require(code <= MOST_CODE, f"regions, rank {rank}: no value")
        return pair_of(code)


def read_shapes(entries: list[bytes]) -> Iterator[int]:
    """Yield the regions of an index."""
    for entry in entries:
        squares = difference = shift = 0
        for byte in entry:
            difference |= (byte & 0x7F) << shift
            shift += 7
            require(shift <= 2 * BOX * BOX, "regions: a number without end")
            if byte < 0x80:
                squares += difference
                require(0 < squares < 1 << BOX * BOX, "regions: a square outside")
                yield squares
                difference = shift = 0


class Values:
    """Values by the rules, and from layers of smaller regions."""

    def __init__(self, needs: list[File]) -> None:
        self.layers = {layer.size: layer for layer in map(Layer, needs)}
        self.after = lru_cache(1 << 18)(self.find_after)

    def pair(self, position: Position) -> Pair:
        """Return the value of a position, from those after each move."""
        black = [1 + self.after(after, 1) for after in set(moves(position, 0))]
        white = [self.after(after, 0) - 1 for after in set(moves(position, 1))]
        return (max(black, default=None), min(white, default=None))

    def find_after(self, position: Position, side: int) -> int:
        """Return the score with a side to move, which passes only if it cannot move."""
        squares, black, white = position
        live = [piece for piece in pieces(squares) if piece & (black | white)]
        position = sum(live), black, white
        if len(live) == 1:
            pair = self.layers[live[0].bit_count()].pair(position)
        else:
            pair = self.pair(position)
        first, second = pair[side], pair[1 - side]
        return first if first is not None else second or 0


def check(file: File, needs: list[File], sample: int | None, seed: int) -> str:
    """Check a layer, and say what was checked."""
    layer, values = Layer(file), Values(needs)
    positions = layer.table.rows
    chosen = range(positions)
    if sample is not None and sample < positions:
        chosen = sorted(random.Random(seed).sample(chosen, sample))
    stored = layer.table.read(np.array(chosen))["value"].tolist()
    classes: Counter[Class] = Counter()
    for rank, code in zip(chosen, stored, strict=True):
        _, black, white = position = layer.position(rank)
        found = values.pair(position)
        classes[(black.bit_count(), white.bit_count(), *found)] += 1
        require(
            code <= MOST_CODE and pair_of(code) == found,
            f"regions, rank {rank}, block {rank // layer.table.in_block}: "
            f"{pair_of(code)}, by the rules {found}",
        )
    said = f"{len(chosen):,} of {positions:,} positions follow from the rules"
    if len(chosen) == positions:
        said += check_histogram(file, ["black", "white", "a", "b"], classes)
    return said
