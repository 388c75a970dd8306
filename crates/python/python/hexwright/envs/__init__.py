"""Environments: PettingZoo for all seats, Gymnasium for one seat against bots.

Observations are dictionaries of ``observation`` (a row of float32, what the seat may know) and
``action_mask`` (int8). docs/python.md lists the parts of a row and the picks.
"""

from .catan import CatanAEC, CatanGym
from .game import GameAEC
from .terra import TerraAEC

__all__ = ["CatanAEC", "CatanGym", "GameAEC", "TerraAEC"]
