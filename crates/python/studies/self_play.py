"""Trains a policy for Catan between two from nothing by self-play, in PyTorch, and says how strong it is.

    python self_play.py --minutes 50 -o policy.pt            # trains, then judges
    python self_play.py --judge policy.pt                    # judges only

Masked proximal policy optimisation on `CatanVec`: one network makes the picks of both seats, on boards drawn anew for each game. What is good
for one seat is bad for the other, so one line of values serves both: it changes its sign where the other seat decides. A game won is worth 1,
a game lost -1; on the way a point more than the rival is worth a little, taken back at the end, so that what is learned is to win.

The network looks at corners, sides and hexes with the same weights everywhere (`board_graph` says what lies beside what), so what it learns
of one corner it knows of all. Seven of ten picks are the only legal one: they are made at once, so that every decision the network is asked for
is one. Everything but the number of updates follows from the seed.
"""

from __future__ import annotations

import argparse
import time
import zlib

import numpy as np
import torch
from torch import Tensor, nn

import hexwright as hw

SHAPING = 0.05
DISCOUNT, TRACE = 0.999, 0.96
#: The places of numbers about each seat that the script reads itself; see docs/python.md, "Rows".
POINTS, NUMBERS = 4, 17


class BoardNetwork(nn.Module):
    """Rows and masks to a score for each pick and an expectation of the result."""

    def __init__(self, parts: list[tuple[str, int]], picks: int, graph: dict[str, list[list[int]]], wide: int, local: int) -> None:
        super().__init__()
        self.how = {"parts": parts, "picks": picks, "graph": graph, "wide": wide, "local": local}
        self.layout, start = {}, 0
        for name, length in parts:
            self.layout[name] = slice(start, start + length)
            start += length
        sizes = dict(parts)
        self.hexes, self.corners, self.sides = sizes["robber"], sizes["settlements"] // 2, sizes["roads"] // 2
        self.low = picks - self.hexes - 2 * self.corners - self.sides
        at_hex, at_side = torch.zeros(self.corners, self.hexes), torch.zeros(self.corners, self.sides)
        for number, corners in enumerate(graph["hex_corners"]):
            at_hex[corners, number] = 1
        for number, corners in enumerate(graph["side_corners"]):
            at_side[corners, number] = 1
        beside = (at_side @ at_side.T > 0).float() - torch.eye(self.corners)
        self.register_buffer("at_hex", at_hex, persistent=False)
        self.register_buffer("at_side", at_side, persistent=False)
        self.register_buffer("beside", beside, persistent=False)
        self.register_buffer("ends", torch.tensor(graph["side_corners"]), persistent=False)

        of_corner, of_hex = 10 + 6 + 4 + 2 + 1 + 4, 5 + 1 + 4
        numbers = ("phase", "active", "table", "own_hand", "own_cards", "own_bought", "own_picked", "own_points", "seats")
        self.numbers = [self.layout[name] for name in numbers]
        scale = torch.cat([torch.full((sizes[name],), 1.0 if name in ("phase", "active") else 0.125) for name in numbers])
        self.register_buffer("scale", scale, persistent=False)
        of_game = len(scale) + 20 + self.low + 3 * local
        self.corner = nn.Linear(of_corner, local)
        self.hex = nn.Linear(of_hex, local)
        self.first, self.second = nn.Linear(of_game, wide), nn.Linear(wide, wide)
        self.to_local = nn.Linear(wide, 3 * local)
        self.corner_more, self.side_more = nn.Linear(local, local), nn.Linear(local, local, bias=False)
        self.side_own = nn.Linear(2, local, bias=False)
        self.corner_score, self.side_score, self.hex_score = nn.Linear(local, 2), nn.Linear(local, 1), nn.Linear(local, 1)
        self.low_score, self.value = nn.Linear(wide, self.low), nn.Linear(wide, 1)
        with torch.no_grad():
            for head in (self.corner_score, self.side_score, self.hex_score, self.low_score):
                head.weight.mul_(0.1)

    def forward(self, rows: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of picks and expectations, from rows of bytes and masks of one byte a pick."""
        count, at = len(rows), self.layout
        x = rows.float()
        # numbers of hexes, corners and sides lie in lines, so that going from one to the other is one product with a table
        kinds = x[:, at["hex_kind"]].view(count, self.hexes, 6)[..., :5].transpose(1, 2)
        robber = x[:, None, at["robber"]]
        yields = kinds * (x[:, None, at["hex_pips"]] / 5)
        # what each corner yields, and what of it the robber keeps back
        both = torch.cat([yields, yields * robber], dim=1) @ self.at_hex.T
        pieces = torch.cat([x[:, at["settlements"]], x[:, at["cities"]]], dim=1).view(count, 4, self.corners)
        roads = x[:, at["roads"]].view(count, 2, self.sides)
        ways = roads @ self.at_side.T
        taken = pieces.sum(dim=1)
        near = taken @ self.beside
        free = ((taken + near) == 0).float()
        worth = both[:, :5].sum(dim=1) * free
        around = torch.stack([worth, free, ways[:, 0], taken], dim=1) @ self.beside
        harbours = x[:, at["harbours"]].view(count, self.corners, 6).transpose(1, 2)
        lines = torch.cat([both, harbours, pieces, ways, free[:, None], around], dim=1).transpose(1, 2)
        corner = torch.relu(self.corner(lines))
        # each seat's cities count twice, as they yield twice
        weights = torch.stack([pieces[:, 0] + 2 * pieces[:, 2], pieces[:, 1] + 2 * pieces[:, 3]], dim=1)
        income = (weights @ both.transpose(1, 2)).reshape(count, 20)
        reached = free * (ways[:, 0] > 0)
        gathered = (torch.cat([weights, reached[:, None]], dim=1) @ corner).reshape(count, -1) / 4
        plain = torch.cat([x[:, part] for part in self.numbers], dim=1) * self.scale
        game = torch.relu(self.first(torch.cat([plain, income, legal[:, : self.low].float(), gathered], dim=1)))
        game = torch.relu(self.second(game))
        to_corner, to_side, to_hex = self.to_local(game)[:, None].chunk(3, dim=2)
        corner_scores = self.corner_score(torch.relu(self.corner_more(corner) + to_corner))
        ends = self.side_more(corner)
        beside = ends.index_select(1, self.ends[:, 0]) + ends.index_select(1, self.ends[:, 1])
        side_scores = self.side_score(torch.relu(self.side_own(roads.transpose(1, 2)) + beside + to_side))
        hexes = torch.cat([yields, robber, pieces @ self.at_hex], dim=1).transpose(1, 2)
        hex_scores = self.hex_score(torch.relu(self.hex(hexes) + to_hex))
        scores = [self.low_score(game), corner_scores[..., 0], corner_scores[..., 1], side_scores[..., 0], hex_scores[..., 0]]
        return torch.cat(scores, dim=1), torch.tanh(self.value(game))[:, 0]

    def save(self, path: str) -> None:
        torch.save({"how": self.how, "weights": self.state_dict()}, path)

    @staticmethod
    def load(path: str) -> BoardNetwork:
        saved = torch.load(path, weights_only=True)
        network = BoardNetwork(**saved["how"])
        network.load_state_dict(saved["weights"])
        return network


def log_chances(scores: Tensor, legal: Tensor) -> Tensor:
    """Logarithms of the probabilities of legal picks."""
    return torch.log_softmax(scores.masked_fill(~legal, -1e9), dim=1)


def policy(network: BoardNetwork, sharp: float):
    """The network as a player. Its scores are sharpened before it draws: it explores no more. The draw is made from the row, so that it
    decides the same wherever it is asked."""

    @hw.row_policy
    def learned(row: np.ndarray, mask: np.ndarray) -> int:
        legal = torch.from_numpy(mask > 0)
        if int(legal.sum()) == 1:
            return int(mask.argmax())
        with torch.inference_mode():
            scores, _ = network(torch.from_numpy(row)[None], legal[None])
            upto = log_chances(sharp * scores, legal[None])[0].exp().double().numpy().cumsum()
        place = int(np.searchsorted(upto, zlib.crc32(row.tobytes()) / 2**32 * upto[-1], side="right"))
        return place if place < len(mask) and mask[place] else int(np.where(mask > 0, scores[0].numpy(), -np.inf).argmax())

    return learned


def drawn(chances: Tensor) -> Tensor:
    """A pick for each game by its probability."""
    upto = chances.double().exp().cumsum(dim=1)
    return (upto <= torch.rand(len(upto), 1, dtype=torch.float64) * upto[:, -1:]).sum(dim=1)


def step(games: hw.CatanVec, picks: Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Makes a pick in each game, then every pick that is the only one; which games are over, and what each seat of them got."""
    games.step(picks.numpy().astype(np.uint32))
    over, rewards = games.dones > 0, games.rewards.copy()
    while True:
        legal = games.legal()
        forced = (legal.sum(axis=1) == 1) & ~over
        if not forced.any():
            return over, rewards
        games.step(np.where(forced, legal.argmax(axis=1), hw.NO_PICK).astype(np.uint32))
        over |= games.dones > 0
        rewards += games.rewards


def train(how: argparse.Namespace) -> BoardNetwork:
    """Plays and learns until the time is over."""
    torch.manual_seed(how.seed)
    games = hw.CatanVec(hw.Map.preset("base"), how.games, seats=2, redraw=how.redraw, limit=1500, threads=how.threads)
    games.reset(how.seed)
    batch, length, count = games.batch, how.length, how.games
    network = BoardNetwork(batch.row_parts, batch.pick_count, batch.board_graph(), how.wide, how.local)
    if how.start:
        network.load_state_dict(BoardNetwork.load(how.start).state_dict())
    learner = torch.optim.Adam(network.parameters(), how.rate, eps=1e-5)
    mine, theirs = (network.layout["seats"].start + POINTS + NUMBERS * seat for seat in range(2))
    rows_now = torch.from_numpy(games.rows)  # the same memory: a step of the games is seen here at once
    everybody, clock = torch.arange(count), time.process_time if how.processor_time else time.monotonic
    began, made, ended, picked = clock(), 0, 0, 0

    def ahead(rows: Tensor) -> Tensor:
        return SHAPING * (rows[:, mine].float() - rows[:, theirs].float())

    rows = torch.empty((length, count, batch.row_length), dtype=torch.uint8)
    legal = torch.empty((length, count, batch.pick_count), dtype=torch.bool)
    picks, seats = torch.empty((length, count), dtype=torch.int64), torch.empty((length + 1, count), dtype=torch.int64)
    logs, rewards = torch.empty((length, count)), torch.empty((length, count))
    values, over = torch.empty((length + 1, count)), torch.empty((length, count), dtype=torch.bool)
    for update in range(10**9):
        share = (clock() - began) / (60 * how.minutes)
        if share >= 1 or update == how.updates:
            break
        with torch.inference_mode():
            for t in range(length + 1):
                now = torch.from_numpy(games.legal()).bool()
                scores, values[t] = network(rows_now, now)
                seats[t] = torch.from_numpy(games.seats)
                if t == length:
                    break
                chances = log_chances(scores, now)
                picks[t] = drawn(chances)
                rows[t], legal[t] = rows_now, now
                logs[t] = chances[everybody, picks[t]]
                before = ahead(rows_now)
                over[t], gained = map(torch.from_numpy, step(games, picks[t]))
                same = torch.from_numpy(games.seats).long() == seats[t]
                after = torch.where(over[t], 0.0, torch.where(same, 1.0, -1.0) * ahead(rows_now))
                rewards[t] = gained[everybody, seats[t]] + after - before
                ended += int(over[t].sum())
            advantage, running = torch.empty((length, count)), torch.zeros(count)
            for t in reversed(range(length)):
                # what comes next is worth the opposite if the rival decides, nothing if the game is over
                sign = torch.where(seats[t + 1] == seats[t], 1.0, -1.0) * ~over[t]
                error = rewards[t] + DISCOUNT * sign * values[t + 1] - values[t]
                running = error + DISCOUNT * TRACE * sign * running
                advantage[t] = running
        made += length * count
        picked += length * count
        target = (advantage + values[:-1]).clamp(-1, 1)
        flat = [part.reshape(length * count, *part.shape[2:]) for part in (rows, legal, picks, logs, advantage, target)]
        for group in learner.param_groups:
            group["lr"] = how.rate * (1 - 0.9 * min(1.0, share))
        loss, entropy = improve(network, learner, flat, how, how.entropy * (1 - 0.8 * min(1.0, share)))
        if update % 10 == 9:
            print(
                f"{clock() - began:6.0f} s  {made:>11,} decisions;  {picked / max(1, ended):.0f} a game;  entropy {entropy:.2f}, error of values {loss:.3f}",
                flush=True,
            )
            ended = picked = 0
            network.save(how.output)
    return network


def improve(
    network: BoardNetwork, learner: torch.optim.Optimizer, flat: list[Tensor], how: argparse.Namespace, push: float
) -> tuple[float, float]:
    """Some passes over what was played, in small parts; the mean error of the expectations and the mean entropy."""
    rows, legal, picks, logs, advantage, target = flat
    mean, spread = advantage.mean(), advantage.std() + 1e-8
    losses, entropies = [], []
    for _ in range(how.passes):
        for part in torch.randperm(len(rows)).split(how.part):
            scores, values = network(rows[part], legal[part])
            chances = log_chances(scores, legal[part])
            ratio = (chances.gather(1, picks[part, None])[:, 0] - logs[part]).exp()
            gain = (advantage[part] - mean) / spread
            surrogate = torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            entropy = -(chances.exp() * chances.masked_fill(~legal[part], 0)).sum(dim=1).mean()
            error = (values - target[part]).square().mean()
            learner.zero_grad()
            (0.5 * error - surrogate - push * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            learner.step()
            losses.append(error.item())
            entropies.append(entropy.item())
    return float(np.mean(losses)), float(np.mean(entropies))


def judge(network: BoardNetwork, games: int, rivals: list[str], sharp: float) -> None:
    """Shares of wins one to one with 95 % intervals, boards drawn anew for each pair of games."""
    for rival in rivals:
        results = hw.tournament([hw.Map.preset("base")], [policy(network, sharp), rival], games=games, seed=1)
        row = next(row for row in hw.standings(results) if row["bot"].startswith("python:"))
        print(f"against {rival}: {row['share']:.1%} of {games} games ({row['low']:.1%} to {row['high']:.1%})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=50)
    parser.add_argument("--processor-time", action="store_true", help="count minutes of processor time, for busy machines")
    parser.add_argument("--updates", type=int, default=-1, help="stop after so many updates, whatever the time")
    parser.add_argument("--games", type=int, default=512, help="games played at once")
    parser.add_argument("--length", type=int, default=64, help="decisions of each game between two updates")
    parser.add_argument("--part", type=int, default=2048, help="decisions of one step of learning")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--wide", type=int, default=128, help="width of the layers that see the whole game")
    parser.add_argument("--local", type=int, default=32, help="width of the layers that see a corner, a side or a hex")
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--fixed-board", dest="redraw", action="store_false", help="learn on one board instead of a new one each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", metavar="FILE", help="go on from a saved network")
    parser.add_argument("--judge", metavar="FILE", help="judge a saved network instead of training one")
    parser.add_argument("--matches", type=int, default=1000, help="games of a judgement")
    parser.add_argument("--rivals", default="random,calm,keen")
    parser.add_argument("--sharp", type=float, default=2.0, help="how much the scores are sharpened when it is judged")
    parser.add_argument("-o", "--output", default="policy.pt")
    how = parser.parse_args()
    torch.set_num_threads(how.threads)
    network = BoardNetwork.load(how.judge) if how.judge else train(how)
    if not how.judge:
        network.save(how.output)
    judge(network, how.matches, how.rivals.split(","), how.sharp)


if __name__ == "__main__":
    main()
