"""Trains a policy for Catan between two from nothing, in numpy alone, and says how strong it is.

    python train_policy.py --minutes 20 -o policy.npz        # trains, then judges
    python train_policy.py --judge policy.npz                # judges only

Masked proximal policy optimisation on `CatanVec`: one seat learns, another in each game, random players have the other. The network has
two hidden layers; its gradients are written out below, so that nothing but numpy is needed. A game won is worth 1, a game lost -1; on the
way a point more than before is worth a little, taken back at the end, so that what is learned is to win. Everything but the number of
updates follows from the seed.
"""

from __future__ import annotations

import argparse
import time
import zlib
from dataclasses import dataclass, field

import numpy as np

import hexwright as hw

SHAPING = 0.05


def scales(row: np.ndarray) -> np.ndarray:
    """Counts are divided so that all inputs are of one size."""
    return np.where(row > 1, 0.125, 1.0).astype(np.float32)


@dataclass
class Network:
    """Rows to a score for each pick and an expectation of the result."""

    weights: list[np.ndarray]
    scale: np.ndarray
    moments: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    updates: int = 0

    @staticmethod
    def new(rows: int, picks: int, hidden: int, scale: np.ndarray, random: np.random.Generator) -> Network:
        def layer(inputs: int, outputs: int, gain: float) -> list[np.ndarray]:
            spread = gain / np.sqrt(inputs)
            return [random.normal(0, spread, (inputs, outputs)).astype(np.float32), np.zeros(outputs, np.float32)]

        weights = layer(rows, hidden, 1.4) + layer(hidden, hidden, 1.4) + layer(hidden, picks, 0.01) + layer(hidden, 1, 0.1)
        return Network(weights, scale)

    def forward(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[np.ndarray, ...]]:
        """Scores, expectations, and what the way back needs."""
        w1, b1, w2, b2, w3, b3, w4, b4 = self.weights
        x = rows.astype(np.float32) * self.scale
        one = np.maximum(x @ w1 + b1, 0)
        two = np.maximum(one @ w2 + b2, 0)
        return two @ w3 + b3, (two @ w4 + b4)[:, 0], (x, one, two)

    def backward(self, kept: tuple[np.ndarray, ...], scores: np.ndarray, values: np.ndarray) -> list[np.ndarray]:
        """The gradient of every weight from those of scores and expectations."""
        x, one, two = kept
        _, _, w2, _, w3, _, w4, _ = self.weights
        at_two = (scores @ w3.T + values[:, None] @ w4.T) * (two > 0)
        at_one = (at_two @ w2.T) * (one > 0)
        pairs = [(x, at_one), (one, at_two), (two, scores), (two, values[:, None])]
        return [part for inputs, error in pairs for part in (inputs.T @ error, error.sum(axis=0))]

    def learn(self, gradients: list[np.ndarray], rate: float) -> None:
        """Adam, with the gradient kept short."""
        if not self.moments:
            self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        length = float(np.sqrt(sum(float((g * g).sum()) for g in gradients)))
        short = min(1.0, 0.5 / (length + 1e-6))
        self.updates += 1
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self.moments):
            gradient = gradient * short
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            step = mean / (1 - 0.9**self.updates)
            weight -= rate * step / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)

    def save(self, path: str) -> None:
        np.savez_compressed(path, scale=self.scale, **{f"w{i}": w for i, w in enumerate(self.weights)})

    @staticmethod
    def load(path: str) -> Network:
        with np.load(path) as saved:
            return Network([saved[f"w{i}"] for i in range(8)], saved["scale"])


