"""Games between bots of the package and policies written in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._hexwright import CatanGame, Map

#: Gets what its seat may know and the texts of its legal actions, returns one of them.
Decide = Callable[[dict[str, Any], list[str]], str]
#: Gets a row and a mask, returns a pick.
Choose = Callable[[NDArray[np.uint8], NDArray[np.int8]], int]


def row_policy(choose: Choose) -> Choose:
    """Marks a function ``(row, mask) -> pick`` as a player for ``play_match``, ``simulate`` and ``tournament``.

    >>> import hexwright as hw
    >>> @hw.row_policy
    ... def first(row, mask):
    ...     return int(mask.argmax())
    >>> hw.simulate(hw.Map.preset("base"), players=[first, "random"], games=2)["games"]
    2
    """
    choose.takes_rows = True  # type: ignore[attr-defined]
    return choose


def play_match(
    map: Map,
    players: Sequence[str | Decide | Choose],
    *,
    seed: int = 1,
    number: int = 0,
    steps: int = 100_000,
) -> CatanGame:
    """Plays one game to its end. A player is the name of a bot, a function ``(view, legal) -> text``, or a ``row_policy``.

    >>> import hexwright as hw
    >>> def last(view, legal):
    ...     return legal[-1]
    >>> hw.play_match(hw.Map.preset("base"), [last, "greedy", "random"], seed=3).winners is not None
    True
    """
    game = CatanGame(map, seats=len(players), seed=seed, number=number)
    for _ in range(steps):
        game.settle()
        seat = game.decider
        if seat is None:
            break
        player = players[seat]
        if isinstance(player, str):
            game.play(game.ask(player), seat)
        elif getattr(player, "takes_rows", False):
            game.pick(int(player(game.row(seat), game.mask(seat))))  # type: ignore[call-arg, arg-type]
        else:
            game.play(player(game.view(seat), [text for text, _ in game.legal(seat)]), seat)  # type: ignore[call-arg, arg-type]
    return game
