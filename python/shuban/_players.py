"""Players: the choice of one, a game, a match."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from shuban import _native
from shuban._place import Place, placed
from shuban._work import Memory, PathLike, Report, Work


def choose(
    position: _native.Position,
    player: str = "perfect",
    *,
    roll: str | None = None,
    seed: int = 1,
    ply: int = 0,
    nodes: int | None = 20_000,
    seconds: float | None = None,
    data: PathLike | None = None,
) -> dict[str, Any]:
    """Let a player choose a move.

    Args:
        position: The position.
        player: ``"perfect"`` (by databases, else as strong), ``"strong"`` (by search or an
            estimate), ``"casual"`` (by an estimate one move ahead) or ``"random"``.
        roll: The roll, where there are dice; by default that of the position.
        seed: The seed of choices at random.
        ply: How many moves were made before: with another number they differ.
        nodes: How many nodes a search may visit.
        seconds: How long it may take.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.

    Returns:
        ``move``, the position ``after`` it, its ``value`` to the player if it is known, and the
        ``basis`` of the choice: ``only-move``, ``table``, ``search``, ``estimate`` or ``random``.

    """
    with Work(data) as work:
        return _native.choose(position, roll, (player, seed, ply), (seconds, nodes), work)


def play(
    game: str | _native.Game,
    players: Sequence[str],
    *,
    position: Place = None,
    seed: int = 1,
    plies: int = 2_000,
    nodes: int | None = 20_000,
    seconds: float | None = None,
    data: PathLike | None = None,
) -> list[dict[str, Any]]:
    """Play a game to its end, or for so many moves.

    Args:
        game: The game.
        players: The player of each seat: see :func:`choose`.
        position: The first position; by default the game's start.
        seed: The seed of the rolls and of the players.
        plies: Stop after so many moves.
        nodes: How many nodes the search for one move may visit.
        seconds: How long it may take.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.

    Returns:
        For each turn what :func:`choose` gives, with its ``seat``, the ``position`` before and the
        ``roll``.

    """
    asked = placed(game, position, None)
    now = _native.Game(asked["game"]).position(asked["text"])
    roll, dice = asked["roll"], random.Random(seed)
    record: list[dict[str, Any]] = []
    while now.outcome is None and len(record) < plies:
        seat, rolls = now.seat, now.rolls
        if seat >= len(players):
            raise ValueError(f"{now.game} has more seats than the {len(players)} players")
        if roll is None and rolls:
            roll = dice.choices(list(rolls), list(rolls.values()))[0]
        chosen = choose(
            now, players[seat], roll=roll, seed=seed, ply=len(record), nodes=nodes,
            seconds=seconds, data=data,
        )  # fmt: skip
        record.append({"seat": seat, "position": now, "roll": roll, **chosen})
        now, roll = chosen["after"], None
    return record


def match(
    game: str | _native.Game,
    players: Sequence[str],
    *,
    games: int = 1_000,
    seed: int = 1,
    position: Place = None,
    plies: int = 2_000,
    nodes: int | None = 20_000,
    seconds: float | None = None,
    data: PathLike | None = None,
    threads: int | None = None,
    memory: Memory = None,
    progress: Report = None,
) -> dict[str, Any]:
    """Play a match between players: wins, and points with their uncertainty.

    Args:
        game: The game.
        players: At least one for each seat: see :func:`choose`. They exchange seats from game to
            game; if there are more, all choices of them play.
        games: How many games each choice of players plays.
        seed: The seed of the dice and of the players.
        position: Where each game starts; by default the game's start, with its opening roll.
        plies: A game of so many moves that is not over has no result.
        nodes: How many nodes the search for one move may visit.
        seconds: How long it may take; the match then depends on the machine.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.
        threads: How many threads; the report is the same for any number.
        memory: Bytes of memory, or a text such as ``"2G"``.
        progress: As of :func:`shuban.build`.

    Returns:
        The members of ``shuban match --json``.

    """
    place = placed(game, position, None)
    asked = {
        "game": place["game"],
        "players": list(players),
        "games": games,
        "seed": seed,
        "position": None if position is None else place["text"],
        "plies": plies,
    }
    with Work(data, threads, memory, progress) as work:
        return _native.match_players(asked, (seconds, nodes), work)
