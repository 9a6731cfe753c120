"""Databases say what the command line says."""

from __future__ import annotations

import csv
import pickle
import random

import numpy as np
import pytest
from conftest import LAYERS

import shuban
from shuban.database import Database

#: A position of each, one of them as an XGID, and fields of its value.
ASKED = [
    ("half-gammon/contact-1-1", "12|12"),
    ("half-gammon/contact-2-1", "2,3|5"),
    ("half-gammon/bearoff", "1,2"),
    ("amazons/5", "X../.#O"),
    ("trax/3", "@0/ A0+"),
    ("tanhinmin/3p-6", "1,4|2,5|3,6"),
]


@pytest.mark.parametrize(("layer", "position"), ASKED)
def test_a_probe_has_the_members_of_the_command_line(layer, position, data, command_line):
    answer = shuban.open(layer, data).probe(position)
    expected = command_line("probe", layer, position)
    assert answer == expected
    assert list(answer) == list(expected)
    assert shuban.open(layer, data).probe(shuban.Position(answer["game"], position)) == expected


def test_a_roll_lists_all_moves(data, command_line):
    db = shuban.open("half-gammon/contact-1-1", data)
    expected = command_line("probe", db.name, "12|12", "--roll", "3-1")
    assert db.probe("12|12", roll="1-3") == expected
    assert db.probe(shuban.Position("half-gammon", "12|12", "3-1")) == expected


def test_a_game_is_answered_by_what_is_built(data, command_line):
    db = shuban.open("amazons", data)
    assert db.probe("X../.#O") == command_line("probe", "amazons", "X../.#O")
    with pytest.raises(shuban.ShubanError, match="many databases"):
        db.info()


@pytest.mark.parametrize(("layer", "position"), ASKED)
def test_info_is_that_of_the_command_line(layer, position, data, command_line):
    info = shuban.open(layer, data).info()
    assert info == command_line("info", layer)
    assert len(shuban.open(layer, data)) == info["positions"]
    assert position


@pytest.mark.parametrize("layer", LAYERS)
def test_all_values_are_those_of_the_exported_table(layer, data, tmp_path):
    db = shuban.open(layer, data)
    file = tmp_path / "table.csv"
    assert db.export(file) == len(db)
    rows = list(csv.DictReader(file.open()))
    start = 0
    for number, part in enumerate(db.parts):
        own = rows[start : start + part.positions]
        start += part.positions
        assert {row["part"] for row in own} == {part.name}
        for threads in (1, 3):
            values = db.values(number, threads=threads)
            for name, array in values.items():
                for row, value in zip(own, array.tolist(), strict=True):
                    if isinstance(value, float):
                        assert float(row[name]) == value
                    elif value is None:
                        assert row[name] in ("", "-")
                    elif not isinstance(value, list):
                        assert row[name].strip("'") == str(value)
        assert db.positions(number) == [row["position"] for row in own]
    assert start == len(rows) > 0


@pytest.mark.parametrize("layer", LAYERS)
def test_many_positions_have_the_values_of_each(layer, data):
    db = shuban.open(layer, data)
    texts = random.Random(1).sample(db.positions(), min(40, len(db)))
    answers = db.probe_many(texts, full=True)
    assert answers == [db.probe(text) for text in texts]
    for threads in (1, 2):
        many = db.probe_many(texts, threads=threads)
        for name, array in many.items():
            assert array.tolist() == [answer[name] for answer in answers], name


def test_many_pieces_by_several_threads_stay_in_order(data):
    db = shuban.open("half-gammon/contact-2-1", data)
    texts = random.Random(2).choices(db.positions(), k=100_000)
    one, four = (db.probe_many(texts, threads=threads) for threads in (1, 4))
    own = dict(zip(db.positions(), np.concatenate([
        db.values(part)["value"] for part in range(len(db.parts))
    ]), strict=True))  # fmt: skip
    assert np.array_equal(one["value"], four["value"])
    assert one["value"].tolist() == [own[text] for text in texts]


def test_xgids_are_read_in_bulk_too(data):
    shuban.build("backgammon/contact-1-1", data=data)
    db = shuban.open("backgammon/contact-1-1", data)
    xgid = "XGID=-A----------------------a-:0:0:1:00:0:0:0:0:10"
    answer = db.probe(xgid)
    assert db.probe_many([xgid])["value"].tolist() == [answer["value"]]
    assert shuban.Position("backgammon", xgid).text == answer["position"]