def chances(scores: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """Probabilities of legal picks."""
    masked = np.where(legal, scores, -1e9)
    odds = np.exp(masked - masked.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def policy(network: Network):
    """The network as a player. It picks as likely as its scores say, since whoever always takes the best pick can go round in circles;
    the draw is made from the row, so that it decides the same wherever it is asked."""

    @hw.row_policy
    def learned(row: np.ndarray, mask: np.ndarray) -> int:
        scores, _, _ = network.forward(row[None])
        upto = chances(scores, mask[None] > 0)[0].cumsum()
        place = int(np.searchsorted(upto, zlib.crc32(row.tobytes()) / 2**32 * upto[-1], side="right"))
        return place if place < len(mask) and mask[place] else int(np.where(mask > 0, scores[0], -np.inf).argmax())

    return learned


def train(how: argparse.Namespace, say=print) -> Network:
    """Plays and learns until the time is over."""
    random = np.random.default_rng(how.seed)
    games = hw.CatanVec(
        hw.Map.preset("base"), how.games, seats=2, seat="turn", redraw=how.redraw, limit=1500, finals=True, threads=how.threads
    )
    games.reset(how.seed)
    layout, start = {}, 0
    for name, length in games.batch.row_parts:
        layout[name] = slice(start, start + length)
        start += length
    # public points of the viewer and of the rival stand fifth among the numbers of each seat
    mine, theirs = (layout["seats"].start + 4 + 17 * seat for seat in range(2))
    board = np.zeros(games.batch.row_length, np.uint8)
    for name in ("hex_pips", "table", "own_hand", "own_cards", "own_bought", "own_picked", "own_points", "seats"):
        board[layout[name]] = 2
    network = Network.new(games.batch.row_length, games.pick_count, how.hidden, scales(board), random)
    began, made, won, ended = time.monotonic(), 0, 0, 0
    everybody, length = np.arange(how.games), how.length

    def ahead(rows: np.ndarray) -> np.ndarray:
        return SHAPING * (rows[:, mine].astype(np.float32) - rows[:, theirs])

    for update in range(10**9):
        share = (time.monotonic() - began) / (60 * how.minutes)
        if share >= 1 or update == how.updates:
            break
        rows = np.empty((length, how.games, games.batch.row_length), np.uint8)
        masks = np.empty((length, how.games, games.masks.shape[1]), np.uint64)
        picks = np.empty((length, how.games), np.int64)
        logs, values, rewards = (np.empty((length, how.games), np.float32) for _ in range(3))
        over = np.empty((length, how.games), bool)
        for t in range(length):
            rows[t], masks[t] = games.rows, games.masks
            scores, values[t], _ = network.forward(games.rows)
            odds = chances(scores, games.legal().astype(bool))
            drawn = (odds.cumsum(axis=1) < random.random((how.games, 1), np.float32)).sum(axis=1)
            picks[t] = np.minimum(drawn, games.pick_count - 1)
            # rounding must not lead to an illegal pick
            wrong = odds[everybody, picks[t]] <= 0
            picks[t][wrong] = odds[wrong].argmax(axis=1)
            logs[t] = np.log(odds[everybody, picks[t]])
            before, seats = ahead(games.rows), games.seats.copy()
            games.step(picks[t].astype(np.uint32))
            over[t] = games.dones > 0
            after = np.where(over[t], 0, ahead(games.rows))
            rewards[t] = games.rewards[everybody, seats] + after - before
            won += int((games.rewards[everybody, seats] > 0).sum())
            ended += int(over[t].sum())
        made += length * how.games
        # generalised advantages
        _, following, _ = network.forward(games.rows)
        advantage, running = np.empty_like(values), np.zeros(how.games, np.float32)
        for t in range(length)[::-1]:
            goes_on = ~over[t]
            error = rewards[t] + 0.999 * following * goes_on - values[t]
            running = error + 0.999 * 0.95 * running * goes_on
            advantage[t], following = running, values[t]
        target = advantage + values
        flat = [part.reshape(length * how.games, *part.shape[2:]) for part in (rows, masks, picks, logs, advantage, target)]
        entropy = improve(network, flat, games.pick_count, how, random, how.rate * (1 - 0.9 * min(1.0, share)))
        if update % 20 == 19:
            say(f"{time.monotonic() - began:6.0f} s  {made:>11,} decisions  won {won / max(1, ended):.3f} of {ended} games  entropy {entropy:.2f}", flush=True)
            won = ended = 0
    return network


def improve(network: Network, flat: list[np.ndarray], picks: int, how: argparse.Namespace, random: np.random.Generator, rate: float) -> float:
    """Some passes over what was played, in small parts; the mean entropy."""
    rows, masks, chosen, logs, advantage, target = flat
    spread, entropies = advantage.std() + 1e-8, []
    for _ in range(how.passes):
        order = random.permutation(len(rows))
        for part in np.array_split(order, max(1, len(rows) // how.part)):
            legal = hw.unpacked(masks[part], picks).astype(bool)
            scores, values, kept = network.forward(rows[part])
            odds = chances(scores, legal)
            lines, gain = np.arange(len(part)), (advantage[part] - advantage.mean()) / spread
            ratio = np.exp(np.log(odds[lines, chosen[part]] + 1e-9) - logs[part])
            # beyond the clip the gradient is nothing
            counts = np.where(gain > 0, ratio < 1.2, ratio > 0.8)
            push = (-gain * ratio * counts / len(part)).astype(np.float32)
            at_scores = -odds * push[:, None]
            at_scores[lines, chosen[part]] += push
            log_odds = np.log(odds + 1e-9)
            entropy = -(odds * log_odds).sum(axis=1, keepdims=True)
            at_scores += 0.01 / len(part) * odds * (log_odds + entropy)
            at_values = (0.5 * (values - target[part]) / len(part)).astype(np.float32)
            network.learn(network.backward(kept, at_scores.astype(np.float32), at_values), rate)
            entropies.append(float(entropy.mean()))
    return float(np.mean(entropies))


def judge(network: Network, games: int, rivals: list[str]) -> dict[str, tuple[float, float, float]]:
    """Shares of wins one to one with 95 % intervals, boards drawn anew for each pair of games."""
    found = {}
    for rival in rivals:
        results = hw.tournament([hw.Map.preset("base")], [policy(network), rival], games=games, seed=1)
        row = next(row for row in hw.standings(results) if row["bot"].startswith("python:"))
        found[rival] = (row["share"], row["low"], row["high"])
        print(f"against {rival}: {row['share']:.1%} of {games} games ({row['low']:.1%} to {row['high']:.1%})", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--updates", type=int, default=-1, help="stop after so many updates, whatever the time")
    parser.add_argument("--games", type=int, default=256, help="games played at once")
    parser.add_argument("--length", type=int, default=64, help="decisions of each game between two updates")
    parser.add_argument("--part", type=int, default=2048, help="decisions of one step of learning")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--fixed-board", dest="redraw", action="store_false", help="learn on one board instead of a new one each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", metavar="FILE", help="judge a saved network instead of training one")
    parser.add_argument("--matches", type=int, default=1000, help="games of a judgement")
    parser.add_argument("--rivals", default="random,calm,keen")
    parser.add_argument("-o", "--output", default="policy.npz")
    how = parser.parse_args()
    network = Network.load(how.judge) if how.judge else train(how)
    if not how.judge:
        network.save(how.output)
    judge(network, how.matches, how.rivals.split(","))


if __name__ == "__main__":
    main()
