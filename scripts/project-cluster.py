#!/usr/bin/env python3
"""Projects how long a layer of the backgammon family takes on a cluster (docs/cluster.md).

    scripts/project-cluster.py backgammon 6-6 --nodes 16 256 --gbit 10 25

Counts what each process computes, sends and receives in each round of a pass, as it is done in
crates/shuban-solve/src/across, and adds up the time of the rounds. Counts are exact but for one: of
the values that units of as many points read, a step is taken to hand on during the pass such a part
as there are units of the stage after it, and the rest before the pass.
"""

import argparse
import bisect
import functools
import heapq
from itertools import combinations, pairwise
from math import comb

GAMES = {"half-gammon": (12, 3, 3), "backgammon": (24, 6, 6)}  # points, faces, home
CHUNK = 1 << 14  # positions that are kept together
AT_ONCE = 1 << 20  # positions whose values are handed on together before a pass
NUMBER = 4  # bytes
POSITION = 6  # price of computing one, in that of a number that is sent or received


def multisets(kinds, count):
    return comb(kinds + count - 1, count) if kinds else int(count == 0)


def subsets(points, n):
    """The sets of n points, in the order of their units."""
    return sorted(sum(1 << point for point in some) for some in combinations(range(points), n))


def lowest(points, depth):
    """The class of a set: its lowest points."""
    rest = points
    for _ in range(depth):
        rest &= rest - 1
    return points ^ rest


def count_below(points, point):
    return (points & ((1 << point) - 1)).bit_count()


class Stage:
    """The units of all sets of n points that `b` opponents hold."""

    def __init__(self, game, a, b, n):
        points, faces, home = GAMES[game]
        kinds, fewest, tables = points + 1 - n, max(a - 4, 0), 1 + 3 * faces
        self.sets, self.lanes = subsets(points, n), comb(b, n)
        self.values = multisets(kinds, a) * self.lanes
        rows = 1 + sum(multisets(home, left) for left in range(fewest, a)) + multisets(kinds, a)
        self.carry = rows * tables * (comb(b - 1, n) if n < min(b, points) else 0)
        # By free places below a point: the numbers that a unit reads of its set without that point.
        reach = {c: kinds if c == a else min(home, kinds) for c in range(fewest + 1, a + 1)}
        width = comb(b - 1, n - 1) * tables if n else 0
        self.reads = [width * sum(multisets(r, c - 1) for c, r in reach.items() if gap <= r)
                      for gap in range(points)]


