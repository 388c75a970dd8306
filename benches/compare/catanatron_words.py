"""The two notations: boards, actions and positions of catanatron as Hexwright writes them."""

from collections import Counter

from catanatron.models.enums import ActionType
from catanatron.models.map import NodeRef, Port

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
