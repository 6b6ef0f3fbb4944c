#!/usr/bin/env python3
"""Checks the chance of finished games after docs/understand/fairness.md alone: no code of the program, only the tile
sets.

verify.py FILE...: exit code 0 if every number follows from the secret and the contributions, 1 if not. A file holds
records, or the log of a table (the JSON of GET /api/v1/tables/T). In a log everything is checked in the order in which
it was told: seals before contributions, first player, draws and throws, also those that were taken back.
"""
import hashlib
import json
import os
import re
import sys

RIVERS = {"river": "+river", "river=river-20": "+river-20"}
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

    def __init__(self, set_id, river, arrows):
        names = set_id.split("+")
        tiles = [tile for name in names for tile in json.load(open(os.path.join(SETS, name + ".json")))["tiles"]]
        self.left = {}
        self.role = {}
        for tile in tiles:
            role = tile.get("role", "land")
            self.role[tile["id"]] = role
            on_table = role == "spring" or (tile.get("start", False) and not river)
            plays = (river or role == "land") and (arrows or "arrow" not in tile)
            self.left[tile["id"]] = tile["count"] - on_table if plays else 0

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
    if commitment_of(secret) != tags["Commitment"]:
        return "the commitment is not that of the secret"
    contributions = [b"" if part == "-" else bytes.fromhex(part) for part in tags["Contributions"].split(",")]
    key = key_of(secret, contributions)
    if tags["FirstBy"] == "chance" and below(bytes_of(key, b"seat", 0), len(contributions)) + 1 != int(tags["First"]):
        return "another player should have begun"
    stack = Stack(tags["Set"].split(":")[0], "river" in tags["Options"], "arrows" in tags["Options"])
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


def commitment_of(secret):
    return hashlib.blake2b(b"tessera commitment 1" + secret, digest_size=32).hexdigest()


def seal_of(commitment, seat, share):
    message = b"tessera seal 1" + bytes.fromhex(commitment) + bytes([seat]) + share
    return hashlib.blake2b(message, digest_size=32).hexdigest()


class Shares:
    """What a log has told of the shares of chance so far, by seat, from 1."""

    def __init__(self, created):
        seats = enumerate(created["setup"]["seats"], 1)
        self.commitment = created["commitment"]
        # Nobody contributes to a deck that the tables of a round share.
        self.people = {number for number, seat in seats if seat["kind"] != "computer" and "deck" not in created}
        self.count = len(created["setup"]["seats"])
        self.seated, self.seals, self.told, self.broken = set(), {}, {}, False
        self.shown = {self.commitment}

    def revealing(self):
        return self.seated == self.people == set(self.seals)

    def take(self, entry):
        """What is wrong with the next entry; None: nothing."""
        kind, seat = entry["type"], entry.get("seat")
        if self.broken and kind not in ("stood", "renewed", "closed"):
            return "seat %s left after the last seal, and nothing was renewed" % self.broken
        if kind == "changed" and self.seals:
            return "another game is set up after a share was sealed"
        if kind == "renewed":
            if entry["commitment"] in self.shown:
                return "a commitment is shown again, under which shares are known"
            self.shown.add(entry["commitment"])
            self.commitment, self.seals, self.told, self.broken = entry["commitment"], {}, {}, False
        if kind == "sat":
            self.seated.add(seat)
        if kind == "stood":
            self.broken = self.broken or (self.revealing() and seat)
            self.seated.discard(seat)
            self.seals.pop(seat, None)
            self.told.pop(seat, None)
        if kind == "sealed":
            if seat in self.seals:
                return "seat %d seals twice" % seat
            self.seals[seat] = entry["seal"]
        if kind == "contributed":
            share = bytes.fromhex(entry["contribution"])
            if not self.revealing():
                return "seat %d contributes before all have sealed" % seat
            if seal_of(self.commitment, seat, share) != self.seals[seat]:
                return "seat %d contributes what it has not sealed" % seat
            self.told[seat] = share
        return None

    def contributions(self):
        return [self.told.get(seat, b"") for seat in range(1, self.count + 1)]


DRAWN = re.compile(r"\(?(\w+)\)?$")


def check_word(word, words, key, stack):
    """What is wrong with the next word of a game, after `words`; None: nothing."""
    drawn = DRAWN.match(word)
    if drawn:
        draws = [DRAWN.match(one)[1] for one in words if DRAWN.match(one)]
        for tile in draws:
            stack.take(tile)
        due = stack.due()
        if due[below(bytes_of(key, b"draw", len(draws) + 1), len(due))] != drawn[1]:
            return "draw %d is not what chance gave" % (len(draws) + 1)
    if word.startswith("["):
        throws = sum(one.startswith("[") for one in words) + 1
        stream = bytes_of(key, b"dice", throws)
        if any(below(stream, 6) + 1 != int(face) for face in re.findall(r"[:,](\d)", word)):
            return "throw %d is not what chance gave" % throws
    return None


def check_words(entries, setup, key):
    words = []
    river = next((RIVERS[option] for option in setup["options"] if option in RIVERS), "")
    arrows = "arrows" in setup["options"]
    for entry in entries:
        if entry["type"] == "undone":
            words = words[:entry["words"]]
        for word in entry["words"] if entry["type"] in ("drawn", "moved") else ():
            wrong = check_word(word, words, key, Stack(setup["set"] + river + "+arrows-20" * arrows, bool(river), arrows))
            if wrong:
                return "entry %d: %s" % (entry["seq"], wrong)
            words.append(word)
    return None


def check_log(log):
    """What is wrong with the log of a finished game; None: nothing."""
    entries = log["entries"]
    shares = Shares(entries[0])
    begun = next(index for index, entry in enumerate(entries) if entry["type"] == "started")
    setup = [entry["setup"] for entry in entries[:begun] if entry["type"] in ("created", "changed")][-1]
    for entry in entries[1:begun]:
        wrong = shares.take(entry)
        if wrong:
            return "entry %d: %s" % (entry["seq"], wrong)
    if set(shares.told) != shares.people or shares.broken:
        return "the game begins before all have contributed"
    if any(entry["type"] in ("renewed", "created") for entry in entries[begun:]):
        return "another commitment is shown after the start"
    if "deck" in entries[0]:
        return "the tables of a round share the secret: it is in the record once the round is over"
    secret = bytes.fromhex(next(entry["secret"] for entry in entries if entry["type"] == "over"))
    if commitment_of(secret) != shares.commitment:
        return "the commitment is not that of the secret"
    key = key_of(secret, shares.contributions())
    first = int(re.search(r" first=(\d)", entries[begun]["newgame"])[1])
    if first != (setup["first"] or below(bytes_of(key, b"seat", 0), shares.count) + 1):
        return "another player should have begun"
    return check_words(entries[begun:], setup, key)


def main():
    for path in sys.argv[1:]:
        text = open(path, encoding="utf-8").read()
        parts = [text] if text.startswith("{") else re.split(r"\n(?=\[Game )", text)
        for part in parts:
            wrong = check_log(json.loads(part)) if part.startswith("{") else check(part)
            if wrong:
                print(f"{path}: {wrong}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
