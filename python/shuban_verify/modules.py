"""The modules that a checkout needs besides Python itself."""

from __future__ import annotations

from importlib.util import find_spec

MODULES = ("numpy", "xxhash", "zstandard")


def missing() -> str | None:
    """Return what to install, if a module is not there."""
    if all(map(find_spec, MODULES)):
        return None
    return f"this needs modules that are not there: pip install {' '.join(MODULES)}"
