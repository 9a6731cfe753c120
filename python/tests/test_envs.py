"""Games as environments."""

from __future__ import annotations

import random

import numpy as np
import pytest

import shuban
from shuban.envs import CHANCE, TERMINAL, State, text_observer

GAMES = ["half-gammon", "hypergammon", "trax/3", "tanhinmin/3p", "amazons"]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_through(game):
    rng = random.Random(1)
    start = shuban.game("amazons").position("X../.#O") if game == "amazons" else game
    state = State(start)
    shape = state.observation_tensor().shape
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal
        if state.is_chance_node():
            assert state.current_player() == CHANCE
            outcomes = state.chance_outcomes()
            assert [action for action, _ in outcomes] == legal
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        else:
            assert state.current_player() == state.position.seat
            assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
        action = rng.choice(legal)
        text = state.action_to_string(action)
        assert state.string_to_action(text) == action
        before, child = str(state), state.child(action)
        assert str(state) == before
        state.apply_action(action)
        assert str(state) == str(child)
        assert state.observation_tensor().shape == shape
        assert state.history()[-1] == action
    assert state.current_player() == TERMINAL
    assert state.legal_actions() == []
    assert state.returns() == [float(won) for won in state.position.payoffs]
    assert len(state.returns()) == state.num_players()


@pytest.mark.parametrize("game", ["half-gammon", "hypergammon", "trax/2", "trax/3", "tanhinmin/3p"])
def test_a_thousand_games_are_played_through_in_all(game):
    rng = random.Random(2)
    best = []
    for _ in range(200):
        state = State(game)
        for _ in range(10_000):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
        assert state.is_terminal()
        returns = [state.player_return(seat) for seat in range(state.num_players())]
        assert returns == state.returns()
        best.append(max(returns))
    # Some games of TRAX are drawn.
    assert max(best) > 0
    assert min(best) >= 0


@pytest.mark.parametrize(
    ("game", "text"),
    [("half-gammon", "2,3|5"), ("half-gammon", "1,4|2"), ("backgammon", "1,2|3")],
)
def test_open_spiel_finds_the_exact_value(game, text):
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    state = State(shuban.Position(game, text))
    value, _ = minimax.expectiminimax(state, 60, None, state.position.seat)
    assert value == pytest.approx(shuban.probe(game, text)["value"], abs=1e-7)


def test_observations_count_checkers_and_dice():
    state = State(shuban.Position("half-gammon", "2,2,bar|5", "3-1"))
    seen = state.observation_tensor()
    own, other = seen[:-2].reshape(2, -1)
    assert (own[1], own[-1], own.sum()) == (2, 1, 3)
    assert (other[4], other.sum()) == (1, 1)
    assert seen[-2:].tolist() == [3, 1]
    assert state.roll == "3-1"
    assert not state.is_chance_node()


def test_what_does_not_fit_is_refused():
    state = State("amazons", actions=8)
    with pytest.raises(ValueError, match="more actions than 8"):
        state.legal_actions_mask()
    with pytest.raises(ValueError, match="no legal action"):
        state.apply_action(10_000)
    with pytest.raises(ValueError, match="longer text_observer"):
        State("amazons", observer=text_observer(4)).observation_tensor()


@pytest.mark.parametrize("opponent", ["random", "perfect", lambda state: state.legal_actions()[0]])
def test_gymnasium_plays_games_through(opponent, data):
    pytest.importorskip("gymnasium")
    from shuban.envs.gym import GameEnv

    env = GameEnv(
        shuban.Position("half-gammon", "2,3|5"), opponent=opponent, data=data, render_mode="ansi"
    )
    rewards = []
    for seed in range(5):
        observation, info = env.reset(seed=seed)
        again, _ = env.reset(seed=seed)
        assert all(np.array_equal(observation[name], again[name]) for name in observation)
        env.action_space.seed(seed)
        over = env.state.is_terminal()
        while not over:
            assert env.observation_space.contains(observation)
            assert env.render()
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
            assert str(env.state.position) == info["position"]
        rewards.append(reward)
    assert set(rewards) <= {-1.0, 1.0}
    with pytest.raises(ValueError, match="no seat"):
        GameEnv("half-gammon", seat=2)


def test_gymnasium_finds_nothing_wrong():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.passive_env_checker import (
        check_action_space,
        check_observation_space,
        env_reset_passive_checker,
    )

    from shuban.envs.gym import GameEnv

    env = GameEnv("trax/3", actions=64)
    check_action_space(env.action_space)
    check_observation_space(env.observation_space)
    env_reset_passive_checker(env, seed=1)
