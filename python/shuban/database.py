"""Databases: the values of all positions of a layer."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from shuban import _arrow, _native
from shuban._arrays import Array, arrays, counted, integers, joined
from shuban._work import PathLike, Report, Work, data_folder
from shuban.answers import Answer
from shuban.errors import Elsewhere, NotationError, UnknownName

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Part(NamedTuple):
    """A part of a layer: one range of indexes.

    Attributes:
        name: Its name.
        positions: How many positions it has.

    """

    name: str
    positions: int


class Database:
    """A database that is open, or all databases of a game.

    Any number of threads may ask it. A database of a layer is a sequence of positions: ``len()`` is
    their number, ``db[5]`` the one with index 5, and ``in`` tells if a position has an index. That
    of a game answers :meth:`probe` and :meth:`probe_many` only.

    Attributes:
        name: The name that was asked for.
        data: The data folder.

    """

    name: str
    data: str

    def __init__(self, name: str, data: PathLike | None = None) -> None:
        """Open what :func:`shuban.open` does."""
        self.name = name
        self.data = data_folder(data)
        self._store = _native.Store(name, self.data)

    def __repr__(self) -> str:
        return f"shuban.open({self.name!r}, data={self.data!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.name, self.data))

    # Questions about positions

    def probe(self, position: str | _native.Position, roll: str | None = None) -> Answer:
        """Look up a position: its value, and each move's.

        Args:
            position: The position, in any notation that the game reads.
            roll: The roll of which all moves are listed; by default that of the position, if it
                says one.

        Returns:
            The members of ``shuban probe --json``.

        """
        return Answer(self._store.probe(position, roll))

    @overload
    def probe_many(
        self,
        positions: Iterable[str | _native.Position],
        *,
        full: Literal[False] = False,
        errors: Literal["raise", "none"] = "raise",
        threads: int = 1,
    ) -> dict[str, Array]: ...

    @overload
    def probe_many(
        self,
        positions: Iterable[str | _native.Position],
        *,
        full: Literal[True],
        errors: Literal["raise"] = "raise",
        threads: int = 1,
    ) -> list[Answer]: ...

    @overload
    def probe_many(
        self,
        positions: Iterable[str | _native.Position],
        *,
        full: Literal[True],
        errors: Literal["none"],
        threads: int = 1,
    ) -> list[Answer | None]: ...

    def probe_many(
        self,
        positions: Iterable[str | _native.Position],
        *,
        full: bool = False,
        errors: Literal["raise", "none"] = "raise",
        threads: int = 1,
    ) -> dict[str, Array] | list[Answer] | list[Answer | None]:
        """Look up many positions.

        Args:
            positions: The positions, as texts or with their rules.
            full: Give for each what :meth:`probe` gives.
            errors: ``"raise"`` at the first one that is no position or is not held; or leave its
                values missing, ``"none"``.
            threads: How many threads look them up.

        Returns:
            For each field of the values, such as ``value``, an array in the order of the
            positions: the same as :meth:`probe` has under that name. Masked arrays say where a
            whole number is missing; a missing number is NaN, anything else ``None``.

        """
        if isinstance(positions, (str, _native.Position)):
            raise TypeError("probe_many takes many positions, such as a list; probe takes one")
        if errors not in ("raise", "none"):
            raise ValueError(f'errors is "raise" or "none", not {errors!r}')
        asked = positions if isinstance(positions, list) else list(positions)
        if full:
            answers = self._store.probe_many(asked, threads, errors == "none")
            return [None if answer is None else Answer(answer) for answer in answers]
        return arrays(self._store.look_up(asked, threads, errors == "none"))

    def position(self, index: int, part: str | int | None = None) -> _native.Position:
        """Give the position of an index of a part; without one, of all parts in their order."""
        index = operator.index(index)
        first = 0 if part is None else self._first(part)
        count = len(self) if part is None else self._part(part).positions
        if not -count <= index < count:
            raise IndexError(f"{self.name} has {count} positions there, and no number {index}")
        found = self._store.position(first + index % count)
        if found is None:
            raise IndexError(f"{self.name} has no number {index}")
        return found

    def positions(
        self, part: str | int | None = None, start: int = 0, stop: int | None = None
    ) -> list[str]:
        """Give the texts of the positions of a range of indexes."""
        first = 0 if part is None else self._first(part)
        count = len(self) if part is None else self._part(part).positions
        start, stop, _ = slice(start, stop).indices(count)
        return self._store.texts((first + start, first + max(start, stop)))

    def index(self, position: str | _native.Position) -> int:
        """Give the index of a position among those of all parts."""
        place = self._store.place(position)
        if place is None:
            raise Elsewhere(
                f"`{position}` has no index in {self.name}: its value is not stored, but follows",
                "position-elsewhere",
            )
        part, rank = place
        return self._first(part) + rank

    @overload
    def __getitem__(self, index: int) -> _native.Position: ...

    @overload
    def __getitem__(self, index: slice) -> list[_native.Position]: ...

    def __getitem__(self, index: int | slice) -> _native.Position | list[_native.Position]:
        if isinstance(index, slice):
            return [self.position(number) for number in range(*index.indices(len(self)))]
        return self.position(index)

    def __iter__(self) -> Iterator[_native.Position]:
        return (self.position(number) for number in range(len(self)))

    def __contains__(self, position: object) -> bool:
        if not isinstance(position, (str, _native.Position)):
            return False
        try:
            self.index(position)
        except (Elsewhere, NotationError):
            return False
        return True

    def __bool__(self) -> bool:
        return True

    # All values

    @cached_property
    def parts(self) -> list[Part]:
        """The parts, in their order."""
        return [Part(*part) for part in self._store.parts]

    def __len__(self) -> int:
        return sum(part.positions for part in self.parts)

    def values(
        self,
        part: str | int | None = None,
        start: int = 0,
        stop: int | None = None,
        *,
        threads: int = 1,
    ) -> dict[str, Array]:
        """Give the stored values of a part, in the order of indexes.

        Args:
            part: The part, by name or number; it may be left out if there is only one.
            start: The first index.
            stop: The index after the last.
            threads: How many threads decode them.

        Returns:
            An array for each field of the values. They cannot be written to.

        """
        number, ranks = self._ranks(part, start, stop)
        return arrays(self._store.values(number, ranks, threads))

    def records(
        self, part: str | int | None = None, start: int = 0, stop: int | None = None
    ) -> dict[str, Array]:
        """Give the columns of a part as the file stores them, in the order of indexes.

        These are whole numbers: identifiers of values, or fixed-point numbers that are still to be
        divided by a power of two. ``info()["sections"]`` says which. It is faster than
        :meth:`values`, and takes less memory.
        """
        number, ranks = self._ranks(part, start, stop)
        columns = self._store.records(self.parts[number].name, ranks)
        return {name: integers(bits, kind, data) for name, bits, kind, _, data in columns}

    def histogram(self, bins: int = 20) -> list[dict[str, Any]]:
        """Count the positions of each class.

        Returns:
            For each class a dictionary with its ``count``: as the file stores them, if it does;
            else by the first field of the values, numbers in so many bins.

        """
        stored = self.info().get("histogram")
        if stored is not None:
            return list(stored)
        pieces = [self.values(part) for part in range(len(self.parts))]
        return counted(joined(pieces), bins)

    def info(self) -> dict[str, Any]:
        """Describe the database: the members of ``shuban info --json``."""
        return self._store.info()

    # Tables for other programs

    def table(
        self,
        part: str | int | None = None,
        start: int = 0,
        stop: int | None = None,
        *,
        positions: bool = False,
        threads: int = 1,
    ) -> pyarrow.Table:
        """Give the values of a part as an Arrow table; with the positions' texts, if asked."""
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError("Database.table needs pyarrow: pip install pyarrow") from error
        columns = self._columns(part, start, stop, positions, threads)
        return pyarrow.table({name: pyarrow.array(column) for name, column in columns.items()})

    def to_arrow(
        self,
        columns: Iterable[str] | None = None,
        *,
        parts: str | int | Iterable[str | int] | None = None,
        positions_as: Literal["numbers", "text"] | None = "numbers",
        batch_rows: int = 65_536,
        threads: int = 1,
    ) -> pyarrow.RecordBatchReader:
        """Stream all positions with their values, in the columns of a dataset.

        These are ``part``, ``rank``, the numbers that positions consist of, and the fields of the
        values, with members of a field named after both, as ``equity_owned``. Only a batch is in
        memory, and only the columns and parts that are asked for are computed.

        A database is a stream of Arrow itself (``__arrow_c_stream__``), so programs that take one
        take it as it is: ``duckdb.sql("SELECT avg(value) FROM db")``, ``polars.DataFrame(db)``.

        Args:
            columns: The columns, in this order. ``position``, the text, may be one in any game.
            parts: The parts, by names or numbers; by default all.
            positions_as: How positions are given if no columns are named: as ``"numbers"``, or as
                text if the game has none; as ``"text"``; or, with ``None``, not at all.
            batch_rows: The most rows of a batch.
            threads: How many threads compute a batch.

        """
        if parts is None:
            parts = range(len(self.parts))
        elif isinstance(parts, (str, int)):
            parts = [parts]
        chosen = [self._number(part) for part in parts]
        return _arrow.reader(
            self._store, self.parts, chosen, columns, positions_as, batch_rows, threads
        )

    def scan(
        self,
        *,
        parts: str | int | Iterable[str | int] | None = None,
        positions_as: Literal["numbers", "text"] | None = "numbers",
        batch_rows: int = 65_536,
        threads: int = 1,
    ) -> polars.LazyFrame:
        """Give all positions to Polars, which computes only what a question reads.

        It has the columns of :meth:`to_arrow`, and can be asked again and again:
        ``db.scan().filter(polars.col("value") > 0.9).select(polars.len()).collect()``.

        Args:
            parts: The parts, by names or numbers; by default all.
            positions_as: How positions are given, as for :meth:`to_arrow`.
            batch_rows: The most rows of a batch.
            threads: How many threads compute a batch.

        """
        chosen = parts if parts is None or isinstance(parts, (str, int)) else list(parts)

        def stream(columns: list[str] | None, rows: int) -> pyarrow.RecordBatchReader:
            return self.to_arrow(
                columns,
                parts=chosen,
                positions_as=positions_as,
                batch_rows=rows,
                threads=threads,
            )

        return _arrow.lazy(stream, batch_rows)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(
        self,
        part: str | int | None = None,
        start: int = 0,
        stop: int | None = None,
        *,
        positions: bool = False,
        threads: int = 1,
    ) -> pandas.DataFrame:
        """Give the values of a part as a pandas frame; with the positions' texts, if asked."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("Database.to_pandas needs pandas: pip install pandas") from error
        frame = pandas.DataFrame(self._columns(part, start, stop, positions, threads))
        first = slice(start, stop).indices(self._part(part).positions)[0]
        frame.index = pandas.RangeIndex(first, first + len(frame), name="index")
        return frame

    def export(self, file: PathLike, *, progress: Report = None) -> int:
        """Write all positions with their values to a file, as ``shuban export`` does.

        Returns:
            How many positions were written.

        """
        with Work(self.data, progress=progress) as work:
            return self._store.export(os.fspath(file), work)

    def _columns(
        self, part: str | int | None, start: int, stop: int | None, positions: bool, threads: int
    ) -> dict[str, Any]:
        values: dict[str, Any] = dict(self.values(part, start, stop, threads=threads))
        if not positions:
            return values
        number = self._number(part)
        return {"position": self.positions(number, start, stop), **values}

    def _number(self, part: str | int | None) -> int:
        names = [part.name for part in self.parts]
        if part is None and len(names) == 1:
            return 0
        if isinstance(part, str) and part in names:
            return names.index(part)
        if isinstance(part, int) and -len(names) <= part < len(names):
            return part % len(names)
        have = ", ".join(f"`{name}`" for name in names)
        what = "say which part" if part is None else f"there is no part `{part}`"
        raise UnknownName(f"{what}: {self.name} has {have}", "unknown-part")

    def _part(self, part: str | int | None) -> Part:
        return self.parts[self._number(part)]

    def _first(self, part: str | int) -> int:
        return sum(part.positions for part in self.parts[: self._number(part)])

    def _ranks(
        self, part: str | int | None, start: int, stop: int | None
    ) -> tuple[int, tuple[int, int]]:
        number = self._number(part)
        start, stop, _ = slice(start, stop).indices(self.parts[number].positions)
        return number, (start, max(start, stop))
