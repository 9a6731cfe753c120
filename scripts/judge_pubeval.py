#!/usr/bin/env python3
"""pubeval, Gerald Tesauro's public evaluator of 1993, as a player that `shuban judge` examines.

    shuban judge backgammon/contact-2-2 \\
        --program 'python3 scripts/judge_pubeval.py --contact WT.cntc --race WT.race'

pubeval weighs 122 inputs of the position after a play, by one vector of weights for contact and another for
races; the two files have one number a line. Its numbers order plays but are not equities, so it is a player
of moves: of all legal plays it makes the one with the highest number, the first of equals. Checkers that are
not on the board are taken as borne off.
"""

import argparse
import json
import math
import sys

# Games of 15 checkers a side, on the board that the weights are for.
GAMES = ("backgammon", "nackgammon")
CHECKERS = 15
POINTS, HOME, BAR = 24, 6, 25
# For each point a lone opponent, one own checker, two or more, three, and more than three; then the
# opponent's checkers on the bar, and the own ones borne off.
INPUTS = 5 * POINTS + 2


def weights(file):
    """Returns the weights of a file."""
    try:
        with open(file, encoding="ascii") as lines:
            numbers = [float(word) for word in lines.read().split()]
    except OSError as error:
        raise SystemExit(f"{file} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SystemExit(f"{file} is no file of weights: {error}") from None
    if len(numbers) != INPUTS:
        raise SystemExit(f"{file} is no file of weights: expected {INPUTS} numbers, found {len(numbers)}")
    if not all(map(math.isfinite, numbers)):
        raise SystemExit(f"{file} is no file of weights: not all numbers are finite")
    return numbers


def side(text):
    """Returns the number of one side's checkers on each place, 0 for those borne off, from `1,3,bar`."""
    counts = [0] * (BAR + 1)
    for word in text.split(","):
        if word not in ("", "off"):
            counts[BAR if word == "bar" else int(word)] += 1
    counts[0] = CHECKERS - sum(counts)
    return tuple(counts)


def rearmost(counts):
    """Returns the highest place with a checker."""
    return max(place for place, count in enumerate(counts) if count)


def moved(counts, start, end):
    """Returns the checkers after one has gone from one place to another."""
    changed = list(counts)
    changed[start] -= 1
    changed[end] += 1
    return tuple(changed)


def steps(mover, opponent, die):
    """Yields the ways to move one checker: from where, to where, and both sides' checkers afterwards."""
    last = rearmost(mover)
    for start in [BAR] if mover[BAR] else range(last, 0, -1):
        if not mover[start]:
            continue
        end = start - die
        if end <= 0:
            # Off the board, when all are at home: by the exact number, or from the rearmost point.
            if last > HOME or (end < 0 and start != last):
                continue
            end = 0
        opposed = opponent[BAR - end] if end else 0
        if opposed < 2:
            after = moved(opponent, BAR - end, BAR) if opposed else opponent
            yield start, end, moved(mover, start, end), after


def in_order(position, dice):
    """Returns how many dice can be played in this order, and a play for each position that they lead to."""
    reached = {position: ()}
    for played, die in enumerate(dice):
        further = {}
        for before, play in reached.items():
            for start, end, *after in steps(*before, die):
                further.setdefault(tuple(after), (*play, (start, end)))
        if not further:
            return played, reached
        reached = further
    return len(dice), reached


def plays(position, high, low):
    """Returns a legal play for each position after a roll: with as many dice as possible, and the higher if one."""
    if high == low:
        return in_order(position, [high] * 4)[1]
    (many, first), (other, second) = in_order(position, [high, low]), in_order(position, [low, high])
    if many != other or many < 2:
        return first if many >= other else second
    return {**second, **first}


def score(mover, opponent, weight):
    """Returns pubeval's number of a position after a play."""
    if mover[0] == CHECKERS:
        return math.inf
    total = weight[-2] * opponent[BAR] / 2 + weight[-1] * mover[0] / CHECKERS
    for place in range(1, POINTS + 1):
        # The inputs begin with those of the highest point.
        first, count = 5 * (POINTS - place), mover[place]
        if opponent[BAR - place] == 1:
            total += weight[first]
        if count == 1:
            total += weight[first + 1]
        elif count:
            total += weight[first + 2]
        if count == 3:
            total += weight[first + 3]
        elif count > 3:
            total += weight[first + 4] * (count - 3) / 2
    return total


def best_play(position, roll, contact, race):
    """Returns the play of the highest number, such as `bar/22 6/5`."""
    mover, opponent = map(side, position.split("|"))
    # The position before the play decides which weights are used, for all plays alike.
    weight = contact if rearmost(mover) + rearmost(opponent) > BAR else race
    high, low = sorted(map(int, roll.split("-")), reverse=True)
    found = plays((mover, opponent), high, low)
    play = found[max(found, key=lambda after: score(*after, weight))]
    names = {BAR: "bar", 0: "off"}
    return " ".join(f"{names.get(start, start)}/{names.get(end, end)}" for start, end in play) or "no play"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contact", required=True, metavar="FILE", help="weights for positions with contact")
    parser.add_argument("--race", required=True, metavar="FILE", help="weights for races")
    arguments = parser.parse_args()
    contact, race = weights(arguments.contact), weights(arguments.race)

    greeting = json.loads(sys.stdin.readline())
    if greeting["game"] not in GAMES:
        raise SystemExit(f"pubeval does not play {greeting['game']}")
    print(json.dumps({"name": "pubeval", "answers": "moves"}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        position = question["position"]
        move = best_play(position, question["roll"], contact, race)
        print(json.dumps({"id": question["id"], "position": position, "move": move}), flush=True)


if __name__ == "__main__":
    main()
