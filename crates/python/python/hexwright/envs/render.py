"""How environments show themselves."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

#: What ``render_mode`` may be.
MODES = ["ansi", "human", "rgb_array", "svg"]
#: Pixels across a picture of ``rgb_array``.
WIDTH = 800


def checked(mode: str | None) -> str | None:
    """The mode, or a refusal.

    >>> checked("svg")
    'svg'
    >>> checked("hologram")
    Traceback (most recent call last):
    ValueError: render_mode: expected None, ansi, human, rgb_array or svg, found 'hologram'
    """
    if mode is None or mode in MODES:
        return mode
    raise ValueError(f"render_mode: expected None, ansi, human, rgb_array or svg, found {mode!r}")


def shown(game: Any, mode: str | None) -> str | np.ndarray | None:
    """A game in a mode: text, SVG or pixels. ``human`` prints the text, or shows the picture in a notebook.

    >>> import hexwright as hw
    >>> shown(hw.Game("battle"), "svg")[:4]
    '<svg'
    """
    if mode == "ansi":
        return str(game.picture())
    if mode == "svg":
        return str(game.svg())
    if mode == "rgb_array":
        return np.asarray(game.rgb(width=WIDTH))
    if mode == "human":
        if "ipykernel" in sys.modules:
            from IPython.display import SVG, display

            display(SVG(game.svg()))
        else:
            print(game.picture(), flush=True)
    return None
