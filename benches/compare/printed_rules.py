"""The printed rules of Catan that the bridge needs a second opinion on, stated on their own.

Nothing here knows either engine: positions are the plain lists the bridge shows to the mirror. Longest trails are found by
trying every walk, awards and rationing follow the words of the rulebook. Beside them stand the deviations of catanatron
that are known, so that a difference is excused only if it is exactly one of them.
"""

from functools import lru_cache

ROAD_PRICE = (0, 1)  # brick, wood
GOAL = 10


# ---------------------------------------------------------------- longest road


@lru_cache(maxsize=4096)
def trail(roads, foreign, touch_foreign=True):
    """Length of the longest walk over these sides that uses none twice and passes through no rival's building.

    It may begin and end at a rival's building; with `touch_foreign` off it may not even do that.
    """
    beside = {}
    for a, b in roads:
        if touch_foreign or not (a in foreign or b in foreign):
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)

    def walk(corner, used):
        best = len(used)
        for other in beside[corner]:
            side = (min(corner, other), max(corner, other))
            if side in used:
                continue
            if other in foreign:
                best = max(best, len(used) + 1)
            else:
                best = max(best, walk(other, used | {side}))
        return best

    return max((walk(corner, frozenset()) for corner in beside), default=0)


def trails(position, touch_foreign=True):
    """The longest trail of each seat."""
    seats = position["seats"]
    buildings = [frozenset(s["settlements"]) | frozenset(s["cities"]) for s in seats]
    found = []
    for number, seat in enumerate(seats):
        roads = frozenset((min(r), max(r)) for r in seat["roads"])
        foreign = frozenset().union(*(b for other, b in enumerate(buildings) if other != number))
        ends = frozenset(corner for road in roads for corner in road)
        found.append(trail(roads, foreign & ends, touch_foreign))
    return found


def road_award(holder, lengths):
    """Who holds the longest road: five at least, the holder keeps it until somebody has more, a tie of others is nobody's."""
    most = max(lengths)
    if most < 5:
        return None
    if holder is not None and lengths[holder] == most:
        return holder
    leaders = [seat for seat, length in enumerate(lengths) if length == most]
    return leaders[0] if len(leaders) == 1 else None


def cut(before, after):
    """Whether a settlement was built between two roads of another seat."""
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"])):
        for corner in set(new["settlements"]) - set(old["settlements"]) - set(old["cities"]):
            for other, rival in enumerate(after["seats"]):
                if other != seat and sum(corner in road for road in rival["roads"]) == 2:
                    return True
    return False


def known_road_award(before, after, old_lengths, lengths):
    """Who may hold it by catanatron's own way, with the lengths it counts: a list of seats.

    Who builds a road longer than the holder's takes it; after a cut the longest takes it, below five and at a tie too.
    """
    holder = before["road_holder"]
    if cut(before, after):
        return [seat for seat, length in enumerate(lengths) if length == max(lengths)]
    least = max(4, 0 if holder is None else old_lengths[holder])
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"])):
        if len(new["roads"]) > len(old["roads"]) and seat != holder and lengths[seat] > least:
            return [seat]
    return [holder]


# ---------------------------------------------------------------- largest army, points


def army_award(holder, knights):
    """Who holds the largest army: three at least, and more than the holder."""
    least = 2 if holder is None else knights[holder]
    above = [seat for seat, count in enumerate(knights) if count > least and seat != holder]
    return above[0] if above else holder


def points(position, road_holder, army_holder):
    """Points by seat; victory cards are the last kind of card."""
    found = []
    for number, seat in enumerate(position["seats"]):
        awards = 2 * (road_holder == number) + 2 * (army_holder == number)
        found.append(len(seat["settlements"]) + 2 * len(seat["cities"]) + seat["cards"][4] + awards)
    return found


# ---------------------------------------------------------------- production


def owed(position, hexes, number):
    """What each seat is owed for a roll, by kind. A hex is (corners, kind or None, number, place)."""
    pay = [[0] * 5 for _ in position["seats"]]
    for corners, kind, here, place in hexes:
        if here != number or kind is None or list(place) == list(position["robber"]):
            continue
        for seat, own in zip(pay, position["seats"]):
            seat[kind] += len(corners & set(own["settlements"])) + 2 * len(corners & set(own["cities"]))
    return pay


def ration(position, hexes, number, alone=True):
    """Hands and bank after a roll.

    A kind the bank cannot pay in full is paid to nobody, unless one seat alone is owed: that one gets what is left.
    With `alone` off it is paid to nobody in that case too, as catanatron does.
    """
    pay, bank = owed(position, hexes, number), list(position["bank"])
    for kind in range(5):
        due = [seat for seat in pay if seat[kind]]
        if sum(seat[kind] for seat in due) > bank[kind]:
            rest = bank[kind] if alone and len(due) == 1 else 0
            for seat in due:
                seat[kind] = rest
        bank[kind] -= sum(seat[kind] for seat in due)
    hands = [[a + b for a, b in zip(own["hand"], seat)] for own, seat in zip(position["seats"], pay)]
    return hands, bank


# ---------------------------------------------------------------- cards


def may_play(position, seat, card):
    """Whether a seat holds a card from an earlier turn and has played none in this one."""
    old = position["seats"][seat]["cards"][card] - position["bought"][card]
    return old > 0 and not position["card_played"]


def room_for_road(position, seat, sides, stock=15):
    """Whether a seat has a road left and a free side to put it on."""
    own = position["seats"][seat]
    taken = {(min(r), max(r)) for s in position["seats"] for r in s["roads"]}
    home = set(own["settlements"]) | set(own["cities"])
    foreign = {c for s in position["seats"] if s is not own for c in s["settlements"] + s["cities"]}
    reached = home | ({corner for road in own["roads"] for corner in road} - foreign)
    return len(own["roads"]) < stock and any(side not in taken and reached & set(side) for side in sides)
