#!/usr/bin/env python3
"""What GNU Backgammon's decisions with the cube lose in races, by the exact values of a layer.

    shuban build backgammon/race-7x8
    python3 scripts/judge_cube.py backgammon/race-7x8 --least 7 --plies 0 2

Positions are drawn with equal chances, each draw anew, from those with both sides at home of which
one has `--least` checkers or more; with `--beyond` from those with a checker outside. It is money
play without gammons, for a side that has borne off loses none; the cube is in the middle, or with
`--cube owned` in the hand of the side about to roll. Without a double, a position is worth what
`shuban probe` tells as `centred` or `owned`; with one, twice its `opponent`, or 1 if it is passed.

GNU Backgammon (`cfevaluate`) doubles or not, and is wrong where the proven bounds of the other are
above those of its choice; its answer to a double is judged where not doubling is not proven better.
The error of its equity is its equity of its best decision less the exact one. Brackets are 95 %
intervals.
"""

import argparse
import json
import math
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement

from judge_gnubg import board, command

QUESTIONS = "SHUBAN_CUBE_QUESTIONS"
QUANTILE = 1.959963984540054
# Points of the home, and checkers of a side in GNU Backgammon's two-sided database.
HOME = DATABASE = 6


def size(layer):
    """Returns the points of a layer and the checkers of a side, by its name."""
    return tuple(map(int, layer.rpartition("-")[2].split("x")))


def drawn(options):
    """Returns positions of the layer, as `probe` reads them."""
    points, most = size(options.layer)
    on = range(1, (points if options.beyond else HOME) + 1)
    sides = [of for n in range(most) for of in combinations_with_replacement(on, n + 1)]
    rng, positions = random.Random(options.seed), []
    while len(positions) < options.sample:
        pair = rng.choice(sides), rng.choice(sides)
        beyond = max(side[-1] for side in pair) > HOME
        if beyond == options.beyond and max(map(len, pair)) >= options.least:
            positions.append("|".join(",".join(map(str, side)) for side in pair))
    return positions


def exact_bounds(options, positions):
    """Returns the proven bounds of the equities of positions, from `shuban probe`."""
    probe = [options.shuban, "--data", options.data, "probe", options.layer, "-", "--json-lines"]
    try:
        said = subprocess.run(probe, input="\n".join(positions), stdout=subprocess.PIPE, text=True)
    except OSError as error:
        sys.exit(f"{options.shuban} cannot be asked: {error}")
    answers = [json.loads(line) for line in said.stdout.splitlines()]
    if len(answers) < len(positions) or any("bounds" not in answer for answer in answers):
        sys.exit(f"{options.layer} does not answer: build it first")
    return [answer["bounds"]["equity"] for answer in answers]


def told(options, positions):
    """Returns what `answer_all` writes. Parts run in several copies: each answer waits 10 ms."""
    this = os.path.abspath(__file__)
    its_command = [*command(options)[:-1], this, *["--no-bearoff"][: options.no_bearoff]]
    inner = {**os.environ, "PYTHONPATH": os.path.dirname(this), "LC_ALL": "C"}
    step = -(-len(positions) // options.jobs)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:

        def part(first):
            file = pathlib.Path(folder, str(first))
            asked = [options.cube, options.plies, positions[first : first + step]]
            file.write_text(json.dumps(asked))
            ends = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "check": True}
            try:
                subprocess.run(its_command, env={**inner, QUESTIONS: str(file)}, **ends)
            except (OSError, subprocess.CalledProcessError) as error:
                sys.exit(f"no answers by {options.gnubg}: {error}")
            return json.loads(file.with_suffix(".answers").read_text())

        return list(pool.map(part, range(0, len(positions), step)))


def answer_all():
    """Writes the ids of positions with GNU Backgammon's answers at each depth, and its times."""
    import gnubg

    file = pathlib.Path(os.environ[QUESTIONS])
    cube, plies, positions = json.loads(file.read_text())
    # A cube of 1 in the middle, or of 2 with the mover; no match, Jacoby's rule or beavers.
    info = gnubg.cubeinfo(*((1, -1) if cube == "centred" else (2, 0)), 0, 0, (0, 0), 0, 0)
    info.update(jacoby=0, beavers=0)
    boards = list(map(board, positions))
    # With the cube and the small nets that leave out weak plays, without noise.
    answers, times = [], [time.process_time()]
    for depth in plies:
        context = gnubg.evalcontext(1, depth, 1, 1, 0.0)
        answers.append([gnubg.cfevaluate(its, info, context) for its in boards])
        times.append(time.process_time())
    each = zip(map(gnubg.positionid, boards), zip(*answers))
    file.with_suffix(".answers").write_text(json.dumps([list(each), times]))


