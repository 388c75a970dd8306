"""The verifier of docs/dice.md, written without a line of Hexwright, agrees with Hexwright on records of a real server."""

import importlib.util
import json
import os
import re
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
spec = importlib.util.spec_from_file_location("verify_dice", ROOT / "examples" / "verify_dice.py")
verify_dice = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify_dice)


def test_the_vectors_of_the_page():
    page = (ROOT / "docs" / "dice.md").read_text()
    commitment = "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991"
    bytes_of_seat = "000102030405060708090a0b0c0d0e0f"
    seats = [f"seat 0 commits {commitment} opens {bytes_of_seat}", f"seat 2 commits {'f' * 64} opens nothing"]
    for lines in seats, []:
        draws = [verify_dice.below(verify_dice.words("5" * 64, lines, f"draw {n}"), 36) for n in range(8)]
        board = next(verify_dice.words("5" * 64, lines, "board"))
        assert f"draws {draws}, board {board:016x}" in page


def test_a_record_of_a_table_and_every_digit_of_it():
    record = (ROOT / "examples" / "dice.record").read_text()
    assert verify_dice.verify(record) > 10
    for found in re.finditer(r"^(dice: (hash|secret|seat|board) .*|dice: draw \d+|chance roll .*)", record, re.M):
        for at in range(found.start(), found.end()):
            if record[at].isdigit():
                other = record[:at] + str((int(record[at]) + 1) % 10) + record[at + 1 :]
                with pytest.raises(verify_dice.Wrong):
                    verify_dice.verify(other)


def test_records_of_a_real_server(tmp_path):
    binary = os.environ.get("HEXWRIGHT")
    if not binary or not Path(binary).exists():
        pytest.skip("the program is not built")
    database = f"sqlite://{tmp_path}/games.db?mode=rwc"
    words = [binary, "serve", "--address", "127.0.0.1:0", "--database", database, "--bot-pause", "0"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        url = re.search(r"http://[\d.]+:\d+", server.stdout.readline())[0]
        for kind in "catan", "battle", "high-card":
            game = {"kind": kind, "map": "base", "options": {"victory-points": "4"}} if kind == "catan" else {"kind": kind}
            seats = [{"kind": "bot", "bot": "random" if kind == "high-card" else "quick" if kind == "battle" else "greedy"}] * 2
            body = json.dumps({"game": game, "seats": seats}).encode()
            request = urllib.request.Request(f"{url}/api/tables", body, {"content-type": "application/json"})
            table = json.load(urllib.request.urlopen(request))["id"]
            record = None
            while record is None:
                try:
                    record = urllib.request.urlopen(f"{url}/api/tables/{table}/record").read().decode()
                except urllib.error.HTTPError as error:
                    assert error.code == 403
                    time.sleep(0.05)
            draws = verify_dice.verify(record)
            file = tmp_path / f"{kind}.record"
            file.write_text(record)
            told = subprocess.run([binary, "replay", file, "--verify-dice", "--json"], capture_output=True, check=True)
            assert json.loads(told.stdout)["draws"] == draws
    finally:
        server.kill()
        server.wait()
