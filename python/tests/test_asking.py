"""Estimates, players and the cube are those of the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import shuban

MATCH = Path(__file__).resolve().parents[2] / "examples" / "hypergammon.mat"

XGID = "XGID=-a-B--C-dE---eE---c-e----B-:0:0:1:52:0:0:3:0:10"


def test_an_estimate_is_that_of_the_command_line(data, command_line):
    ours = shuban.estimate("half-gammon", "10,11,12|10,11,12", plies=2, data=data)
    theirs = command_line("solve", "half-gammon", "10,11,12|10,11,12", "--plies", "2")
    for answer in (ours, theirs):
        answer.pop("seconds", None)
    assert ours == theirs
    position = shuban.Position("half-gammon", "10,11,12|10,11,12", "2-1")
    own = shuban.estimate("half-gammon", position, plies=1, data=data)
    assert own["roll"] == "2-1"
    with pytest.raises(ValueError, match="not of half-gammon"):
        shuban.estimate("half-gammon", shuban.game("trax/4").start())


def test_a_rollout_is_that_of_the_command_line(data, command_line):
    asked = ("half-gammon", "10,11,12|10,11,12")
    for options, flags in (
        ({}, ()),
        ({"stratified": False, "roll": "2-1"}, ("--plain", "--roll", "2-1")),
    ):
        ours = shuban.rollout(*asked, trials=64, data=data, threads=2, **options)
        theirs = command_line("rollout", *asked, "--trials", "64", *flags)
        assert ours.pop("seconds") > 0 < theirs.pop("seconds")
        assert ours == theirs
    with pytest.raises(shuban.ShubanError, match="trials are from 16"):
        shuban.rollout(*asked, trials=3, data=data)


def test_a_match_is_that_of_the_command_line(data, command_line):
    ours = shuban.match(
        "half-gammon", ["perfect", "random"], position="2,3|5", games=40, seed=7, data=data
    )
    theirs = command_line(
        "match", "half-gammon", "perfect", "random", "--position", "2,3|5", "--games", "40",
        "--seed", "7",
    )  # fmt: skip
    assert ours == theirs
    levels = "perfect, strong, casual, random"
    with pytest.raises(shuban.ShubanError, match=f"no player `best`, only {levels}"):
        shuban.match("half-gammon", ["best", "random"], data=data)
    with pytest.raises(shuban.ShubanError, match="takes 2 players"):
        shuban.match("half-gammon", ["random"], data=data)


def test_players_play_a_game_to_its_end(data):
    record = shuban.play("half-gammon", ["perfect", "random"], position="2,3|5", data=data)
    last = record[-1]["after"]
    assert last.outcome is not None
    for turn, after in zip(record, [*record[1:], None], strict=True):
        assert turn["position"].play(turn["move"], turn["roll"]) == turn["after"]
        assert after is None or after["position"] == turn["after"]
        assert (turn["basis"] in ("only-move", "table")) or turn["seat"] == 1
    again = shuban.play("half-gammon", ["perfect", "random"], position="2,3|5", data=data)
    assert [turn["move"] for turn in again] == [turn["move"] for turn in record]
    assert len(shuban.play("amazons", ["random"] * 2, plies=3, data=data)) == 3
    with pytest.raises(ValueError, match="more seats"):
        shuban.play("trax/4", ["random"], data=data)


def test_a_player_chooses_the_best_move(data):
    db = shuban.open("half-gammon/contact-2-1", data)
    position = shuban.Position("half-gammon", "2,3|5", "2-1")
    best = db.probe(position)
    chosen = shuban.choose(position, data=data)
    rolls = {roll["dice"]: roll for roll in best["rolls"]}
    assert chosen["move"] == rolls["2-1"]["best"]
    assert chosen["basis"] == "table"
    assert chosen["value"]["value"] == rolls["2-1"]["value"]
    with pytest.raises(shuban.NotationError):
        shuban.choose(shuban.Position("half-gammon", "2,3|5"), data=data)
    with pytest.raises(shuban.ShubanError, match="no legal move"):
        shuban.choose(shuban.Position("half-gammon", "3|"), data=data)


def test_money_and_matches_are_those_of_the_command_line(command_line):
    for ours, flags in (
        (
            shuban.money("hypergammon", "2,5|1", cube=2, owner="mover"),
            ("--money", "--cube", "2", "--owner", "mover"),
        ),
        (
            shuban.match_play("hypergammon", "2,5|1", points=5, score=(3, 2), roll="2-1"),
            ("--match", "5", "--score", "3-2", "--roll", "2-1"),
        ),
    ):
        assert ours == command_line("probe", "hypergammon", "2,5|1", *flags)
    with pytest.raises(shuban.ShubanError, match="owner is"):
        shuban.money("hypergammon", "2,5|1", owner="me")
    with pytest.raises(shuban.ShubanError, match="not played for matches"):
        shuban.match_play("amazons", points=5)


def test_an_analysis_is_that_of_the_command_line(data, command_line, tmp_path):
    page = tmp_path / "report.html"
    options = {"cube_positions": 0}
    ours = shuban.analyse(MATCH, to=page, data=data, **options)
    theirs = command_line("analyse", str(MATCH), "--cube-positions", "0")
    assert ours == theirs
    assert page.read_text().startswith("<!doctype html>")
    assert json.loads(json.dumps(ours)) == ours
    twice = tmp_path / "twice.mat"
    twice.write_text(2 * MATCH.read_text())
    both = shuban.analyse(twice, to=page, data=data, **options)["matches"]
    assert [found["players"] for found in both] == 2 * [ours["players"]]
    assert (tmp_path / "report-2.html").exists()
    with pytest.raises(shuban.ShubanError, match="expected a line such as"):
        shuban.analyse(page)
    with pytest.raises(shuban.FileError):
        shuban.analyse(tmp_path / "none.mat")


def test_records_of_other_games_are_analysed(data, tmp_path, command_line):
    record = tmp_path / "trax.txt"
    record.write_text("1 @0/ 2 B1+ 3 A2/\n")
    ours = shuban.analyse(record, game="trax/4", data=data)
    assert ours == command_line("analyse", str(record), "--game", "trax/4")
    record.write_text("1 @0/ 2 B1/\n3 Z9/\n")
    with pytest.raises(shuban.ShubanError, match="line 2"):
        shuban.analyse(record, game="trax/4", data=data)


def test_every_position_gets_an_answer(tmp_path):
    bear_off = "XGID=-BBBC-----------------cbb-:0:0:1:31:0:0:0:0:10"
    found = shuban.probe("backgammon", bear_off, data=tmp_path)
    assert found["source"] == "search"
    assert found["money"]["cube"] == "no double"
    start = shuban.probe("backgammon", data=tmp_path)
    assert (start["source"], start["proven"]) == ("estimate", False)
    shuban.build("half-gammon/contact-1-1", data=tmp_path)
    known = shuban.probe("half-gammon", "6|8", data=tmp_path)
    assert known["source"] == "half-gammon/contact-1-1"
    assert known == shuban.open("half-gammon", tmp_path).probe("6|8")
