"""Hex board games for researchers: maps, games, environments, simulations.

The native half does the work; everything here returns views, rows and records, never a
position. ``hexwright.envs`` holds the environments, ``hexwright.openspiel`` the games for OpenSpiel, ``hexwright.bot`` lets a policy
play as a program, ``hexwright.distributed`` runs studies over Ray; all import their libraries only when used.

>>> import hexwright as hw
>>> game = hw.CatanGame(hw.Map.preset("base"), seed=1)
>>> game.play_out(["greedy", "random", "random", "random"])
>>> game.waits_for
'over'
"""

import sys

from . import _saved
from ._hexwright import (
    Battleland,
    CatanBatch,
    CatanGame,
    Game,
    Map,
    TerraGame,
    __version__,
    bots,
    check,
    check_map,
    check_snapshot,
    convert,
    fairness,
    fairness_summary,
    merge_fairness,
    merge_tournament,
    presets,
    random_game,
    read_battleland,
    roll_battleland,
    simulate,
    standings,
    tournament,
    verify_log,
)
from .match import play_match, row_policy
from .vector import NO_PICK, CatanVec, unpacked

# a map of Pioneers is a map: the name of before
PioneersMap = Map
# what pickles of earlier versions call
_map = _saved.map

# whoever has Gymnasium loaded can make the environments by name at once
if "gymnasium" in sys.modules:
    try:
        from . import envs as envs
    except ImportError:  # PettingZoo is missing
        pass

__all__ = [
    "NO_PICK",
    "Battleland",
    "CatanBatch",
    "CatanGame",
    "CatanVec",
    "Game",
    "Map",
    "PioneersMap",
    "TerraGame",
    "__version__",
    "bots",
    "check",
    "check_map",
    "check_snapshot",
    "convert",
    "fairness",
    "fairness_summary",
    "merge_fairness",
    "merge_tournament",
    "play_match",
    "presets",
    "random_game",
    "read_battleland",
    "roll_battleland",
    "row_policy",
    "simulate",
    "standings",
    "tournament",
    "unpacked",
    "verify_log",
]
