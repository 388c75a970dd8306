"""Hex board games for researchers: maps, games, environments, simulations.

The native half does the work; everything here returns views, rows and records, never a
position. ``hexwright.envs`` holds the environments, ``hexwright.distributed`` runs studies over
Ray; both import their libraries only when used.
"""

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
from .match import play_match
from .vector import NO_PICK, CatanVec


# a map of Pioneers is a map: the name of before
PioneersMap = Map


def _map(text: str, name: str) -> Map:
    """Rebuilds a map in another process."""
    return Map.parse(text, name=name)


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
    "simulate",
    "standings",
    "tournament",
    "verify_log",
]
