"""Simulations, tournaments and studies over a Ray cluster.

Work is cut into the shards of the command line (``--shard I/N``). What a game's number decides
does not depend on who plays it, so the merged result is byte for byte that of one process, and a shard
whose node is lost is simply played again elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ray

from . import _hexwright as native
from ._hexwright import Map


def _gather(play: Callable[..., Any], calls: list[dict[str, Any]], cpus: float) -> list[Any]:
    """Plays every shard once, again if its node is lost; results in the order of the shards."""
    remote = ray.remote(play).options(num_cpus=cpus, max_retries=-1)
    return ray.get([remote.remote(**call) for call in calls])


def _parts(shards: int | None) -> int:
    if not ray.is_initialized():
        ray.init()
    return shards or max(1, 4 * int(ray.cluster_resources().get("CPU", 1)))


def _simulate(**how: Any) -> dict[str, Any]:
    return native.simulate(**how)


def _tournament(**how: Any) -> str:
    return native.tournament(**how)


def _fairness(**how: Any) -> str:
    return native.fairness(**how)


def simulate(
    map: Map, *, games: int = 1000, shards: int | None = None, cpus: float = 1, **how: Any
) -> dict[str, Any]:
    """As :func:`hexwright.simulate`, over the cluster."""
    of = _parts(shards)
    edges = [games * i // of for i in range(of + 1)]
    calls = [
        {"map": map, "games": end - start, "first": start, "threads": 1, **how}
        for start, end in zip(edges, edges[1:])
        if end > start
    ]
    parts = _gather(_simulate, calls, cpus)
    whole: dict[str, Any] = {key: sum(part[key] for part in parts) for key in ("games", "undecided", "actions", "turns")}
    whole["wins"] = [sum(wins) for wins in zip(*(part["wins"] for part in parts))]
    return whole


def tournament(
    maps: Sequence[Map], bots: list[str], *, shards: int | None = None, cpus: float = 1, format: str = "jsonl", **how: Any
) -> str:
    """As :func:`hexwright.tournament`, over the cluster."""
    of = _parts(shards)
    calls = [{"maps": maps, "bots": bots, "shard": (i, of), "threads": 1, **how} for i in range(of)]
    return native.merge_tournament(_gather(_tournament, calls, cpus), format=format)


def fairness(map: Map, *, shards: int | None = None, cpus: float = 1, **how: Any) -> str:
    """As :func:`hexwright.fairness`, over the cluster."""
    of = _parts(shards)
    calls = [{"map": map, "shard": (i, of), "threads": 1, **how} for i in range(of)]
    return native.merge_fairness(_gather(_fairness, calls, cpus))
