"""Layers as streams of Arrow record batches."""

from __future__ import annotations

import gc
import re
import signal
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.dataset as pad
import pytest
from conftest import LAYERS

import shuban
from shuban.database import Database

LAYER = "half-gammon/contact-2-1"
DOCUMENT = Path(__file__).resolve().parents[2] / "docs/querying.md"
PLACES = [*range(1, 13), "bar"]


@pytest.fixture
def db(data: str) -> Database:
    return shuban.open(LAYER, data)


class Counted:
    """A store that keeps what it was asked for, and fails or interrupts at a call."""

    def __init__(self, store: Any, at: int = 1 << 30, failure: Any = None) -> None:
        self.store, self.at, self.failure = store, at, failure
        self.asked: list[tuple[int, tuple[int, int], list[str]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def rows(self, part: int, ranks: tuple[int, int], names: Any, threads: int) -> Any:
        if names is not None:
            self.asked.append((part, ranks, names))
            if len(self.asked) == self.at:
                self.failure()
        return self.store.rows(part, ranks, names, threads)


def sorted_rows(table: pa.Table) -> pa.Table:
    return table.sort_by([("part", "ascending"), ("rank", "ascending")]).combine_chunks()


@pytest.mark.parametrize("layer", [*LAYERS, "backgammon/race-7x2"])
def test_rows_are_those_of_the_dataset(layer: str, data: str, program: str, tmp_path: Path) -> None:
    folder = str(tmp_path) if layer not in LAYERS else data
    if layer not in LAYERS:
        shuban.build(layer, data=folder)
    command = [program, "export", layer, "--to", f"{tmp_path}/set/", "--data", folder, "--quiet"]
    subprocess.run(command, check=True)
    # Texts, since a name such as `1` would be taken for a number.
    by = pad.partitioning(pa.schema([("layer", pa.utf8()), ("part", pa.utf8())]), flavor="hive")
    files = pad.dataset(tmp_path / "set", partitioning=by).to_table()
    streamed = shuban.open(layer, folder).to_arrow(threads=2, batch_rows=1000).read_all()
    # Lists are lists, where files have their texts.
    texts = [field.name for field in streamed.schema if not pa.types.is_list(field.type)]
    assert texts[:2] == ["part", "rank"]
    assert {*streamed.column_names, "layer"} == set(files.column_names)
    part = streamed.schema.get_field_index("part")
    streamed = streamed.set_column(part, "part", streamed["part"].cast(pa.utf8()))
    streamed, files = sorted_rows(streamed), sorted_rows(files)
    for name in texts:
        assert streamed[name].type == files[name].type
        assert streamed[name].equals(files[name]), name


@pytest.mark.parametrize("layer", ["amazons/5", "trax/3"])
def test_counts_are_those_of_the_histogram(layer: str, data: str) -> None:
    db = shuban.open(layer, data)
    columns = db.to_arrow(positions_as=None).schema.names
    names = [name for name in db.histogram()[0] if name in columns]
    assert names
    counts: dict[Any, int] = {}
    for line in db.histogram():
        key = tuple(line[name] for name in names)
        counts[key] = counts.get(key, 0) + line["count"]
    query = f"SELECT {', '.join(names)}, count(*) FROM db GROUP BY ALL"
    assert {row[:-1]: row[-1] for row in duckdb.sql(query).fetchall()} == counts
    assert sum(counts.values()) == len(db)


def test_questions_about_cards_have_the_answers_of_values(data: str) -> None:
    """A leader without cards has won, and hands are what texts say."""
    db = shuban.open("tanhinmin/3p-6", data)
    winners, counts = np.unique(db.values()["winners"].astype(str), return_counts=True)
    found = duckdb.sql("SELECT winners, count(*) FROM db GROUP BY 1 ORDER BY 1").fetchall()
    assert found == list(zip(winners.tolist(), counts.tolist(), strict=True))
    query = "SELECT DISTINCT winners FROM db WHERE hand_1 = 0"
    assert duckdb.sql(query).fetchall() == [("1",)]
    rows = db.to_arrow(["position", "hand_1", "hand_2", "hand_3", "led", "rank_1", "holder_1"])
    for row in rows.read_all().to_pylist():
        text, *numbers = row.values()
        hands, led = text.split(" on ")
        cards = [re.findall(r"(?<!#)\b\d+", hand) for hand in hands.split("|")]
        strongest, holder = max(
            (int(rank), -player)
            for player, rank in [
                (0, led),
                *((n, rank) for n, hand in enumerate(cards, 1) for rank in hand),
            ]
        )
        assert numbers == [*map(len, cards), int(led), strongest, -holder]


def test_sums_are_those_of_the_values(db: Database) -> None:
    query = "SELECT part, count(*), sum(value), max(upper) FROM db GROUP BY 1"
    rows = duckdb.sql(query).fetchall()
    assert {row[0] for row in rows} == {part.name for part in db.parts}
    for part, count, total, most in rows:
        values = db.values(part)
        assert count == len(values["value"])
        assert np.isclose(total, values["value"].sum(), rtol=1e-12)
        assert most == values["upper"].max()


def test_a_join_of_a_layer_with_itself_finds_what_probe_says(db: Database) -> None:
    """In a part all positions, and in the other those with the sides changed."""
    same = " AND ".join(
        f"a.mover_{place} = b.opponent_{place} AND a.opponent_{place} = b.mover_{place}"
        for place in PLACES
    )
    connection = duckdb.connect()
    connection.register("one", db.to_arrow(parts=["2 v 1"]))
    connection.register("other", db.to_arrow(parts="1 v 2"))
    query = f"SELECT a.rank, a.value, b.rank, b.value FROM one a JOIN other b ON {same}"
    rows = connection.execute(query).fetchall()
    assert len(rows) == db.parts[0].positions == db.parts[1].positions
    for rank, value, rank_there, value_there in rows[::37]:
        position = db.position(rank, "2 v 1")
        assert db.probe(position)["value"] == value
        changed = "|".join(reversed(position.text.split("|")))
        assert db.position(rank_there, "1 v 2").text == changed
        assert db.probe(changed)["value"] == value_there


def test_programs_take_a_database_as_it_is(db: Database) -> None:
    for table in [pa.table(db), pa.RecordBatchReader.from_stream(db).read_all()]:
        assert table.num_rows == len(db)
        assert table.schema == db.to_arrow().schema
    frame = pl.DataFrame(db)
    assert frame.shape == (len(db), len(db.to_arrow().schema))
    assert pl.from_arrow(db.to_arrow()).equals(frame)  # type: ignore[union-attr, arg-type]
    connection = duckdb.connect()
    connection.register("positions", db)
    for _ in range(2):
        rows = connection.sql("SELECT count(*) FROM positions WHERE mover_bar = 1").fetchall()
        assert rows == [(frame.filter(pl.col("mover_bar") == 1).height,)]


def test_only_what_is_asked_for_is_computed(db: Database) -> None:
    counted = Counted(db._store)
    db._store = counted  # type: ignore[assignment]
    table = db.to_arrow(["value", "mover_bar", "part"], parts=[1]).read_all()
    assert table.column_names == ["value", "mover_bar", "part"]
    assert set(table["part"].to_pylist()) == {"1 v 2"}
    assert {(part, tuple(names)) for part, _, names in counted.asked} == {
        (1, ("value", "mover_bar"))
    }
    counted.asked.clear()
    assert db.to_arrow(["rank"]).read_all().num_rows == len(db)
    assert counted.asked == []
    native = counted.store.rows(0, (0, 3), ["mover_bar", "lower"], 1)
    assert [name for name, *_ in native] == ["mover_bar", "lower"]
    columns = [*db.to_arrow(positions_as=None).schema.names]
    assert columns == ["part", "rank", "value", "lower", "upper"]
    texts = db.to_arrow(positions_as="text", parts=0).read_all()["position"].to_pylist()
    assert texts == db.positions(0)


def test_members_of_a_field_are_columns(tmp_path: Path) -> None:
    shuban.build("backgammon/race-7x2", data=tmp_path)
    db = shuban.open("backgammon/race-7x2", tmp_path)
    table = db.to_arrow(["equity_owned", "bounds_equity_owned"]).read_all()
    part, *_ = db.parts
    expected = db.values(part.name)
    owned = [equity["owned"] for equity in expected["equity"]]
    assert table["equity_owned"].to_pylist()[: part.positions] == owned
    lower, upper = table["bounds_equity_owned"].to_pylist()[5]
    assert lower <= owned[5] <= upper


def test_batches_are_bounded_and_of_one_part(db: Database) -> None:
    batches = list(db.to_arrow(["part", "rank"], batch_rows=100))
    assert max(batch.num_rows for batch in batches) == 100
    assert all(len(set(batch["part"].to_pylist())) == 1 for batch in batches)
    ranks = np.concatenate([batch["rank"].to_numpy() for batch in batches])
    counts = [np.arange(part.positions) for part in db.parts]
    assert np.array_equal(ranks, np.concatenate(counts))


@pytest.mark.parametrize("is_exported", [True, False])
def test_a_stream_computes_as_it_is_read_and_lets_go_of_its_database(
    is_exported: bool, data: str
) -> None:
    db = shuban.open(LAYER, data)
    counted = Counted(db._store)
    db._store = counted  # type: ignore[assignment]
    reader = db.to_arrow(["value"], batch_rows=10)
    if is_exported:
        reader = pa.RecordBatchReader.from_stream(reader)
    assert counted.asked == []
    reader.read_next_batch()
    assert [ranks for _, ranks, _ in counted.asked] == [(0, 10)]
    gone = weakref.ref(counted)
    reader.close()
    if not is_exported:
        # PyArrow keeps what it iterates over until then.
        del reader
    del db, counted
    gc.collect()
    assert gone() is None


def test_an_exception_ends_a_stream(db: Database) -> None:
    def fail() -> None:
        raise shuban.Damaged("a block is damaged", "damaged")

    db._store = Counted(db._store, 3, fail)  # type: ignore[assignment]
    with pytest.raises(shuban.Damaged, match="block"):
        db.to_arrow(batch_rows=10).read_all()
    db._store.asked.clear()  # type: ignore[attr-defined]
    with pytest.raises(duckdb.Error, match="block is damaged"):
        duckdb.from_arrow(db.to_arrow(batch_rows=10)).fetchall()


def test_ctrl_c_ends_a_stream(db: Database) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        counted = Counted(db._store, 3, lambda: signal.raise_signal(signal.SIGINT))
        db._store = counted  # type: ignore[assignment]
        with pytest.raises(KeyboardInterrupt):
            db.to_arrow(batch_rows=10).read_all()
        assert len(counted.asked) == 3
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_there_is_not_is_refused(
    db: Database, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(shuban.UnknownName, match=r"no column `hand_1`, only `part`, `rank`"):
        db.to_arrow(["rank", "hand_1"])
    with pytest.raises(shuban.UnknownName, match="no part `3 v 3`"):
        db.to_arrow(parts=["3 v 3"])
    with pytest.raises(TypeError, match="several names"):
        db.to_arrow("value")
    with pytest.raises(ValueError, match="twice"):
        db.to_arrow(["rank", "rank"])
    with pytest.raises(ValueError, match="batch_rows"):
        db.to_arrow(batch_rows=0)
    with pytest.raises(ValueError, match="positions_as"):
        db.to_arrow(positions_as="texts")  # type: ignore[arg-type]
    with pytest.raises(shuban.ShubanError, match="many databases"):
        shuban.open("half-gammon", data).to_arrow()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install"):
        db.to_arrow()


def test_the_snippets_of_the_document_run(
    data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With layers that are built."""
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    blocks = [block for block in blocks if "shuban.open" in block]
    monkeypatch.setenv("SHUBAN_DATA", data)
    for block in blocks:
        exec(compile(block.replace("contact-5-5", "contact-2-1"), str(DOCUMENT), "exec"), {})
    said = capsys.readouterr().out
    assert len(blocks) == 2
    assert "holder_1" in said
    assert "mover_bar" in said


def test_polars_computes_only_what_a_question_reads(db: Database) -> None:
    whole = pl.DataFrame(db)
    lazy = db.scan(batch_rows=1_000)
    assert lazy.collect_schema() == whole.schema
    assert lazy.collect().equals(whole)
    store: Any = Counted(db._store)
    db._store = store
    lazy = db.scan(batch_rows=1_000)
    high = pl.col("value") > 0.5
    found = lazy.filter(high).select("rank", "value").collect()
    assert found.equals(whole.filter(high).select("rank", "value"))
    assert len(store.asked) == 4
    assert all(names == ["value"] for _, _, names in store.asked)
    # Without a column that is computed nothing is read, and of a few rows no more than a batch.
    store.asked.clear()
    assert lazy.select(pl.len()).collect().item() == len(db)
    assert store.asked == []
    assert lazy.select("value").head(5).collect().equals(whole.select("value").head(5))
    assert [ranks for _, ranks, _ in store.asked] == [(0, 5)]
    # Rows are counted before they are filtered, or afterwards, as the question says.
    for rows in (1, 7, 1_500):
        assert lazy.head(rows).filter(high).collect().equals(whole.head(rows).filter(high))
        assert lazy.filter(high).head(rows).collect().equals(whole.filter(high).head(rows))
