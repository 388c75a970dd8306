"""Games, environments, batches, maps and lands that are put away and taken out again go on as if nothing had been."""

import copy
import pickle
import random

import numpy as np
import pytest

import hexwright as hw
from hexwright.envs import BattleGym, CatanAEC, CatanGym, CatanVectorEnv, TerraAEC

BASE = hw.Map.preset("base")


def again(value):
    return pickle.loads(pickle.dumps(value))


def same_buffers(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in hw.vector.BUFFERS)


@pytest.mark.parametrize("how", [{}, {"redraw": True}, {"seat": "turn", "threads": 2}])
def test_a_thousand_batched_games_go_on_identically(how, tmp_path):
    games = hw.CatanVec(BASE, 1000, finals=True, limit=900, **how)
    games.reset(seed=5)
    choose, ended = np.random.default_rng(1), 0
    for _ in range(150):
        games.step(games.sample(choose))
    games.save(tmp_path / "games")
    others = [again(games), copy.deepcopy(games), hw.CatanVec.load(tmp_path / "games")]
    for step in range(60):
        picks = games.sample(choose)
        for batch in (games, *others):
            batch.step(picks)
        ended += int((games.dones > 0).sum())
        assert step % 6 or all(same_buffers(games, other) for other in others)
    assert games.batch.state() == others[0].batch.state()
    if how.get("seat"):
        assert ended > 10


@pytest.mark.parametrize("games", [40, pytest.param(1000, marks=pytest.mark.long)])
def test_single_games_go_on_identically(games, tmp_path):
    """With chance and bots of their own, from any point on; `cargo xtask python long` plays a thousand."""
    boards = [BASE, hw.Map.preset("duel"), hw.Map.preset("archipelago")]
    for number in range(games):
        game = hw.CatanGame(boards[number % 3], seed=number, options=["turn-limit=150"])
        bots = ["greedy" if number % 10 == 0 else "random"] + ["random"] * (game.seats - 1)
        game.play_out(bots, steps=37 * number % 400)
        others = [again(game), copy.copy(game), copy.deepcopy(game)]
        for one in (game, *others):
            one.play_out(bots)
        assert {one.fingerprint for one in others} == {game.fingerprint}
        assert others[0].record() == game.record()


def test_games_of_every_kind_go_on_identically(tmp_path):
    for game in (hw.Game("battle", seed=3), hw.Game("high-card", seats=3, seed=4)):
        for _ in range(12):
            game.settle()
            if game.decider is None:
                break
            game.play(game.ask("random"))
        game.save(tmp_path / "game")
        others = [again(game), copy.deepcopy(game), hw.Game.load(tmp_path / "game")]
        for one in (game, *others):
            while one.winners is None:
                one.settle()
                if one.decider is not None:
                    one.play(one.ask("random"))
        assert len({one.record() for one in (game, *others)}) == 1
    terra, choose = hw.TerraGame(["witches", "halflings"], seed=2), random.Random(1)
    while terra.decider is not None:
        if choose.random() < 0.1:
            other = again(terra)
            assert other.fingerprint == terra.fingerprint and other.legal() == terra.legal()
        terra.pick(int(choose.choice(np.flatnonzero(terra.mask()))))
    assert again(terra).scores == terra.scores


def test_half_made_picks_and_imagined_worlds_are_kept(tmp_path):
    game, choose, parts = hw.CatanGame(BASE, seed=1), random.Random(1), 0
    for _ in range(2500):
        game.settle()
        if game.decider is None:
            game.restart(game.turns, 1)
            continue
        if not game.pick(int(choose.choice(np.flatnonzero(game.mask())))):
            parts += 1
            assert np.array_equal(again(game).mask(), game.mask())
    assert parts > 5
    world = game.imagine(0, 7)
    world.save(tmp_path / "world")
    other = hw.CatanGame.load(tmp_path / "world")
    for one in (world, other):
        one.play_out(["random"] * 4)
    assert world.fingerprint == other.fingerprint


def test_damaged_saves_are_refused():
    game = hw.CatanGame(BASE)
    text = game.dumps()
    for wrong in ("", "{}", text[:-40], text.replace('"position":"', '"position":"00'), text.replace("hexwright_saved", "x")):
        with pytest.raises(ValueError, match="saved|text:"):
            hw.CatanGame.loads(wrong)
    games = hw.CatanVec(BASE, 4)
    games.reset(1)
    state = games.batch.state()
    for wrong in (b"", state[:-1], state[:50] + b"x" + state[51:], hw.CatanVec(BASE, 3).batch.state()):
        with pytest.raises(ValueError, match="state: "):
            games.batch.set_state(wrong)


@pytest.mark.parametrize("make", [CatanAEC, TerraAEC, CatanGym, BattleGym], ids=lambda make: make.__name__)
def test_environments_go_on_identically(make):
    env = make()
    env.reset(seed=3)

    def act(env):
        if hasattr(env, "agent_selection"):
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
            return env.observe(env.agent_selection)["observation"]
        return env.step(int(np.flatnonzero(env.action_masks())[0]))[0]

    for _ in range(20):
        act(env)
    other, third = again(env), copy.deepcopy(env)
    for _ in range(20):
        row = act(env)
        assert np.array_equal(act(other), row) and np.array_equal(act(third), row)


def test_vector_environments_maps_and_lands_are_pickled(root):
    env = CatanVectorEnv(8, seats=2)
    _, infos = env.reset(seed=1)
    other = again(env)
    picks = infos["action_mask"].argmax(axis=1)
    assert np.array_equal(env.step(picks)[0], other.step(picks)[0])
    land = hw.roll_battleland((root / "maps/titan/oasis.rnd").read_text(), 7)
    assert again(land) == land == copy.deepcopy(land) and hash(again(land)) == hash(land)
    assert again(BASE) == BASE
