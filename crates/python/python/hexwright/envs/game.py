"""Any playable game as an environment, by its name."""

from __future__ import annotations

from collections.abc import Sequence

from .aec import SeatsAEC
from .gym import SeatGym
from .seating import GameSeating


class GameAEC(SeatsAEC):
    """All seats of any game. A pick is a place in the legal list; a row holds the numbers of the view.

    Catan and Terra Mystica have environments of their own with fixed picks, which suit learners better.

    >>> env = GameAEC("battle")
    >>> env.reset(seed=1)
    >>> env.num_agents
    2
    """

    metadata = {**SeatsAEC.metadata, "name": "hexwright_game_v1"}

    def __init__(
        self,
        name: str = "high-card",
        *,
        seats: int | None = None,
        options: Sequence[str] = (),
        limit: int = 5_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(GameSeating(name, seats=seats, options=options), limit, render_mode)


class BattleGym(SeatGym):
    """One side of a Titan battle against a bot by name (``hexwright/TitanBattle-v1``).

    >>> env = BattleGym(bots=("random",))
    >>> row, info = env.reset(seed=1)
    >>> int(info["action_mask"].sum()) > 0
    True
    """

    def __init__(
        self,
        *,
        seat: int = 0,
        bots: Sequence[str] = ("random",),
        options: Sequence[str] = (),
        limit: int = 2_000,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(GameSeating("battle", options=options), seat, bots, limit, strict, render_mode)
