#!/usr/bin/env python3
"""Checks proofs of limited TRAX that are walks: who is sure of what, with every reply answered.

    python3 check.py FILE...

The rules are those of docs/trax.md, written once more; the form is its section "Proofs as walks", the
container that of docs/format.md. Needs the modules `xxhash` and `zstandard`. What names the content
(blake3) is not compared: xxh3 covers every byte. Prints a line for each file and exits with 0, or says
what is wrong and exits with 1.
"""

import json
import struct
import sys
from collections import Counter
from itertools import product

import xxhash
import zstandard

N, E, S, W = 1, 2, 4, 8
#: Tiles are the sets of their white sides, in the order in which turns are numbered.
TILES = [N | S, E | W, N | W, S | E, N | E, S | W]
#: The field: boards of 8×8 at most and a border of two on each side; its columns, its first cell.
FIELD, FIRST = 12, 26
STEP = {N: -FIELD, E: 1, S: FIELD, W: -1}
ACROSS = {N: S, E: W, S: N, W: E}
SIDES = [(side, step, ACROSS[side]) for side, step in STEP.items()]
SIDES_OF = {tile: [side for side in STEP if tile & side] for tile in range(16)}
#: The other side of a track that enters a tile, by the two sides that are its own.
OTHER = {(pair, side): pair ^ side for pair in range(16) for side in SIDES_OF[pair]}
TWO = {pair for pair in range(16) if pair.bit_count() == 2}
WHITE = 0


def require(holds, reason):
    if not holds:
        raise ValueError(reason)


