"""Any playable game as an environment, by its name."""

from __future__ import annotations

from .._hexwright import Game
from .aec import SeatsAEC


class GameAEC(SeatsAEC):
    """All seats of any game. A pick is a place in the legal list; a row holds the numbers of the view.

    Catan and Terra Mystica have environments of their own with fixed picks, which suit learners better.
    """

    metadata = {**SeatsAEC.metadata, "name": "hexwright_game_v1"}

    def __init__(
        self,
        name: str = "high-card",
        *,
        seats: int | None = None,
        options: tuple[str, ...] = (),
        limit: int = 5_000,
        render_mode: str | None = None,
    ) -> None:
        self._name, self._seats, self._options = name, seats, list(options)
        self.game = Game(name, seats=seats, options=self._options)
        super().__init__(self.game.seats, self.game.row_length, self.game.pick_count, limit, render_mode)

    def _begin(self, seed: int, episode: int) -> None:
        self.game = Game(self._name, seats=self._seats, options=self._options, seed=seed, number=episode)
        self.game.settle()

    def render(self) -> str | None:
        return self.game.picture() if self.render_mode == "ansi" else None
