"""OpenSpiel's value iteration on games of ours, and ours beside it."""

from __future__ import annotations

import json
import subprocess
import sys
import types
from collections import defaultdict
from pathlib import Path

import pytest

import shuban

pyspiel = pytest.importorskip("pyspiel")
# This registers the games.
spiel = pytest.importorskip("shuban.envs.open_spiel")


@pytest.fixture
def roomy(monkeypatch):
    """Have room for a walk that goes as deep as there are states, and no solver of matrix games.

    OpenSpiel's value iteration loads one for moves at the same time, with megabytes that it needs.
    """
    monkeypatch.setitem(
        sys.modules, "open_spiel.python.algorithms.lp_solver", types.ModuleType("lp_solver")
    )
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    yield
    sys.setrecursionlimit(before)


def values_before_rolls(game, threshold):
    """Give each position that value iteration reaches its value for the seat about to roll."""
    from open_spiel.python.algorithms import get_all_states, value_iteration

    values = value_iteration.value_iteration(game, -1, threshold, cyclic_game=True)
    states = get_all_states.get_all_states(game, -1, False, False, to_string=str)
    positions = defaultdict(dict)
    for name, state in states.items():
        inner = state.inner
        sign = 1 if inner.position.seat == 0 else -1
        positions[inner.position.seat, str(inner.position)][inner.roll] = sign * values[name]
    for (_, text), by_roll in positions.items():
        chances = shuban.Position("half-gammon", text).rolls
        # The start has all its rolls, and so has every position that a play leads to.
        assert set(by_roll) == set(chances)
        yield text, sum(chances[roll] * value for roll, value in by_roll.items())


@pytest.mark.usefixtures("roomy")
def test_value_iteration_of_both_on_one_layer(data):
    game = pyspiel.load_game("shuban", {"game": "half-gammon", "position": "12|12"})
    database = shuban.open("half-gammon/contact-1-1", data=data)
    outside, compared, furthest = 0, 0, 0.0
    for text, value in values_before_rolls(game, 1e-6):
        bounds = database.probe(text)
        compared += 1
        furthest = max(furthest, bounds["lower"] - value, value - bounds["upper"])
        outside += not bounds["lower"] <= value <= bounds["upper"]
    assert compared > 100
    # It stops when a sweep changes little, which is not to be near: the intervals tell.
    assert outside > 0
    assert furthest < 1e-4


def test_a_registered_game_is_played():
    state = pyspiel.load_game("shuban", {"game": "trax/2"}).new_initial_state()
    assert isinstance(state, spiel.SpielState)
    clone = state.clone()
    state.apply_action(state.legal_actions()[0])
    assert clone.history() == []
    assert state.history() == [clone.legal_actions()[0]]
    with pytest.raises(ValueError, match="3 seats"):
        pyspiel.load_game("shuban", {"game": "tanhinmin/3p"})


def asked(game, questions, *options):
    """Give what OpenSpiel's search answers to questions of ``shuban judge``, by their numbers."""
    script = Path(__file__).parents[2] / "scripts" / "judge_openspiel.py"
    lines = [{"protocol": "shuban-judge", "version": 1, "game": game}]
    for number, (position, roll) in questions:
        rolled = {} if roll is None else {"roll": roll}
        lines.append({"id": number, "position": position, **rolled})
    ran = subprocess.run(
        [sys.executable, str(script), *options],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
    )
    greeting, *answers = map(json.loads, ran.stdout.splitlines())
    assert greeting["answers"] == "moves"
    assert [answer["id"] for answer in answers] == [number for number, _ in questions]
    return {answer["id"]: answer for answer in answers}


def test_its_tree_search_answers_what_judge_asks():
    # Where a play bears off the last checkers and another does not, both win or lose at once.
    questions = [
        (0, ("5,6|3,4", "3-1")),
        (1, ("1,3|1", "2-1")),
        (2, ("1,3|1", "3-1")),
        (3, ("?", "1-1")),
    ]
    answers = asked("half-gammon", questions, "--simulations", "200")
    assert answers[2]["move"] == "3/off 1/off"
    for number in (0, 1):
        position, roll = questions[number][1]
        plays = [text for text, _ in shuban.Position("half-gammon", position).plays(roll)]
        assert answers[number]["move"] in plays
    assert "error" in answers[3]
    assert "move" not in answers[3]
    # The same question has the same answer, whatever was asked before; another seed another search.
    assert asked("half-gammon", questions[:1], "--simulations", "200")[0] == answers[0]
    # A game without dice.
    start = str(shuban.Game("trax/2").start())
    move = asked("trax/2", [(7, (start, None))])[7]["move"]
    assert move in [text for text, _ in shuban.Position("trax/2", start).plays(None)]
