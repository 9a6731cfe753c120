#!/usr/bin/env python3
"""Writes the opening of half-gammon as tables in Markdown: best play of every roll, and of every reply.

usage: half-gammon-openings.py PROGRAM DATA

PROGRAM is `shuban`, DATA a folder in which `PROGRAM build half-gammon/whole` has built all layers.
"""

import json
import subprocess
import sys

START = "3,3,3,7,7,7,12,12|3,3,3,7,7,7,12,12"


def probed(position, roll=None):
    program, data = sys.argv[1:3]
    asked = [program, "probe", "half-gammon", position, "--data", data, "--json", "--quiet"]
    asked += ["--roll", roll] if roll else []
    return json.loads(subprocess.run(asked, check=True, capture_output=True).stdout)


def of_roll(position, dice):
    """The plays of a roll, best first, and the position that the best one leaves to the other side."""
    (roll,) = [roll for roll in probed(position, dice)["rolls"] if roll["dice"] == dice]
    return roll["moves"]


def row(*cells):
    print("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")


def main():
    start = probed(START)
    print(f"Start: {start['value']:+.10f}, from {start['lower']:.10f} to {start['upper']:.10f}\n")
    rolls = [roll["dice"] for roll in start["rolls"]]
    plays = {dice: of_roll(START, dice) for dice in rolls}
    first = [best["value"] for dice, (best, *_) in plays.items() if dice[0] != dice[2]]
    print(f"No double at first: {sum(first) / len(first):+.10f}\n")
    row("roll", "best play", "value", "second best", "loses")
    row("---", "---", "---", "---", "---")
    for dice, (best, *others) in plays.items():
        second = others[0] if others else None
        loses = f"{best['value'] - second['value']:.6f}" if second else ""
        row(dice, best["move"], f"{best['value']:+.8f}", second["move"] if second else "", loses)
    print()
    row("first", *rolls)
    row(*["---"] * (1 + len(rolls)))
    for dice, (best, *_) in plays.items():
        replies = [of_roll(best["after"], reply)[0] for reply in rolls]
        row(f"{dice}: {best['move']}", *(f"{one['move']} ({one['value']:+.4f})" for one in replies))


if __name__ == "__main__":
    main()
