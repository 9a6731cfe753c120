"""Check layers of Tanhinmin: the players who may win after each lead, by playing its trick out.

A deal is a tuple of groups, the weakest first; a group says how many of its cards each player
holds, beginning with the leader. Sets of players are bits, the leader's the lowest.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product

import numpy as np

from .histogram import Class, check_histogram
from .reader import File, Table, require

Group = tuple[int, ...]
Deal = tuple[Group, ...]

MOST_CARDS = 16
PASSING = {"voluntary": False, "voluntary, looked at where no card leaves a chance": True}
CLEARING = {"when all but one have passed": False, "when all have passed": True}


class Order:
    """The deals of a number of cards in the order of their ranks, with the leads of each."""

    def __init__(self, players: int, ties: bool, merged: bool) -> None:
        self.players, self.merged = players, merged
        self.most = MOST_CARDS if ties else 1
        self.after = lru_cache(None)(self.count_after)
        self.letters = lru_cache(None)(self.list_letters)

    def list_letters(self, size: int) -> list[Group]:
        """Return the letters of this many cards, in their order."""
        counts = product(range(size, -1, -1), repeat=self.players)
        letters = [letter for letter in counts if sum(letter) == size <= self.most]
        if self.merged and size > 1:
            letters = [letter for letter in letters if max(letter) < size]
        return letters

    def choices(self, left: int) -> Iterator[Group]:
        """Yield the letters of at most this many cards, in their order."""
        for size in range(1, left + 1):
            yield from self.letters(size)

    def follow(self, letter: Group, missing: int, leads: bool) -> tuple[int, bool, int]:
        """Return who is missing after a letter, whether it is all the leader's, and its new leads.

        Where groups are merged, one more card of a run of the leader's is no other lead.
        """
        still = sum(1 << p for p in range(self.players) if missing >> p & 1 and not letter[p])
        run = self.merged and letter[0] == sum(letter)
        return still, run, int(letter[0] > 0 and not (run and leads))

    def count_after(self, left: int, missing: int, leads: bool) -> tuple[int, int]:
        """Return how many ways there are to place the cards left, and the leads of all."""
        if left == 0:
            return (int(not missing), 0)
        words = total = 0
        for letter in self.choices(left):
            still, run, added = self.follow(letter, missing, leads)
            ways, more = self.after(left - sum(letter), still, run)
            words, total = words + ways, total + more + added * ways
        return words, total

    def first(self, cards: int, deal: Deal | None = None, rank: int = 0) -> tuple[int, Deal]:
        """Return the number of the first lead of a deal, or of the deal with the lead `rank`."""
        left, missing, leads, before, own = cards, (1 << self.players) - 1, False, 0, 0
        found: list[Group] = []
        while left:
            for letter in self.choices(left):
                still, run, added = self.follow(letter, missing, leads)
                ways, more = self.after(left - sum(letter), still, run)
                size = more + ways * (own + added)
                if letter == deal[-1 - len(found)] if deal else rank < before + size:
                    break
                before += size
            found.append(letter)
            left, missing, leads, own = left - sum(letter), still, run, own + added
        return before, tuple(found[::-1])

    def reduced(self, deal: Deal) -> Deal:
        """Return the deal as a word: without empty groups, and single cards one by one."""
        word: list[Group] = []
        for group in deal:
            size = sum(group)
            alone = self.merged and size and max(group) == size
            word += (
                [tuple(int(count > 0) for count in group)] * size if alone else [group] * (size > 0)
            )
        return tuple(word)

    def strength(self, deal: Deal, place: int) -> int:
        """Return the number of the strength of a group, from 1.

        Where cards may tie, one card after another of one player alone have one strength.
        """
        one = self.merged and self.most > 1
        goes_on = [one and a == b and sum(a) == max(a) for a, b in pairwise(deal[: place + 1])]
        return place + 1 - sum(goes_on)

    def leads(self, deal: Deal) -> list[int]:
        """Return the groups that the leader may lead, the weakest first, each run once."""
        runs = [self.merged and group[0] == sum(group) for group in deal]
        return [
            place
            for place, group in enumerate(deal)
            if group[0] and not (place and runs[place] and runs[place - 1])
        ]


def unite(player: int, values: list[int]) -> int:
    """Return the union of the sets that the player to move likes best: the singleton rule."""
    tiers = [value.bit_count() if value >> player & 1 else 99 for value in values]
    best, union = min(tiers), 0
    for tier, value in zip(tiers, values, strict=True):
        union |= value if tier == best else 0
    return union


class Tricks:
    """The rules of a layer, and the values of deals with fewer cards from the layers it needs."""

    def __init__(self, parameters: dict[str, str], needs: list[File]) -> None:
        self.players = int(parameters["players"])
        require(2 <= self.players <= 5, "parameters: players")
        self.only_if_lost = PASSING[parameters["passing"]]
        self.to_the_last = CLEARING[parameters["clearing"]]
        ties = {"true": True, "false": False}[parameters["ties"]]
        self.order = Order(self.players, ties, not self.to_the_last)
        self.tables = {cards_of(need): Table(need, "leads") for need in needs}
        self.led = lru_cache(1 << 16)(self.read_led)
        self.answer = lru_cache(1 << 18)(self.find_answer)

    def play(self, deal: Deal, place: int, player: int, passed: int) -> int:
        """Return the value after a player's card of a group."""
        group = tuple(count - (seat == player) for seat, count in enumerate(deal[place]))
        deal = (*deal[:place], group, *deal[place + 1 :])
        if not any(group[player] for group in deal):
            return 1 << player
        return self.turn(deal, place, player, player, passed)

    def turn(self, deal: Deal, place: int, last: int, player: int, passed: int) -> int:
        """Return the value after a player's turn; `last` played the card on the table."""
        out = passed if self.to_the_last else passed | 1 << last
        if out == (1 << self.players) - 1:
            rotated = tuple(group[last:] + group[:last] for group in deal)
            led = self.led(self.order.reduced(rotated)) << last
            return (led | led >> self.players) & ((1 << self.players) - 1)
        mover = (player + 1) % self.players
        while passed >> mover & 1:
            mover = (mover + 1) % self.players
        return self.answer(deal, place, last, mover, passed)

    def find_answer(self, deal: Deal, place: int, last: int, mover: int, passed: int) -> int:
        """Return the value for a player who may put a stronger card on the table, or pass."""
        stronger = [above for above in range(place + 1, len(deal)) if deal[above][mover]]
        values = [self.play(deal, above, mover, passed) for above in stronger]
        if not (self.only_if_lost and any(value >> mover & 1 for value in values)):
            values.append(self.turn(deal, place, last, mover, passed | 1 << mover))
        return unite(mover, values)

    def read_led(self, deal: Deal) -> int:
        """Return the value of a deal for its leader, from the values of the leads."""
        cards = sum(map(sum, deal))
        first, _ = self.order.first(cards, deal)
        ranks = np.arange(first, first + len(self.order.leads(deal)))
        return unite(0, self.tables[cards].read(ranks)["winners"].tolist())


