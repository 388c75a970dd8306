"""What pickle calls to make values again in another process."""

from __future__ import annotations

from typing import Any

from ._hexwright import CatanBatch, Map


def map(text: str, name: str) -> Map:
    """A map from its text."""
    return Map.parse(text, name=name)


def batch(maps: list[Map], count: int, how: dict[str, Any], state: bytes) -> CatanBatch:
    """A batch in the middle of its games."""
    made = CatanBatch(maps, count, **how)
    made.set_state(state)
    return made
