#!/usr/bin/env python3
"""A chess engine that speaks UCI as a player that `shuban judge` examines.

    cargo run --release -p king-and-pawn -- judge king-and-pawn/all \\
        --program 'python3 scripts/judge_uci.py --depth 1 stockfish'

Positions are handed over as they are, for they are the first two fields of FEN. The engine's best move is
answered in algebraic notation. Each position is searched by itself, with nothing kept from the one before, so that
answers do not depend on their order.
"""

import argparse
import json
import subprocess
import sys


class Engine:
    """An engine and the two ends of its protocol."""

    def __init__(self, command, options):
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        except OSError as error:
            raise SystemExit(f"{command[0]} cannot be started: {error.strerror}") from None
        self.name = command[0]
        self.send("uci")
        for line in self.until("uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
        for name, value in options:
            self.send(f"setoption name {name} value {value}")

    def send(self, line):
        """Sends a command."""
        try:
            self.process.stdin.write(line + "\n")
        except BrokenPipeError:
            raise SystemExit(f"{self.name} has ended") from None

    def until(self, word):
        """Yields the lines up to the one that begins with a word, that one too."""
        for line in self.process.stdout:
            line = line.strip()
            yield line
            if line.split(" ", 1)[0] == word:
                return
        raise SystemExit(f"{self.name} ended before it said `{word}`")

    def best_move(self, position, limit):
        """Returns the move for a position, such as `e2e4`; None if the engine has none."""
        self.send("ucinewgame")
        self.send("isready")
        for _ in self.until("readyok"):
            pass
        self.send(f"position fen {position} - - 0 1")
        self.send(f"go {limit}")
        *_, last = self.until("bestmove")
        words = last.split()
        return words[1] if len(words) > 1 and words[1] not in ("(none)", "0000") else None


def pieces(board):
    """Returns the pieces of a FEN's first field, by squares such as `e4`."""
    found = {}
    for rank, row in zip("87654321", board.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                found["abcdefgh"[file] + rank] = letter
                file += 1
    return found


def algebraic(position, move):
    """Returns `e2e4` as the piece's letter, none for a pawn, `x` where it takes, and where it goes."""
    standing = pieces(position.split()[0])
    origin, target = move[:2], move[2:4]
    letter = standing[origin].upper().replace("P", "")
    return letter + ("x" if target in standing else "") + target


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, help="plies that are searched")
    parser.add_argument("--nodes", type=int, help="positions that are searched")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the engine")
    parser.add_argument("engine", nargs="+", help="the engine and its arguments")
    arguments = parser.parse_args()
    limits = [f"{name} {value}" for name, value in (("depth", arguments.depth), ("nodes", arguments.nodes)) if value]
    limit = " ".join(limits or ["depth 1"])
    given = [option.partition("=")[::2] for option in arguments.option]

    greeting = json.loads(sys.stdin.readline())
    engine = Engine(arguments.engine, [("Threads", "1"), ("Hash", "16"), *given])
    name = f"{engine.name}, {limit}"
    print(json.dumps({"name": name, "answers": "moves"}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"id": question["id"], "position": question["position"]}
        move = engine.best_move(question["position"], limit)
        if move is None:
            answer["error"] = f"no move in {greeting['game']} {question['position']}"
        else:
            try:
                answer["move"] = algebraic(question["position"], move)
            except KeyError:
                answer["error"] = f"nothing stands where {move} begins"
        print(json.dumps(answer), flush=True)
    engine.send("quit")


if __name__ == "__main__":
    main()
