#!/usr/bin/env python3
"""Checks the chance of finished records after docs/understand/fairness.md alone: no code of the program, only the tile
sets.

verify.py RECORD...: exit code 0 if every number follows from the secret and the contributions, 1 if not.
"""
import hashlib
import json
import os
import re
import sys

SETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "tiles")
WORD = re.compile(r"\(([A-Za-z0-9_]+)\)|\[([^\]]*)\]|([A-Za-z0-9_]+)@|\{[^}]*\}|\d+\.|\S+")


def key_of(secret, contributions):
    message = b"tessera key 1" + len(contributions).to_bytes(4, "little")
    for contribution in contributions:
        message += bytes([len(contribution)]) + contribution
    return hashlib.blake2b(message, key=secret, digest_size=32).digest()


def bytes_of(key, label, number):
    block = 0
    while True:
        message = label + number.to_bytes(4, "little") + block.to_bytes(4, "little")
        yield from hashlib.blake2b(message, key=key).digest()
        block += 1


def below(stream, bound):
    limit = 256 - 256 % bound
    return next(byte for byte in stream if byte < limit) % bound


class Stack:
    """The tiles not yet drawn, by kind in the order of the set."""

    def __init__(self, set_id, river):
        names = set_id.split("+")
        tiles = [tile for name in names for tile in json.load(open(os.path.join(SETS, name + ".json")))["tiles"]]
        self.left = {}
        self.role = {}
        for tile in tiles:
            role = tile.get("role", "land")
            self.role[tile["id"]] = role
            on_table = role == "spring" or (tile.get("start", False) and not river)
            self.left[tile["id"]] = tile["count"] - on_table if river or role == "land" else 0

    def due(self):
        for role in ("river", "lake", "land"):
            tiles = [tile for tile, count in self.left.items() if self.role[tile] == role for _ in range(count)]
            if tiles:
                return tiles
        return []

    def take(self, tile):
        self.left[tile] -= 1


def check(record):
    tags = dict(re.findall(r'^\[(\w+) "([^"]*)"\]$', record, re.M))
    moves = re.sub(r"^\[\w+ \".*$", "", record, flags=re.M)
    secret = bytes.fromhex(tags["Secret"])
    if hashlib.blake2b(b"tessera commitment 1" + secret, digest_size=32).hexdigest() != tags["Commitment"]:
        return "the commitment is not that of the secret"
    contributions = [b"" if part == "-" else bytes.fromhex(part) for part in tags["Contributions"].split(",")]
    key = key_of(secret, contributions)
    if tags["FirstBy"] == "chance" and below(bytes_of(key, b"seat", 0), len(contributions)) + 1 != int(tags["First"]):
        return "another player should have begun"
    stack = Stack(tags["Set"].split(":")[0], "river" in tags["Options"])
    draws = throws = 0
    for put_out, dice, laid in (match.groups() for match in WORD.finditer(moves)):
        if put_out or laid:
            draws += 1
            due = stack.due()
            if due[below(bytes_of(key, b"draw", draws), len(due))] != (put_out or laid):
                return f"draw {draws} is not what chance gave"
            stack.take(put_out or laid)
        if dice:
            throws += 1
            stream = bytes_of(key, b"dice", throws)
            for face in re.findall(r"[:,](\d)", dice):
                if below(stream, 6) + 1 != int(face):
                    return f"throw {throws} is not what chance gave"
    print(f"{draws} draws, {throws} throws")
    return None


def main():
    for path in sys.argv[1:]:
        for record in re.split(r"\n(?=\[Game )", open(path, encoding="utf-8").read()):
            wrong = check(record)
            if wrong:
                print(f"{path}: {wrong}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
