"""Decides who is right where catanatron and Hexwright differ: a third opinion, from the printed rules alone."""

import re
from collections import Counter

import printed_rules as printed
from catanatron.models.enums import ActionType
from catanatron_words import CARDS, KIND_ORDER, KINDS, cell, shown

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


class Referee:
    """Decides every difference by the printed rules: known only if ours is right and theirs is wrong in a known way."""

    def __init__(self, state, words):
        self.state, self.words = state, words
        self.hexes = [
            (
                {words.corner_of[n] for n in tile.nodes.values()},
                None if tile.resource is None else KIND_ORDER.index(tile.resource),
                tile.number,
                cell(coordinate),
            )
            for coordinate, tile in state.board.map.land_tiles.items()
        ]
        land = state.board.map.land_nodes
        sides = [e for t in state.board.map.land_tiles.values() for e in t.edges.values()]
        self.sides = {tuple(sorted(words.corner_of[n] for n in e)) for e in sides if set(e) <= set(land)}
        self.bought = Counter()
        self.now = self.shown()
        self.rolled = None  # what the last roll has to leave, until it was compared
        self.excuse = None  # the name under which their longest road may differ
        self.road, self.army = None, None  # the awards by the printed rules
        self.was, self.settled = None, True  # the holder before the last step, and whether rightly

    def shown(self):
        return shown(self.state, self.words, self.bought)

    def lengths(self):
        """The longest roads as catanatron counts them."""
        return [self.state.board.road_lengths[c] for c in self.state.colors]

    def saw(self, action, old_lengths):
        """Says what an action has to lead to; old_lengths are catanatron's before it."""
        before, after = self.now, self.shown()
        self.rolled = self.excuse = None
        self.was = before["road_holder"]
        self.settled = printed.road_award(self.was, printed.trails(before)) == self.was
        built = any(a[k] != b[k] for a, b in zip(before["seats"], after["seats"]) for k in ("roads", "settlements"))
        if built:
            self.road = printed.road_award(self.road, printed.trails(after))
            lengths = self.lengths()
            if after["road_holder"] == printed.road_award(before["road_holder"], lengths):
                self.excuse = "trail-to-foreign-corner"
            elif after["road_holder"] in printed.known_road_award(before, after, old_lengths, lengths):
                self.excuse = "road-kept"
        self.army = printed.army_award(self.army, [s["knights"] for s in after["seats"]])
        if action.action_type == ActionType.ROLL and sum(action.value) != 7:
            paid = lambda **how: printed.ration(before, self.hexes, sum(action.value), **how)
            self.rolled = paid(), paid(alone=False)
        self.now = after

    def judge(self, answer, over):
        """The position as both sides have it: pairs of a known name or None, and what it is about."""
        theirs, texts = self.now, answer.get("differences", [])
        ours = {t.partition(":")[0]: t for t in texts}
        number = lambda text: [int(n) for n in re.findall(r"\d+", text.partition(", theirs")[0].partition("ours")[2])]
        yield from self.roads(answer, ours, number)
        if "largest army" in ours or theirs["army_holder"] != self.army:
            yield None, f"largest army: {self.army} by the printed rules; {ours.pop('largest army', 'theirs differs')}"
        yield from self.hands(ours, number)
        if not over and "over" in ours:
            # our end of the game is right if somebody has the points with the longest road where it belongs
            text, most = ours.pop("over"), max(printed.points(theirs, self.road, self.army))
            yield ("road-kept" if most >= printed.GOAL and "longest road" in "".join(texts) else None), text
        ours.pop("over", None)
        yield from ((None, text) for text in ours.values())
        # the mirror has followed: now the points must be the same
        counted = printed.points(theirs, theirs["road_holder"], theirs["army_holder"])
        real = [self.state.player_state[f"P{i}_ACTUAL_VICTORY_POINTS"] for i in range(len(counted))]
        if not answer["points"] == counted == real:
            yield None, f"points: ours {answer['points']}, theirs {real}, by the printed rules {counted}"
        self.road, self.army = theirs["road_holder"], theirs["army_holder"]

    def roads(self, answer, ours, number):
        trails, short = printed.trails(self.now), printed.trails(self.now, touch_foreign=False)
        if answer["lengths"] != trails:
            yield None, f"trails: ours {answer['lengths']}, by trying every walk {trails}"
        for seat, length in enumerate(self.lengths()):
            if not short[seat] <= length <= trails[seat]:
                yield None, f"trail of {seat}: theirs {length}, by trying every walk {trails[seat]}"
        text = ours.pop("longest road", None)
        holder = self.now["road_holder"] if text is None else next(iter(number(text)[-1:]), None)
        # where the mirror followed a wrong position, the old holder may stay until roads meet again
        right = {self.road} if self.settled else {self.road, self.was}
        if holder not in right:
            yield None, f"longest road: ours {holder}, by the printed rules {self.road}"
        elif text is not None:
            yield self.excuse, text

    def hands(self, ours, number):
        """Hands and bank are compared with the printed rationing after every roll."""
        seats = range(len(self.now["seats"]))
        theirs = [s["hand"] for s in self.now["seats"]], self.now["bank"]
        texts = [ours.pop(f"hand of {s}", None) for s in seats], ours.pop("bank", None)
        if self.rolled is None:
            yield from ((None, text) for text in [*texts[0], texts[1]] if text)
            return
        right, known = self.rolled
        own = [number(t) if t else theirs[0][s] for s, t in enumerate(texts[0])]
        own = own, number(texts[1]) if texts[1] else theirs[1]
        if own != right:
            yield None, f"after the roll: ours {own}, by the printed rules {right}"
        elif theirs != right:
            yield ("bank-short" if theirs == known else None), f"after the roll: theirs {theirs}, right is {right}"

    # -------- legal lists

    def only_ours(self, text, seat):
        """Why catanatron does not allow what we do."""
        at, card = self.now, text.partition(" ")[0].removeprefix("play-")
        names = list(CARDS.values())
        if not text.startswith("play-") or not printed.may_play(at, seat, names.index(card)):
            return None
        if card == "year-of-plenty":
            wanted = Counter(text.split()[1:])
            if len(text.split()) != 3 or any(at["bank"][list(KINDS.values()).index(k)] < n for k, n in wanted.items()):
                return None
        if card == "road-building" and not printed.room_for_road(at, seat, self.sides):
            return None
        if not at["rolled"]:
            return None if card == "knight" else "knight-only-before-roll"
        poor = any(at["seats"][seat]["hand"][k] == 0 for k in printed.ROAD_PRICE)
        return "road-building-needs-money" if card == "road-building" and poor else None

    def only_theirs(self, text, seat):
        """Why catanatron allows what we do not."""
        at, words = self.now, text.split()
        card = words[0].removeprefix("play-")
        if card not in CARDS.values() or at["card_played"]:
            return None
        place = list(CARDS.values()).index(card)
        if 0 < at["seats"][seat]["cards"][place] <= at["bought"][place]:
            return "card-same-turn"
        if card == "year-of-plenty" and len(words) == 2:
            stock = at["bank"][list(KINDS.values()).index(words[1])]
            return "plenty-of-one" if stock == 1 or stock and 0 in at["bank"] else None
        return None