class Container:
    """A file whose checksums hold: its manifest, and its streams."""

    def __init__(self, data):
        self.data = data
        require(len(data) >= 80 and data[:8] == b"\x89SHB\r\n\x1a\n", "no Shuban file")
        version, self.block_size = struct.unpack_from("<II", data, 8)
        require(version == 1 and 64 <= self.block_size <= 1 << 20, "version or size of blocks")
        self.identity = data[16:32]
        (header_sum,) = struct.unpack_from("<Q", data, 32)
        require(xxhash.xxh3_64_intdigest(data[:32]) == header_sum, "checksum of the header")
        require(data[-8:] == b"SHUBAN\n\x04", "no end mark")
        start, length, sum_, trailer_sum = struct.unpack_from("<QQQQ", data, len(data) - 40)
        self.compare(trailer_sum, data[-40:-16], 3)
        require(start + length + 40 == len(data), "the directory's place")
        self.compare(sum_, data[start : start + length], 2)
        self.manifest = json.loads(data[start : start + length].decode("utf-8"))
        self.streams, end = {}, 40
        for number, section in enumerate(self.manifest["sections"]):
            require(section["kind"] == "stream" and len(section["runs"]) == 2, "not a stream")
            decoded = []
            for run, entry in enumerate(section["runs"]):
                require(entry["start"] == end, "a gap before a run")
                content, end = self.run(number, run, entry)
                decoded.append(content)
            self.streams[section["name"]] = self.entries(section, *decoded)
        require(end == start, "a gap before the directory")

    def compare(self, expected, content, what, section=0, run=0, length=0, number=0):
        place = self.identity + struct.pack("<IIIIQ", what, section, run, length, number)
        found = xxhash.xxh3_64_intdigest(content, seed=xxhash.xxh3_64_intdigest(place))
        require(found == expected, "a checksum")

    def run(self, section, run, entry):
        """The decoded blocks of a run, and where it ends."""
        data, blocks, table = self.data, entry["blocks"], entry["table"]
        at, begin, decoded = table, entry["start"], []
        for piece in range(-(-blocks // 64)):
            count = min(64, blocks - 64 * piece)
            content = data[at : at + 8 + 12 * count]
            self.compare(struct.unpack_from("<Q", data, at + len(content))[0], content, 1, section, run, 0, piece)
            base = entry["start"] + struct.unpack_from("<Q", content)[0]
            require(base == begin, "a gap between blocks")
            for block in range(count):
                word, checksum = struct.unpack_from("<IQ", content, 8 + 12 * block)
                end, packed = base + (word & 0x7FFFFFFF), word >> 31
                require(begin <= end <= table, "a block's end")
                stored = data[begin:end]
                self.compare(checksum, stored, 0, section, run, len(stored) | packed << 31, 64 * piece + block)
                if packed:
                    stored = zstandard.ZstdDecompressor().decompress(stored, max_output_size=self.block_size)
                decoded.append(stored)
                begin = end
            at += 16 + 12 * count
        require(begin == table, "a gap before a block table")
        return decoded, at

    def entries(self, section, blocks, offsets):
        """The entries of a stream: one run holds their bytes, the other where they begin."""
        sizes = [self.block_size] * (section["bytes"] // self.block_size) + [section["bytes"] % self.block_size]
        require([len(block) for block in blocks] == [size for size in sizes if size], "a block's length")
        content, starts = b"".join(blocks), []
        for block in offsets:
            count = len(block) // 8
            require(len(block) == 8 * count, "a block of offsets")
            # Byte planes: the lowest bytes of all numbers first.
            starts.extend(int.from_bytes(block[number::count], "little") for number in range(count))
        is_whole = len(starts) == section["entries"] + 1 and (starts[0], starts[-1]) == (0, len(content))
        require(is_whole and starts == sorted(starts), "the offsets")
        return [content[start:end] for start, end in zip(starts, starts[1:])]


class Rules:
    """A board is its field, with the first row and column at (2, 2), and its height and width."""

    def __init__(self, size, has_lines):
        self.size, self.has_lines = size, has_lines
        self.empty = (bytes(FIELD * FIELD), 0, 0)

    def ends(self, field, at):
        """The sides of a cell from which white leads into it, and those from which red does."""
        white = red = 0
        for side, step, across in SIDES:
            tile = field[at + step]
            if tile:
                white, red = (white | side, red) if tile & across else (white, red | side)
        return white, red

    def fill(self, field, at, tile):
        """Puts a tile and all that it forces; the cells, or None if three ends meet in one."""
        field[at] = tile
        filled = [at]
        for at in filled:
            for _, step, _ in SIDES:
                beside = at + step
                if not field[beside]:
                    white, red = self.ends(field, beside)
                    if white.bit_count() > 2 or red.bit_count() > 2:
                        return None
                    if white in TWO or red in TWO:
                        field[beside] = white if white in TWO else 15 - red
                        filled.append(beside)
        return filled

    def track(self, field, at, colour):
        """The two ends of a track, as its last cells and the sides it leaves them by; None: a loop."""
        own = field[at] if colour == WHITE else 15 - field[at]
        ends = []
        for side in (N, E, S, W):
            if own & side:
                cell, leave = at, side
                while field[cell + STEP[leave]]:
                    cell += STEP[leave]
                    tile = field[cell] if colour == WHITE else 15 - field[cell]
                    leave = OTHER[tile, ACROSS[leave]]
                    if (cell, leave) == (at, side):
                        return None
                ends.append((cell, leave))
        return ends

    def wins(self, field, at, colour):
        ends = self.track(field, at, colour)
        if ends is None:
            return True
        # Edges between rows, or columns, by number: a line joins two that are as far apart as can be.
        (one, first), (other, second) = (
            (side in (N, S), (cell // FIELD if side in (N, S) else cell % FIELD) + (side in (S, E)))
            for cell, side in ends
        )
        return self.has_lines and one == other and abs(first - second) == self.size

    def turns(self, board, mover):
        """All legal turns, by row, column and tile: the board after it, who has won (-1: nobody, and it
        is full; None: it goes on), how many cells it filled and where the tile is."""
        field, height, width = board
        if not height:
            for tile in (N | S, N | W):
                yield (field[:FIRST] + bytes([tile]) + field[FIRST + 1 :], 1, 1), None, 1, FIRST
            return
        rows = range(height == self.size, height + 2 - (height == self.size))
        columns = range(width == self.size, width + 2 - (width == self.size))
        for row, column in product(rows, columns):
            at = (row + 1) * FIELD + column + 1
            white, red = self.ends(field, at)
            fits = [tile for tile in TILES if tile & white == white and not tile & red]
            for tile in fits if white | red and not field[at] else []:
                after = bytearray(field)
                filled = self.fill(after, at, tile)
                if filled is None:
                    continue
                wins = lambda colour: any(self.wins(after, cell, colour) for cell in filled)
                won = next(filter(wins, (mover, 1 - mover)), None)
                if won is None and FIELD * FIELD - after.count(0) == self.size**2:
                    won = -1
                shift = (row == 0) * FIELD + (column == 0)
                after = after[-shift:] + after[:-shift] if shift else after
                size = max(height, row) + (row == 0), max(width, column) + (column == 0)
                yield (bytes(after), *size), won, len(filled), at + shift

    def key(self, board):
        """The least image that is at least as wide as high, by its three sets of cells."""
        field, height, width = board
        placed = [(at // FIELD - 2, at % FIELD - 2, tile) for at, tile in enumerate(field) if tile]
        images = []
        for upside_down, mirrored, transposed in product((False, True), repeat=3):
            if (height > width) != transposed and height != width:
                continue
            sets = {N: 0, E: 0, S: 0, W: 0}
            for row, column, tile in placed:
                if upside_down:
                    row, tile = height - 1 - row, swapped(tile, N, S)
                if mirrored:
                    column, tile = width - 1 - column, swapped(tile, E, W)
                if transposed:
                    row, column, tile = column, row, swapped(swapped(tile, N, W), E, S)
                for side in SIDES_OF[tile]:
                    sets[side] |= 1 << 8 * row + column
            images.append((sets[N], sets[E], sets[S]))
        return min(images)

    def board(self, key):
        field, height, width = bytearray(FIELD * FIELD), 0, 0
        for cell in range(64):
            tile = sum(side for side, cells in zip((N, E, S), key) if cells >> cell & 1)
            if tile:
                row, column = divmod(cell, 8)
                height, width = max(height, row + 1), max(width, column + 1)
                field[(row + 2) * FIELD + column + 2] = tile if tile in TWO else tile | W
        return bytes(field), height, width


def swapped(tile, one, other):
    return tile ^ (one | other) if bool(tile & one) != bool(tile & other) else tile


class Decoder:
    def __init__(self, record):
        require(len(record) >= 4, "a record is too short, or there is none")
        self.record, self.at = record, 4
        self.range, self.code = 2**32 - 1, int.from_bytes(record[:4], "big")

    def choose(self, weights):
        unit = self.range // sum(weights)
        left = self.code // unit
        before = number = 0
        while number < len(weights) - 1 and left >= before + weights[number]:
            before, number = before + weights[number], number + 1
        self.code, self.range = self.code - unit * before, unit * weights[number]
        while self.range < 1 << 24:
            require(self.at < len(self.record), "a record ends too soon")
            self.range, self.code = self.range * 256, self.code * 256 + self.record[self.at]
            self.at += 1
        return number


class Model:
    def __init__(self):
        self.met, self.leaves, self.offered, self.chosen = Counter(), Counter(), Counter(), Counter()
        self.kinds = {}

    def read(self, decoder, classes):
        """The number of the choice that is played, or None for a leaf."""
        if not classes:
            return None
        met, leaves, offered, chosen = self.met, self.leaves, self.offered, self.chosen
        rate = max(20 * (2 * leaves[one] + 1) // (2 * met[one] + 2) for one in classes)
        weights = self.kinds.setdefault((rate, min(len(classes), 31)), [1, 1])
        number = decoder.choose(weights)
        weights[number] += 2
        if sum(weights) > 65536:
            weights[:] = [weight // 2 | 1 for weight in weights]
        met.update(classes)
        if number == 0:
            leaves.update(classes)
            return None
        rates = [4096 * (20 * chosen[one] + 1) // (20 * (offered[one] + 1)) for one in classes]
        played = decoder.choose([max(1, rate) for rate in rates])
        offered.update(classes)
        chosen[classes[played]] += 1
        return played


def class_of(rules, board, mover, filled, at):
    """The class of a turn: what it fills, and how the tracks of both colours through its tile end."""
    field, height, width = board
    kind = min(filled, 5) - 1
    for colour in (mover, 1 - mover):
        dead, cells, directions = 0, [], []
        for cell, side in rules.track(field, at, colour):
            beside = cell + STEP[side]
            place, count = (beside // FIELD, height) if side in (N, S) else (beside % FIELD, width)
            dead += count == rules.size and not 2 <= place < 2 + count
            cells.append(divmod(beside, FIELD))
            directions.append(side)
        apart = sorted(abs(one - other) for one, other in zip(*cells))
        place = 10 if apart[1] > 3 else apart[1] * (apart[1] + 1) // 2 + apart[0]
        one, other = directions
        turned = 0 if one == other else 2 if ACROSS[one] == other else 1
        kind = kind * 99 + (dead * 11 + place) * 3 + turned
    return kind


class Walk:
    def __init__(self, data):
        opened = Container(data)
        manifest, parameters = opened.manifest, opened.manifest["parameters"]
        self.game = manifest["game"]
        name, _, reading = self.game.partition("-")
        names = [f"trax/{size}" for size in range(2, 9)] + [f"trax/{size}-loops" for size in range(2, 8)]
        require(self.game in names, "no game of TRAX")
        self.rules = Rules(int(name[5:]), not reading)
        require(set(opened.streams) == {"root", "walk"}, "it is no walk")
        self.records = opened.streams["walk"]
        # White to move and no tile: of other roots it would be open whether play can come to them.
        require(opened.streams["root"] == [bytes(1 + (3 * self.rules.size**2 + 7) // 8)], "its root is not the start")
        (part,) = manifest["parts"]
        self.positions, self.leaves = part["positions"], manifest["facts"]["leaves"]
        seat, least, answer = parameters["seat"], parameters["at-least"], parameters["answer"]
        require(seat in ("0", "1") and least in ("0", "1") and answer in ("yes", "no"), "the question")
        self.side = int(seat) if answer == "yes" else 1 - int(seat)
        self.is_win = (least == "1") == (answer == "yes")
        self.plies, self.nodes = int(parameters["closed-plies"]), int(parameters["closed-nodes"])
        require(1 <= self.plies <= 4 and self.nodes <= 10**7, "more plain search than is allowed")

    def holds(self, won):
        return won == self.side or won == -1 and not self.is_win

    def decided(self, board, mover, plies):
        """Whether plain search sees that the claim holds: True, False, or None."""
        own = mover == self.side
        value = not own  # Who cannot move has lost.
        for after, won, _, _ in self.rules.turns(board, mover):
            self.visited += 1
            require(self.visited <= self.nodes, "plain search takes too long")
            deeper = won is None and plies > 1
            found = self.decided(after, 1 - mover, plies - 1) if deeper else None if won is None else self.holds(won)
            if found == own:
                return own
            value = None if found is None else value
        return value

    def replies(self, board):
        """Where the walk goes on after each reply."""
        for after, won, _, _ in self.rules.turns(board, 1 - self.side):
            require(won is None or self.holds(won), "a reply ends the game against the claim")
            ends = (end for _, end, _, _ in self.rules.turns(after, self.side))
            if won is None and not any(end is not None and self.holds(end) for end in ends):
                tiles = FIELD * FIELD - after[0].count(0)
                self.levels[tiles].add(self.rules.key(after))

    def check(self):
        rules, model, records = self.rules, Model(), iter(self.records)
        self.levels = [set() for _ in range(rules.size**2 + 1)]
        positions = leaves = 0
        if self.side == WHITE:
            self.levels[0].add(rules.key(rules.empty))
        else:
            self.replies(rules.empty)
        for tiles in range(rules.size**2):
            level, self.levels[tiles] = sorted(self.levels[tiles]), None
            for first in range(0, len(level), 65536):
                decoder = Decoder(next(records, b""))
                for key in level[first : first + 65536]:
                    board, choices = rules.board(key), {}
                    for after, won, filled, at in rules.turns(board, self.side):
                        if won is None and after not in choices:
                            choices[after] = class_of(rules, after, self.side, filled, at)
                    played = model.read(decoder, list(choices.values()))
                    if played is None:
                        leaves += 1
                        self.visited = 0
                        found = any(self.decided(board, self.side, n + 1) for n in range(self.plies))
                        require(found, "a leaf is not decided by plain search")
                    else:
                        positions += 1
                        self.replies(list(choices)[played])
                require(decoder.at == len(decoder.record) and decoder.code == 0, "a record does not fit the walk")
        require(next(records, None) is None, "it goes on after its walk")
        require((positions, leaves) == (self.positions, self.leaves), "it has not as many positions as it says")
        side, claim = ("white", "red")[self.side], "wins" if self.is_win else "wins or draws"
        return f"{self.game}: {side} {claim} from the start: {positions} moves, {leaves} closed"


def main(files):
    for file in files:
        try:
            with open(file, "rb") as opened:
                print(f"{file}: {Walk(opened.read()).check()}", flush=True)
        except Exception as error:  # Damaged files give rise to all kinds of them.
            print(f"{file}: refused: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
