"""Exact endgame databases and game-theoretic proofs.

Open a database and ask it::

    import shuban

    shuban.build("half-gammon/contact-1-1", data="data")
    db = shuban.open("half-gammon/contact-1-1", data="data")
    db.probe("12|12")["value"]

:func:`games` and :func:`domains` list what there is. Positions are texts, in any notation that the
game reads, or :class:`Position` objects, which know their moves.
"""

from __future__ import annotations

from typing import Any

from shuban import _native
from shuban._cube import analyse, match_play, money
from shuban._estimates import estimate, probe, rollout
from shuban._native import Game, Position, __version__
from shuban._players import choose, match, play
from shuban._work import PathLike, Progress, build, data_folder, solve, verify
from shuban.answers import Answer
from shuban.database import Database, Part
from shuban.errors import (
    Busy,
    Damaged,
    Elsewhere,
    FileError,
    NotationError,
    NotBuilt,
    ShubanError,
    TooMuch,
    UnknownName,
)

__all__ = [
    "Answer",
    "Busy",
    "Damaged",
    "Database",
    "Elsewhere",
    "FileError",
    "Game",
    "NotBuilt",
    "NotationError",
    "Part",
    "Position",
    "Progress",
    "ShubanError",
    "TooMuch",
    "UnknownName",
    "__version__",
    "analyse",
    "build",
    "choose",
    "domains",
    "estimate",
    "game",
    "games",
    "match",
    "match_play",
    "money",
    "open",
    "play",
    "probe",
    "rollout",
    "solve",
    "verify",
]


def open(name: str, data: PathLike | None = None) -> Database:  # noqa: A001 - as in gzip, wave
    """Open a database.

    Args:
        name: The layer, such as :func:`domains` lists; or a game: then the built database with the
            fewest positions that holds a position answers.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.

    Raises:
        NotBuilt: It is not built yet.
        UnknownName: There is none of that name.

    """
    return Database(name, data)


def game(name: str) -> Game:
    """Give the game, or the group of games, of a name such as :func:`games` lists."""
    return Game(name)


def games() -> dict[str, str]:
    """Give the names of all games, each with a line about it."""
    return dict(_native.games())


def domains(
    name: str | None = None, *, data: PathLike | None = None, most: int = 4_000_000_000
) -> list[dict[str, Any]]:
    """List the databases that there are or may be, smaller ones first in each family.

    Args:
        name: Only those with this in their names.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.
        most: Leave out those of more positions that are not built.

    Returns:
        The members that ``shuban list --json`` has for a layer, with its ``family`` and ``game``.

    """
    families = _native.domains(name, data_folder(data), most)
    return [
        {"family": family["family"], "game": family["game"], **layer}
        for family in families
        for layer in family["layers"]
    ]