def test_a_game_looks_up_positions_of_all_its_layers(data):
    game = shuban.open("half-gammon", data)
    texts = ["1|1", "2,3|5", "12|12", "1|2,3", "3|"]
    answers = game.probe_many(texts, full=True)
    assert answers == [game.probe(text) for text in texts]
    assert {answer["domain"] for answer in answers[:4]} == set(LAYERS[:2])
    values = game.probe_many(texts)
    assert list(values) == ["value", "lower", "upper"]
    for name, array in values.items():
        assert array.tolist() == [answer[name] for answer in answers], name
    many = random.Random(3).choices(texts, k=40_000)
    known = dict(zip(texts, values["value"].tolist(), strict=True))
    assert game.probe_many(many, threads=2)["value"].tolist() == [known[text] for text in many]


def test_a_layer_that_stands_for_others_looks_up_theirs_too(data):
    shuban.build("backgammon/gnubg-ts-3x3", data=data)
    db = shuban.open("backgammon/gnubg-ts-3x3", data)
    texts = ["1,2,3|1,2,3", "1|2", "3|1,2"]
    answers = [db.probe(text) for text in texts]
    for name, array in db.probe_many(texts).items():
        assert array.tolist() == [answer[name] for answer in answers], name


def test_one_bad_text_does_not_lose_the_others(data):
    layer, game = (shuban.open(name, data) for name in ("half-gammon/contact-1-1", "half-gammon"))
    texts = ["x", "1|1", "1,2|5", "12|12", "1,2,3|1,2,3", "12|x"]
    for db, held in ((layer, [1, 3]), (game, [1, 2, 3])):
        answers = db.probe_many(texts, full=True, errors="none")
        assert [number for number, answer in enumerate(answers) if answer is not None] == held
        values = db.probe_many(texts, errors="none")
        for name, array in values.items():
            assert np.flatnonzero(~np.isnan(array)).tolist() == held, name
        nothing = db.probe_many(["x", "y"], errors="none")
        assert {name: array.shape for name, array in nothing.items()} == dict.fromkeys(values, (2,))
        with pytest.raises(shuban.NotationError) as failed:
            db.probe_many(texts)
        assert failed.value.number == 0
    masked = shuban.open("amazons/5", data).probe_many(["X../.#O", "?"], errors="none")
    assert masked["a"].mask.tolist()[1]
    with pytest.raises(ValueError, match="errors is"):
        layer.probe_many(texts, errors="ignore")


def test_many_positions_are_texts_or_positions(data):
    for name in ("amazons/5", "amazons"):
        db = shuban.open(name, data)
        position = shuban.Position("amazons", "X../.#O")
        both = db.probe_many([position, "X../.#O"])
        assert both["a"].tolist() == [db.probe(position)["a"]] * 2
        assert db.probe_many([position], full=True) == [db.probe("X../.#O")]
        for one in ("X.O", position):
            with pytest.raises(TypeError, match="many positions"):
                db.probe_many(one)
        with pytest.raises(TypeError):
            db.probe_many([5])
        with pytest.raises(shuban.Elsewhere, match=r"not a position of|not of amazons"):
            db.probe_many([shuban.Position("half-gammon", "12|12")])


@pytest.mark.parametrize("name", [*LAYERS, "half-gammon", "amazons"])
def test_no_positions_are_columns_without_values(name, data):
    db = shuban.open(name, data)
    some = db.probe_many(["1|1" if name == "half-gammon" else "X../.#O"]) if "/" not in name else (
        db.probe_many(db.positions()[:3])
    )  # fmt: skip
    none = db.probe_many([])
    assert list(none) == list(some)
    assert all(array.shape == (0,) for array in none.values())
    assert db.probe_many([], full=True) == []


def test_a_database_is_a_sequence_of_positions(data):
    db = shuban.open("half-gammon/contact-2-1", data)
    assert db[5] == db.position(5)
    assert db[-1] == db.position(len(db) - 1)
    assert [str(position) for position in db[3:9:2]] == db.positions()[3:9:2]
    first = [position for position, _ in zip(db, range(4), strict=False)]
    assert first == db[:4]
    assert db[7] in db
    assert str(db[7]) in db
    for other in ("12|12", "x", 5, shuban.Position("amazons", "X../.#O"), "3,3|"):
        assert other not in db
    with pytest.raises(IndexError):
        db[len(db)]
    assert shuban.open("half-gammon", data)


def test_an_unknown_ending_is_refused(data, tmp_path):
    with pytest.raises(shuban.ShubanError, match=r"must end in \.csv"):
        shuban.open("half-gammon/contact-1-1", data).export(tmp_path / "x.foo")
    assert not list(tmp_path.iterdir())


