"""Games as environments: for search and learning, in the manner of OpenSpiel and of Gymnasium.

:class:`State` has OpenSpiel's methods: chance nodes, legal actions, masks, observations, returns.
:mod:`shuban.envs.gym` makes an environment for one agent of it, and needs ``gymnasium``::

    from shuban.envs import State

    state = State("half-gammon")
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    state.returns()
"""

from __future__ import annotations

from shuban.envs.observe import Observer, board_observer, text_observer
from shuban.envs.state import CHANCE, TERMINAL, State

__all__ = ["CHANCE", "TERMINAL", "Observer", "State", "board_observer", "text_observer"]