class Shares:
    """Who computes which unit of a part, and who keeps which position."""

    def __init__(self, game, a, b, count):
        self.points, self.a, self.count, self.in_place = GAMES[game][0], a, count, a == b
        self.stages = [Stage(game, a, b, n) for n in range(min(b, self.points) + 1)]
        self.steps = []
        for n, stage in enumerate(self.stages):
            most, fewest = (96, 4) if self.in_place else (16, 64)
            units = len(stage.sets)
            size = max(-(-units // most), fewest)
            self.steps += [(n, at, min(units, at + size)) for at in reversed(range(0, units, size))]
        self.step_of = {}
        for number, (n, first, end) in enumerate(self.steps):
            self.step_of.update(((n, unit), number) for unit in range(first, end))
        deal = None
        for depth in range(1, 5):
            found = Deal(self, depth)
            found.deal()
            if deal and deal.price() <= found.price():
                break
            deal = found
        # What was dealt, by the classes one deeper, which are moved.
        fine = Deal(self, deal.depth + 1)
        fine.give_all({key: deal.owners[lowest(key, deal.depth)] for key in fine.classes})
        fine.improve()
        self.depth, self.owners = fine.depth, fine.owners
        self.owner = [[fine.owners[lowest(points, fine.depth)] for points in stage.sets]
                      for stage in self.stages]

    def computed(self, step, owner):
        n, first, end = step
        computed = [0] * self.count
        for process in owner[n][first:end]:
            computed[process] += self.stages[n].values
        return computed

    def keepers(self, step):
        """Those that keep positions of a step, with the bounds of their units and their ranks."""
        n, first, end = step
        values, found = self.stages[n].values, []
        bounds = [(end - first) * p // self.count for p in range(self.count + 1)]
        for process, (low, high) in enumerate(pairwise(bounds)):
            if low < high:
                ranks = low * values // CHUNK * CHUNK, -(-high * values // CHUNK) * CHUNK
                found.append((process, first + low, first + high, *ranks))
        return found


class Work:
    """What each process does in each step, and the most of each step."""

    def __init__(self, steps, count):
        self.of, self.most = [[0] * count for _ in range(steps)], [0] * steps

    def add(self, step, process, work):
        self.of[step][process] += work
        self.most[step] = max(self.most[step], self.of[step][process])

    def take(self, step, process, work):
        of_step = self.of[step]
        was_most = of_step[process] == self.most[step]
        of_step[process] -= work
        if was_most:
            self.most[step] = max(of_step)


class Deal:
    """Owners of the classes of a depth, with what each process computes and moves in each step."""

    def __init__(self, shares, depth):
        self.depth, self.count = depth, shares.count
        weights, computed, exchanges = {}, {}, {}
        for n, stage in enumerate(shares.stages):
            for unit, points in enumerate(stage.sets):
                key, step = lowest(points, depth), shares.step_of[n, unit]
                weights[key] = weights.get(key, 0) + stage.values + stage.carry
                of_class = computed.setdefault(key, {})
                of_class[step] = of_class.get(step, 0) + stage.values
                if n + 1 == len(shares.stages):
                    continue
                free = [point for point in range(shares.points) if not points >> point & 1]
                for below, point in enumerate(free):
                    other = lowest(points | 1 << point, depth)
                    if other != key:
                        for here, there in (key, other), (other, key):
                            of_class = exchanges.setdefault(here, {})
                            numbers = of_class.get((step, there), 0)
                            of_class[step, there] = numbers + shares.stages[n + 1].reads[below]
        self.weights, self.steps = weights, len(shares.steps)
        # By class: positions by step, and numbers by step and other class.
        self.computed, self.exchanges = computed, {key: exchanges.get(key, {}) for key in weights}
        self.classes = sorted(weights, key=lambda key: (-weights[key], key))

    def deal(self):
        """The heaviest class first, each to the process that has least."""
        owners, heap = {}, [(0, process) for process in range(self.count)]
        for key in self.classes:
            load, owners[key] = heap[0]
            heapq.heapreplace(heap, (load + self.weights[key], owners[key]))
        self.give_all(owners)

    def give_all(self, owners):
        self.owners = owners
        self.work = [Work(self.steps, self.count) for _ in range(2)]
        for key, owner in owners.items():
            for step, positions in self.computed[key].items():
                self.work[0].add(step, owner, positions)
            for (step, other), numbers in self.exchanges[key].items():
                if owners[other] != owner:
                    self.work[1].add(step, owner, numbers)

    def price(self, steps=None):
        computed, moved = (work.most for work in self.work)
        steps = range(self.steps) if steps is None else steps
        return sum(POSITION * computed[step] + moved[step] for step in steps)

    def give(self, key, to):
        own, (computed, moved) = self.owners[key], self.work
        self.owners[key] = to
        for step, positions in self.computed[key].items():
            computed.take(step, own, positions)
            computed.add(step, to, positions)
        for (step, other), numbers in self.exchanges[key].items():
            other = self.owners[other]
            if other != own:
                moved.take(step, own, numbers)
                moved.take(step, other, numbers)
            if other != to:
                moved.add(step, to, numbers)
                moved.add(step, other, numbers)

    def improve(self):
        """Moves classes for as long as that makes it cheaper."""
        for _ in range(8):
            if not sum([self.improve_one(key) for key in self.classes]):
                break

    def improve_one(self, key):
        own, nearest = self.owners[key], {}
        for (_, other), numbers in self.exchanges[key].items():
            other = self.owners[other]
            nearest[other] = nearest.get(other, 0) + numbers
        nearest.pop(own, None)
        steps = set(self.computed[key]) | {step for step, _ in self.exchanges[key]}
        least, cheapest = self.price(steps), own
        for process in sorted(nearest, key=lambda other: (-nearest[other], other))[:4]:
            self.give(key, process)
            price = self.price(steps)
            if price < least:
                least, cheapest = price, process
        self.give(key, cheapest)
        return cheapest != own


class Traffic:
    """Numbers that each process sends and receives in a round."""

    def __init__(self, sent, received):
        self.sent, self.received = sent, received

    def __add__(self, other):
        lists = (self.sent, other.sent), (self.received, other.received)
        return Traffic(*([a + b for a, b in zip(*both)] for both in lists))


def computed_traffic(shares, step):
    """Values to those that keep them, and what hits lead to, to those that read it."""
    (n, first, end), pairs = step, {}
    values, own = shares.stages[n].values, shares.owner[n]
    keepers, _, _, lows, highs = zip(*shares.keepers(step))
    for unit in range(first, end):
        low = (unit - first) * values
        for at in range(bisect.bisect_right(highs, low), bisect.bisect_left(lows, low + values)):
            pair, both = (own[unit], keepers[at]), min(highs[at], low + values) - max(lows[at], low)
            pairs[pair] = pairs.get(pair, 0) + both
        if n + 1 < len(shares.stages):
            left, reads = shares.stages[n].sets[unit], shares.stages[n + 1].reads
            free = [point for point in range(shares.points) if not left >> point & 1]
            for below, point in enumerate(free):
                pair = own[unit], shares.owners[lowest(left | 1 << point, shares.depth)]
                pairs[pair] = pairs.get(pair, 0) + reads[below]
    sent, received = [0] * shares.count, [0] * shares.count
    for (sender, receiver), numbers in pairs.items():
        if sender != receiver:
            sent[sender] += numbers
            received[receiver] += numbers
    return Traffic(sent, received)


class Readers:
    """The units of a part that read values of its partner's units. Numbers of values are told in
    threes: for readers of fewer points than the writer has, of as many, and of more."""

    def __init__(self, writers, readers):
        self.writers, self.readers = writers, readers
        # By owner: the highest points of the mover, which are the lowest for the other side.
        self.tops = [[] for _ in range(readers.count)]
        for key, owner in readers.owners.items():
            top = int(f"{key:0{writers.points}b}"[::-1], 2)
            low = max((top & -top).bit_length() - 1, 0)
            self.tops[owner].append((top, low, top.bit_count()))
        self.numbers, self.added = functools.cache(self.numbers), functools.cache(self.added)

    def numbers(self, n, tops, free):
        """Those of a unit for all readers of some highest points and any of the free ones below."""
        found = [0, 0, 0]
        most = min(tops + free, len(self.readers.stages) - 1)
        for held in range(tops, (most if tops == self.readers.depth else tops) + 1):
            blocks = comb(free, held - tops) * comb(self.writers.a, held)
            found[(held > n) + (held >= n)] += blocks * self.writers.stages[n].lanes
        return found

    def added(self, n, tops, low, below, fixed, beside, k):
        """The same, of all units that hold k of `below` + `beside` points, and `fixed` others."""
        found = [0, 0, 0]
        for j in range(max(0, k - beside), min(k, below) + 1):
            ways = comb(below, j) * comb(beside, k - j)
            numbers = self.numbers(n, tops, low - fixed - j)
            found = [f + ways * some for f, some in zip(found, numbers)]
        return found

    def of_units(self, n, nodes, owner):
        """Those for an owner's readers, of all units with some points and any k below c."""
        fewer = same = more = 0
        for top, low, held in self.tops[owner]:
            for fixed, c, k in nodes:
                if not fixed & top:
                    beside = c - low - count_below(top, c) if c > low else 0
                    below = count_below(fixed, low)
                    some = self.added(n, held, low, min(c, low), below, beside, k)
                    fewer, same, more = fewer + some[0], same + some[1], more + some[2]
        return fewer, same, more

    def first(self, n, count):
        """The first units, so: before a set are those of its highest points and any below."""
        sets, points = self.writers.stages[n].sets, self.writers.points
        if count == len(sets):
            return [(0, points, n)]
        held = [point for point in range(points) if sets[count] >> point & 1]
        return [(sum(1 << p for p in held[k:]), held[k - 1], k) for k in range(1, n + 1)]

    def traffic(self, step, senders):
        """What senders hand on of a step before a pass computes it, and what then."""
        (n, first, end), count, points = step, self.writers.count, self.writers.points
        sent, own = [[[0] * 3 for _ in range(count)] for _ in range(2)]
        total = [0, 0, 0]
        for held in range(min(points - n, len(self.readers.stages) - 1) + 1):
            blocks = comb(points - n, held) * comb(self.writers.a, held)
            total[(held > n) + (held >= n)] += blocks * self.writers.stages[n].lanes
        for unit, sender in zip(self.writers.stages[n].sets[first:end], senders):
            for at, some in enumerate(self.of_units(n, [(unit, 0, 0)], sender)):
                own[sender][at] += some
                sent[sender][at] += total[at] - some
        until, since = ([self.of_units(n, self.first(n, at), process) for process in range(count)]
                        for at in (end, first))
        received = [[u - s - o for u, s, o in zip(*some)] for some in zip(until, since, own)]
        in_place, part = self.writers.in_place, first / len(self.writers.stages[n].sets)
        later = [[(some[2] + part * some[1]) * in_place for some in of] for of in (sent, received)]
        rest = [[sum(a) - b for a, b in zip(*of)] for of in zip((sent, received), later)]
        return Traffic(*rest), Traffic(*later)


def rounds(game, a, b, count):
    """The rounds of a sweep and of a pass over bounds: what is computed before, and the traffic."""
    parts = [Shares(game, *sides, count) for sides in dict.fromkeys([(a, b), (b, a)])]
    sweep, bounds, idle = [], [], [0] * count
    for shares, partner in zip(parts, reversed(parts)):
        readers, handed = Readers(partner, shares), {}
        filling, positions = Traffic(idle, idle), 0
        for step in partner.steps:
            kept = [p for p, low, high, *_ in partner.keepers(step) for _ in range(low, high)]
            before, handed[step] = readers.traffic(step, kept)
            filling += before
            positions += sum(partner.computed(step, partner.owner))
            if positions >= AT_ONCE or step == partner.steps[-1]:
                sweep.append((idle, filling))
                bounds.append((idle, filling))
                filling, positions = Traffic(idle, idle), 0
        for step in shares.steps:
            n, first, end = step
            computed, traffic = shares.computed(step, shares.owner), computed_traffic(shares, step)
            bounds.append((computed, traffic))
            if shares.in_place:
                bounds.append((idle, handed[step]))
                traffic += readers.traffic(step, shares.owner[n][first:end])[1]
            sweep.append((computed, traffic))
    return sweep, bounds


def seconds(of_pass, options, gbit):
    """The time of a pass: computing, copying, sending, and waiting for each other."""
    found, count = [0, 0, 0, len(of_pass) * options.latency / 1e6], len(of_pass[0][0])
    slower, times = options.stragglers
    slow = [times if process < slower else 1 for process in range(count)]
    for computed, traffic in of_pass:
        work = [some * times for some, times in zip(computed, slow)]
        moved = [sum(some[:2]) * some[2] for some in zip(traffic.sent, traffic.received, slow)]
        shared = options.one_machine or count
        work, moved = (max(max(some), sum(some) / shared) for some in (work, moved))
        found[0] += work / options.cores / options.rate / 1e6
        found[1] += moved * NUMBER / 1e9 * options.copying
        found[2] += max(traffic.sent + traffic.received) * NUMBER * 8 / gbit / 1e9 if gbit else 0
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    add = parser.add_argument
    add("game", choices=GAMES)
    add("layer", type=lambda text: [int(side) for side in text.split("-")], help="as 6-6")
    add("--nodes", type=int, nargs="+", default=[16], help="processes, one on each node")
    add("--gbit", type=float, nargs="+", default=[10, 25], help="rates of links; 0 has no limit")
    add("--cores", type=int, default=16, help="cores of a process")
    add("--rate", type=float, default=6, help="million positions a second and core")
    add("--copying", type=float, default=0.75, help="seconds of a core for a GB sent or received")
    add("--latency", type=float, default=200, help="microseconds of a round with nothing to say")
    add("--passes", type=int, nargs=2, default=[48, 7], help="sweeps, and passes over bounds")
    add("--stragglers", type=float, nargs=2, default=[0, 1], help="how many, and how much slower")
    add("--one-machine", type=int, metavar="CORES", help="all processes share so many cores")
    options = parser.parse_args()
    print("| nodes | link | load | GB sent | s: computing, copying, sending, waiting | layer |\n"
          "| --- | --- | --- | --- | --- | --- |")
    for count in options.nodes:
        of_pass = rounds(options.game, *options.layer, count)
        computed, traffic = zip(*of_pass[0])
        load = sum(map(max, computed)) * count / sum(map(sum, computed))
        sent = sum(sum(some.sent) for some in traffic) * NUMBER / 1e9 / count
        for gbit in options.gbit:
            each = [seconds(some, options, gbit) for some in of_pass]
            layer = sum(passes * sum(times) for passes, times in zip(options.passes, each))
            times = ", ".join(f"{time:.3g}" for time in each[0])
            print(f"| {count} | {gbit:g} | {load:.2f} | {sent:.3g} | {times} | {layer:,.0f} s |")


if __name__ == "__main__":
    main()
