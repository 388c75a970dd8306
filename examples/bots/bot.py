#!/usr/bin/env python3
"""A player for Hexwright in Python: JSON lines in, JSON lines out.

Try it:   hexwright bot check "python3 examples/bots/bot.py"
Play it:  hexwright simulate MAP --players "cmd:python3 examples/bots/bot.py",random,random,random
"""
import json
import random
import sys

# What to do first, by the first word of an action; anything else comes after, at random.
WISHES = ["city", "settlement", "setup-city", "setup-settlement", "play-knight", "buy", "road"]


def choose(view, legal, chance):
    """The place of an action in the legal list."""
    words = [text.split()[0] for text in legal]
    for wish in WISHES:
        places = [place for place, word in enumerate(words) if word == wish]
        # roads only now and then: they eat what settlements need
        if places and not (wish == "road" and chance.random() < 0.7):
            return chance.choice(places)
    return chance.randrange(len(legal))


def main():
    chance = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            chance = random.Random(message["seed"])
            answer = {"type": "ready", "name": "python"}
        elif message["type"] == "decide":
            place = choose(message["view"], message["legal"], chance)
            answer = {"id": message["id"], "action": place}
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
