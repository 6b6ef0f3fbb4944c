#!/usr/bin/env python3
"""A player for Tessera in one page. It knows no rules: it receives its legal moves (docs/lookup/protocol.md, "Engines")
and prefers moves that put a meeple on a valuable realm. `tessera match --engine "cmd='python3 bot.py'" --engine
random`"""
import random
import sys

# The value of a meeple by its realm; less for a piece of which there is only one.
WORTH = {"planet": 6, "asteroids": 4, "route": 2, "city": 4, "monastery": 6, "garden": 5, "road": 2, "field": 1,
         "large": -1, "abbot": -1}


def worth(move):
    meeple = move.partition("=")[2]
    for mark in ":.@":
        meeple = meeple.replace(mark, " ")
    return sum(WORTH.get(word, 0) for word in meeple.split()) + 3 * random.random()


class Bot:
    def __init__(self):
        self.legal = []

    def answer(self, command, words):
        """The lines of the reply to a command, including the closing line."""
        if command == "tep":
            return ["id name page", "id version 1", "protocol 1", "needs legal", "ok"]
        if command == "isready":
            return ["readyok", "ok"]
        if command in ("newgame", "position"):
            self.legal = []
            return ["ok"]
        if command == "legal":
            self.legal += words
            return ["ok"]
        if command == "go":
            if not self.legal:
                return ["error bad-phase no legal moves were told"]
            return ["ok", "bestmove " + max(self.legal, key=worth)]
        if command in ("stop", "quit"):
            return ["ok"]  # it always answers at once, so there is nothing to stop
        return ["error unknown-command no command " + ascii(command)[:40]]


def main():
    bot = Bot()
    sys.stdin.reconfigure(errors="replace")
    for line in sys.stdin:
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        print("\n".join(bot.answer(words[0], words[1:])), flush=True)
        if words == ["quit"]:
            break


if __name__ == "__main__":
    main()
