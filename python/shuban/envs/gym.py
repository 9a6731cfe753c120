"""Games for one agent, as Gymnasium has them: chance and other seats are the environment's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from shuban import _native
from shuban._players import choose
from shuban._work import PathLike
from shuban.envs.observe import Observer
from shuban.envs.state import State

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("shuban.envs.gym needs gymnasium: pip install gymnasium") from error

#: Chooses an action of a state with legal moves.
Policy = Callable[[State], int]


class GameEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game for one agent.

    An observation has ``board``, the numbers of :meth:`State.observation_tensor`, and
    ``action_mask``. The reward is what the agent's seat has won at the end, else 0.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str | _native.Position,
        *,
        seat: int = 0,
        opponent: str | Policy = "random",
        actions: int = 4_096,
        observer: Observer | None = None,
        data: PathLike | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment.

        Args:
            game: The game, or the position in which each game begins.
            seat: The agent's seat.
            opponent: Who plays the other seats: ``"random"``, a player of :func:`shuban.choose`, or
                a function from states to actions.
            actions: How many actions there is room for.
            observer: What makes arrays of positions.
            data: The data folder of players.
            render_mode: ``"ansi"`` lets :meth:`render` draw the board as text.

        """
        self._start = State(game, actions=actions, observer=observer)
        self.state = self._start.clone()
        self.render_mode = render_mode
        self._seat, self._opponent, self._data = seat, opponent, data
        if not 0 <= seat < self._start.num_players():
            raise ValueError(f"there is no seat {seat}")
        size = self._start.observation_tensor().shape
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict(
            {
                "board": spaces.Box(0, np.inf, size, np.float32),
                "action_mask": spaces.MultiBinary(actions),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game, up to the agent's first turn."""
        super().reset(seed=seed, options=options)
        self.state = self._start.clone()
        self._go_on()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move, and go on to the agent's next turn or the end."""
        self.state.apply_action(action)
        self._go_on()
        over = self.state.is_terminal()
        reward = self.state.returns()[self._seat] if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def render(self) -> str | None:
        """Draw the board as text, in the mode ``"ansi"``."""
        return self.state.position.draw() if self.render_mode == "ansi" else None

    def _go_on(self) -> None:
        state = self.state
        while not state.is_terminal():
            if state.is_chance_node():
                chances = [chance for _, chance in state.chance_outcomes()]
                total = sum(chances)
                chances = [chance / total for chance in chances]
                state.apply_action(int(self.np_random.choice(len(chances), p=chances)))
            elif state.current_player() == self._seat:
                return
            else:
                state.apply_action(self._reply())

    def _reply(self) -> int:
        state = self.state
        if callable(self._opponent):
            return self._opponent(state)
        if self._opponent == "random":
            return int(self.np_random.integers(len(state.legal_actions())))
        seed = int(self.np_random.integers(1 << 31))
        roll, data = state.roll, self._data
        chosen = choose(state.position, self._opponent, roll=roll, seed=seed, data=data)
        return state.string_to_action(chosen["move"])

    def _observation(self) -> dict[str, Any]:
        state = self.state
        over = state.is_terminal()
        mask = np.zeros(state.actions, dtype=np.int8) if over else state.legal_actions_mask()
        return {"board": state.observation_tensor(), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"position": str(self.state.position), "roll": self.state.roll}
