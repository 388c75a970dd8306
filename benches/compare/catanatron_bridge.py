#!/usr/bin/env python3
"""Seats a Hexwright bot in catanatron's engine and compares the rules on the way.

    catanatron_bridge.py --rivals F --games 100 --results F.jsonl
    catanatron_bridge.py --rivals AB:2 --games 20 --results AB2.jsonl
    catanatron_bridge.py --rivals AB:2 --seats 2 --games 20 --results duel.jsonl
    catanatron_bridge.py --summary F.jsonl

catanatron runs as a program of its own: this file only fills its Player interface. Results are appended
one game a line; the same command goes on where a killed run stopped. Every difference between the rules is
decided by a third opinion (catanatron_referee.py). See catanatron_bridge.md.
"""

import argparse
import importlib
import json
import math
import os
import random
import subprocess
import sys
from collections import Counter

from catanatron.game import Game
from catanatron.models.enums import ActionPrompt, ActionType
from catanatron.models.map import NodeRef
from catanatron.models.player import Color, Player, RandomPlayer
from catanatron_referee import KNOWN, Referee
from catanatron_words import CARDS, CLOCKWISE, KINDS, Words, cell, map_text


# ---------------------------------------------------------------- our side


class Hexwright:
    """The process that mirrors games and thinks."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the hexwright process has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"{answer['error']} in answer to {json.dumps(message)[:300]}")
        return answer


class Guest(Player):
    """One of our bots, to catanatron a player like any other."""

    def __init__(self, color):
        super().__init__(color)
        self.table = None

    def decide(self, game, playable_actions):
        return self.table.choose(playable_actions)


class Table:
    """One game, mirrored."""

    def __init__(self, hexwright, game, bot, seed):
        self.hexwright, self.game, self.state = hexwright, game, game.state
        self.findings, self.known = [], Counter()
        self.decisions, self.compared = 0, 0
        text = map_text(self.state.board.map)
        ask = lambda map: hexwright.ask(
            type="game", map=map, seats=len(self.state.colors), options=["victory-turn=any"], bot=bot, seed=seed
        )
        corners = ask(next(text))["hexes"]
        corner_of = {}
        for coordinate, tile in self.state.board.map.land_tiles.items():
            here = corners["{},{}".format(*cell(coordinate))]
            for name, corner in zip(CLOCKWISE, here):
                corner_of[tile.nodes[NodeRef[name]]] = corner
        ask(text.send(corner_of))
        self.words = Words(corner_of, self.state.colors)
        self.referee = Referee(self.state, self.words)

    def play(self):
        while self.game.winning_color() is None and self.state.num_turns < 1000:
            self.one()
        winner = self.game.winning_color()
        if winner is not None:
            self.end()
        return winner

    def one(self):
        player = self.state.current_player()
        if not isinstance(player, Guest):
            self.compare(self.state.playable_actions, choose=False)
        setup = self.state.is_initial_build_phase
        seat, referee = self.state.current_player_index, self.referee
        lengths = referee.lengths()
        done = self.game.play_tick()
        self.fresh_card(done, seat)
        self.mirror(done, seat, setup)
        referee.saw(done, lengths)

    def fresh_card(self, done, seat):
        """Lets the mirror forget that a card was bought in this turn if it was played: theirs allow it, ours do not."""
        referee = self.referee
        card = done.action_type.value.removeprefix("PLAY_").removesuffix("_CARD")
        if card in CARDS:
            before, place = referee.now, list(CARDS).index(card)
            if 0 < before["seats"][seat]["cards"][place] <= before["bought"][place]:
                referee.bought[card] -= 1
                before["bought"][place] -= 1
                self.hexwright.ask(type="decide", seat=seat, legal=[], position=before, choose=False)

    # -------- what happened

    def mirror(self, action, seat, setup):
        kind, value = action.action_type, action.value
        text = self.words.action(action, setup)
        answer = self.step(seat, text)
        if kind == ActionType.ROLL:
            self.step(None, f"roll {value[0]} {value[1]}")
        elif kind == ActionType.BUY_DEVELOPMENT_CARD:
            self.referee.bought[value] += 1
            self.step(None, f"draw {CARDS[value]}")
        elif kind == ActionType.MOVE_ROBBER and value[1] is not None:
            if answer["phase"] == "steal":
                answer = self.step(seat, f"steal {self.words.seat_of[value[1]]}")
            self.step(None, f"steal {KINDS[value[2]]}")
        elif kind == ActionType.END_TURN:
            self.referee.bought.clear()

    def step(self, seat, action):
        answer = self.hexwright.ask(type="step", seat=seat, action=action)
        if "refused" in answer:
            self.note(None, f"refused {seat}: {action}: {answer['refused']}")
        return answer

    # -------- who may do what

    def compare(self, theirs, choose):
        if self.state.current_prompt == ActionPrompt.DISCARD:
            return {}  # they discard at random: there is one action and nothing to choose
        setup, seat = self.state.is_initial_build_phase, self.state.current_player_index
        texts = {self.words.action(a, setup): a for a in theirs}
        between = not setup and not self.state.is_road_building
        position = self.referee.now if between else None
        answer = self.hexwright.ask(type="decide", seat=seat, legal=list(texts), position=position, choose=choose)
        self.compared += 1
        if between:
            for known, text in self.referee.judge(answer, over=False):
                self.note(known, text)
        for text in answer.get("only_ours", []):
            self.note(self.referee.only_ours(text, seat), f"only ours: {text}")
        for text in answer.get("only_theirs", []):
            self.note(self.referee.only_theirs(text, seat), f"only theirs: {text}")
        answer["texts"] = texts
        return answer

    def end(self):
        """The last position: if they have a winner, so have we, or the longest road is why."""
        position, seat = self.referee.now, self.state.current_player_index
        answer = self.hexwright.ask(type="decide", seat=seat, legal=[], position=position, choose=False)
        ours = any(text.startswith("over") for text in answer.get("differences", []))
        known = [known for known, text in self.referee.judge(answer, over=True) if not self.note(known, text)]
        if not ours and not any(name in ("road-kept", "trail-to-foreign-corner") for name in known):
            self.note(None, "over: theirs true, ours false")

    def note(self, known, text):
        if known:
            self.known[known] += 1
        else:
            self.findings.append(text)

    # -------- our decision

    def choose(self, playable_actions):
        if len(playable_actions) == 1 and playable_actions[0].action_type == ActionType.DISCARD:
            return playable_actions[0]
        self.decisions += 1
        answer = self.compare(playable_actions, choose=True)
        chosen = answer.get("action")
        if chosen is None:
            self.findings.append("our rules allow nothing of what theirs allow")
            return playable_actions[0]
        if not chosen.startswith("robber"):
            return answer["texts"][chosen]
        # theirs is one action, ours two: the hex first, then the victim
        here = [a for a in playable_actions if self.words.action(a, False) == chosen]
        if len(here) == 1:
            return here[0]
        whom = self.hexwright.ask(
            type="victim",
            seat=self.state.current_player_index,
            hex=chosen,
            legal=[f"steal {self.words.seat_of[a.value[1]]}" for a in here],
        )["action"]
        return next(a for a in here if f"steal {self.words.seat_of[a.value[1]]}" == whom)


# ---------------------------------------------------------------- runs


def rival(name, color):
    """A player of theirs by the name of their command line."""
    if name == "R":
        return RandomPlayer(color)
    word, _, depth = name.partition(":")
    module, kind = {"F": ("value", "ValueFunctionPlayer"), "AB": ("minimax", "AlphaBetaPlayer")}[word]
    for package in ("catanatron.players", "catanatron_experimental.machine_learning.players"):
        try:
            found = getattr(importlib.import_module(f"{package}.{module}"), kind)
        except ImportError:
            continue
        return found(color, depth=int(depth)) if depth else found(color)
    sys.exit(f"{name} is not installed: see catanatron_bridge.md for where it comes from")


def play(hexwright, args, number):
    """Game `number`: our seat moves on by one from game to game, boards come in blocks of one a seat."""
    seats = args.seats
    block, ours = divmod(number, seats)
    colors = list(Color)[:seats]
    players = [Guest(c) if i == ours else rival(args.rivals, c) for i, c in enumerate(colors)]
    seed = args.seed * 1_000_003 + block + 1
    shuffle = random.sample
    # they draw the order of seats; the bench wants each seat equally often
    random.sample = lambda population, k=None, **_: (
        list(population) if population is players else shuffle(population, k)
    )
    try:
        game = Game(players, seed=seed)
    finally:
        random.sample = shuffle
    random.seed(seed * 31 + 7)
    table = Table(hexwright, game, args.bot, seed * 16 + ours)
    for player in players:
        if isinstance(player, Guest):
            player.table = table
    winner = table.play()
    points = [game.state.player_state[f"P{i}_ACTUAL_VICTORY_POINTS"] for i in range(seats)]
    return {
        "game": number,
        "seat": ours,
        "won": winner is not None and game.state.colors.index(winner) == ours,
        "winner": None if winner is None else game.state.colors.index(winner),
        "points": points,
        "turns": game.state.num_turns,
        "decisions": table.decisions,
        "compared": table.compared,
        "known": dict(table.known),
        "findings": table.findings[:20],
    }


def wilson(wins, games, z=1.96):
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def summary(rows):
    wins, games = sum(r["won"] for r in rows), len(rows)
    low, high = wilson(wins, games)
    print(f"{wins} of {games} games won: {100 * wins / max(games, 1):.1f} % ({100 * low:.1f}–{100 * high:.1f} %)")
    for seat in sorted({r["seat"] for r in rows}):
        here = [r for r in rows if r["seat"] == seat]
        print(f"  seat {seat}: {sum(r['won'] for r in here)} of {len(here)}")
    print(f"{sum(r['compared'] for r in rows)} decisions compared")
    known = sum((Counter(r["known"]) for r in rows), Counter())
    for name, count in known.most_common():
        print(f"  {count:6} {name}: {KNOWN[name]}")
    findings = [f"game {r['game']}: {text}" for r in rows for text in r["findings"]]
    print(f"{len(findings)} unexplained differences")
    for text in findings[:20]:
        print(f"  {text}")
    return 1 if findings else 0


def read(path):
    rows = {}
    if os.path.exists(path):
        for line in open(path):
            try:
                row = json.loads(line)
                rows[row["game"]] = row
            except (ValueError, KeyError):
                pass  # the last line of a killed run
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hexwright", default="hexwright bot answer", help="the command that thinks")
    parser.add_argument("--bot", default="search")
    parser.add_argument("--rivals", default="F", help="R, F or AB:DEPTH")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", default="results.jsonl")
    parser.add_argument("--summary", metavar="FILE", help="only print what a results file says")
    args = parser.parse_args()
    if args.summary:
        sys.exit(summary(list(read(args.summary).values())))
    done = read(args.results)
    hexwright = Hexwright(args.hexwright.split())
    with open(args.results, "a") as out:
        for number in range(args.first, args.first + args.games):
            if number not in done:
                done[number] = play(hexwright, args, number)
                out.write(json.dumps(done[number]) + "\n")
                out.flush()
    sys.exit(summary([done[n] for n in sorted(done)]))


if __name__ == "__main__":
    main()
