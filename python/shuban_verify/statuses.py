"""Derive the statuses of a contact layer: positions that are won, lost, or exact."""

from __future__ import annotations

import numpy as np

from .gammon import Bounds, Rules
from .reader import Damaged, File, Table, require

LOSS, VALUED, UNKNOWN, WIN = range(4)


def has_statuses(file: File) -> bool:
    """Return whether a layer has statuses, which all of its parts have or none."""
    parts = [part["name"] for part in file.directory["parts"]]
    there = [f"{part}/status" in file.sections for part in parts]
    for part, has in zip(parts, there, strict=True):
        require(has == there[0], f"{part}: statuses are of all parts, or of none")
    slack = file.directory["facts"].get("slack", 0)
    require(not (slack and any(there)), "statuses in a layer with slack")
    return any(there)


class BoundsAndStatuses(Bounds):
    """The bounds of a layer; statuses after plays that lead out of it are kept with the turns."""

    def __init__(self, file: File, needs: list[File], rules: Rules) -> None:
        super().__init__(file, needs, rules)
        self.has_statuses = has_statuses(file)
        self.statuses = {}
        for layer in [*needs, file]:
            if not has_statuses(layer):
                # Where bounds have slack, nothing is known of statuses; else there have to be some.
                sound = not self.has_statuses or layer.directory["facts"].get("slack", 0)
                require(sound, f"needs {layer.directory['domain']}, which has no statuses")
                continue
            for part in layer.directory["parts"]:
                left = tuple(map(int, part["name"].split(" v ")))
                self.statuses[left] = Table(layer, f"{part['name']}/status")
        self.outside: list[np.ndarray] = []

    def after_play(self, boards: np.ndarray) -> np.ndarray:
        """Return bounds and numbers, and keep the statuses outside of the layer."""
        known = super().after_play(boards)
        if self.has_statuses:
            found = np.full(len(boards), LOSS, np.int8)
            left = boards[:, :, 1:].sum(2)
            for a, b in np.unique(left[known[2] < 0], axis=0).tolist():
                here = (left == (a, b)).all(1)
                if b and (a, b) in self.statuses:
                    ranks = self.rules.rank(boards[here])
                    found[here] = self.statuses[a, b].read(ranks)["status"]
                elif b:
                    found[here] = UNKNOWN
            self.outside.append(found)
        return known

    def derive(self) -> np.ndarray:
        """Return the statuses of all positions, from those outside alone."""
        status = np.full(self.positions, UNKNOWN, np.int8)
        while True:
            won, lost, known = np.ones((3, self.positions), bool)
            for (numbers, rows, to), outside in zip(self.turns, self.outside, strict=True):
                after = np.where(to < 0, outside, status[to])
                # For each position: whether a play wins, one does not lose, one is unknown.
                wins, holds, open_ = np.zeros((3, len(numbers)), bool)
                wins[rows[after == LOSS]] = True
                holds[rows[after != WIN]] = True
                open_[rows[after == UNKNOWN]] = True
                won[numbers] &= wins
                lost[numbers] &= ~holds
                known[numbers] &= wins | ~open_
            found = np.select([won, lost, known], [WIN, LOSS, VALUED], UNKNOWN).astype(np.int8)
            if (found == status).all():
                return status
            status = found

    def check_statuses(self) -> None:
        """Compare the stored statuses with those that follow, once all positions are checked."""
        status = self.derive()
        for left, first in self.first.items():
            table = self.statuses[left]
            stored = table.read(np.arange(table.rows))["status"]
            wrong = np.flatnonzero(stored != status[first : first + table.rows])
            for rank in wrong[:1].tolist():
                found = status[first + rank]
                block = rank // table.in_block
                raise Damaged(
                    f"{table.name}, rank {rank}, block {block}: {stored[rank]}, not {found}"
                )
