"""Errors have the command line's words but for its flags, and classes by kind."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import shuban


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (shuban.UnknownName, ("half-gamon/contact-1-1", "12|12")),
        (shuban.UnknownName, ("hexagon", "12|12")),
        (shuban.NotationError, ("half-gammon/contact-1-1", "12|x")),
        (shuban.NotationError, ("half-gammon/contact-1-1", "12|12", "7-7")),
        (shuban.Elsewhere, ("half-gammon/contact-1-1", "1,2|5")),
    ],
)
def test_a_probe_fails_in_the_words_of_the_command_line(kind, arguments, data, command_line):
    name, position, *roll = arguments
    expected = command_line("probe", name, position, *(["--roll", *roll] if roll else []))
    with pytest.raises(kind) as failed:
        shuban.open(name, data).probe(position, *roll)
    assert str(failed.value) == expected["error"]
    assert failed.value.kind == expected["kind"]


def test_advice_is_for_python(tmp_path):
    for name in ("half-gammon/contact-2-2", "half-gammon"):
        with pytest.raises(shuban.NotBuilt) as failed:
            shuban.open(name, tmp_path).probe("1,2|1,2")
        said = "half-gammon/contact-2-2 is not built yet: build it with "
        said += '`shuban.build("half-gammon/contact-2-2")`'
        assert str(failed.value).startswith(said)
    with pytest.raises(shuban.TooMuch, match=r"allow more \(memory=\), or build a smaller"):
        shuban.build("half-gammon/contact-5-5", data=tmp_path, memory="1M")
    with pytest.raises(shuban.ShubanError, match="too many to be solved together"):
        shuban.solve("half-gammon", data=tmp_path)
    with pytest.raises(shuban.UnknownName, match=r"`shuban\.domains\(\)` shows all"):
        shuban.build("chess/queens", data=tmp_path)


def test_memory_is_a_number_or_a_text(tmp_path):
    for memory in ("64M", "0.5 GiB", 1 << 26):
        report = shuban.build("half-gammon/contact-1-1", data=tmp_path, memory=memory)
        assert report["domain"] == "half-gammon/contact-1-1"
    for memory in ("much", "1X", "", 0, "0"):
        with pytest.raises(ValueError, match="memory"):
            shuban.build("half-gammon/contact-1-1", data=tmp_path, memory=memory)


def test_a_wrong_text_is_named_with_its_place(data):
    db = shuban.open("half-gammon/contact-1-1", data)
    with pytest.raises(shuban.NotationError) as failed:
        db.probe("12|x")
    assert (failed.value.text, failed.value.at) == ("12|x", 3)
    assert isinstance(failed.value, ValueError)
    for full in (False, True):
        for texts in (["1|2", "12|12", "12|x", "y"], ["1|2"] * 40_000 + ["12|x", "y"]):
            if full:
                texts = texts[-4:]
            with pytest.raises(shuban.NotationError) as failed:
                db.probe_many(texts, threads=2, full=full)
            assert failed.value.number == len(texts) - 2
            assert failed.value.text == "12|x"


def test_a_position_of_another_layer_is_named(data):
    db = shuban.open("half-gammon/contact-1-1", data)
    for ask in (db.probe_many, lambda texts: db.probe_many(texts, full=True)):
        with pytest.raises(shuban.Elsewhere, match="it is in half-gammon/contact-2-1") as failed:
            ask(["1|2", "1,2|5"])
        assert failed.value.number == 1


def test_damage_is_found_when_it_is_read(tmp_path):
    shuban.build("half-gammon/contact-1-1", data=tmp_path)
    db = shuban.open("half-gammon/contact-1-1", tmp_path)
    file = Path(db.info()["file"])
    assert shuban.verify(db.name, data=tmp_path)["passed"]
    content = bytearray(file.read_bytes())
    content[100] ^= 1
    file.chmod(0o644)
    file.write_bytes(content)
    with pytest.raises(shuban.Damaged, match="checksum"):
        db.values()
    with pytest.raises(shuban.Damaged, match="checksum"):
        db.records()
    verdict = shuban.verify(db.name, data=tmp_path)
    assert not verdict["passed"]
    file.write_bytes(content[:200])
    with pytest.raises(shuban.Damaged):
        shuban.open(db.name, tmp_path)


def test_errors_can_be_pickled():
    with pytest.raises(shuban.NotationError) as failed:
        shuban.Position("half-gammon", "12|x")
    again = pickle.loads(pickle.dumps(failed.value))
    assert type(again) is shuban.NotationError
    assert (str(again), again.kind, again.at) == (str(failed.value), "bad-position", 3)


def test_a_build_that_does_not_fit_is_refused(tmp_path):
    with pytest.raises(shuban.TooMuch, match="of memory"):
        shuban.build("half-gammon/contact-5-5", data=tmp_path, memory=1 << 20)
    with pytest.raises(ValueError, match="threads"):
        shuban.build("half-gammon/contact-1-1", data=tmp_path, threads=0)
    with pytest.raises(shuban.ShubanError, match="no question `lose`"):
        shuban.solve("trax/2", question="lose")


def test_what_is_missing_to_make_tables_is_said(data, monkeypatch):
    db = shuban.open("half-gammon/contact-1-1", data)
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        db.table()
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        db.to_pandas()
