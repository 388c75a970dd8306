"""Environments by name, in every mode, on boards drawn anew; OpenSpiel's own tests."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, parallel_api_test, seed_test

import hexwright as hw
from hexwright import envs
from hexwright.envs import CatanAEC, CatanGym, CatanVectorEnv, MaskInObservation, battle_v1, catan_v1, terra_v1

BASE = hw.Map.preset("base")


@pytest.mark.parametrize("name", envs.REGISTERED)
def test_gymnasium_makes_environments_by_name_and_finds_no_fault(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        env = gymnasium.make(name, render_mode="rgb_array")
        check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=1)
    assert env.render().dtype == np.uint8 and env.render().shape[2] == 3
    assert len(env.unwrapped.action_meanings) == env.action_space.n
    layout = env.unwrapped.observation_layout
    assert max(part.stop for part in layout.values()) == env.observation_space.shape[0]


@pytest.mark.parametrize("doors", [catan_v1, terra_v1, battle_v1], ids=["catan", "terra", "battle"])
def test_pettingzoo_finds_no_fault_behind_any_door(doors):
    api_test(doors.env(), num_cycles=200)
    api_test(doors.raw_env(), num_cycles=200)
    seed_test(doors.env, num_cycles=50)
    parallel_api_test(doors.parallel_env(), num_cycles=100)


@pytest.mark.parametrize("make", [CatanAEC, lambda **how: CatanGym(bots=("random",), **how), lambda **how: envs.GameAEC("battle", **how)])
def test_render_modes(make, capsys):
    for mode, kind in [("ansi", str), ("svg", str), ("rgb_array", np.ndarray), ("human", type(None)), (None, type(None))]:
        env = make(render_mode=mode)
        env.reset(seed=1)
        capsys.readouterr()
        assert isinstance(env.render(), kind)
        assert bool(capsys.readouterr().out) == (mode == "human")
    with pytest.raises(ValueError, match="render_mode: expected None, ansi, human, rgb_array or svg, found 'gif'"):
        make(render_mode="gif")


def board_of(env):
    row = env.game.row(0)
    return row[envs.layout(env.game)["hex_kind"]].tobytes() + row[envs.layout(env.game)["hex_pips"]].tobytes()


def boards(env, episodes, **how):
    found = []
    for episode in range(episodes):
        env.reset(seed=4 if episode == 0 else None, **how)
        found.append(board_of(env))
    return found


@pytest.mark.parametrize("make", [CatanAEC, CatanGym])
def test_boards_are_drawn_anew_for_each_episode_if_asked(make):
    assert len(set(boards(make(), 5))) == 1
    drawn = boards(make(redraw=True), 5)
    assert len(set(drawn)) == 5 and drawn == boards(make(), 5, options={"redraw": True})
    maps = [BASE.generate(1), BASE.generate(2)]
    taken = boards(make(maps), 4)
    assert taken[0] == taken[2] != taken[1] == taken[3]
    assert boards(make(), 1, options={"map": maps[1]})[0] == taken[1]
    with pytest.raises(ValueError, match="expected a table of the shape"):
        make().reset(options={"map": hw.Map.preset("duel"), "seats": 2})
    with pytest.warns(UserWarning, match="found 'colour', which changes nothing"):
        make().reset(options={"colour": 1})
    with pytest.raises(ValueError, match="bots: expected 1 names" if make is CatanGym else "seats: expected 2 to 8"):
        make(seats=0) if make is CatanAEC else envs.BattleGym(bots=())


def test_batches_draw_boards_for_each_game():
    games = hw.CatanVec(BASE, 20, redraw=True, limit=60)
    games.reset(3)
    seen, random = set(), np.random.default_rng(1)
    for _ in range(150):
        seen.update(row[:133].tobytes() for row in games.rows)
        games.step(games.sample(random))
    assert len(seen) == 60, "three games in each slot, each on a board of its own"
    maps = [BASE.generate(seed) for seed in range(4)]
    games = hw.CatanVec(maps, 8)
    games.reset(3)
    assert len({row[:133].tobytes() for row in games.rows}) == 4


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment_is_one(mode):
    env = CatanVectorEnv(24, seats=2, autoreset_mode=mode, limit=150)
    assert isinstance(env, gymnasium.vector.VectorEnv) and env.metadata["autoreset_mode"] is mode
    rows, infos = env.reset(seed=1)
    again, _ = env.reset(seed=1)
    assert np.array_equal(rows, again) and env.observation_space.contains(rows)
    random, ended = np.random.default_rng(1), 0
    done = np.zeros(24, bool)
    for _ in range(400):
        mask = infos["action_mask"]
        picks = (random.random(mask.shape) * mask).argmax(axis=1)
        # where a game has just ended the next step begins another, whatever the action
        before, begun = done, env.raw.rows.copy()
        rows, rewards, terminated, truncated, infos = env.step(picks)
        done = terminated | truncated
        ended += int(done.sum())
        assert (np.abs(rewards) == terminated).all() and env.observation_space.contains(rows)
        if mode is AutoresetMode.NEXT_STEP:
            assert np.array_equal(rows[before], begun[before]) and not done[before].any()
            assert np.array_equal(rows[done], env.raw.finals[done])
        elif mode is AutoresetMode.SAME_STEP:
            assert ("final_obs" in infos) == done.any()
            if done.any():
                assert np.array_equal(infos["final_obs"][done], env.raw.finals[done])
        elif done.any():
            with pytest.raises(ValueError, match="has ended; reset it"):
                env.step(picks)
            rows, infos = env.reset(options={"reset_mask": done})
    assert ended > 24
    made = gymnasium.make_vec("hexwright/Catan-v1", num_envs=4, vectorization_mode="vector_entry_point", seats=2)
    assert made.reset(seed=1)[0].shape == (4, env.single_observation_space.shape[0])


def test_masks_as_learners_expect_them():
    env = MaskInObservation(CatanGym(bots=("random",)))
    check_env(env, skip_render_check=True)
    seen, info = env.reset(seed=1)
    assert np.array_equal(seen["action_mask"], env.action_masks()) and env.observation_space.contains(seen)


@pytest.mark.parametrize(
    "game", ["hexwright_catan(seats=2,limit=300)", "hexwright_catan(map=archipelago,seats=3,limit=200)", "hexwright_terra", "hexwright_battle"]
)
def test_openspiel_finds_no_fault(game):
    pyspiel = pytest.importorskip("pyspiel")
    import hexwright.openspiel  # noqa: F401

    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=3, serialize=True, verbose=False)


def test_the_graph_of_a_board_is_data():
    game = hw.CatanGame(hw.Map.preset("base"))
    graph = game.board_graph()
    assert graph == hw.CatanBatch([hw.Map.preset("base")], 1).board_graph()
    assert [len(corners) for corners in graph["hex_corners"]] == [6] * 19
    assert len(graph["side_corners"]) == 72
    # the first road leaves the first settlement
    corner = 20
    game.pick(game.pick_texts().index(next(text for text in game.pick_texts() if text.startswith("settlement"))) + corner)
    first = next(pick for pick, text in enumerate(game.pick_texts()) if text.startswith("road"))
    sides = [pick - first for pick in np.flatnonzero(game.mask())]
    assert sides == [side for side, ends in enumerate(graph["side_corners"]) if corner in ends]
