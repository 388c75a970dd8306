"""Terra Mystica as an environment."""

from __future__ import annotations

from .._hexwright import TerraGame
from .aec import SeatsAEC


class TerraAEC(SeatsAEC):
    """All seats of a game of Terra Mystica. The seed draws bonus cards and scoring tiles; the rest is play."""

    metadata = {**SeatsAEC.metadata, "name": "hexwright_terra_v1"}

    def __init__(
        self,
        factions: tuple[str, ...] = ("witches", "halflings"),
        *,
        board: str = "base",
        limit: int = 5_000,
        render_mode: str | None = None,
    ) -> None:
        self._factions, self._board = list(factions), board
        self.game = TerraGame(self._factions, board=board, seed=1)
        game = self.game
        super().__init__(game.seats, game.row_length, game.pick_count, limit, render_mode)

    def _begin(self, seed: int, episode: int) -> None:
        self.game = TerraGame(self._factions, board=self._board, seed=f"{seed}/{episode}")

    def render(self) -> str | None:
        return f"points {' '.join(map(str, self.game.scores))}" if self.render_mode == "ansi" else None
