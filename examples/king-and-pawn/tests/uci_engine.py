"""A chess engine of the least kind: it goes to the first square that its king may go to."""

import sys

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def around(square):
    """Returns the squares beside one."""
    file, rank = ord(square[0]), ord(square[1])
    beside = [chr(file + right) + chr(rank + up) for up in (-1, 0, 1) for right in (-1, 0, 1)]
    return [other for other in beside if other in SQUARES and other != square]


def best_move(board, side):
    """Returns a king's move, or `(none)`."""
    row_of = {rank: row for rank, row in zip("87654321", board.split("/"))}
    standing = {}
    for rank, row in row_of.items():
        spread = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
        standing.update({file + rank: letter for file, letter in zip("abcdefgh", spread) if letter != "."})
    place = {letter: square for square, letter in standing.items()}
    own, other = ("K", "k") if side == "w" else ("k", "K")
    taken = set(around(place[other]))
    if side == "w":
        taken.add(place["P"])
    else:
        file, rank = place["P"]
        taken |= {chr(ord(file) + right) + chr(ord(rank) + 1) for right in (-1, 1)}
    free = [square for square in around(place[own]) if square not in taken]
    return place[own] + free[0] if free else "(none)"


position = None
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name First square\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        position = words[2:4]
    elif words[0] == "go":
        print("info depth 1\nbestmove " + best_move(*position), flush=True)
    elif words[0] == "quit":
        break
