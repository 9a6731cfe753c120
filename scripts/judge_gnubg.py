#!/usr/bin/env python3
"""GNU Backgammon as a player that `shuban judge` examines.

    shuban judge backgammon/contact-2-2 --program 'python3 scripts/judge_gnubg.py --plies 0'

It starts GNU Backgammon in text mode with this file as its script, and hands it the two ends of the
line protocol: GNU Backgammon writes notices of its own to its standard output, which must not come
between the answers. Values are cubeless equities for the player about to roll, with gammons and
backgammons where the game has them: with fewer checkers on the board than the game begins with, both
sides have borne off, and there are none.
"""

import json
import os
import re
import subprocess
import sys

# The two ends of the protocol in the process of GNU Backgammon, and what it is asked for.
INPUT, OUTPUT, PLIES = "SHUBAN_JUDGE_INPUT", "SHUBAN_JUDGE_OUTPUT", "SHUBAN_JUDGE_PLIES"
VERSION = "SHUBAN_JUDGE_VERSION"
# GNU Backgammon's numbers of its variations, by the names of games.
VARIATIONS = {"backgammon": 0, "nackgammon": 1, "hypergammon-1": 2, "hypergammon-2": 3, "hypergammon": 4}
# Without these files it returns numbers for hypergammon too, which are no evaluation.
NEEDED = {2: "hyper1.bd", 3: "hyper2.bd", 4: "hyper3.bd"}
FOLDERS = ("/usr/share/gnubg", "/usr/lib/gnubg", os.path.expanduser("~/.gnubg"))
BAR = 25


def side(text):
    """Returns the checkers of one side on points 1 to 24 and on the bar, from `1,3,bar`."""
    counts = [0] * BAR
    for word in text.split(","):
        if word and word != "off":
            counts[24 if word == "bar" else int(word) - 1] += 1
    return tuple(counts)


def board(text):
    """Returns GNU Backgammon's board of a position: the opponent's checkers, then the mover's."""
    mover, opponent = text.split("|")
    return side(opponent), side(mover)


def command(arguments):
    """Returns the command that runs GNU Backgammon with this file as its script."""
    return [arguments.gnubg, "--tty", "--quiet", "--no-rc", "--python", os.path.abspath(__file__)]


def version(program):
    """Returns the version that GNU Backgammon gives of itself, such as `1.07.001`."""
    given = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    found = re.search(r"GNU Backgammon (\S+)", given.stdout)
    return found.group(1) if found else "of unknown version"


def start():
    """Runs GNU Backgammon, which reads this process's input and writes to its output."""
    import argparse

    parser = argparse.ArgumentParser(description="GNU Backgammon for `shuban judge`")
    parser.add_argument("--plies", type=int, choices=range(4), default=0, help="depth of the evaluation")
    parser.add_argument("--gnubg", default="/usr/games/gnubg", help="the program")
    arguments = parser.parse_args()
    inner = {INPUT: os.dup(0), OUTPUT: os.dup(1)}
    for end in inner.values():
        os.set_inheritable(end, True)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.environ.update({name: str(end) for name, end in inner.items()})
    os.environ[PLIES] = str(arguments.plies)
    os.environ[VERSION] = version(arguments.gnubg)
    # In place of this process, so that ending it ends GNU Backgammon.
    os.execv(arguments.gnubg, command(arguments))


def refuse(reason):
    """Ends GNU Backgammon with a reason."""
    print(f"GNU Backgammon: {reason}", file=sys.stderr, flush=True)
    # It would go on to read commands after another kind of end.
    os._exit(2)


def answer_all():
    """Answers every question, within GNU Backgammon."""
    import gnubg

    plies = int(os.environ[PLIES])
    questions = os.fdopen(int(os.environ[INPUT]), "r", encoding="utf-8")
    answers = os.fdopen(int(os.environ[OUTPUT]), "w", encoding="utf-8")
    greeting = json.loads(questions.readline())
    variation = VARIATIONS.get(greeting["game"])
    if variation is None:
        refuse(f"it does not play {greeting['game']}")
    needed = NEEDED.get(variation)
    if needed and not any(os.path.exists(os.path.join(folder, needed)) for folder in FOLDERS):
        refuse(f"it plays {greeting['game']} by {needed} alone, which `makehyper` writes and is not there")
    name = f"GNU Backgammon {os.environ[VERSION]}, {plies}-ply"
    print(json.dumps({"name": name, "answers": "values"}), file=answers, flush=True)
    # A cube of 1 in the middle, money play, and a cubeless evaluation without noise, with the small nets
    # that leave out weak plays, as GNU Backgammon has it by default.
    cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, variation)
    context = gnubg.evalcontext(0, plies, 1, 1, 0.0)
    for line in questions:
        question = json.loads(line)
        answer = {"id": question["id"], "position": question["position"]}
        try:
            answer["value"] = gnubg.evaluate(board(question["position"]), cube, context)[5]
        except Exception as error:
            answer["error"] = str(error)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if INPUT in os.environ and "gnubg" in sys.builtin_module_names:
    answer_all()
elif __name__ == "__main__":
    start()
