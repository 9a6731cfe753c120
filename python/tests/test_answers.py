"""Answers are dictionaries that notebooks draw."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Mapping

import pytest

import shuban


@pytest.mark.parametrize(
    ("layer", "position"),
    [
        ("half-gammon/contact-2-1", "2,3|5"),
        ("half-gammon/bearoff", "1,2"),
        ("amazons/5", "X../.#O"),
        ("trax/3", "@0/ A0+"),
        ("tanhinmin/3p-6", "1,4|2,5|3,6"),
    ],
)
def test_an_answer_is_a_dictionary_with_a_drawing(layer, position, data):
    answer = shuban.open(layer, data).probe(position)
    assert isinstance(answer, shuban.Answer)
    assert isinstance(answer, Mapping)
    for again in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer), {**answer}):
        assert again == answer
    assert json.loads(json.dumps(answer)) == answer
    assert str(answer.board) == answer["position"]
    html = answer._repr_html_()
    assert "<svg" in html
    assert html.count("<tr>") == 1 + len(answer.rows[:12] if "moves" in answer else answer.rows)


def test_the_rows_of_a_roll_are_its_moves(data):
    answer = shuban.open("half-gammon/contact-2-1", data).probe("2,3|5", roll="2-1")
    assert [row["move"] for row in answer.rows] == [
        move["move"] for roll in answer["rolls"] if roll["dice"] == "2-1" for move in roll["moves"]
    ]
    assert answer.board.roll == "2-1"


def test_searches_are_drawn_too(data):
    for answer in (
        shuban.solve("amazons", "X../.#O", data=data),
        shuban.solve("trax/2", data=data),
        shuban.money("hypergammon", "2|1"),
        shuban.rollout("half-gammon", "2,3|5", trials=16, data=data),
    ):
        assert "<svg" in answer._repr_html_(), answer
    assert "&lt;b&gt;" in shuban.Answer(game="none", position="<b>")._repr_html_()
