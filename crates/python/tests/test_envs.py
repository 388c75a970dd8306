"""Environments, judged by the checkers of their own libraries."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import hexwright as hw
from hexwright.envs import CatanAEC, CatanGym, GameAEC, TerraAEC


def test_gymnasium_finds_no_fault():
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings("ignore", message=".*(spec|infinity|render).*")
        check_env(CatanGym(), skip_render_check=True)


@pytest.mark.parametrize(
    "make", [CatanAEC, lambda: CatanAEC(hw.Map.preset("archipelago"), seats=3), TerraAEC, GameAEC, lambda: GameAEC("battle")]
)
def test_pettingzoo_finds_no_fault(make):
    api_test(make(), num_cycles=1000)
    seed_test(make, num_cycles=200)


def test_an_episode_ends_with_rewards_for_all():
    env = CatanAEC()
    env.reset(seed=4)
    random = np.random.default_rng(1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(200_000):
        observation, reward, termination, truncation, info = env.last()
        total[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    assert sorted(total.values()) == [-1.0, -1.0, -1.0, 1.0]


def test_observations_of_the_environment_hide_what_is_hidden():
    env = CatanAEC()
    env.reset(seed=9)
    random = np.random.default_rng(2)
    differing = 0
    for _ in range(600):
        if not env.agents or env.terminations[env.agent_selection]:
            break
        game = env.game
        for agent in env.possible_agents:
            seat = env.possible_agents.index(agent)
            seen = env.observe(agent)["observation"]
            world = game.imagine(seat, seed=env._made)
            differing += world.fingerprint != game.fingerprint
            env.game = world
            assert np.array_equal(env.observe(agent)["observation"], seen)
            env.game = game
        env.step(int(random.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert differing > 500


@pytest.mark.training
def test_maskable_ppo_learns_a_little():
    from sb3_contrib import MaskablePPO

    env = CatanGym(bots=("random",), limit=400)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=1, device="cpu")
    model.learn(256)
    observation, _ = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=env.action_masks())
    assert env.action_masks()[int(action)] == 1


def test_the_batch_steps_resets_and_repeats_itself():
    def run(threads):
        games = hw.CatanVec(hw.Map.preset("base"), 300, threads=threads)
        games.reset(seed=5)
        random = np.random.default_rng(3)
        ended, trace = 0, []
        for _ in range(1500):
            games.step(games.sample(random))
            ended += int((games.dones > 0).sum())
            assert (np.abs(games.rewards.sum(axis=1)) == 2 * (games.dones == 1)).all()
            trace.append((games.masks.sum(), games.rows.sum(), games.rewards.sum()))
        return ended, trace

    one, two = run(1), run(2)
    assert one == two
    assert one[0] > 100


@pytest.mark.parametrize("name", ["base", "twin_shores", "mill_river"])
def test_masks_of_a_batch_are_the_legal_lists(root, name):
    """The slow truth: single games, moved by the same picks, and the picks of their lists."""
    if name == "base":
        board = hw.Map.preset(name)
    else:
        board = hw.PioneersMap.parse((root / f"maps/pioneers/{name}.game").read_bytes(), name=name)
    games = hw.CatanVec(board, 3, board_seed=1)
    games.reset(seed=2)
    random, compared = np.random.default_rng(4), 0
    # until the dice, chance of a batch and of a game agree: none is drawn
    singles = [hw.CatanGame(board, board_seed=1) for _ in range(3)]
    whole = [True] * 3
    for _ in range(2 * 2 * games.rewards.shape[1]):
        picks = games.sample(random)
        for i, single in enumerate(singles):
            if whole[i]:
                listed = {numbers[0] for _, numbers in single.legal() if numbers}
                assert set(np.flatnonzero(games.legal()[i])) == listed, (name, i)
                compared += 1
            assert np.array_equal(games.legal()[i], single.mask())
            assert np.array_equal(games.rows[i], single.row())
            assert games.seats[i] == single.decider
            whole[i] = single.pick(int(picks[i]))
        games.step(picks)
    assert compared > 20


def test_an_illegal_pick_does_no_damage():
    games = hw.CatanVec(hw.Map.preset("base"), 64)
    games.reset(seed=1)
    random = np.random.default_rng(1)
    for _ in range(200):
        good, before = games.sample(random), (games.masks.copy(), games.rows.copy(), games.seats.copy())
        bad = np.where(np.arange(64) == 40, np.uint32(games.legal()[40].argmin()), np.uint32(hw.NO_PICK))
        games.masks[:] = np.uint64(2**64 - 1)  # what happens to this copy opens nothing
        with pytest.raises(ValueError, match="game 40: pick"):
            games.step(bad)
        games.masks[:] = before[0]
        assert np.array_equal(games.rows, before[1]) and np.array_equal(games.seats, before[2])
        games.step(good)


def test_the_batch_plays_the_games_of_one():
    """Slot 0 of a batch and a single game show the same rows and masks at the start."""
    board = hw.Map.preset("base")
    games = hw.CatanVec(board, 4, board_seed=1)
    games.reset(seed=2)
    single = hw.CatanGame(board, board_seed=1)
    assert np.array_equal(games.rows[0], single.row())
    assert np.array_equal(games.legal()[0], single.mask())
    with pytest.raises(ValueError, match="game 2: pick 1 is not legal now"):
        games.step(np.array([hw.NO_PICK, hw.NO_PICK, 1, hw.NO_PICK], np.uint32))
    with pytest.raises(ValueError, match="picks: expected 4 elements"):
        games.step(np.zeros(3, np.uint32))


def test_any_game_is_played_by_its_name_and_hides_cards():
    game = hw.Game("high-card", seats=2, options=["cards=2"], seed=3)
    game.settle()
    assert game.to_act == [0, 1]
    assert sum(game.view(0)["hand"]) == 2 and sum(game.view()["hand"]) == 0
    said = game.play(game.legal(0)[0], 0)
    assert said and said[0].startswith("You lay a")
    while game.winners is None:
        game.settle()
        if game.decider is not None:
            game.play(game.ask("greedy"))
    assert hw.Game.from_record(game.record()).winners == game.winners
    with pytest.raises(ValueError, match="known are: catan, terra, battle, high-card"):
        hw.Game("go")


def test_a_battle_is_fought_to_its_end_by_bots():
    game = hw.Game("battle", seed=5)
    decisions = 0
    while game.winners is None:
        game.settle()
        if game.decider is not None:
            game.play(game.ask("calm"))
            decisions += 1
    assert decisions > 4 and game.view(0)["turn"] > 1
    assert hw.Game.from_record(game.record()).winners == game.winners
