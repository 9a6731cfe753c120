"""A game in progress, with the methods of OpenSpiel's states."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from shuban import _native
from shuban.envs.observe import Observer, Tensor, board_observer

#: The player at chance nodes, and after the end: OpenSpiel's numbers.
CHANCE, TERMINAL = -1, -4


class _Node:
    """A position, with the roll if chance has spoken."""

    def __init__(self, position: _native.Position, roll: str | None) -> None:
        self.position = position
        self.roll = roll

    @cached_property
    def payoffs(self) -> list[int] | None:
        return self.position.payoffs

    @cached_property
    def rolls(self) -> list[tuple[str, float]]:
        """The outcomes of chance that are still open."""
        if self.payoffs is not None or self.roll is not None:
            return []
        return list(self.position.rolls.items())

    @cached_property
    def plays(self) -> list[tuple[str, _native.Position]]:
        if self.payoffs is not None or self.rolls:
            return []
        return self.position.plays(self.roll)


class State:
    """A game in progress.

    Actions are numbers: at a chance node of the outcome, else of the move among the legal ones, in
    the order of the rules. A number has no meaning beyond its position.
    """

    def __init__(
        self,
        game: str | _native.Position,
        *,
        actions: int = 4_096,
        observer: Observer | None = None,
    ) -> None:
        """Begin a game, or go on from a position.

        Args:
            game: The game, or a position of it.
            actions: How many actions masks have room for.
            observer: What makes arrays of positions; by default :func:`board_observer`.

        """
        start = game if isinstance(game, _native.Position) else _native.Game(game).start()
        self.actions = actions
        self.observer = board_observer(start.game) if observer is None else observer
        self._history: list[int] = []
        self._node = _Node(start, start.roll)

    @property
    def position(self) -> _native.Position:
        """The position."""
        return self._node.position

    @property
    def roll(self) -> str | None:
        """The outcome of chance that the player to move has to play."""
        return self._node.roll

    # Whose turn it is

    def current_player(self) -> int:
        """Give the seat to move, :data:`CHANCE` or :data:`TERMINAL`."""
        if self.is_terminal():
            return TERMINAL
        return CHANCE if self.is_chance_node() else self.position.seat

    def is_terminal(self) -> bool:
        """Say if the game is over."""
        return self._node.payoffs is not None

    def is_chance_node(self) -> bool:
        """Say if chance is to speak."""
        return bool(self._node.rolls)

    # Actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the outcomes of a chance node with their probabilities."""
        return [(number, chance) for number, (_, chance) in enumerate(self._node.rolls)]

    def legal_actions(self) -> list[int]:
        """Give the legal actions; none after the end."""
        return list(range(len(self._node.rolls or self._node.plays)))

    def legal_actions_mask(self) -> npt.NDArray[np.int8]:
        """Give 1 for each legal move and 0 for all other numbers."""
        count = len(self.legal_actions())
        if count > self.actions:
            raise ValueError(f"{count} moves: give more actions than {self.actions}")
        mask = np.zeros(self.actions, dtype=np.int8)
        mask[:count] = 1
        return mask

    def action_to_string(self, action: int) -> str:
        """Give the roll or the move of an action."""
        texts = self._node.rolls or self._node.plays
        return texts[self._checked(action)][0]

    def string_to_action(self, text: str) -> int:
        """Give the action of a roll or a move as :meth:`action_to_string` writes it."""
        for number, (other, _) in enumerate(self._node.rolls or self._node.plays):
            if other == text:
                return number
        raise ValueError(f"{text} is not possible here")

    def apply_action(self, action: int) -> None:
        """Go on by an action."""
        action = self._checked(action)
        node = self._node
        if node.rolls:
            self._node = _Node(node.position, node.rolls[action][0])
        else:
            self._node = _Node(node.plays[action][1], None)
        self._history.append(action)

    def child(self, action: int) -> State:
        """Give the state after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> State:
        """Give a copy, which goes its own way."""
        copy = object.__new__(State)
        copy.actions, copy.observer = self.actions, self.observer
        copy._history, copy._node = list(self._history), self._node
        return copy

    def history(self) -> list[int]:
        """Give all actions so far, those of chance too."""
        return list(self._history)

    def _checked(self, action: int) -> int:
        action = int(action)
        if not 0 <= action < len(self._node.rolls or self._node.plays):
            raise ValueError(f"{action} is no legal action here")
        return action

    # Results

    def num_players(self) -> int:
        """Give the number of seats."""
        return self.position.seats

    def returns(self) -> list[float]:
        """Give what each seat has won; zeros before the end."""
        payoffs = self._node.payoffs
        return [float(won) for won in payoffs or [0] * self.num_players()]

    def player_return(self, player: int) -> float:
        """Give what one seat has won; 0 before the end."""
        return self.returns()[player]

    def observation_tensor(self) -> Tensor:
        """Give the position as the player to move sees it, and the dice, in numbers."""
        dice = np.zeros(2, dtype=np.float32)
        faces = [int(face) for face in (self.roll or "").split("-") if face.isdigit()][:2]
        dice[: len(faces)] = faces
        return np.concatenate([self.observer(self.position), dice])

    def observation_string(self) -> str:
        """Give the position as text, and the roll if there is one."""
        return " ".join(filter(None, (str(self.position), self.roll)))

    def __str__(self) -> str:
        return self.observation_string()

    def __repr__(self) -> str:
        return f"State({self.position!r}, roll={self.roll!r})"
