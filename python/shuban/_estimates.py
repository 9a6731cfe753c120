"""Estimates of positions: by looking some plies ahead, and by rollouts."""

from __future__ import annotations

from shuban import _native
from shuban._place import Place, placed
from shuban._work import Memory, PathLike, Report, Work
from shuban.answers import Answer


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
    place = {**placed(game, position, roll), "to_move": to_move, "evaluation": evaluation}
    with Work(data, threads, memory, progress) as work:
        return Answer(_native.estimate(place, plies, (seconds, nodes), work))


def probe(
    game: str | _native.Game,
    position: Place = None,
    *,
    roll: str | None = None,
    to_move: str | None = None,
    data: PathLike | None = None,
    threads: int | None = None,
    memory: Memory = None,
    progress: Report = None,
) -> Answer:
    """Say what is known of a position: by databases, else by a search, else by an estimate.

    Args:
        game: The game.
        position: The position; by default the game's start.
        roll: The roll of which all moves are listed; by default that of the position, if it has
            one.
        to_move: Another side to move, by name.
        data: The data folder; by default ``$SHUBAN_DATA``, or ``data``.
        threads: How many threads; by default as many as can run at once.
        memory: Bytes of memory, or a text such as ``"2G"``.
        progress: As of :func:`shuban.build`.

    Returns:
        The members of ``shuban probe GAME --json``; ``source`` says which of them answers.

    """
    place = {**placed(game, position, roll), "to_move": to_move, "evaluation": None}
    with Work(data, threads, memory, progress) as work:
        return Answer(_native.probe(place, work))


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
    place = {**placed(game, position, roll), "to_move": to_move, "evaluation": evaluation}
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
