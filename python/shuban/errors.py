"""What can go wrong. The texts are those of the command line, with advice for Python."""

from __future__ import annotations


class ShubanError(Exception):
    """Anything that Shuban refuses or cannot do.

    Attributes:
        kind: A short name of the kind of error, as the command line's ``--json`` has it.
        number: Of several texts that were asked about, which one it is about; else ``None``.

    """

    kind: str
    number: int | None

    def __init__(self, message: str, kind: str = "failed", number: int | None = None) -> None:
        """Make an error of a kind."""
        super().__init__(message)
        self.kind = kind
        self.number = number

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), self.args, self.__dict__)


class UnknownName(ShubanError, LookupError):
    """There is no game, domain or part of that name."""


class NotationError(ShubanError, ValueError):
    """A text is no position, side, roll or move of the game.

    Attributes:
        text: The text that was read.
        at: The character of it, from 0, where it stopped to make sense.

    """

    text: str = ""
    at: int = 0


class Elsewhere(ShubanError, LookupError):
    """A position is not in the database that was asked."""


class NotBuilt(ShubanError, FileNotFoundError):
    """A database is not built yet: :func:`shuban.build` builds it."""


class Damaged(ShubanError):
    """A file is not what was written."""


class TooMuch(ShubanError):
    """It would take more memory, disk or time than it may."""


class Busy(ShubanError):
    """Another process is building it."""


class FileError(ShubanError, OSError):
    """A file could not be read or written."""


_CLASSES: dict[str, type[ShubanError]] = {
    "unknown-game": UnknownName,
    "unknown-domain": UnknownName,
    "unknown-part": UnknownName,
    "bad-position": NotationError,
    "bad-roll": NotationError,
    "bad-move": NotationError,
    "position-elsewhere": Elsewhere,
    "foreign-position": Elsewhere,
    "not-built": NotBuilt,
    "compact": NotBuilt,
    "damaged": Damaged,
    "stale": Damaged,
    "too-much": TooMuch,
    "memory": TooMuch,
    "no-space": TooMuch,
    "limit": TooMuch,
    "locked": Busy,
    "io": FileError,
    "unfit-file": FileError,
    "unreachable": FileError,
}


def of_kind(
    kind: str, message: str, place: tuple[str, int] | None = None, number: int | None = None
) -> ShubanError:
    """Give the exception for an error of the native module."""
    error = _CLASSES.get(kind, ShubanError)(message, kind, number)
    if isinstance(error, NotationError) and place is not None:
        error.text, error.at = place
    return error