def test_missing_numbers_are_empty_fields(data, tmp_path):
    file = tmp_path / "a.csv"
    shuban.open("amazons/5", data).export(file)
    cells = {row["a"] for row in csv.DictReader(file.open())}
    assert "" in cells
    assert all(cell == "" or float(cell) == int(cell) for cell in cells)


def test_finished_games_have_values_too(data):
    db = shuban.open("half-gammon/contact-1-1", data)
    assert db.probe("3|")["outcome"] == "lost"
    assert db.probe_many(["3|", "1|3"])["value"].tolist() == [
        db.probe(text)["value"] for text in ("3|", "1|3")
    ]


def test_indexes_and_positions_are_inverse(data):
    db = shuban.open("half-gammon/contact-2-1", data)
    first, second = db.parts
    for index in (0, 5, first.positions, len(db) - 1):
        position = db.position(index)
        assert db.index(position) == index
    assert db.position(3, second.name) == db.position(first.positions + 3)
    assert db.position(-1) == db.position(len(db) - 1)
    assert db.positions(second.name, 3, 5) == [str(db.position(n, 1)) for n in (3, 4)]
    with pytest.raises(IndexError):
        db.position(len(db))
    with pytest.raises(IndexError):
        db.position(first.positions, 0)
    with pytest.raises(shuban.Elsewhere, match="has no index"):
        db.index("3,3|")


def test_arrays_lie_over_bytes_and_cannot_be_written_to(data):
    values = shuban.open("half-gammon/contact-1-1", data).values()
    assert {array.dtype.str for array in values.values()} == {"<f8"}
    assert not values["value"].flags.writeable
    assert not values["value"].flags.owndata
    with pytest.raises(ValueError, match="read-only"):
        values["value"][0] = 1


def test_stored_columns_are_fixed_point_numbers(data):
    db = shuban.open("half-gammon/contact-1-1", data)
    values, records = db.values(), db.records()
    assert records["lower"].dtype == np.int32
    assert records["width"].dtype == np.uint32
    assert np.array_equal(records["lower"] / 2**30, values["lower"])
    assert np.array_equal(
        (records["lower"] + records["width"].astype(int)) / 2**30, values["upper"]
    )
    part = db.values(0, 10, 20)
    assert np.array_equal(part["value"], values["value"][10:20])
    assert len(db.values(start=len(db))["value"] if db.values(start=len(db)) else []) == 0


def test_missing_numbers_are_masked(data):
    db = shuban.open("amazons/5", data)
    a = db.values()["a"]
    assert isinstance(a, np.ma.MaskedArray)
    text = db.positions()[int(np.flatnonzero(a.mask)[0])]
    assert db.probe(text)["a"] is None


def test_histograms_count_all_positions(data):
    for layer in LAYERS:
        db = shuban.open(layer, data)
        rows = db.histogram()
        assert sum(row["count"] for row in rows) == len(db)
    stored = shuban.open("amazons/5", data)
    assert stored.histogram() == stored.info()["histogram"]
    assert {row["value"] for row in shuban.open("trax/3", data).histogram()} == {
        "first",
        "draw",
        "second",
    }
    assert len(shuban.open("half-gammon/contact-1-1", data).histogram(bins=7)) == 7


def test_tables_have_columns_of_the_fields(data):
    db = shuban.open("half-gammon/contact-1-1", data)
    table = db.table(positions=True)
    assert table.column_names == ["position", "value", "lower", "upper"]
    assert table["position"].to_pylist() == db.positions()
    frame = db.to_pandas(start=5, stop=9)
    assert list(frame.index) == [5, 6, 7, 8]
    assert frame["lower"].tolist() == db.values()["lower"][5:9].tolist()
    masked = shuban.open("amazons/5", data)
    assert masked.table()["a"].null_count == int(masked.values()["a"].mask.sum())
    assert int(masked.to_pandas()["a"].isna().sum()) == masked.table()["a"].null_count


def test_parts_are_named_or_numbered(data):
    db = shuban.open("half-gammon/contact-2-1", data)
    assert [part.name for part in db.parts] == ["2 v 1", "1 v 2"]
    assert np.array_equal(db.values("1 v 2")["value"], db.values(1)["value"])
    with pytest.raises(shuban.UnknownName, match="say which part"):
        db.values()
    with pytest.raises(shuban.UnknownName, match=r"no part `3 v 3`: .* has `2 v 1`, `1 v 2`"):
        db.values("3 v 3")


def test_databases_can_be_pickled(data):
    db = shuban.open("amazons/5", data)
    again = pickle.loads(pickle.dumps(db))
    assert isinstance(again, Database)
    assert again.probe("X../.#O") == db.probe("X../.#O")
    assert repr(again) == repr(db)
