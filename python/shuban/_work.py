"""Long work: building, checking, solving."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from shuban import _native
from shuban._place import Place, placed
from shuban.answers import Answer

PathLike: TypeAlias = str | os.PathLike[str]

#: A number of bytes, or a text such as ``"512M"`` or ``"2G"``.
Memory: TypeAlias = int | str | None


@dataclass(frozen=True)
class Progress:
    """How far a piece of work is.

    Attributes:
        layer: The layer that is worked on.
        step: Which of the layers that is, from 1; 0 before the first.
        steps: How many layers there are.
        phase: What is done with it.
        done: Units of the phase that are done.
        total: Units of the phase; 0 if that is not known.
        detail: More, in words.

    """

    layer: str
    step: int
    steps: int
    phase: str
    done: int
    total: int
    detail: str

    def __str__(self) -> str:
        layer = f"[{self.step}/{self.steps}] {self.layer}" if self.steps > 1 else self.layer
        share = f"{self.done / self.total:.0%}" if self.total else ""
        return "  ".join(word for word in (layer, self.phase, share, self.detail) if word)


#: ``True`` prints a line to standard error, a function is called about twenty times a second.
Report: TypeAlias = Callable[[Progress], object] | bool | None


def data_folder(data: PathLike | None) -> str:
    """Give the data folder: as named, else ``$SHUBAN_DATA``, else ``data``.

    It may be the address of a published folder, ``https://…``, which is read where it is.
    """
    folder = os.fspath(data) if data is not None else os.environ.get("SHUBAN_DATA") or "data"
    if "://" in folder:
        _native.use_address(folder)
    return folder


def _bytes(memory: Memory) -> int | None:
    if isinstance(memory, str):
        read = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*", memory, re.IGNORECASE)
        if read is None:
            raise ValueError(f"{memory!r} is no size of memory: write it as '512M' or '2G'")
        unit = " kmgt".index(read[2].lower() or " ")
        memory = int(float(read[1]) * 1024**unit)
    if memory is not None and memory < 1:
        raise ValueError("memory must be at least one byte")
    return memory


class Work:
    """What work may use and who is told of it, as the native module takes it."""

    def __init__(
        self,
        data: PathLike | None,
        threads: int | None = None,
        memory: Memory = None,
        progress: Report = None,
    ) -> None:
        """Take what callers gave."""
        if threads is not None and threads < 1:
            raise ValueError("threads must be at least 1")
        self.data = data_folder(data)
        self.threads = threads
        self.memory = _bytes(memory)
        self.report: Callable[[dict[str, Any]], object] | None = None
        self._line = ""
        if callable(progress):
            call = progress
            self.report = lambda reached: call(Progress(**reached))
        elif progress:
            self.report = lambda reached: self._show(str(Progress(**reached)))

    def _show(self, text: str) -> None:
        print("\r" + text.ljust(len(self._line)), end="", file=sys.stderr, flush=True)
        self._line = text

    def __enter__(self) -> Work:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._line:
            print(file=sys.stderr)


def build(
    domain: str,
    *,
    data: PathLike | None = None,
    threads: int | None = None,
    memory: Memory = None,
    rebuild: bool = False,
    progress: Report = None,
) -> dict[str, Any]:
    """Build a database and the layers it needs, or go on with an interrupted build.

    Layers that are there are not built again, unless ``rebuild`` is set for ``domain`` itself.
    Ctrl-C stops it; nothing that is published is lost.

    Args:
        domain: The layer, such as :func:`domains` lists.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.
        threads: How many threads; by default as many as can run at once.
        memory: Bytes of memory, or a text such as ``"2G"``; by default three quarters of the
            machine's.
        rebuild: Build the layer even if it is there.
        progress: A function that is called with a :class:`Progress`, or ``True`` for a line on
            standard error.

    Returns:
        The members of ``shuban build --json``.

    """
    with Work(data, threads, memory, progress) as work:
        return _native.build(domain, rebuild, work)


def verify(
    domain: str,
    *,
    data: PathLike | None = None,
    sample: int | None = None,
    all: bool = False,  # noqa: A002 - the name of the command line's flag
    threads: int | None = None,
    memory: Memory = None,
    progress: Report = None,
) -> dict[str, Any]:
    """Verify a database: every checksum, then every position against its successors.

    Args:
        domain: The layer.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.
        sample: Check so many positions instead of all.
        all: Verify the layers it was built from, too.
        threads: How many threads; by default as many as can run at once.
        memory: Bytes of memory, or a text such as ``"2G"``; by default three quarters of the
            machine's.
        progress: As of :func:`build`.

    Returns:
        The members of ``shuban verify --json``; ``passed`` is the verdict.

    """
    with Work(data, threads, memory, progress) as work:
        return _native.verify(domain, sample, all, work)


def solve(
    game: str | _native.Game,
    position: Place = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    to_move: str | None = None,
    question: str | None = None,
    data: PathLike | None = None,
    threads: int | None = None,
    memory: Memory = None,
    progress: Report = None,
) -> Answer:
    """Solve a position by search, with the help of what is built.

    Args:
        game: The game.
        position: The position; by default the game's start.
        seconds: Stop after this time, with what is known then.
        nodes: Stop after so many nodes.
        to_move: Another side to move, by name.
        question: Of games that are solved by proof search, ask only ``"win"`` or
            ``"draw-or-better"`` of the first player.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.
        threads: How many threads; by default as many as can run at once.
        memory: Bytes of memory, or a text such as ``"2G"``; by default three quarters of the
            machine's.
        progress: As of :func:`build`.

    Returns:
        The members of ``shuban solve --json``.

    """
    place = placed(game, position, None)
    name, text = place["game"], place["text"]
    with Work(data, threads, memory, progress) as work:
        solved = _native.solve(name, text, to_move, (seconds, nodes), question, work)
        return Answer(solved)