def judged(bounds, cube, answer):
    """Returns what an answer of GNU Backgammon loses, by the bounds of the exact equities.

    >>> told = (0.9, 0.8, 0.9, 1.0, 7, "Redouble, take")
    >>> one = judged({"owned": [0.8, 0.8], "opponent": [0.6, 0.6]}, "owned", told)
    >>> one["right"], one["double"], round(one["answer"], 9), round(one["error"], 9)
    ('double, pass', 0.0, 0.2, -0.1)
    >>> told = (1.0, 0.8, 1.2, 1.0, 5, "Double, pass")
    >>> one = judged({"centred": [0.5, 0.5], "opponent": [0.1, 0.1]}, "centred", told)
    >>> one["right"], round(one["double"], 9), one["answer"], round(one["error"], 9)
    ('no double', 0.3, None, 0.5)
    >>> one = judged({"centred": [0.5, 0.5], "opponent": [0.3, 0.3]}, "centred", told)
    >>> one["right"], one["double"], round(one["answer"], 9)
    ('double, take', 0.0, 0.4)
    """
    none, taken = bounds[cube], [2 * bound for bound in bounds["opponent"]]
    double = [min(bound, 1.0) for bound in taken]
    doubles = answer[5].split()[0] in ("Double,", "Redouble,", "Optional")
    chosen, other = (double, none) if doubles else (none, double)
    wrong = taken[0] > 1.0 if answer[2] < answer[3] else taken[1] < 1.0
    reply = "pass" if taken[0] > 1.0 else "take"
    right = "no double" if none[0] > double[1] else f"double, {reply}"
    values = [sum(none) / 2, answer[1], sum(taken) / 2, answer[2]]
    return {
        "right": right,
        "double": (sum(other) - sum(chosen)) / 2 if other[0] > chosen[1] else 0.0,
        "answer": None if right == "no double" else abs(values[2] - 1.0) if wrong else 0.0,
        "error": answer[0] - max(sum(none), sum(double)) / 2,
        "values": "no double {:+.4f} (told {:+.4f}), taken {:+.4f} (told {:+.4f})".format(*values),
    }


def mean(numbers):
    """Returns a mean with its interval, as text."""
    middle = statistics.fmean(numbers)
    half = QUANTILE * statistics.pstdev(numbers, middle) / math.sqrt(max(1, len(numbers) - 1))
    return f"{middle:.5f} ({middle - half:.5f} to {middle + half:.5f})"


def share(losses):
    """Returns how many lose something in per cent, with E. B. Wilson's interval, as text."""
    count, square = len(losses), QUANTILE**2
    part = sum(loss > 0 for loss in losses) / count
    half = QUANTILE * math.sqrt(part * (1 - part) / count + square / (4 * count * count))
    ends = (part + square / (2 * count) + sign * half for sign in (-1, 1))
    low, high = (max(0.0, 100 * end / (1 + square / count)) for end in ends)
    return f"{100 * part:.2f} % ({low:.2f} to {high:.2f})"


def report(name, group):
    """Prints what the decisions in some positions lose, and the errors of their equities."""
    print(f"  {name}: {len(group)} positions")
    mistakes = {"double": ("no double", "unsound", "missed"), "answer": ("pass", "takes", "passes")}
    for kind, (right, mistake, other) in mistakes.items():
        losses = [one[kind] for one in group if one[kind] is not None]
        wrong = [one["right"].endswith(right) for one in group if one[kind]]
        counts = f"{sum(wrong)} {mistake}, {len(wrong) - sum(wrong)} {other} of {len(losses)}"
        if losses:
            print(f"    {kind}  wrong {share(losses)}: {counts}")
            print(f"            loss {mean(losses)}, max {max(losses):.4f}")
    errors = [one["error"] for one in group]
    rms = math.hypot(*errors) / math.sqrt(len(errors))
    print(f"    equity  error {mean(errors)}, rms {rms:.4f}, max {max(map(abs, errors)):.4f}")


def main():
    """Asks, compares and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("layer", help="such as backgammon/race-7x8, built")
    parser.add_argument("--cube", choices=("centred", "owned"), default="centred")
    parser.add_argument("--plies", type=int, nargs="+", choices=range(4), default=[0, 2])
    parser.add_argument("--least", type=int, default=1, help="checkers of the larger side")
    parser.add_argument("--beyond", action="store_true", help="a checker is outside the home")
    parser.add_argument("--sample", type=int, default=20000, help="number of positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=4, help="copies of gnubg at once")
    parser.add_argument("--no-bearoff", action="store_true", help="gnubg without its databases")
    parser.add_argument("--shuban", default="target/release/shuban", help="the program")
    parser.add_argument("--data", default="data", help="the data folder")
    parser.add_argument("--gnubg", default="/usr/games/gnubg", help="the program")
    options = parser.parse_args()
    if min(options.least, options.sample, options.jobs) < 1:
        parser.error("--least, --sample and --jobs are at least 1")
    if options.least > size(options.layer)[1]:
        parser.error(f"{options.layer} has fewer than {options.least} checkers a side")
    positions = drawn(options)
    bounds = exact_bounds(options, positions)
    parts = told(options, positions)
    ids, answers = zip(*(one for each, _ in parts for one in each))
    sizes = [sorted(side.count(",") + 1 for side in text.split("|")) for text in positions]
    for depth, plies in enumerate(options.plies):
        took = 1000 * sum(times[depth + 1] - times[depth] for _, times in parts) / len(positions)
        print(f"cube {options.cube}, {plies}-ply, {took:.2f} ms of CPU time a decision")
        found = [judged(exact, options.cube, all[depth]) for exact, all in zip(bounds, answers)]
        report("all", found)
        names = [f"{b} v {a}" if a > DATABASE else f"a side of 1 to {DATABASE}" for a, b in sizes]
        for name in sorted(set(names)):
            report(name, [one for one, its in zip(found, names) if its == name])
        for kind in ("double", "answer"):
            places = {text: i for i, text in enumerate(positions) if found[i][kind]}
            for i in sorted(places.values(), key=lambda i: -found[i][kind])[:5]:
                line = f"{found[i][kind]:.4f}  {ids[i]}  {positions[i]}  {found[i]['right']}"
                print(f"  {kind} {line}; {found[i]['values']}")


if QUESTIONS in os.environ and "gnubg" in sys.builtin_module_names:
    answer_all()
elif __name__ == "__main__":
    main()
