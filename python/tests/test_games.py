"""Games and positions."""

from __future__ import annotations

import copy
import pickle

import pytest

import shuban


def test_games_and_domains_are_those_of_the_list(command_line, data):
    listed = command_line("list", "--all")
    assert shuban.games() == {game["game"]: game["description"] for game in listed["games"]}
    layers = [layer for family in listed["families"] for layer in family["layers"]]
    own = {
        domain["domain"]: domain["built"] for domain in shuban.domains(data=data, most=2**64 - 1)
    }
    assert own == {layer["domain"]: layer["built"] for layer in layers}
    built = [domain["domain"] for domain in shuban.domains("amazons/", data=data, most=20_000)]
    assert "amazons/5" in built


def test_every_game_is_played_to_its_end_or_for_some_turns(command_line):
    for name in shuban.games():
        game = shuban.game(name)
        position = game.start()
        assert position.to_dict() == command_line("show", name), name
        assert game.position(position.text) == position
        assert "<svg" in position._repr_svg_()
        assert position.draw()
        for _ in range(8):
            if position.outcome is not None:
                assert position.moves() == []
                break
            roll = next(iter(position.rolls), None)
            plays = position.plays(roll)
            assert [move for move, _ in plays] == position.moves(roll)
            move, after = plays[len(plays) // 2]
            played = position.play(move, roll)
            assert played == after
            assert hash(played) == hash(after)
            assert pickle.loads(pickle.dumps(played)) == played
            assert copy.deepcopy(played).seat == copy.copy(played).seat == played.seat
            position = played


def test_a_game_has_a_line_about_it_and_members():
    groups = [name for name in shuban.games() if len(shuban.game(name).members) > 1]
    assert groups
    for name, about in shuban.games().items():
        game = shuban.game(name)
        assert (game.name, game.about) == (name, about)
        assert game.members == [name] or name in groups
        assert game == pickle.loads(pickle.dumps(game))
        assert hash(game) == hash(shuban.game(name))
        assert repr(game) == f'Game("{name}")'


def test_a_position_with_dice_knows_its_roll():
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    position = shuban.game("backgammon").position(xgid)
    assert position.roll == "3-1"
    assert "8/5 6/5" in position.moves()
    assert position.play("8/5 6/5").roll is None
    assert position.xgid.split(":")[4] == "31"
    assert shuban.Position("backgammon", position.xgid) == position
    assert position.play("8/5 6/5").xgid.split(":")[4] == "00"
    assert shuban.game("trax/4").start().xgid is None
    assert position != shuban.game("backgammon").start()
    assert pickle.loads(pickle.dumps(position)) == position
    assert eval(repr(position), {"Position": shuban.Position}) == position
    assert sum(position.rolls.values()) == pytest.approx(1)
    start = shuban.game("backgammon").start()
    assert (start.to_move, start.seat) == ("player 1", 0)
    with pytest.raises(shuban.NotationError):
        start.moves()
    with pytest.raises(shuban.NotationError):
        start.play("8/5 6/5")
    with pytest.raises(shuban.NotationError):
        start.play("8/1", "3-1")


def test_gnubg_ids_are_read():
    start = shuban.game("backgammon").start()
    assert shuban.game("backgammon").position("4HPwATDgc/ABMA").text == start.text


def test_a_finished_game_has_an_outcome():
    position = shuban.Position("half-gammon", "1|3").play("1/off", "3-1")
    assert position.text == "3|"
    assert (position.outcome, position.payoffs, position.to_move) == ("lost", [1, -1], "player 2")
    assert position.moves() == position.moves("3-1") == []
    assert position.rolls == {}


def test_positions_of_other_games_differ():
    four, five = (shuban.game(f"trax/{size}").position("@0/") for size in (4, 5))
    assert four != five
    assert four == shuban.Position("trax/4", "@0/")
    assert four != "@0/"
    assert str(four) == four.text == "@0/"
    assert four.game == "trax/4"
