#!/usr/bin/env python3
"""Seats a Hexwright bot in catanatron's engine and compares the rules on the way.

    catanatron_bridge.py --rivals F --games 100 --results F.jsonl
    catanatron_bridge.py --rivals AB:2 --games 20 --results AB2.jsonl
    catanatron_bridge.py --rivals AB:2 --seats 2 --games 20 --results duel.jsonl
    catanatron_bridge.py --summary F.jsonl

catanatron runs as a program of its own: this file only fills its Player interface. Results are appended
one game a line; the same command goes on where a killed run stopped. See catanatron_bridge.md.
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
from catanatron.models.map import NodeRef, Port
from catanatron.models.player import Color, Player, RandomPlayer

KINDS = {"BRICK": "brick", "WOOD": "wood", "SHEEP": "wool", "WHEAT": "wheat", "ORE": "ore"}
KIND_ORDER = ["BRICK", "WOOD", "SHEEP", "WHEAT", "ORE"]
BANK_ORDER = ["WOOD", "BRICK", "SHEEP", "WHEAT", "ORE"]
CARDS = {
    "MONOPOLY": "monopoly",
    "ROAD_BUILDING": "road-building",
    "YEAR_OF_PLENTY": "year-of-plenty",
    "KNIGHT": "knight",
    "VICTORY_POINT": "victory-point",
}
CLOCKWISE = ["NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST"]

# Where catanatron's rules are known to differ from the printed ones. Everything else is a finding.
KNOWN = {
    "card-same-turn": "a development card may be played in the turn it was bought",
    "knight-only-before-roll": "before the dice only a knight may be played, no other development card",
    "road-building-needs-money": "road building is offered only to who holds the price of a road",
    "plenty-of-one": "year of plenty may take one card where the bank lacks the second",
    "trail-to-foreign-corner": "a road that ends at a rival's building does not count for the longest road",
    "road-kept": "who holds the longest road after a cut or at a tie is decided differently",
    "bank-short": "a kind the bank cannot pay in full is paid to nobody, even if one seat alone is owed",
}


# ---------------------------------------------------------------- the two notations


def cell(coordinate):
    """Row and column of the map format: odd rows are shifted right."""
    x, _, z = coordinate
    return z + 2, x + (z - (z & 1)) // 2 + 2


def map_text(catan_map):
    """The board as a .catan file with nothing left to chance, and its ports by their two corners."""
    types = {"BRICK": 2, "WOOD": 3, "SHEEP": 4, "WHEAT": 5, "ORE": 6, None: 7}
    ports = {None: 1, "BRICK": 2, "WOOD": 3, "SHEEP": 4, "WHEAT": 5, "ORE": 6}
    terrain, numbers = [[0] * 5 for _ in range(5)], [[0] * 5 for _ in range(5)]
    for coordinate, tile in catan_map.land_tiles.items():
        row, column = cell(coordinate)
        terrain[row][column] = types[tile.resource]
        numbers[row][column] = tile.number or 0
    kinds, vertices = [], []
    # the format's corners are not known yet: ask for a board without ports first, then add them
    corner_of = yield "\n".join(head(terrain, numbers) + ["-", "0 0 0 0 0 0 0", "-", ""])
    for tile in catan_map.tiles.values():
        if isinstance(tile, Port):
            here = [corner_of[n] for n in port_nodes(tile)]
            kinds.append(ports[tile.resource])
            vertices += sorted(here)
    text = head(terrain, numbers) + [" ".join(map(str, kinds)), "0 0 0 0 0 0 0", " ".join(map(str, vertices))]
    yield "\n".join(text + [""])


def head(terrain, numbers):
    rows = lambda grid: [" ".join(map(str, row)) for row in grid]
    return (
        ["2 4", "10", "15 5 4", "2 1", "1 1 0", "1 1 0", "19 19 19 19 19", "2 2 2 14 5", "5 5"]
        + rows(terrain)
        + ["0 0 0 0 0 0"]
        + rows(numbers)
        + ["0 0 0 0 0 0 0 0 0 0 0 0"]
    )


def port_nodes(port):
    """The two corners of a port: those of its side that faces the land."""
    pairs = {
        "EAST": ("NORTHEAST", "SOUTHEAST"),
        "SOUTHEAST": ("SOUTHEAST", "SOUTH"),
        "SOUTHWEST": ("SOUTH", "SOUTHWEST"),
        "WEST": ("SOUTHWEST", "NORTHWEST"),
        "NORTHWEST": ("NORTHWEST", "NORTH"),
        "NORTHEAST": ("NORTH", "NORTHEAST"),
    }
    return [port.nodes[NodeRef[name]] for name in pairs[port.direction.value]]


class Words:
    """Their actions in our notation."""

    def __init__(self, corner_of, colors):
        self.corner_of, self.seat_of = corner_of, {c: i for i, c in enumerate(colors)}

    def side(self, edge):
        return "-".join(map(str, sorted(self.corner_of[n] for n in edge)))

    def action(self, action, setup):
        kind, value = action.action_type, action.value
        setup = "setup-" if setup else ""
        if kind == ActionType.BUILD_SETTLEMENT:
            return f"{setup}settlement {self.corner_of[value]}"
        if kind == ActionType.BUILD_ROAD:
            return f"{setup}road {self.side(value)}"
        if kind == ActionType.BUILD_CITY:
            return f"city {self.corner_of[value]}"
        if kind == ActionType.MOVE_ROBBER:
            return "robber {},{}".format(*cell(value[0]))
        if kind == ActionType.MARITIME_TRADE:
            given = [r for r in value[:-1] if r is not None]
            return f"bank-trade {len(given)} {KINDS[given[0]]} {KINDS[value[-1]]}"
        if kind == ActionType.PLAY_YEAR_OF_PLENTY:
            return "play-year-of-plenty " + " ".join(KINDS[r] for r in sorted(value, key=KIND_ORDER.index))
        if kind == ActionType.PLAY_MONOPOLY:
            return f"play-monopoly {KINDS[value]}"
        if kind == ActionType.DISCARD:
            counts = Counter(value)
            return "discard " + " ".join(f"{KINDS[k]}={counts[k]}" for k in KIND_ORDER if counts[k])
        plain = {
            ActionType.ROLL: "roll",
            ActionType.END_TURN: "end-turn",
            ActionType.BUY_DEVELOPMENT_CARD: "buy",
            ActionType.PLAY_KNIGHT_CARD: "play-knight",
            ActionType.PLAY_ROAD_BUILDING: "play-road-building",
        }
        return plain[kind]


def shown(state, words, bought):
    """Their whole position, for the mirror that compares rules. The bot sees a view of its seat only."""
    seats = []
    for index, color in enumerate(state.colors):
        own, pieces = state.player_state, state.buildings_by_color[color]
        get = lambda name: own[f"P{index}_{name}"]
        seats.append(
            {
                "hand": [get(f"{k}_IN_HAND") for k in KIND_ORDER],
                "cards": [get(f"{c}_IN_HAND") for c in CARDS],
                "knights": get("PLAYED_KNIGHT"),
                "settlements": [words.corner_of[n] for n in pieces["SETTLEMENT"]],
                "cities": [words.corner_of[n] for n in pieces["CITY"]],
                "roads": [[words.corner_of[n] for n in edge] for edge in pieces["ROAD"]],
            }
        )
    played = lambda card: sum(state.player_state[f"P{i}_PLAYED_{card}"] for i in range(len(state.colors)))
    holder = lambda what: next((i for i in range(len(state.colors)) if state.player_state[f"P{i}_HAS_{what}"]), None)
    bank = dict(zip(BANK_ORDER, state.resource_freqdeck))
    active = state.current_turn_index
    return {
        "seats": seats,
        "active": active,
        "rolled": bool(state.player_state[f"P{active}_HAS_ROLLED"]),
        "card_played": bool(state.player_state[f"P{active}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"]),
        "bought": [bought[c] for c in CARDS],
        "robber": list(cell(state.board.robber_coordinate)),
        "bank": [bank[k] for k in KIND_ORDER],
        "deck": [state.development_listdeck.count(c) for c in CARDS],
        "gone": [played(c) if c not in ("KNIGHT", "VICTORY_POINT") else 0 for c in CARDS],
        "road_holder": holder("ROAD"),
        "army_holder": holder("ARMY"),
    }


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
        self.bought = Counter()
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

    def play(self):
        while self.game.winning_color() is None and self.state.num_turns < 1000:
            self.one()
        return self.game.winning_color()

    def one(self):
        self.choice = None
        player = self.state.current_player()
        if not isinstance(player, Guest):
            self.compare(self.state.playable_actions, choose=False)
        setup = self.state.is_initial_build_phase
        seat = self.state.current_player_index
        fresh = any(self.bought.values())
        before = shown(self.state, self.words, Counter()) if fresh else None
        done = self.game.play_tick()
        if fresh and done.action_type.value.startswith("PLAY_"):
            # by our rules a card bought in this turn must wait: let the mirror forget when it was bought
            self.hexwright.ask(type="decide", seat=seat, legal=[], position=before, choose=False)
        self.mirror(done, seat, setup)

    # -------- what happened

    def mirror(self, action, seat, setup):
        kind, value = action.action_type, action.value
        text = self.words.action(action, setup)
        answer = self.step(seat, text)
        if kind == ActionType.ROLL:
            self.step(None, f"roll {value[0]} {value[1]}")
        elif kind == ActionType.BUY_DEVELOPMENT_CARD:
            self.bought[value] += 1
            self.step(None, f"draw {CARDS[value]}")
        elif kind == ActionType.MOVE_ROBBER and value[1] is not None:
            if answer["phase"] == "steal":
                answer = self.step(seat, f"steal {self.words.seat_of[value[1]]}")
            self.step(None, f"steal {KINDS[value[2]]}")
        elif kind == ActionType.END_TURN:
            self.bought.clear()

    def step(self, seat, action):
        answer = self.hexwright.ask(type="step", seat=seat, action=action)
        if "refused" in answer:
            self.note(None, f"refused {seat}: {action}: {answer['refused']}")
        return answer

    # -------- who may do what

    def compare(self, theirs, choose):
        if self.state.current_prompt == ActionPrompt.DISCARD:
            return {}  # they discard at random: there is one action and nothing to choose
        setup = self.state.is_initial_build_phase
        texts = {self.words.action(a, setup): a for a in theirs}
        between = not setup and not self.state.is_road_building
        position = shown(self.state, self.words, self.bought) if between else None
        answer = self.hexwright.ask(
            type="decide", seat=self.state.current_player_index, legal=list(texts), position=position, choose=choose
        )
        self.compared += 1
        for text in answer.get("differences", []):
            self.note(self.why_position(text, answer["differences"]), text)
        for text in answer.get("only_ours", []):
            self.note(self.why_ours(text), f"only ours: {text}")
        for text in answer.get("only_theirs", []):
            self.note(self.why_theirs(text), f"only theirs: {text}")
        answer["texts"] = texts
        return answer

    def why_position(self, text, beside):
        if text.startswith("over"):
            return "road-kept" if any(t.startswith("longest road") for t in beside) else None
        if text.startswith("longest road"):
            return "trail-to-foreign-corner" if "None" in text else "road-kept"
        if text.startswith("bought") and any(self.bought.values()):
            return "card-same-turn"
        if text.startswith("hand of") or text.startswith("bank"):
            return "bank-short" if min(self.state.resource_freqdeck) <= 8 else None
        return None

    def why_ours(self, text):
        rolled = self.state.player_state[f"P{self.state.current_turn_index}_HAS_ROLLED"]
        if text.startswith("play-") and not rolled:
            return "knight-only-before-roll"
        if text == "play-road-building":
            return "road-building-needs-money"
        return None

    def why_theirs(self, text):
        if text.startswith("play-year-of-plenty") and len(text.split()) == 2:
            return "plenty-of-one"
        if text.startswith("play-") and any(self.bought.values()):
            return "card-same-turn"
        return None

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
