"""Positions as arrays of numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from shuban import _native

Tensor = npt.NDArray[np.float32]

#: One side of a game of the backgammon family: points, each named once for each checker on it.
_SIDE = re.compile(r"(\d+|bar)(,(\d+|bar))*|")


class Observer(Protocol):
    """A way to turn positions into arrays of one shape."""

    @property
    def size(self) -> int:
        """How many numbers an observation has."""

    def __call__(self, position: _native.Position) -> Tensor:
        """Give the observation of a position, as the player to move sees it."""


@dataclass(frozen=True)
class _Text:
    size: int

    def __call__(self, position: _native.Position) -> Tensor:
        codes = str(position).encode()
        if len(codes) > self.size:
            raise ValueError(f"a position of {len(codes)} bytes: give a longer text_observer")
        seen = np.zeros(self.size, dtype=np.float32)
        seen[: len(codes)] = np.frombuffer(codes, dtype=np.uint8) / np.float32(255)
        return seen


@dataclass(frozen=True)
class _Checkers:
    points: int

    @property
    def size(self) -> int:
        return 2 * (self.points + 1)

    def __call__(self, position: _native.Position) -> Tensor:
        seen = np.zeros((2, self.points + 1), dtype=np.float32)
        for side, text in zip(seen, str(position).split("|"), strict=True):
            for point in filter(None, text.split(",")):
                side[self.points if point == "bar" else int(point) - 1] += 1
        return seen.reshape(-1)


def text_observer(size: int = 512) -> Observer:
    """Observe the bytes of a position's text, each divided by 255, and zeros after them."""
    return _Text(size)


def board_observer(game: str) -> Observer:
    """Observe the board of a game.

    Of the backgammon family: how many checkers each side has on each of its points and on the bar,
    the player to move first. Of other games: the text.
    """
    position = _native.Game(game).start()
    sides = str(position).split("|")
    if position.rolls and len(sides) == 2 and all(_SIDE.fullmatch(side) for side in sides):
        return _Checkers(_points(game))
    return text_observer()


def _points(game: str) -> int:
    """Give the largest point of a game of the backgammon family."""
    for points in range(24, 1, -1):
        try:
            _native.Position(game, f"{points}|1")
        except ValueError:
            continue
        return points
    return 1
