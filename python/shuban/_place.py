"""Positions as functions take them."""

from __future__ import annotations

from typing import Any, TypeAlias

from shuban import _native

#: A position as text, or with its rules.
Place: TypeAlias = str | _native.Position | None


def placed(game: str | _native.Game, position: Place, roll: str | None) -> dict[str, Any]:
    """Give the game, the text and the roll, as the native module takes them."""
    game = game if isinstance(game, _native.Game) else _native.Game(game)
    position = game.start() if position is None else position
    if isinstance(position, _native.Position):
        if position.game not in game.members:
            raise ValueError(f"that is a position of {position.game}, not of {game.name}")
        roll = position.roll if roll is None else roll
    return {"game": game.name, "text": str(position), "roll": roll}
