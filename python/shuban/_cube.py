"""Backgammon with the cube: for money, in a match, and as a file."""

from __future__ import annotations

import os
from typing import Any

from shuban import _native
from shuban._place import Place, placed
from shuban._work import Memory, PathLike, Report, Work
from shuban.answers import Answer


def money(
    game: str | _native.Game,
    position: Place = None,
    *,
    roll: str | None = None,
    cube: int | None = None,
    owner: str | None = None,
    cube_limit: int | None = None,
    jacoby: bool = False,
    beavers: bool = False,
    progress: Report = None,
) -> Answer:
    """Solve a position of a game for money with the cube. Nothing need be built.

    Args:
        game: The game, of the backgammon family.
        position: The position. An XGID says what is left out here.
        roll: List all moves of this roll; by default that of the position, if it has one.
        cube: What the cube shows.
        owner: Who owns it: ``"mover"``, ``"opponent"``, or nobody.
        cube_limit: Its highest value; 1 for none.
        jacoby: Gammons count only once the cube was turned.
        beavers: A player who takes may double back at once and keep the cube.
        progress: As of :func:`shuban.build`.

    Returns:
        The members of ``shuban probe --money --json``.

    """
    asked = {"money": True, "cube_limit": cube_limit, "jacoby": jacoby, "beavers": beavers}
    return _with_cube(game, position, roll, {"cube": cube, "owner": owner, **asked}, progress)


def match_play(
    game: str | _native.Game,
    position: Place = None,
    *,
    points: int | None = None,
    score: tuple[int, int] | None = None,
    roll: str | None = None,
    cube: int | None = None,
    owner: str | None = None,
    crawford: bool = False,
    equities: PathLike | None = None,
    progress: Report = None,
) -> Answer:
    """Solve a position of a match: the chance to win it, and what to do with the cube.

    Args:
        game: The game, of the backgammon family.
        position: The position. An XGID says what is left out here.
        points: The points that win the match.
        score: The points of the player about to roll and of the opponent.
        roll: List all moves of this roll; by default that of the position, if it has one.
        cube: What the cube shows.
        owner: Who owns it: ``"mover"``, ``"opponent"``, or nobody.
        crawford: It is the Crawford game, in which nobody doubles.
        equities: A file of match equities, in GNU Backgammon's format.
        progress: As of :func:`shuban.build`.

    Returns:
        The members of ``shuban probe --match --json``.

    """
    asked = {"length": points, "score": score, "crawford": crawford, "equities": _text(equities)}
    return _with_cube(game, position, roll, {"cube": cube, "owner": owner, **asked}, progress)


def _with_cube(
    game: str | _native.Game,
    position: Place,
    roll: str | None,
    asked: dict[str, Any],
    progress: Report,
) -> Answer:
    usual = {"length": None, "score": None, "crawford": False, "equities": None}
    money = {"money": False, "cube_limit": None, "jacoby": False, "beavers": False}
    asked = {**usual, **money, **placed(game, position, roll), **asked}
    with Work(None, progress=progress) as work:
        return Answer(_native.cube(asked, work))


def analyse(
    file: PathLike,
    *,
    game: str | None = None,
    to: PathLike | None = None,
    rollouts: int | None = None,
    seed: int = 1,
    turns: int | None = None,
    cube_positions: int = 30_000,
    equities: PathLike | None = None,
    data: PathLike | None = None,
    threads: int | None = None,
    memory: Memory = None,
    progress: Report = None,
) -> dict[str, Any]:
    """Analyse games that another program wrote down: what each move cost, and the luck.

    Args:
        file: The file: matches of backgammon as text in two columns, SGF or ``.xg``, or a record of
            another game.
        game: The game, where the file does not tell.
        to: Write the analysis as an ``.html`` page too.
        rollouts: Judge what no database knows by so many rollouts of each move, at least 16.
        seed: The seed of the rollouts.
        turns: Cut rollouts off after so many turns.
        cube_positions: Judge the cube in matches where at most so many positions can be reached.
        equities: A file of match equities, in GNU Backgammon's format.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.
        threads: How many threads; by default as many as can run at once.
        memory: Bytes of memory, or a text such as ``"2G"``.
        progress: As of :func:`shuban.build`.

    Returns:
        The members of ``shuban analyse --json``: of several matches a list, ``matches``.

    """
    asked = {
        "file": os.fspath(file),
        "game": game,
        "to": None if to is None else os.fspath(to),
        "cube_positions": cube_positions,
        "equities": _text(equities),
        "rollouts": rollouts,
        "seed": seed,
        "turns": turns,
    }
    with Work(data, threads, memory, progress) as work:
        return {"file": asked["file"], **_native.analyse_file(asked, work)}


def _text(file: PathLike | None) -> str | None:
    if file is None:
        return None
    with open(file, encoding="utf-8", errors="replace") as opened:
        return opened.read((1 << 20) + 1)