def cards_of(file: File) -> int:
    """Return how many cards the deals of a layer have."""
    return int(file.directory["domain"].split("/")[1].split("-")[1])


def check(file: File, needs: list[File], sample: int | None, seed: int) -> str:
    """Check a layer, and say what was checked."""
    cards, table = cards_of(file), Table(file, "leads")
    require(cards <= MOST_CARDS, "domain: the number of cards")
    rules = Tricks(file.directory["parameters"], needs)
    order = rules.order
    leads = order.after(cards, (1 << rules.players) - 1, False)[1]
    require(table.rows == leads, f"leads: {table.rows} in place of {leads}")
    chosen = range(leads)
    if sample is not None and sample < leads:
        chosen = sorted(random.Random(seed).sample(chosen, sample))
    stored = table.read(np.array(chosen))
    values = zip(stored["wins"].tolist(), stored["winners"].tolist(), strict=True)
    for rank, (wins, winners) in zip(chosen, values, strict=True):
        first, deal = order.first(cards, rank=rank)
        found = rules.play(deal, order.leads(deal)[rank - first], 0, 0)
        require(
            winners == found and wins == (found == 1),
            f"leads, rank {rank}, block {rank // table.in_block}: {winners:b}, "
            f"wins {wins}, by the rules {found:b}",
        )
    said = f"{len(chosen):,} of {leads:,} leads follow from the rules"
    if len(chosen) == leads:
        columns = ["leader", "value", "lowest_lead", "lead"]
        said += check_histogram(file, columns, classes_of(order, cards, stored["winners"].tolist()))
    return said


def classes_of(order: Order, cards: int, winners: list[int]) -> Counter[Class]:
    """Count the deals, and their leads, by class; `winners` are those after each lead."""
    classes: Counter[Class] = Counter()
    rank = 0
    while rank < len(winners):
        _, deal = order.first(cards, rank=rank)
        leads = order.leads(deal)
        led = winners[rank : rank + len(leads)]
        value = unite(0, led)
        players = "".join(str(p + 1) for p in range(order.players) if value >> p & 1)
        lowest = order.strength(deal, leads[led.index(1)]) if 1 in led else None
        leader = "more cards" if sum(group[0] for group in deal) > 1 else "one card"
        classes[leader, players, lowest, "weakest"] += 1
        if len(leads) > 1:
            classes[leader, players, lowest, "other"] += len(leads) - 1
        rank += len(leads)
    return classes
