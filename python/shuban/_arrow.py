"""Rows of a layer as a stream of Arrow record batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from shuban._arrays import DTYPES, NativeColumn
from shuban.errors import UnknownName

if TYPE_CHECKING:
    import polars
    import pyarrow

    from shuban._native import Store

#: How positions are given: as the numbers they consist of, as their texts, or not at all.
PositionsAs: TypeAlias = Literal["numbers", "text"] | None

#: The columns that are the same in all databases.
PLACE = ["part", "rank"]


def reader(
    store: Store,
    parts: Sequence[tuple[str, int]],
    chosen: Sequence[int],
    columns: Iterable[str] | None,
    positions_as: PositionsAs,
    batch_rows: int,
    threads: int,
) -> pyarrow.RecordBatchReader:
    """Stream the columns of chosen parts of a layer, one batch at a time, each of one part."""
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError(
            "Database.to_arrow needs pyarrow: pip install pyarrow, or 'shuban[arrow]'"
        ) from error
    if batch_rows < 1:
        raise ValueError("batch_rows must be at least 1")
    if positions_as not in ("numbers", "text", None):
        raise ValueError(f'positions_as is "numbers", "text" or None, not {positions_as!r}')
    known = _known(store, parts)
    if isinstance(columns, str):
        raise TypeError("columns takes several names, such as a list")
    columns = [*PLACE, *_default(known, positions_as)] if columns is None else list(columns)
    _check(columns, known)
    names = [name for name, _ in parts]
    types = {"part": pyarrow.dictionary(pyarrow.int32(), pyarrow.utf8()), "rank": pyarrow.uint64()}
    schema = pyarrow.schema([(name, {**types, **known}[name]) for name in columns])
    asked = [name for name in columns if name not in PLACE]

    def batches() -> Iterator[pyarrow.RecordBatch]:
        for part in chosen:
            count = parts[part][1]
            for first in range(0, count, batch_rows):
                ranks = (first, min(count, first + batch_rows))
                # Without a column that has to be computed nothing is read.
                found = store.rows(part, ranks, asked, threads) if asked else []
                arrays = {name: _array(schema.field(name).type, *rest) for name, *rest in found}
                size = ranks[1] - first
                if "part" in columns:
                    places = pyarrow.array(np.full(size, part, dtype=np.int32))
                    arrays["part"] = pyarrow.DictionaryArray.from_arrays(places, names)
                if "rank" in columns:
                    arrays["rank"] = pyarrow.array(np.arange(*ranks, dtype=np.uint64))
                every = [arrays[name] for name in columns]
                yield pyarrow.RecordBatch.from_arrays(every, schema=schema)

    return pyarrow.RecordBatchReader.from_batches(schema, batches())


def lazy(
    stream: Callable[[list[str] | None, int], pyarrow.RecordBatchReader], batch_rows: int
) -> polars.LazyFrame:
    """Let Polars ask for columns of a stream, and for as many rows as it needs."""
    try:
        import polars
        from polars.io.plugins import register_io_source
    except ImportError as error:
        raise ImportError("Database.scan needs polars: pip install polars") from error

    def frame(batch: pyarrow.RecordBatch) -> polars.DataFrame:
        found = polars.from_arrow(batch)
        assert isinstance(found, polars.DataFrame)
        return found

    def frames(
        columns: list[str] | None,
        predicate: polars.Expr | None,
        rows: int | None,
        size: int | None,
    ) -> Iterator[polars.DataFrame]:
        # A frame without columns has no length: the ranks cost nothing.
        asked = ["rank"] if columns == [] else columns
        size = min(size or batch_rows, batch_rows, max(rows or batch_rows, 1))
        for batch in stream(asked, size):
            found = frame(batch)
            if rows is not None:
                found = found.head(rows)
                rows -= len(found)
            yield found if predicate is None else found.filter(predicate)
            if rows == 0:
                return

    empty = polars.from_arrow(stream(None, 1).schema.empty_table())
    assert isinstance(empty, polars.DataFrame)
    return register_io_source(frames, schema=empty.schema, is_pure=True)


def _known(store: Store, parts: Sequence[tuple[str, int]]) -> dict[str, pyarrow.DataType]:
    """Give the types of all columns that have to be computed, by name, from the first position."""
    import pyarrow

    part = next((part for part, (_, count) in enumerate(parts) if count), None)
    if part is None:
        return {}
    found: list[NativeColumn] = store.rows(part, (0, 1), None, 1)
    known = {name: _type(kind, data) for name, kind, data, _ in found}
    return {**known, "position": pyarrow.utf8()}


def _default(known: dict[str, pyarrow.DataType], positions_as: PositionsAs) -> list[str]:
    import pyarrow

    numbers = [name for name, of in known.items() if of == pyarrow.int16()]
    values = [name for name in known if name not in ("position", *numbers)]
    if positions_as is None:
        return values
    as_text = positions_as == "text" or not numbers
    return [*(["position"] if as_text else numbers), *values]


def _check(columns: Sequence[str], known: Iterable[str]) -> None:
    every = [*PLACE, *known]
    for number, name in enumerate(columns):
        if name not in every:
            have = ", ".join(f"`{own}`" for own in every)
            raise UnknownName(f"there is no column `{name}`, only {have}", "unknown-column")
        if name in columns[:number]:
            raise ValueError(f"the column `{name}` is asked for twice")


def _type(kind: str, data: Any) -> pyarrow.DataType:
    import pyarrow

    if kind == "object" and isinstance(data[0], list):
        # An empty list does not tell its type: those that there are have numbers.
        return pyarrow.array([data[0] or [0.0]]).type
    types = {
        "small": pyarrow.int16(),
        "int": pyarrow.int64(),
        "float": pyarrow.float64(),
        "bool": pyarrow.bool_(),
    }
    return types.get(kind, pyarrow.utf8())


def _array(of: pyarrow.DataType, kind: str, data: Any, rest: Any) -> pyarrow.Array:
    """Give a column as an array of a type; numbers are not copied."""
    import pyarrow

    if kind == "nothing":
        return pyarrow.nulls(data, of)
    if kind == "object":
        return pyarrow.array(data, of)
    if kind == "text":
        places = np.frombuffer(data, dtype="<i8")
        return pyarrow.array(rest, of).take(pyarrow.array(places, mask=places < 0))
    numbers = np.frombuffer(data, dtype=DTYPES[kind])
    mask = None if rest is None else np.frombuffer(rest, dtype=np.bool_)
    return pyarrow.array(numbers, of, mask=mask)
