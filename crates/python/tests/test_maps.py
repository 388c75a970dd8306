"""Maps and battlelands."""

import pickle

import pytest

import hexwright as hw


def cells(board):
    """The map without its notes, which a share code does not carry."""
    return [line for line in board.text().splitlines() if not line.startswith("#")]


def test_maps_are_read_checked_generated_drawn_and_shared():
    base = hw.Map.preset("base")
    assert hw.Map.parse(base.text(), strict=True) == base
    assert hw.check_map(base.text(), strict=True) == []
    assert pickle.loads(pickle.dumps(base)) == base
    board = base.generate(7, ["red-neighbours=0"])
    assert board != base and board == base.generate(7, ["red-neighbours=0"])
    shared = hw.Map.from_share_code(board.share_code())
    assert shared.share_code() == board.share_code() and cells(shared) == cells(board) != cells(base)
    assert board.svg().startswith("<svg") and board.png(width=200)[:4] == b"\x89PNG"
    assert 0 <= board.score() <= 100
    with pytest.raises(ValueError, match="expected one of"):
        base.generate(7, ["nonsense=1"])


def test_a_wrong_map_names_every_mistake():
    found = hw.check_map("4 2\n")
    assert [f["id"] for f in found][:2] == ["min-above-max", "missing-section"]
    assert found[0]["line"] == 1
    with pytest.raises(ValueError, match=r"map.catan:1:\d+: error\[min-above-max\]"):
        hw.Map.parse("4 2\n")


def test_pioneers_maps_go_both_ways(root):
    text = (root / "maps/pioneers/mill_river.game").read_bytes()
    board, losses = hw.Map.parse_pioneers(text, name="mill_river.game")
    assert all(kind in ("carried", "changed", "dropped") for kind, _, _ in losses)
    back, _ = board.to_pioneers()
    again, _ = hw.Map.parse_pioneers(back)
    assert again.text().splitlines()[-5:] == board.text().splitlines()[-5:]


def test_a_map_keeps_its_own_text(root):
    text = (root / "maps/pioneers/mill_river.game").read_text()
    board = hw.Map.parse(text, name="mill_river.game")
    assert board.format == "game" and board.text() == text and hw.PioneersMap is hw.Map
    other, losses = board.to_map()
    assert other.format == "catan" and all(kind == "carried" for kind, _, _ in losses)
    assert hw.Map.parse(other.to_pioneers()[0]) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert hw.check_map(text, name="mill_river.game") == hw.check(text, name="mill_river.game") == []


def test_every_format_is_checked_and_converted_from_one_table(root):
    for path in sorted((root / "maps").glob("*/*")):
        if path.suffix in {".catan", ".game", ".rnd", ".tms", ".tmlog", ".tmgrid"}:
            found = hw.check(path.read_bytes(), name=path.name)
            assert not [f for f in found if f["severity"] == "error"], path
    log = (root / "maps/terra/four-on-base.tmlog").read_bytes()
    snapshot, losses = hw.convert(log, "snapshot", name="game.tmlog", at=40)
    assert losses == [] and hw.check(snapshot, format="snapshot") == []
    script = (root / "maps/titan/oasis.rnd").read_bytes()
    assert hw.convert(script, "canonical", name="oasis.rnd", seed=7)[0].strip()
    with pytest.raises(ValueError, match="expected catan or game"):
        hw.convert(hw.Map.preset("base").text(), "xml", name="base.catan")
    with pytest.raises(ValueError, match=r"base.catan:1:3: error\[min-above-max\]"):
        hw.convert("4 2\n", "game", name="base.catan")


def test_battlelands_roll_from_scripts(root):
    script = (root / "maps/titan/oasis.rnd").read_text()
    land = hw.roll_battleland(script, 7)
    assert land == hw.roll_battleland(script, 7) != hw.roll_battleland(script, 8)
    assert hw.read_battleland(land.text("xml")).canonical == land.canonical
    assert land.svg().startswith("<svg") and land.png(width=200)[:4] == b"\x89PNG"
    assert hw.roll_battleland(script, 7, ["entry"]).canonical
    with pytest.raises(ValueError):
        hw.roll_battleland("AREA nonsense (", 1)
