"""What Python's users expect of any library: Ctrl-C, refusals in plain words, threads, pictures in notebooks."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import hexwright as hw

BASE = hw.Map.preset("base")

# none of these ends by itself while a test waits
LONG = {
    "simulate": 'hw.simulate(base, players=["fierce"], games=10**6)',
    "random players": 'hw.simulate(base, players=["random"], games=10**9)',
    "tournament": 'hw.tournament([base], ["keen"] * 4, games=10**6)',
    "fairness": "hw.fairness(base, games=10**6)",
    "a thinking bot": 'hw.CatanGame(base).ask("mcts:sims=1000000000")',
    "many decisions": '[hw.CatanGame(base, seed=s).play_out(["keen"] * 4) for s in range(10**6)]',
    "a policy": 'hw.simulate(base, players=[lambda view, legal: legal[-1]], games=10**6)',
}


@pytest.mark.parametrize("work", LONG.values(), ids=LONG.keys())
def test_ctrl_c_ends_long_calls(work):
    # whoever is started in the background of a shell inherits that SIGINT is ignored
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{listen}; import hexwright as hw; base = hw.Map.preset('base'); print('begun', flush=True); {work}"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout.readline() == "begun\n"
        time.sleep(0.3)
        began = time.monotonic()
        run.send_signal(signal.SIGINT)
        try:
            _, error = run.communicate(timeout=60)
        finally:
            run.kill()
        print(f"{work}: interrupted after {time.monotonic() - began:.3f} s")
    assert "KeyboardInterrupt" in error and run.returncode != 0


def test_other_threads_go_on_while_games_are_played():
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    hw.simulate(BASE, players=["random"], games=3000, threads=1)
    stop.set()
    thread.join()
    assert counted[0] > 100


def test_a_game_used_by_two_threads_at_once_is_refused_not_broken():
    game = hw.CatanGame(BASE, seed=2)
    with ThreadPoolExecutor(1) as pool:
        deciding = pool.submit(game.ask, "mcts:sims=20000")
        refused = 0
        while not deciding.done():
            try:
                game.view()
            except RuntimeError as error:
                assert "borrowed" in str(error)
                refused += 1
            time.sleep(0.001)
        assert deciding.result() in dict(game.legal())
    assert refused and game.view()


REFUSED = {
    "seats: expected 2 to 8 players, found 0": lambda: hw.CatanGame(BASE, seats=0),
    "seats: expected 2 to 8 players, found 9": lambda: hw.simulate(BASE, players=["random"] * 9),
    "seats: expected at least 1, found 0": lambda: hw.Game("battle", seats=0),
    "count: expected 1 to 1,048,576 games, found 0": lambda: hw.CatanVec(BASE, 0),
    "threads: expected 1 to 1024, found 0": lambda: hw.CatanVec(BASE, 1, threads=0),
    "threads: expected at least 1, found 0": lambda: hw.simulate(BASE, threads=0),
    'bot: no bot is called "nobody"; known are': lambda: hw.CatanGame(BASE).ask("nobody"),
    'bots: no bot is called "nobody"': lambda: hw.CatanGame(BASE).play_out(["nobody"] * 4),
    "bots: expected 4 bots, found 1": lambda: hw.CatanGame(BASE).play_out(["random"]),
    'no bot is called "nobody"; known are': lambda: hw.simulate(BASE, players=["nobody"]),
    "expected a number from 0 to 2^64 - 1 or a text, found int -1": lambda: hw.CatanGame(BASE, seed=-1),
    "expected a whole number from 0 on, found float 1.5": lambda: hw.CatanGame(BASE).pick(1.5),
    "expected a whole number from 0 on, found bool True": lambda: hw.CatanGame(BASE).pick(True),
    "seat: there is no seat 9; expected 0 to 3": lambda: hw.CatanGame(BASE).view(9),
    "pick: expected 0 to 316, found 317": lambda: hw.CatanGame(BASE).pick_text(317),
    "text: expected str or bytes, found int 3": lambda: hw.Map.parse(3),
    "picks: expected an array of whole numbers, found float64": lambda: hw.CatanVec(BASE, 4).step(np.zeros(4)),
    "picks: expected numbers from 0 to 316, found -1 to -1": lambda: hw.CatanVec(BASE, 4).step(np.full(4, -1)),
    "masks: expected an array of uint64 with 2 axes, found float64 with 2": lambda: hw.CatanBatch([BASE], 4).reset(
        1, np.zeros((4, 5)), None, None, None, None
    ),
    "maps: expected maps of one shape": lambda: hw.CatanVec([BASE, hw.Map.preset("duel")], 4),
    "maps: expected at least one map": lambda: hw.CatanVec([], 4),
    'seat: expected None, a seat or "turn", found x': lambda: hw.CatanVec(BASE, 4, seat="x"),
    'name: no game is called "go"': lambda: hw.Game("go"),
    'name: no preset is called "atlantis"': lambda: hw.Map.preset("atlantis"),
    'format: expected jsonl or csv, found "xml"': lambda: hw.tournament([BASE], ["random"] * 2, format="xml"),
    'level: expected syntax, vocabulary, geometry or rules, found "x"': lambda: hw.check_snapshot("", level="x"),
    "expected names of bots or policies, found int": lambda: hw.simulate(BASE, players=[3, 4]),
    "two policies are called": lambda: hw.simulate(BASE, players=[lambda view, legal: 0, lambda view, legal: 0]),
    "python:<lambda>: expected a legal text or a place below 54, found 99": lambda: hw.simulate(
        BASE, players=[lambda view, legal: 99, "random"]
    ),
}


@pytest.mark.parametrize("words", REFUSED)
def test_mistakes_are_refused_in_words(words):
    with pytest.raises((ValueError, TypeError)) as refused:
        REFUSED[words]()
    assert words in str(refused.value)


def test_policies_play_and_what_they_raise_comes_back():
    @hw.row_policy
    def by_row(row, mask):
        assert row.dtype == np.uint8 and mask[0] in (0, 1)
        return int(np.flatnonzero(mask)[-1])

    def by_text(view, legal):
        return legal[0]

    rows = hw.standings(hw.tournament([BASE], [by_row, by_text, "random"], games=6, seed=2))
    assert {row["bot"] for row in rows} == {"python:by_row", "python:by_text", "random"}
    # the same policy decides the same, whoever asks it
    one = hw.play_match(BASE, [by_row, "random"], seed=3)
    assert one.winners is not None

    def broken(view, legal):
        raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        hw.simulate(BASE, players=[broken, "random"], games=20)


def test_a_policy_plays_as_a_program_of_the_command_line(cli, tmp_path):
    """As `hexwright join --bot "cmd:…"` runs it on a Pioneers server."""
    program = tmp_path / "bot.py"
    program.write_text("from hexwright.bot import serve\nserve(lambda view, legal: legal[-1], name='last')\n")
    bot = f"cmd:{sys.executable} {program}"
    path = tmp_path / "base.catan"
    BASE.save(path)
    command = [cli, "tournament", str(path), "--bots", f"{bot},random,random", "--games", "3", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert done.returncode == 0, done.stderr
    assert "cannot start" not in done.stderr and "lost" not in done.stderr, done.stderr


def test_progress_is_told():
    told = []
    hw.simulate(BASE, players=["random"], games=20_000, progress=told.append)
    assert sum(told) <= 20_000
    hw.fairness(BASE, bot="random", games=20, progress=True)
    with pytest.raises(ZeroDivisionError):
        hw.simulate(BASE, players=["random"], games=10**9, progress=lambda more: 1 / 0)


def test_notebooks_get_pictures_and_consoles_get_words():
    game = hw.CatanGame(BASE)
    for value in (BASE, game, hw.TerraGame(["witches", "giants"]), hw.Game("battle")):
        assert value._repr_svg_().startswith("<svg")
        assert type(value).__name__ in repr(value)
    assert hw.Game("high-card")._repr_svg_() is None
    assert game.rgb(width=200).shape[1:] == (200, 3) and game.rgb(width=200).std() > 10
    assert game.png(width=200)[:4] == b"\x89PNG" and "wheat" in game.picture()


def test_rows_reach_other_libraries_without_a_copy():
    """Buffers are plain memory: whoever takes DLPack, as PyTorch does, gets the same bytes."""
    games = hw.CatanVec(BASE, 16)
    shared = np.from_dlpack(games.rows)
    games.reset(3)
    assert np.shares_memory(shared, games.rows) and shared.any()
    games.step(games.sample(np.random.default_rng(1)))
    assert np.array_equal(shared, games.rows)


@pytest.mark.training
def test_torch_sees_every_step_in_the_memory_of_the_batch():
    import torch

    games = hw.CatanVec(hw.Map.preset("base"), 32)
    games.reset(seed=1)
    tensors = [torch.from_numpy(array) for array in (games.rows, games.rewards, games.dones)]
    assert [tensor.data_ptr() for tensor in tensors] == [array.ctypes.data for array in (games.rows, games.rewards, games.dones)]
    random, changed = np.random.default_rng(1), 0
    for _ in range(50):
        before = tensors[0].clone()
        games.step(games.sample(random))
        assert np.array_equal(tensors[0].numpy(), games.rows)
        changed += int((tensors[0] != before).any(dim=1).sum())
    assert changed > 1000


@pytest.mark.training
def test_the_study_of_self_play_runs(root, tmp_path):
    script = root / "crates/python/studies/self_play.py"
    common = ["--matches", "2", "--rivals", "random", "-o", str(tmp_path / "policy.pt")]
    for more in (["--updates", "2", "--games", "16", "--length", "16"], ["--judge", str(tmp_path / "policy.pt")]):
        done = subprocess.run([sys.executable, str(script), *common, *more], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "against random" in done.stdout


@pytest.mark.parametrize(("threads", "redraw"), [(1, False), (2, False), (2, True)])
def test_rows_that_are_kept_are_those_that_are_written_anew(threads, redraw):
    """The same array again is only brought up to date; another one is written whole."""
    games = hw.CatanVec(hw.Map.preset("base"), 150, threads=threads, redraw=redraw, limit=300)
    other = hw.CatanBatch([hw.Map.preset("base")], 150, redraw=redraw, limit=300)
    random, ended = np.random.default_rng(7), 0

    def buffers():
        rows = np.full_like(games.rows, 9)
        return [np.zeros_like(array) for array in (games.masks, games.seats, games.rewards, games.dones, games.winners)] + [rows]

    games.reset(seed=3)
    other.reset(3, *buffers())
    for _ in range(700):
        picks, written = games.sample(random), buffers()
        games.step(picks)
        other.step(picks, *written)
        assert np.array_equal(games.rows, written[-1])
        ended += int((games.dones > 0).sum())
    assert ended > 150


def test_send_and_receive_are_a_step():
    one, other = hw.CatanVec(BASE, 128, finals=True), hw.CatanVec(BASE, 128)
    random = np.random.default_rng(1)
    one.reset(2)
    other.reset(2)
    for _ in range(50):
        picks = other.sample(random)
        one.send(picks)
        with pytest.raises(RuntimeError, match="call recv first"):
            one.step(picks)
        rows, rewards, ended, cut, info = one.recv()
        other.step(picks)
        assert np.array_equal(rows, other.rows) and np.array_equal(info["masks"], other.masks)
    with pytest.raises(ValueError, match="game 0: pick"):
        one.send(np.full(128, 1))
        one.recv()
