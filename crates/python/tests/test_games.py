"""Games: texts and picks, chance in the open, records, what seats may know."""

import json
import pickle
import random
import subprocess

import numpy as np
import pytest

import hexwright as hw


def walk(game, choose, seen):
    """Plays random picks to the end and shows every position in which a seat begins an action."""
    whole = True
    while True:
        game.settle()
        seat = game.decider
        if seat is None:
            return
        if whole:
            seen(game, seat)
        whole = game.pick(int(choose.choice(np.flatnonzero(game.mask()))))


@pytest.mark.parametrize("name", ["base", "duel", "archipelago"])
def test_a_game_plays_to_its_end_and_comes_back_from_its_record(name):
    game = hw.CatanGame(hw.Map.preset(name), seed=7)
    steps = []
    walk(game, random.Random(1), lambda game, seat: steps.append(seat))
    assert len(steps) > 100 and isinstance(game.winners, list) and len(game.winners) == 1
    assert max(game.scores) >= game.goal
    again = hw.CatanGame.from_record(game.record())
    assert again.fingerprint == game.fingerprint
    assert again.record() == game.record()


@pytest.mark.parametrize(
    ("name", "words"),
    [("twin_shores", {"ship", "move-ship", "gold", "pirate"}), ("gold_atoll", {"bridge", "ship", "pirate"})],
)
def test_pioneers_maps_are_played_as_they_stand(root, name, words):
    """Ships sail, bridges are built, gold is chosen."""
    text = (root / f"maps/pioneers/{name}.game").read_bytes()
    board = hw.PioneersMap.parse(text, name=name)
    assert pickle.loads(pickle.dumps(board)) == board
    game = hw.CatanGame(board, seed=3, options=["turn-limit=400"])
    assert "ships" in dict(game.row_parts)
    seen = set()
    walk(game, random.Random(1), lambda game, seat: seen.update(text.split()[0] for text, _ in game.legal()))
    assert words <= seen
    again = hw.CatanGame.from_record(game.record())
    assert again.fingerprint == game.fingerprint
    with pytest.raises(ValueError, match="ruleset: expected standard"):
        hw.CatanGame(board, ruleset="nonsense")


def test_pioneers_maps_simulate_as_on_the_command_line(root, cli):
    path = root / "maps/pioneers/mill_river.game"
    board = hw.PioneersMap.parse(path.read_bytes(), name=str(path))
    found = hw.simulate(board, games=20, seed=7)
    done = subprocess.run(
        [cli, "simulate", str(path), "--games", "20", "--seed", "7", "--json"], check=True, capture_output=True, text=True
    )
    assert json.loads(done.stdout)["wins"] == found["wins"]


def test_a_torn_record_is_refused_with_its_reason():
    game = hw.CatanGame(hw.Map.preset("base"))
    game.play_out(["random"] * 4, steps=60)
    text = game.record().replace("setup-settlement", "setup-city", 1)
    with pytest.raises(ValueError, match="entry 1"):
        hw.CatanGame.from_record(text)


def test_texts_and_picks_lead_to_the_same_position():
    game = hw.CatanGame(hw.Map.preset("base"), seed=3)
    choose = random.Random(2)
    compared = 0

    def both(game, seat):
        nonlocal compared
        legal = game.legal()
        text, picks = choose.choice(legal)
        by_text, by_picks = game.clone(), game.clone()
        by_text.play(text)
        assert [by_picks.pick(pick) for pick in picks] == [False] * (len(picks) - 1) + [True]
        assert by_text.fingerprint == by_picks.fingerprint
        compared += 1

    walk(game, choose, both)
    assert compared > 200


@pytest.mark.parametrize("name", ["base", "twin_shores", "mill_river"])
def test_a_mask_is_the_legal_list(root, name):
    """Masks are read from bit sets, lists are made action by action: the second judges the first."""
    if name == "base":
        board = hw.Map.preset(name)
    else:
        board = hw.PioneersMap.parse((root / f"maps/pioneers/{name}.game").read_bytes(), name=name)
    game = hw.CatanGame(board, seed=4, options=["turn-limit=200"])
    compared = 0

    def both(game, seat):
        nonlocal compared
        listed = set()
        for text, picks in game.legal():
            # cards may be picked in any order, a ship's side comes before its target
            listed.update(picks if text.split()[0] in ("discard", "gold") else picks[:1])
        assert set(np.flatnonzero(game.mask())) == listed
        compared += 1

    walk(game, random.Random(5), both)
    assert compared > 300


