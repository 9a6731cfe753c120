"""Datasets: what engines that others wrote say of all positions at once."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

import shuban

LAYER = "half-gammon/contact-2-1"
DOCUMENT = Path(__file__).resolve().parents[2] / "docs/querying.md"
PLACES = [*range(1, 13), "bar"]


@pytest.fixture(scope="module")
def files(data: str, program: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The files of a dataset, as a pattern."""
    folder = tmp_path_factory.mktemp("positions")
    for layer in [LAYER, "half-gammon/contact-1-1"]:
        arguments = ["export", layer, "--to", f"{folder}/", "--data", data, "--quiet"]
        subprocess.run([program, *arguments], check=True)
    return f"{folder}/*/*/*.parquet"


@pytest.fixture
def positions(files: str) -> duckdb.DuckDBPyConnection:
    """The view that the document names."""
    database = duckdb.connect()
    view = f"CREATE VIEW p AS SELECT * FROM read_parquet('{files}', hive_partitioning = true)"
    database.execute(view)
    return database


def test_counts_and_sums_are_those_of_the_package(
    positions: duckdb.DuckDBPyConnection, files: str, data: str
) -> None:
    """By part, from both engines."""
    database = shuban.open(LAYER, data=data)
    query = "SELECT part, count(*), sum(lower), sum(upper) FROM p WHERE layer = ? GROUP BY 1"
    rows: list[Any] = positions.execute(query, [LAYER]).fetchall()
    assert {row[0] for row in rows} == {part.name for part in database.parts}
    scanned = pl.scan_parquet(files, hive_partitioning=True).filter(pl.col("layer") == LAYER)
    by_part = scanned.group_by("part").agg(pl.len(), pl.col("lower").sum()).collect()
    lengths = {row[0]: row[1:] for row in by_part.iter_rows()}
    for part, count, lower, upper in rows:
        values = database.values(part)
        assert count == len(values["lower"]) == lengths[part][0]
        assert np.isclose(lower, np.sum(values["lower"]))
        assert np.isclose(upper, np.sum(values["upper"]))
        assert np.isclose(lower, lengths[part][1])


def test_counts_and_sums_of_spark_are_those_of_the_package(files: str, data: str) -> None:
    """Spark, where it and Java are, finds layers and parts in the names of folders."""
    sql = pytest.importorskip("pyspark.sql")
    if not shutil.which("java"):
        pytest.skip("no Java")
    spark = sql.SparkSession.builder.master("local[2]").getOrCreate()
    try:
        rows = spark.read.parquet(files.split("/*")[0]).where(f"layer = '{LAYER}'")
        found = rows.groupBy("part").agg({"rank": "count", "lower": "sum"}).collect()
    finally:
        spark.stop()
    database = shuban.open(LAYER, data=data)
    sums = {row["part"]: (row["count(rank)"], row["sum(lower)"]) for row in found}
    assert sums.keys() == {part.name for part in database.parts}
    for part, (count, lower) in sums.items():
        values = database.values(part)["lower"]
        assert count == len(values)
        assert np.isclose(lower, np.sum(values))


def test_a_join_of_a_layer_with_itself_finds_what_probe_says(
    positions: duckdb.DuckDBPyConnection, data: str
) -> None:
    """Each position beside the one in which the sides have changed places."""
    same = " AND ".join(
        f"a.mover_{place} = b.opponent_{place} AND a.opponent_{place} = b.mover_{place}"
        for place in PLACES
    )
    own = ", ".join(f"a.{side}_{place}" for side in ("mover", "opponent") for place in PLACES)
    query = f"SELECT {own}, a.value, b.value FROM p a JOIN p b ON {same} ORDER BY ALL"
    rows: list[Any] = positions.execute(query).fetchall()
    database = shuban.open("half-gammon", data=data)
    assert len(rows) == len(shuban.open(LAYER, data=data)) + 157
    for row in rows[::97]:
        sides = [
            ",".join(
                str(place) for place, count in zip(PLACES, side, strict=True) for _ in range(count)
            )
            for side in (row[:13], row[13:26])
        ]
        for (mover, opponent), value in zip([sides, sides[::-1]], row[26:], strict=True):
            assert np.isclose(database.probe(f"{mover}|{opponent}")["value"], value, atol=1e-12)


def test_the_questions_of_the_document_have_answers(positions: duckdb.DuckDBPyConnection) -> None:
    """All but the first, which makes the view, and the last, which is cut short there."""
    questions = re.findall(r"```sql\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert len(questions) == 6
    for question in questions[1:-1]:
        assert positions.sql(re.sub(r"--.*", "", question)).fetchall()
