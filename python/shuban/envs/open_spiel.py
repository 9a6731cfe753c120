"""Games in OpenSpiel's registry, under the name ``shuban``.

Importing this module registers them (``pip install open_spiel``)::

    import pyspiel
    import shuban.envs.open_spiel

    game = pyspiel.load_game("shuban", {"game": "half-gammon", "position": "1,4|2"})

The parameter ``position`` may be left out, and the game begins at its start; ``length`` is the
most moves and rolls that OpenSpiel is told of. Only games of two players are there, whose gains are
the other's losses.
"""

from __future__ import annotations

from typing import Any

import pyspiel

import shuban
from shuban.envs.state import State

_TYPE = pyspiel.GameType(
    short_name="shuban",
    long_name="Shuban",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"game": "half-gammon", "position": "", "length": 10_000},
)


class SpielGame(pyspiel.Game):
    """A game from one position on."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Take the parameters of ``pyspiel.load_game``."""
        chosen = {**_TYPE.parameter_specification, **(params or {})}
        name, text = chosen["game"], chosen["position"]
        self.start = State(shuban.Position(name, text) if text else name)
        if self.start.num_players() != 2:
            raise ValueError(f"{name} has {self.start.num_players()} seats: give one of two")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.actions,
            max_chance_outcomes=36,
            num_players=2,
            # A backgammon counts three.
            min_utility=-3.0,
            max_utility=3.0,
            utility_sum=0.0,
            max_game_length=chosen["length"],
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> SpielState:
        """Begin."""
        return SpielState(self, self.start)


class SpielState(pyspiel.State):
    """A game in progress: a :class:`shuban.envs.State` as OpenSpiel asks it."""

    def __init__(self, game: SpielGame, inner: State) -> None:
        """Go on from a state."""
        super().__init__(game)
        self.inner = inner.clone()

    def current_player(self) -> int:
        """Give the seat to move, or OpenSpiel's number for chance or the end."""
        return self.inner.current_player()

    def is_terminal(self) -> bool:
        """Say if the game is over."""
        return self.inner.is_terminal()

    def returns(self) -> list[float]:
        """Give what each seat has won."""
        return self.inner.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the outcomes of a chance node with their probabilities."""
        return self.inner.chance_outcomes()

    def _legal_actions(self, _player: int) -> list[int]:
        return self.inner.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.inner.action_to_string(action)

    def observation_string(self, _player: int | None = None) -> str:
        """Give the position as text, for either player the same."""
        return str(self)

    def __str__(self) -> str:
        """Give what tells this state from others: seat or returns, position and roll."""
        ended = self.inner.is_terminal()
        return f"{self.inner.returns() if ended else self.inner.position.seat} {self.inner}"


pyspiel.register_game(_TYPE, SpielGame)
