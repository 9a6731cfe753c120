"""Questions about a position that no database need hold: estimates, players, the cube."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Any, TypeAlias

from shuban import _native
from shuban._work import Memory, PathLike, Report, Work
from shuban.answers import Answer

#: A position as text, or with its rules.
Place: TypeAlias = str | _native.Position | None


def _place(game: str | _native.Game, position: Place, roll: str | None) -> dict[str, Any]:
    game = game if isinstance(game, _native.Game) else _native.Game(game)
    position = game.start() if position is None else position
    if isinstance(position, _native.Position):
        if position.game not in game.members:
            raise ValueError(f"that is a position of {position.game}, not of {game.name}")
        roll = position.roll if roll is None else roll
    return {"game": game.name, "text": str(position), "roll": roll}


def estimate(
    game: str | _native.Game,
    position: Place = None,
    *,
    plies: int = 2,
    roll: str | None = None,
    to_move: str | None = None,
    evaluation: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    data: PathLike | None = None,
    threads: int | None = None,
    memory: Memory = None,
    progress: Report = None,
) -> Answer:
    """Estimate a position by looking some plies ahead, to what is built or an evaluation function.

    Args:
        game: The game.
        position: The position; by default the game's start.
        plies: How far to look; with ``seconds`` or ``nodes``, as far as they allow.
        roll: Only this roll, and all moves of it; by default that of the position, if it has one.
        to_move: Another side to move, by name.
        evaluation: The evaluation function by name, where the game has several.
        seconds: Stop after this time.
        nodes: Stop after so many nodes.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.
        threads: How many threads; by default as many as can run at once.
        memory: Bytes of memory, or a text such as ``"2G"``.
        progress: As of :func:`shuban.build`.

    Returns:
        The members of ``shuban solve --plies --json``.

    """
    place = {**_place(game, position, roll), "to_move": to_move, "evaluation": evaluation}
    with Work(data, threads, memory, progress) as work:
        return Answer(_native.estimate(place, plies, (seconds, nodes), work))


def rollout(
    game: str | _native.Game,
    position: Place = None,
    *,
    trials: int = 2_592,
    error: float | None = None,
    seed: int = 1,
    turns: int | None = None,
    luck: bool = True,
    stratified: bool = True,
    roll: str | None = None,
    to_move: str | None = None,
    evaluation: str | None = None,
    data: PathLike | None = None,
    threads: int | None = None,
    memory: Memory = None,
    progress: Report = None,
) -> Answer:
    """Estimate a position by playing it on many times: the mean, with its standard error.

    Args:
        game: The game.
        position: The position; by default the game's start.
        trials: Trials of the position, or of each move, at most.
        error: Stop as soon as no standard error is larger than this.
        seed: The seed of the rolls.
        turns: Cut a trial off after so many turns, with the estimate of the position.
        luck: Take the luck of the rolls off each result.
        stratified: Let the first rolls come exactly as often as they are probable.
        roll: Compare all moves of this roll; by default that of the position, if it has one.
        to_move: Another side to move, by name.
        evaluation: The evaluation function by name, where the game has several.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.
        threads: How many threads; the answer is the same for any number.
        memory: Bytes of memory, or a text such as ``"2G"``.
        progress: As of :func:`shuban.build`.

    Returns:
        The members of ``shuban rollout --json``.

    """
    place = {**_place(game, position, roll), "to_move": to_move, "evaluation": evaluation}
    asked = {
        "trials": trials,
        "error": error,
        "seed": seed,
        "turns": turns,
        "luck": luck and stratified,
        "stratified": stratified,
    }
    with Work(data, threads, memory, progress) as work:
        return Answer(_native.rollout(place, asked, work))


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
        player: ``"perfect"`` (by databases, else by search, else at random), ``"search"`` (else at
            random) or ``"random"``.
        roll: The roll, where there are dice; by default that of the position.
        seed: The seed of choices at random.
        ply: How many moves were made before: with another number they differ.
        nodes: How many nodes a search may visit.
        seconds: How long it may take.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.

    Returns:
        ``move``, the position ``after`` it, its ``value`` to the player if it is known, and the
        ``basis`` of the choice: ``only-move``, ``table``, ``search`` or ``random``.

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
    asked = _place(game, position, None)
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
    place = _place(game, position, None)
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


def money(
    game: str | _native.Game,
    position: Place = None,
    *,
    roll: str | None = None,
    cube: int | None = None,
    owner: str | None = None,
    cube_limit: int | None = None,
    jacoby: bool = False,
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
        progress: As of :func:`shuban.build`.

    Returns:
        The members of ``shuban probe --money --json``.

    """
    asked = {"money": True, "cube_limit": cube_limit, "jacoby": jacoby}
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
    money = {"money": False, "cube_limit": None, "jacoby": False}
    asked = {**usual, **money, **_place(game, position, roll), **asked}
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
    """Analyse a match that another program wrote down: what each move cost, and the luck.

    Args:
        file: The file, ``.mat`` or ``.sgf``.
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
        The members of ``shuban analyse --json``.

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
        return {"file": asked["file"], **_native.analyse_match(asked, work)}


def _text(file: PathLike | None) -> str | None:
    if file is None:
        return None
    with open(file, encoding="utf-8", errors="replace") as opened:
        return opened.read((1 << 20) + 1)
