"""Check layers of one side bearing off: the distributions of the number of rolls."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

from .gammon import Rules
from .races import Sides, by_places
from .reader import File, Table, require
from .streams import Stream

Chances = tuple[int, ...]


def chances_of(entry: bytes) -> Chances:
    """Return the integers of an entry: the chance of n rolls, times the throws to the power n."""
    found, at = [], 0
    while at < len(entry):
        integer = entry[at + 1 : at + 1 + entry[at]]
        sound = len(integer) == entry[at] and integer[-1:] != b"\0"
        require(sound, "dictionary: an integer that is cut or has zeros in front")
        found.append(int.from_bytes(integer, "little"))
        at += 1 + entry[at]
    require(found and found[-1], "dictionary: an entry without a last chance")
    return tuple(found)


def mean_of(chances: Chances, throws: int) -> Fraction:
    """Return the mean number of rolls."""
    return sum((Fraction(n * chance, throws**n) for n, chance in enumerate(chances)), Fraction())


def check(file: File, _needs: list[File], sample: int | None, seed: int) -> str:
    """Check a layer, and say what was checked."""
    rules = Rules(file.directory["parameters"])
    throws = rules.faces**2
    sides = Sides(rules, rules.home, rules.checkers, by_places)
    (part,) = file.directory["parts"]
    table, size = Table(file, part["name"]), len(sides.all)
    require(table.rows == size, f"{table.name}: its number of positions")
    entries = [chances_of(entry) for entry in Stream(file, "dictionary").entries()]
    require(len(set(entries)) == len(entries), "dictionary: an entry twice")
    # A checker moves a point at least with every roll.
    longest = max(map(len, entries))
    require(longest <= rules.checkers * rules.home + 1, "dictionary: more rolls than there can be")
    stored = table.read(np.arange(size))
    chances = [entries[number] for number in stored["distribution"].tolist()]
    means = [mean_of(one, throws) for one in chances]
    # The least mean, then the greatest chance of one roll, of two and so on.
    order = [
        (mean, tuple(-c for c in one) + (0,) * (longest - len(one)))
        for mean, one in zip(means, chances, strict=True)
    ]
    chosen = range(size)
    if sample is not None and sample < size:
        chosen = sorted(random.Random(seed).sample(chosen, sample))
    for rank in chosen:
        found = [0] * (longest + 1) if sides.counts[rank] else [1]
        if sides.counts[rank]:
            for weight, _, after in sides.plays(np.array([rank])):
                best = min(after.tolist(), key=order.__getitem__)
                require(rank not in after, f"{table.name}, rank {rank}: a play that stays")
                for n, chance in enumerate(chances[best]):
                    found[n + 1] += weight * chance
        while not found[-1]:
            found.pop()
        low = means[rank].numerator * 2**56 // means[rank].denominator
        inexact = int(means[rank] * 2**56 != low)
        same = tuple(found) == chances[rank]
        require(
            same and (stored["lower"][rank], stored["width"][rank]) == (low, inexact),
            f"{table.name}, rank {rank}, block {rank // table.in_block}: "
            f"{'the mean' if same else 'the distribution'} is not what the rules give",
        )
    return f"{len(chosen):,} of {size:,} positions follow from the rules"
