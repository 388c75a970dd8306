"""Catan as environments."""

from __future__ import annotations

from collections.abc import Sequence

from .._hexwright import Map
from .aec import SeatsAEC
from .gym import SeatGym
from .seating import CatanSeating


class CatanAEC(SeatsAEC):
    """All seats of a game of Catan, one pick a step; dice, cards and thefts are drawn by the seed.

    Offers between players are not part of the action space. ``map`` may be a list: episodes take its maps in turn. ``redraw`` draws the
    board of each episode anew. ``reset(options={"map": …, "redraw": True, "seats": …, "board_seed": …})`` changes them for one
    episode, as far as the spaces stay as they are.

    >>> env = CatanAEC(seats=3, redraw=True)
    >>> env.reset(seed=1, options={"redraw": False})
    >>> env.num_agents
    3
    """

    metadata = {**SeatsAEC.metadata, "name": "hexwright_catan_v1"}

    def __init__(
        self,
        map: Map | Sequence[Map] | None = None,
        *,
        seats: int | None = None,
        board_seed: int | str = 1,
        redraw: bool = False,
        ruleset: str | None = None,
        options: list[str] | None = None,
        limit: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        seating = CatanSeating(
            map, seats=seats, board_seed=board_seed, redraw=redraw, ruleset=ruleset, options=options
        )
        super().__init__(seating, limit, render_mode)


class CatanGym(SeatGym):
    """One seat of Catan against bots by name (``hexwright/Catan-v1``).

    >>> env = CatanGym(bots=("random", "greedy"), seat=1)
    >>> row, info = env.reset(seed=3, options={"redraw": True})
    >>> env.action_meanings[int(info["action_mask"].argmax())].split()[0]
    'settlement'
    """

    def __init__(
        self,
        map: Map | Sequence[Map] | None = None,
        *,
        seat: int = 0,
        bots: Sequence[str] = ("random", "random", "random"),
        board_seed: int | str = 1,
        redraw: bool = False,
        ruleset: str | None = None,
        options: list[str] | None = None,
        limit: int = 5_000,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        seating = CatanSeating(
            map, seats=len(bots) + 1, board_seed=board_seed, redraw=redraw, ruleset=ruleset, options=options
        )
        super().__init__(seating, seat, bots, limit, strict, render_mode)
