"""A policy written in Python as a program that plays anywhere a program can: tournaments and games of the command line,
and tables of real Pioneers servers (``hexwright join --bot "cmd:python my_bot.py"``). The lines it speaks are in docs/bots.md.

>>> import io, json
>>> asked = [
...     {"type": "hello", "protocol": 1, "game": "catan", "seat": 0, "seats": 4, "seed": 7, "setup": ""},
...     {"type": "decide", "id": 1, "view": {}, "legal": ["roll", "play-knight"], "may_wait": False},
... ]
>>> answers = io.StringIO()
>>> serve(lambda view, legal: legal[0], name="first", lines=map(json.dumps, asked), out=answers)
>>> answers.getvalue().splitlines()
['{"type": "ready", "name": "first"}', '{"id": 1, "action": 0}']
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from .match import Decide

__all__ = ["serve"]


def serve(
    decide: Decide,
    *,
    name: str | None = None,
    begin: Callable[[dict[str, Any]], None] | None = None,
    end: Callable[[dict[str, Any]], None] | None = None,
    lines: Iterable[str] | None = None,
    out: TextIO | None = None,
) -> None:
    """Answers questions on standard input until it closes: ``decide(view, legal)`` returns a text of ``legal``, its place, or
    ``None`` to wait where that is allowed. ``begin`` hears the greeting of each game (seat, seats, setup), ``end`` its result.

    A policy that raises loses the move, as a wrong answer does; what it raised is printed to standard error.

    >>> serve(lambda view, legal: legal[0], lines=[])
    """
    out = out or sys.stdout
    called = name or getattr(decide, "__name__", "python")

    def say(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    for line in lines if lines is not None else sys.stdin:
        if not line.strip():
            continue
        message = json.loads(line)
        kind = message.get("type")
        if kind == "hello":
            if begin is not None:
                begin(message)
            say({"type": "ready", "name": called})
        elif kind == "decide":
            say({"id": message["id"], **_answer(decide, message)})
        elif kind == "end" and end is not None:
            end(message)


def _answer(decide: Decide, message: dict[str, Any]) -> dict[str, Any]:
    legal = message["legal"]
    try:
        chosen: Any = decide(message["view"], legal)
    except Exception as error:  # noqa: BLE001: whatever a policy raises must not end the game
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        return {"action": -1}
    if chosen is None and message.get("may_wait"):
        return {"wait": True}
    if isinstance(chosen, str) and chosen in legal:
        return {"action": legal.index(chosen)}
    return {"action": chosen}
