"""The measurements of run.py, inside the environment that holds all engines."""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Callable
from time import perf_counter, process_time

parser = argparse.ArgumentParser()
parser.add_argument("--games", type=int, default=1024, help="games in a batch")
parser.add_argument("--steps", type=int, default=1500)
parser.add_argument("--repeat", type=int, default=3)
parser.add_argument("--json", action="store_true", help="print one line of JSON: rates by name")
parser.add_argument("--threads", type=int, default=1, help="threads of both batches; with more than one only batches are measured")
how = parser.parse_args()
# must be set before the libraries load: fastcatan's batch is parallel by OpenMP and takes all cores unless told otherwise
os.environ["OMP_NUM_THREADS"] = str(how.threads)
# one thread: processor time, which a busy machine does not change; several: the clock on the wall
now = process_time if how.threads == 1 else perf_counter

import fastcatan  # noqa: E402
import numpy as np  # noqa: E402
from catanatron import Color, Game, RandomPlayer  # noqa: E402

import hexwright as hw  # noqa: E402


def clock_time() -> float:
    """What the clock itself takes: asking for processor time is a call of the system, as long as a step of many games."""
    taken = []
    for _ in range(2_000):
        start = now()
        taken.append(now() - start)
    return statistics.median(taken)


def choose(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A legal action for each game, each equally likely, from packed masks. Words are counted before bits are
    unpacked: large arrays would drive the games of both engines out of the processor's caches."""
    counts = np.bitwise_count(masks)
    upto = counts.cumsum(axis=1, dtype=np.uint16)
    nth = (random.random(len(masks)) * upto[:, -1]).astype(np.uint16)
    word = (upto > nth[:, None]).argmax(axis=1)
    rows = np.arange(len(masks))
    nth -= upto[rows, word] - counts[rows, word]
    bits = np.unpackbits(masks[rows, word][:, None].view(np.uint8), axis=1, bitorder="little")
    bit = (bits.cumsum(axis=1, dtype=np.uint8) > nth[:, None]).argmax(axis=1)
    return (64 * word + bit).astype(np.uint32)


def offer_bits() -> np.ndarray:
    """fastcatan's actions that belong to offers between players, the last of its list, as a packed mask."""
    bits = np.zeros(fastcatan.MASK_WORDS * 64, np.uint8)
    bits[fastcatan.action.TRADE_ADD_GIVE_BASE : fastcatan.NUM_ACTIONS] = 1
    return np.packbits(bits, bitorder="little").view(np.uint64)


class Picks:
    """A legal pick for each game and step, drawn when it is asked for first; a second run makes the same ones again."""

    def __init__(self, random: np.random.Generator) -> None:
        self.random, self.made = random, []

    def of_step(self, step: int, masks: Callable[[], np.ndarray]) -> np.ndarray:
        if step == len(self.made):
            self.made.append(choose(masks(), self.random))
        return self.made[step]


def theirs(count: int, steps: int, picks: Picks) -> tuple[float, int]:
    games = fastcatan.BatchedEnv(count, seed=1)
    games.reset()
    masks = np.zeros((count, fastcatan.MASK_WORDS), np.uint64)
    dones = np.zeros(count, np.uint8)
    without = ~offer_bits()

    def allowed() -> np.ndarray:
        found = masks & without
        assert found.any(axis=1).all(), "without offers every game must have an action"
        return found

    spent, ended, clock = 0.0, 0, clock_time()
    games.write_masks(masks)
    for step in range(steps):
        actions = picks.of_step(step, allowed)
        start = now()
        games.step_autoreset(actions, dones)
        games.write_masks(masks)
        spent += now() - start - clock
        ended += int(dones.sum())
    return count * steps / spent, ended


def ours(count: int, steps: int, picks: Picks, observe: bool) -> tuple[float, int]:
    games = hw.CatanVec(hw.Map.preset("base"), count, observe=observe, threads=how.threads)
    games.reset(seed=1)
    spent, ended, clock = 0.0, 0, clock_time()
    for step in range(steps):
        made = picks.of_step(step, lambda: games.masks)
        start = now()
        games.step(made)
        spent += now() - start - clock
        ended += int((games.dones > 0).sum())
    return count * steps / spent, ended


def catanatron_games(games: int) -> float:
    start = now()
    for _ in range(games):
        Game([RandomPlayer(color) for color in Color]).play()
    return games / (now() - start)


def our_single_games(games: int) -> float:
    table = hw.CatanGame(hw.Map.preset("base"))
    start = now()
    for number in range(games):
        hw.random_game(table, 1, number)
    return games / (now() - start)


def our_simulate(games: int) -> float:
    board = hw.Map.preset("base")
    start = now()
    hw.simulate(board, players=["random"], games=games, threads=1)
    return games / (now() - start)


def medians(repeat: int, measures: dict[str, Callable[[], float]]) -> dict[str, float]:
    """The median of alternating runs, so that all meet the same load."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(repeat):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: statistics.median(rates) for name, rates in found.items()}


def main() -> None:
    random = np.random.default_rng(1)
    ended: dict[str, int] = {}
    n, steps = how.games, how.steps
    engines: dict[str, Callable[[Picks], tuple[float, int]]] = {
        "fastcatan batch": lambda picks: theirs(n, steps, picks),
        "hexwright batch": lambda picks: ours(n, steps, picks, observe=False),
        "hexwright batch, rows": lambda picks: ours(n, steps, picks, observe=True),
    }
    last: dict[str, Picks] = {}

    def drawn(name: str) -> float:
        """Steps between which picks are drawn."""
        last[name] = Picks(random)
        rate, ended[name] = engines[name](last[name])
        return rate

    def replayed(name: str) -> float:
        """The same steps again, one after the other."""
        rate, again = engines[name](last[name])
        assert again == ended[name], "the same picks are the same games"
        return rate

    measures: dict[str, Callable[[], float]] = {}
    for name in engines:
        measures[name] = lambda name=name: drawn(name)
        measures[f"{name}, replayed"] = lambda name=name: replayed(name)
    goals = [("hexwright batch", "fastcatan batch", 5), ("hexwright batch, replayed", "fastcatan batch, replayed", 5)]
    if how.threads == 1:
        measures |= {
            "catanatron games": lambda: catanatron_games(20),
            "hexwright single games": lambda: our_single_games(20_000),
            "hexwright simulate": lambda: our_simulate(20_000),
        }
        goals += [("hexwright single games", "catanatron games", 1000), ("hexwright simulate", "catanatron games", 1000)]
    rates = medians(how.repeat, measures)
    if how.json:
        print(json.dumps(rates))
        return
    time = "one thread each, processor time" if how.threads == 1 else f"{how.threads} threads each, wall clock"
    print(f"{time}; batches of {n:,} games, {steps:,} steps; median of {how.repeat}")
    for name, rate in rates.items():
        unit = "steps/s" if "batch" in name else "games/s"
        note = f"  ({ended[name]:,} games ended)" if name in ended else ""
        print(f"{name:<32} {rate:>14,.1f} {unit}{note}")
    for ours_name, other, goal in goals:
        ratio = rates[ours_name] / rates[other]
        print(f"{ours_name} : {other} = {ratio:,.1f} ×  (goal {goal:,} ×: {'met' if ratio >= goal else 'missed'})")


if __name__ == "__main__":
    main()
