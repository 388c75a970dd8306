"""Thousands of games in numpy buffers that are written in place."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._hexwright import CatanBatch, Map

#: Leaves a game as it is.
NO_PICK = 0xFFFF_FFFF


class CatanVec:
    """``count`` games of one board. Every ``step`` makes one pick in each; games that end begin anew.

    Buffers, the same arrays for ever:

    ``masks``    uint64 ``(count, words)``: bit ``p % 64`` of word ``p // 64`` says that pick ``p`` is legal
    ``seats``    uint8 ``(count,)``: whose pick comes next
    ``rewards``  float32 ``(count, seats)``: 1 for the winner, -1 for the others when a game has ended
    ``dones``    uint8 ``(count,)``: 1 if the game has just ended, 2 if it was cut off at ``limit`` picks
    ``winners``  int8 ``(count,)``: who won the last game that ended here, -1 if nobody did
    ``rows``     uint8 ``(count, row_length)``: what the seat knows; only with ``observe=True``

    Game ``k`` of slot ``i`` is game number ``i + k * count`` under the seed, whatever the threads.
    """

    def __init__(
        self,
        map: Map,
        count: int,
        *,
        seats: int | None = None,
        board_seed: int | str | None = None,
        ruleset: str | None = None,
        options: list[str] | None = None,
        limit: int = 20_000,
        threads: int = 1,
        observe: bool = True,
    ) -> None:
        self.batch = CatanBatch(
            map,
            count,
            seats=seats,
            board_seed=board_seed,
            ruleset=ruleset,
            options=options,
            limit=limit,
            threads=threads,
        )
        batch = self.batch
        self.count, self.pick_count = count, batch.pick_count
        self.masks: NDArray[np.uint64] = np.zeros((count, batch.mask_words), np.uint64)
        self.seats: NDArray[np.uint8] = np.zeros(count, np.uint8)
        self.rewards: NDArray[np.float32] = np.zeros((count, batch.seats), np.float32)
        self.dones: NDArray[np.uint8] = np.zeros(count, np.uint8)
        self.winners: NDArray[np.int8] = np.full(count, -1, np.int8)
        self.rows: NDArray[np.uint8] | None = (
            np.zeros((count, batch.row_length), np.uint8) if observe else None
        )
        self._out = (self.masks, self.seats, self.rewards, self.dones, self.winners, self.rows)

    def reset(self, seed: int = 1) -> None:
        """Begins every game anew."""
        self.batch.reset(seed, *self._out)

    def step(self, picks: NDArray[np.uint32]) -> None:
        """Makes one pick in each game. An illegal pick leaves its game alone and raises ``ValueError``."""
        self.batch.step(picks, *self._out)

    def legal(self) -> NDArray[np.uint8]:
        """The masks as one byte a pick, ``(count, pick_count)``."""
        little = self.masks.astype("<u8", copy=False).view(np.uint8)
        return np.unpackbits(little, axis=1, count=self.pick_count, bitorder="little")

    def sample(self, random: np.random.Generator) -> NDArray[np.uint32]:
        """A legal pick for each game, each equally likely."""
        legal = self.legal()
        nth = (random.random(self.count) * legal.sum(axis=1)).astype(np.int64)
        return (legal.cumsum(axis=1) > nth[:, None]).argmax(axis=1).astype(np.uint32)
