"""Thousands of games in numpy buffers that are written in place."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._hexwright import CatanBatch, Map

#: What picks are counted in.
PICKS = np.dtype(np.uint32)

#: Leaves a game as it is.
NO_PICK = 0xFFFF_FFFF

#: The buffers of a batch, in the order the native half takes them.
BUFFERS = ("masks", "seats", "rewards", "dones", "winners", "rows", "finals")


def unpacked(masks: NDArray[np.uint64], picks: int) -> NDArray[np.uint8]:
    """Packed masks as one byte a pick.

    >>> import numpy as np
    >>> unpacked(np.array([[5]], np.uint64), 4)
    array([[1, 0, 1, 0]], dtype=uint8)
    """
    little = masks.astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(little, axis=1, count=picks, bitorder="little")


class CatanVec:
    """``count`` games that step together. Every ``step`` makes one pick in each; games that end begin anew.

    Buffers, the same arrays for ever; a step writes into ``rows`` only what has changed, so write into a copy of them:

    ``masks``    uint64 ``(count, words)``: bit ``p % 64`` of word ``p // 64`` says that pick ``p`` is legal
    ``seats``    uint8 ``(count,)``: whose pick comes next
    ``rewards``  float32 ``(count, seats)``: 1 for the winner, -1 for the others when a game has ended
    ``dones``    uint8 ``(count,)``: 1 if the game has just ended, 2 if it was cut off at ``limit`` picks
    ``winners``  int8 ``(count,)``: who won the last game that ended here, -1 if nobody did
    ``rows``     uint8 ``(count, row_length)``: what the seat knows; only with ``observe=True``
    ``finals``   uint8 ``(count, row_length)``: where ``dones`` says so, what the seat that picked last knew of the
    game that ended; only with ``finals=True``

    Game ``k`` of slot ``i`` is game number ``i + k * count`` under the seed, whatever the threads. Given several maps of
    one shape, the slots are shared out among them; with ``redraw=True`` every game gets a board of its own, drawn from
    the maps in turn. ``seat=2`` asks for the picks of seat 2 alone and lets random players make the others; ``seat="turn"``
    asks for another seat in each game.

    >>> import hexwright as hw, numpy as np
    >>> games = hw.CatanVec(hw.Map.preset("base"), 64)
    >>> games.reset(seed=5)
    >>> random = np.random.default_rng(1)
    >>> for _ in range(100):
    ...     games.step(games.sample(random))
    >>> games.rows.shape, games.masks.shape
    ((64, 1316), (64, 5))
    """

    masks: NDArray[np.uint64]
    seats: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    dones: NDArray[np.uint8]
    winners: NDArray[np.int8]
    rows: NDArray[np.uint8] | None
    finals: NDArray[np.uint8] | None

    def __init__(
        self,
        map: Map | Sequence[Map],
        count: int,
        *,
        seats: int | None = None,
        board_seed: int | str | None = None,
        redraw: bool = False,
        seat: int | str | None = None,
        ruleset: str | None = None,
        options: list[str] | None = None,
        limit: int = 20_000,
        threads: int = 1,
        observe: bool = True,
        finals: bool = False,
    ) -> None:
        self.batch = CatanBatch(
            [map] if isinstance(map, Map) else list(map),
            count,
            seats=seats,
            board_seed=board_seed,
            redraw=redraw,
            seat=seat,
            ruleset=ruleset,
            options=options,
            limit=limit,
            threads=threads,
        )
        batch = self.batch
        self.count, self.pick_count = count, batch.pick_count
        self.masks = np.zeros((count, batch.mask_words), np.uint64)
        self.seats = np.zeros(count, np.uint8)
        self.rewards = np.zeros((count, batch.seats), np.float32)
        self.dones = np.zeros(count, np.uint8)
        self.winners = np.full(count, -1, np.int8)
        self.rows = np.zeros((count, batch.row_length), np.uint8) if observe else None
        self.finals = np.zeros((count, batch.row_length), np.uint8) if finals else None
        self._ready()

    def _ready(self) -> None:
        self._out = tuple(getattr(self, name) for name in BUFFERS)
        self._worker: ThreadPoolExecutor | None = None
        self._sent: Future[None] | None = None

    def reset(self, seed: int | str = 1) -> None:
        """Begins every game anew."""
        self._alone()
        self.batch.reset(seed, *self._out)

    def step(self, picks: ArrayLike) -> None:
        """Makes one pick in each game. An illegal pick leaves its game alone and raises ``ValueError``."""
        self._alone()
        self.batch.step(self._whole(picks), *self._out)

    def send(self, picks: ArrayLike) -> None:
        """Begins a step and returns at once; ``recv`` waits for it. Until then the buffers must be left alone."""
        self._alone()
        numbers = self._whole(picks)
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, "hexwright-batch")
        self._sent = self._worker.submit(self.batch.step, numbers, *self._out)

    def recv(
        self,
    ) -> tuple[NDArray[np.uint8] | None, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Waits for what was sent: rows, rewards by seat, which games ended, which were cut off, and the other buffers."""
        sent, self._sent = self._sent, None
        if sent is not None:
            sent.result()
        info = {"masks": self.masks, "seats": self.seats, "winners": self.winners, "finals": self.finals}
        return self.rows, self.rewards, self.dones == 1, self.dones == 2, info

    def legal(self) -> NDArray[np.uint8]:
        """The masks as one byte a pick, ``(count, pick_count)``."""
        return unpacked(self.masks, self.pick_count)

    def sample(self, random: np.random.Generator) -> NDArray[np.uint32]:
        """A legal pick for each game, each equally likely."""
        legal = self.legal()
        nth = (random.random(self.count) * legal.sum(axis=1)).astype(np.int64)
        return (legal.cumsum(axis=1) > nth[:, None]).argmax(axis=1).astype(np.uint32)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes all games and buffers into a file, from which ``load`` goes on identically."""
        Path(path).write_bytes(pickle.dumps(self))

    @staticmethod
    def load(path: str | PathLike[str]) -> CatanVec:
        """Reads a file that ``save`` wrote. Read only files you trust: they are pickles."""
        loaded = pickle.loads(Path(path).read_bytes())
        if not isinstance(loaded, CatanVec):
            raise ValueError(f"path: expected a saved CatanVec, found {type(loaded).__name__}")
        return loaded

    def _alone(self) -> None:
        if self._sent is not None:
            raise RuntimeError("a step was sent and not yet received; call recv first")

    def _whole(self, picks: ArrayLike) -> NDArray[np.uint32]:
        array = np.asarray(picks)
        if array.dtype is PICKS and array.flags.c_contiguous:
            return array  # a batch of few games steps faster than this array could be looked at more closely
        if array.dtype.kind not in "iu":
            raise TypeError(f"picks: expected an array of whole numbers, found {array.dtype}")
        if array.size and (array.min() < 0 or array.max() > NO_PICK):
            raise ValueError(f"picks: expected numbers from 0 to {self.pick_count - 1}, found {array.min()} to {array.max()}")
        return np.ascontiguousarray(array, np.uint32)

    def __getstate__(self) -> dict[str, Any]:
        self._alone()
        return {name: value for name, value in self.__dict__.items() if name not in ("_out", "_worker", "_sent")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._ready()

    def __deepcopy__(self, memo: dict[int, Any]) -> CatanVec:
        return pickle.loads(pickle.dumps(self))

    def __repr__(self) -> str:
        return f"CatanVec(count={self.count}, seats={self.rewards.shape[1]}, pick_count={self.pick_count})"
