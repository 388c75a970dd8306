"""Many games: the same bytes as the command line, in shards, over Ray, with a lost node."""

import hashlib
import json
import subprocess

import pytest

import hexwright as hw

BOTS = ["greedy", "random", "random", "random"]


@pytest.fixture(scope="module")
def board(root):
    path = root / "maps/catan/base.catan"
    return hw.Map.parse(path.read_bytes(), name=str(path))


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_shards_merge_to_the_bytes_of_one_run(board):
    whole = hw.tournament([board], BOTS, games=24, seed=5)
    parts = [hw.tournament([board], BOTS, games=24, seed=5, shard=(i, 3), threads=1) for i in range(3)]
    assert hw.merge_tournament(parts[::-1]) == whole
    assert sum(row["wins"] for row in hw.standings(whole)) == 24
    whole = hw.fairness(board, bot="random", games=40)
    parts = [hw.fairness(board, bot="random", games=40, shard=(i, 4)) for i in range(4)]
    assert hw.merge_fairness(parts) == whole
    assert hw.fairness_summary(whole)["games"] == 40
    tally = hw.simulate(board, players=["random"], games=500, seed=3)
    halves = [hw.simulate(board, players=["random"], games=250, first=first, seed=3) for first in (0, 250)]
    assert tally["wins"] == [a + b for a, b in zip(halves[0]["wins"], halves[1]["wins"])]


def test_python_and_the_command_line_write_the_same_bytes(board, cli, tmp_path):
    """The example of docs/python.md: shard files as Slurm or Kubernetes jobs write them."""
    files = [tmp_path / f"part-{i}.jsonl" for i in range(3)]
    for i, file in enumerate(files):
        run(cli, "tournament", board.name, "--bots", ",".join(BOTS), "--games", "24", "--seed", "5",
            "--shard", f"{i}/3", "-o", str(file))  # fmt: skip
    run(cli, "merge", *map(str, files), "-o", str(tmp_path / "whole.jsonl"))
    whole = hw.tournament([board], BOTS, games=24, seed=5)
    assert (tmp_path / "whole.jsonl").read_text() == whole
    assert hw.merge_tournament([file.read_text() for file in files]) == whole
    run(cli, "fairness", board.name, "--bot", "random", "--games", "40", "--counts", str(tmp_path / "f.json"))
    assert (tmp_path / "f.json").read_text() == hw.fairness(board, bot="random", games=40)
    printed = json.loads(run(cli, "simulate", board.name, "--players", "random", "--games", "400", "--seed", "3", "--json"))
    assert printed["wins"] == hw.simulate(board, players=["random"], games=400, seed=3)["wins"]


def test_pioneers_maps_are_judged_as_on_the_command_line(root, cli, tmp_path):
    path = root / "maps/pioneers/twin_shores.game"
    board = hw.PioneersMap.parse(path.read_bytes(), name=str(path))
    run(cli, "fairness", str(path), "--bot", "random", "--games", "20", "--counts", str(tmp_path / "f.json"))
    assert (tmp_path / "f.json").read_text() == hw.fairness(board, bot="random", games=20)
    base = root / "maps/catan/base.catan"
    maps = [hw.Map.parse(base.read_bytes(), name=str(base)), board]
    out = tmp_path / "both.jsonl"
    run(cli, "tournament", str(base), str(path), "--bots", ",".join(BOTS), "--games", "16", "-o", str(out))
    assert out.read_text() == hw.tournament(maps, BOTS, games=16)


def test_a_cluster_that_loses_a_node_gives_the_same_hash(board):
    import time

    import ray
    from ray.cluster_utils import Cluster

    from hexwright import distributed

    def digest(text):
        return hashlib.sha256(text.encode()).hexdigest()

    alone = hw.tournament([board], BOTS, games=400, seed=8)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address)
    try:
        assert ray.cluster_resources()["CPU"] == 2
        import threading

        lost = threading.Event()

        def lose():
            # once both nodes have work
            while ray.available_resources().get("CPU", 0) > 0:
                time.sleep(0.05)
            time.sleep(0.3)
            cluster.remove_node(second)
            lost.set()

        thread = threading.Thread(target=lose)
        thread.start()
        together = distributed.tournament([board], BOTS, games=400, seed=8, shards=40)
        was_lost_meanwhile = lost.is_set()
        thread.join()
        print("one process", digest(alone), "cluster", digest(together), "lost mid-run:", was_lost_meanwhile)
        assert digest(together) == digest(alone)
        assert was_lost_meanwhile
        assert distributed.fairness(board, bot="random", games=40, shards=5) == hw.fairness(
            board, bot="random", games=40
        )
        assert distributed.simulate(board, players=["random"], games=500, seed=3, shards=7) == hw.simulate(
            board, players=["random"], games=500, seed=3
        )
    finally:
        ray.shutdown()
        cluster.shutdown()
