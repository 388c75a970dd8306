"""Environments: PettingZoo for all seats, Gymnasium for one seat against bots, thousands of games as a vector.

Observations of PettingZoo are dictionaries of ``observation`` (a row of float32, what the seat may know) and ``action_mask`` (int8);
those of Gymnasium are rows, with the mask in ``info``. docs/python.md lists the parts of a row and the picks; environments say
them as data (``observation_layout``, ``action_meanings``). Importing this module registers ``hexwright/Catan-v1``,
``hexwright/TerraMystica-v1`` and ``hexwright/TitanBattle-v1`` with Gymnasium.
"""

from __future__ import annotations

import gymnasium

from .catan import CatanAEC, CatanGym
from .game import BattleGym, GameAEC
from .seating import layout, meanings
from .terra import TerraAEC, TerraGym
from .vector import CatanVectorEnv
from .wrappers import MaskInObservation
from .zoo import Doors

catan_v1 = Doors(CatanAEC)
terra_v1 = Doors(TerraAEC)
battle_v1 = Doors(lambda **how: GameAEC("battle", **how))

#: The names under which Gymnasium knows the environments.
REGISTERED = {
    "hexwright/Catan-v1": "hexwright.envs:CatanGym",
    "hexwright/TerraMystica-v1": "hexwright.envs:TerraGym",
    "hexwright/TitanBattle-v1": "hexwright.envs:BattleGym",
}


def register() -> None:
    """Registers the environments with Gymnasium; importing the module does so already.

    >>> import gymnasium, hexwright.envs
    >>> hexwright.envs.register()
    >>> gymnasium.make("hexwright/TitanBattle-v1").action_space
    Discrete(512)
    """
    for name, entry in REGISTERED.items():
        if name not in gymnasium.registry:
            vector = "hexwright.envs:CatanVectorEnv" if "Catan" in name else None
            gymnasium.register(name, entry_point=entry, vector_entry_point=vector)


register()

__all__ = [
    "REGISTERED",
    "BattleGym",
    "CatanAEC",
    "CatanGym",
    "CatanVectorEnv",
    "Doors",
    "GameAEC",
    "MaskInObservation",
    "TerraAEC",
    "TerraGym",
    "battle_v1",
    "catan_v1",
    "layout",
    "meanings",
    "register",
    "terra_v1",
]
