"""Games as models for solvers that know no games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import umbi

import shuban

LAYER = "half-gammon/contact-1-1"


@pytest.fixture(scope="module")
def model(data: Path, tmp_path_factory: pytest.TempPathFactory) -> umbi.umb.ExplicitUmb:
    file = tmp_path_factory.mktemp("models") / "game.umb"
    written = shuban.open(LAYER, data).export(file)
    read = umbi.umb.read(file)
    assert written == sum(read.state_is_initial) == len(shuban.open(LAYER, data))
    return read


def test_the_reader_of_the_format_finds_nothing_amiss(model: umbi.umb.ExplicitUmb) -> None:
    model.validate()
    system = model.index.transition_system
    assert (system.time, system.num_players) == ("discrete", 2)
    ends = np.asarray(model.choice_to_branches)
    sums = np.add.reduceat(np.asarray(model.branch_to_probability), ends[:-1])
    np.testing.assert_allclose(sums, 1, rtol=0, atol=1e-12)


def test_value_iteration_over_it_ends_within_the_proven_bounds(
    model: umbi.umb.ExplicitUmb, data: Path, tmp_path: Path
) -> None:
    probabilities, targets = map(np.asarray, (model.branch_to_probability, model.branch_to_target))
    branches, choices = map(np.asarray, (model.choice_to_branches, model.state_to_choices))
    first = np.asarray(model.state_to_player) == 0
    wins = np.asarray(model.annotations["aps"]["won"]["states"], dtype=float)
    for _ in range(2000):
        after = np.add.reduceat(probabilities * wins[targets], branches[:-1])
        best = np.maximum.reduceat(after, choices[:-1])
        wins = np.where(first, best, np.minimum.reduceat(after, choices[:-1]))
    payoffs = model.index.file_data.parameters
    lowest, highest = payoffs["lowest"], payoffs["highest"]
    values = lowest + (highest - lowest) * wins
    table = tmp_path / "table.csv"
    positions = shuban.open(LAYER, data).export(table)
    bounds = pd.read_csv(table)
    # In the order of ranks, with the first player to move.
    assert np.all(values[:positions] >= bounds["lower"] - 1e-9)
    assert np.all(values[:positions] <= bounds["upper"] + 1e-9)
