"""Games between bots of the package and bots written in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._hexwright import CatanGame, Map

#: Gets what its seat may know and the texts of its legal actions, returns one of them.
Decide = Callable[[dict[str, Any], list[str]], str]


def play_match(
    map: Map,
    players: Sequence[str | Decide],
    *,
    seed: int = 1,
    number: int = 0,
    steps: int = 100_000,
) -> CatanGame:
    """Plays one game to its end. A player is the name of a bot or a function ``(view, legal) -> text``."""
    game = CatanGame(map, seats=len(players), seed=seed, number=number)
    for _ in range(steps):
        game.settle()
        seat = game.decider
        if seat is None:
            break
        player = players[seat]
        if isinstance(player, str):
            text = game.ask(player)
        else:
            text = player(game.view(seat), [text for text, _ in game.legal(seat)])
        game.play(text, seat)
    return game
