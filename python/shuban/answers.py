"""Answers about positions."""

from __future__ import annotations

from html import escape
from typing import Any

from shuban import _native
from shuban.errors import ShubanError

#: Members of an answer or of a move that are not shown, or have a place of their own.
_ASIDE = {
    *("after", "domain", "game", "position", "rolls", "moves", "over", "source", "part", "index"),
    *("seat", "xgid", "gnubg", "seed", "seconds"),
}

#: Rows that a notebook shows.
_ROWS = 12


class Answer(dict[str, Any]):
    """An answer about a position: a dictionary that notebooks draw.

    Its members are those that the command line has with ``--json``.
    """

    __slots__ = ()

    @property
    def board(self) -> _native.Position:
        """The position."""
        return _native.Position(self["game"], self["position"], self.get("roll"))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The moves, best first; where chance speaks first, those of the roll, or all rolls."""
        rolls = self.get("rolls")
        if not rolls:
            return list(self.get("moves") or [])
        own = [roll.get("moves") for roll in rolls if roll["dice"] == self.get("roll")]
        return list(own[0] if own and own[0] else rolls)

    def _repr_html_(self) -> str:
        facts = {
            name: value
            for name, value in self.items()
            if name not in _ASIDE and _is_brief(value) and value is not None
        }
        about = " · ".join(
            f"{escape(name.replace('_', ' '))} <b>{_text(value)}</b>"
            for name, value in facts.items()
        )
        try:
            # As wide as the page at most, however large it is drawn.
            style = "<svg style='max-width:24em;height:auto' "
            board = self.board.svg().replace("<svg ", style, 1)
        except ShubanError:
            board = f"<pre>{escape(str(self.get('position')))}</pre>"
        source = escape(self.get("domain") or self.get("source") or "")
        return f"<div>{board}</div><p>{about} <small>{source}</small></p>{_table(self.rows)}"


def _is_brief(value: object) -> bool:
    if isinstance(value, (list, dict)):
        members = value.values() if isinstance(value, dict) else value
        return all(isinstance(one, (int, float, str)) for one in members)
    return True


def _text(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value).lower()
    if isinstance(value, float):
        return f"{value:+.6f}"
    if isinstance(value, dict):
        named = (f"{escape(name)} {_text(member)}" for name, member in value.items())
        return _text(value["value"]) if "value" in value else ", ".join(named)
    if isinstance(value, list):
        return escape(" ".join(map(str, value)))
    return escape(str(value))


def _cell(name: str, row: dict[str, Any]) -> str:
    value = row.get(name)
    return f"{value:.2%}" if name == "probability" and value is not None else _text(value)


def _table(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return ""
    names = [name for name, value in rows[0].items() if name not in _ASIDE and _is_brief(value)]
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in names)
    # Rolls are few, and all of them make the picture.
    shown = rows if "dice" in rows[0] else rows[:_ROWS]
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(name, row)}</td>" for name in names) + "</tr>"
        for row in shown
    )
    more = len(rows) - len(shown)
    rest = f"<p><small>and {more:,} more</small></p>" if more else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"