def test_chance_is_in_the_open():
    game = hw.CatanGame(hw.Map.preset("base"), seed=5)
    choose = random.Random(4)
    kinds = set()
    while game.waits_for != "over":
        if game.waits_for == "seats":
            game.pick(int(choose.choice(np.flatnonzero(game.mask()))))
            continue
        outcomes = game.outcomes()
        total = sum(weight for _, weight in outcomes)
        kind = outcomes[0][0].split()[0]
        kinds.add(kind)
        if kind == "roll":
            assert (len(outcomes), total) == (36, 36)
        if kind == "draw":
            assert total == game.view()["deck"]
        if kind == "steal":
            assert total == game.view()["seats"][game.view()["victim"]]["cards"]
        text, _ = choose.choice(outcomes)
        chosen = game.clone()
        chosen.apply_outcome(text)
        # a drawn outcome is one of those listed, and a copy draws the same
        copy = game.clone()
        assert game.draw() == copy.draw()
        assert game.fingerprint == copy.fingerprint
        assert copy.record().splitlines()[-2].removeprefix("chance ") in dict(outcomes)
        with pytest.raises(ValueError):
            chosen.apply_outcome("roll 7 7")
    assert kinds == {"roll", "draw", "steal"}


def test_no_seat_sees_what_is_hidden():
    """Worlds that differ only in hidden things give the same row, mask and view."""
    game = hw.CatanGame(hw.Map.preset("base"), seed=11)
    differing = compared = 0

    def look(game, decider):
        nonlocal differing, compared
        if game.turns % 5:
            return
        for seat in range(game.seats):
            world = game.imagine(seat, seed=game.turns * 31 + seat)
            assert np.array_equal(world.row(seat), game.row(seat))
            assert np.array_equal(world.mask(seat), game.mask(seat))
            assert world.view(seat) == game.view(seat)
            compared += 1
            differing += world.fingerprint != game.fingerprint

    walk(game, random.Random(6), look)
    # the check can fail: most of these worlds do differ
    assert compared > 200 and differing > compared // 2


def test_a_seed_is_a_game():
    texts = []
    for seed in (1, 1, 2):
        game = hw.CatanGame(hw.Map.preset("base"), seed=seed, board_seed=1)
        game.play_out(["greedy", "random", "random", "random"])
        texts.append(game.record())
    assert texts[0] == texts[1] != texts[2]


def test_illegal_things_are_refused_with_their_reason():
    game = hw.CatanGame(hw.Map.preset("base"))
    with pytest.raises(ValueError, match="pick 1 is not legal now"):
        game.pick(1)
    with pytest.raises(ValueError, match="phase"):
        game.play("end-turn")
    with pytest.raises(ValueError, match="there is no seat 9"):
        game.view(9)
    with pytest.raises(ValueError, match="no bot is called"):
        game.ask("nobody")
    with pytest.raises(ValueError, match="no preset is called"):
        hw.Map.preset("atlantis")


def test_a_bot_in_python_plays_against_the_others():
    def first(view, legal):
        assert view["viewer"] == 0
        return legal[-1]

    game = hw.play_match(hw.Map.preset("base"), [first, "greedy", "random", "random"], seed=3)
    assert game.winners


def test_terra_plays_from_snapshots_and_logs(root):
    text = (root / "maps/terra/four-on-base-40.tms").read_text()
    assert not [f for f in hw.check_snapshot(text) if f["severity"] == "error"]
    game = hw.TerraGame.from_snapshot(text)
    assert game.snapshot() == text
    choose = random.Random(3)
    while game.decider is not None:
        legal = game.legal()
        assert all(pick is not None and game.mask()[pick] for _, pick in legal)
        game.pick(int(choose.choice(np.flatnonzero(game.mask()))))
    assert game.winners
    log = (root / "maps/terra/four-on-base.tmlog").read_bytes()
    report = hw.verify_log(log)
    assert report["stopped"] is None and report["commands"] > 100
    assert hw.TerraGame.from_log(log, at=20).fingerprint != hw.TerraGame.from_log(log).fingerprint
    assert hw.TerraGame.from_log(log).png(width=300)[:4] == b"\x89PNG"
