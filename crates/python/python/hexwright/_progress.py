"""Bars that show how far a long call has come."""

from __future__ import annotations

from collections.abc import Callable


def bar(games: int) -> Callable[[int], object] | None:
    """What to tell how many more games are done: a bar of tqdm, or nothing if tqdm is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    shown = tqdm(total=games, unit="game", leave=False)
    return shown.update
