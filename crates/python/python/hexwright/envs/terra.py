"""Terra Mystica as environments."""

from __future__ import annotations

from collections.abc import Sequence

from .aec import SeatsAEC
from .gym import SeatGym
from .seating import TerraSeating


class TerraAEC(SeatsAEC):
    """All seats of a game of Terra Mystica. The seed draws bonus cards and scoring tiles; the rest is play.

    ``reset(options={"factions": …, "board": …})`` changes them for one episode.

    >>> env = TerraAEC(("giants", "nomads", "witches"))
    >>> env.reset(seed=2)
    >>> env.num_agents
    3
    """

    metadata = {**SeatsAEC.metadata, "name": "hexwright_terra_v1"}

    def __init__(
        self,
        factions: Sequence[str] = ("witches", "halflings"),
        *,
        board: str = "base",
        limit: int = 5_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(TerraSeating(factions, board=board), limit, render_mode)


class TerraGym(SeatGym):
    """One seat of Terra Mystica against bots by name (``hexwright/TerraMystica-v1``).

    >>> env = TerraGym(("witches", "halflings"), bots=("random",))
    >>> row, info = env.reset(seed=1)
    >>> row.shape == env.observation_space.shape
    True
    """

    def __init__(
        self,
        factions: Sequence[str] = ("witches", "halflings"),
        *,
        seat: int = 0,
        bots: Sequence[str] = ("random",),
        board: str = "base",
        limit: int = 2_000,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(TerraSeating(factions, board=board), seat, bots, limit, strict, render_mode)
