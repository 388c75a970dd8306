"""Checks the dice of Hexwright records. Written from docs/dice.md alone; needs nothing but Python.

    python3 verify_dice.py GAME.record …

It knows no rules of games: it checks secret, hash, the bytes of the seats, the seed of the board, the number of every
draw, and what the two dice of Catan show.
"""

import hashlib
import hmac
import re
import sys

HEAD = [
    ("hash", re.compile(r"hash ([0-9a-f]{64})")),
    ("secret", re.compile(r"secret ([0-9a-f]{64})")),
]
SEAT = re.compile(r"seat (0|[1-9][0-9]*) commits ([0-9a-f]{64}) opens ([0-9a-f]{32}|nothing)")
DRAW = re.compile(r"draw (0|[1-9][0-9]*) of ([1-9][0-9]*)")


class Wrong(Exception):
    """The dice are not what the record says."""


def words(secret, seats, about):
    """Numbers of 64 bits."""
    block = 0
    while True:
        message = "".join(line + "\n" for line in seats) + f"{about} block {block}"
        digest = hmac.new(secret.encode(), message.encode(), hashlib.sha256).digest()
        for i in range(0, 32, 8):
            yield int.from_bytes(digest[i : i + 8], "big")
        block += 1


def below(numbers, total):
    """A number below another one, each equally likely."""
    most = 2**64 // total * total
    return next(number for number in numbers if number < most) % total


def take(lines, form, expected):
    found = form.fullmatch(lines[0]) if lines else None
    if not found:
        raise Wrong(f"expected {expected}, found {lines[:1]}")
    lines.pop(0)
    return found


def verify(record):
    """The number of draws, if everything is right."""
    lines = record.split("\n")
    told = [line[6:] for line in lines if line.startswith("dice: ")]
    chances = [line for line in lines if line.startswith("chance ")]
    shown, secret = (take(told, form, name)[1] for name, form in HEAD)
    if hashlib.sha256(secret.encode()).hexdigest() != shown:
        raise Wrong("the hash is not that of the secret")
    seats, last = [], -1
    while told and told[0].startswith("seat "):
        found = take(told, SEAT, "a seat")
        if int(found[1]) <= last:
            raise Wrong("seats are not in their order")
        last = int(found[1])
        seats.append(found[0])
        if found[3] != "nothing" and hashlib.sha256(bytes.fromhex(found[3])).hexdigest() != found[2]:
            raise Wrong(f"seat {last} opened other bytes")
    if told and told[0].startswith("asked "):
        told.pop(0)
        seed = take(told, re.compile("board ([0-9a-f]{16})"), "the seed of the board")[1]
        if next(words(secret, seats, "board")) != int(seed, 16):
            raise Wrong("the seed of the board is another one")
    draws = [take(told, DRAW, "a draw") for _ in range(len(told))]
    if len(draws) != len(chances):
        raise Wrong(f"{len(draws)} draws for {len(chances)} outcomes")
    for n, (draw, chance) in enumerate(zip(draws, chances)):
        value, total = int(draw[1]), int(draw[2])
        if below(words(secret, seats, f"draw {n}"), total) != value:
            raise Wrong(f"draw {n} is another one")
        is_roll = chance.startswith("chance roll ") and total == 36
        if is_roll and chance != f"chance roll {value // 6 + 1} {value % 6 + 1}":
            raise Wrong(f"draw {n} shows {chance}")
    return len(draws)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8", newline="") as file:
            try:
                print(f"{name}: {verify(file.read())} draws, all right")
            except Wrong as wrong:
                sys.exit(f"{name}: {wrong}")
