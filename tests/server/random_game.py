"""Random games through the HTTP interface: legal turns come from `tessera referee`, the rest from the server."""
import itertools
import os
import random
import sys

from server import TESSERA, begin

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "reference"))
from referee import Referee  # noqa: E402


def random_setup(rng, computers=False):
    """A setup of any game: the first seat is a person's, the others are open, or the computer's if wanted."""
    classic = rng.random() < 0.5
    players = rng.randint(2, 5)
    options = [o for o in ("fields", "abbot") if rng.random() < 0.5] if classic else []
    if classic and rng.random() < 0.5:
        options.append(rng.choice(("river", "river=river-20")))
    if classic and rng.random() < 0.5:
        options.append("arrows")
    if classic and rng.random() < 0.3:
        options.append("towns")
    if not classic and rng.random() < 0.3:
        players, options = 4, ["teams"]
    seats = [{"kind": "person"}] + [{"kind": "open"} for _ in range(players - 1)]
    if computers:
        seats[-1] = {"kind": "computer", "level": rng.randint(1, 3)}
    return {"game": "classic" if classic else "star-wars", "options": options, "seats": seats, "grace": 0,
            "first": rng.randint(0, players), "public": rng.random() < 0.5}


class RandomGame:
    """A table at which this test holds every seat that is not the computer's."""

    def __init__(self, server, seed, computers=False):
        self.rng = random.Random(seed)
        self.server = server
        self.clients, self.entries, self.words = {}, [], []
        self.newgame = self.scores = self.stream = self.told = None
        self.seat_people(random_setup(self.rng, computers))

    def seat_people(self, setup):
        first = self.server.client()
        held = first.create(setup, "Player 1").json
        self.table = held["table"]
        first.token = held["token"]
        self.clients[held["seat"]] = first
        for number in range(sum(seat["kind"] == "open" for seat in setup["seats"])):
            client = self.server.client()
            held = client.sit(self.table, "Player %d" % (number + 2), kind="program").json
            client.token = held["token"]
            self.clients[held["seat"]] = client
        begin(self.table, self.clients)

    def play(self):
        """Plays to the end; gives the record."""
        referee = Referee(TESSERA)
        self.watch()
        while self.scores is None:
            self.take(self.next_entry(), referee)
        referee.close()
        self.stream.close()
        return self.clients[min(self.clients)].get("/api/v1/tables/%s/record" % self.table).body.decode()

    def watch(self):
        """Follows the table from behind what was taken already."""
        self.stream = self.server.stream(self.table, since=len(self.entries))
        self.told = itertools.chain(self.stream.head["entries"], self.stream)

    def next_entry(self):
        return next(self.told)

    def close(self):
        for client in self.clients.values():
            client.close()

    def take(self, entry, referee):
        """Follows an entry, and acts if one of the own seats is to move."""
        self.entries.append(entry)
        if entry["type"] == "started":
            self.newgame = entry["newgame"]
            self.accepted(referee.ask(self.newgame)[0])
        if entry["type"] in ("drawn", "moved"):
            self.words += entry["words"]
        if entry["type"] == "drawn" and entry["seat"] in self.clients:
            self.move(self.clients[entry["seat"]], referee)
        if entry["type"] == "over":
            self.scores = entry["scores"]

    @staticmethod
    def accepted(reply):
        assert reply.code is None, reply
        return reply.data

    def move(self, client, referee):
        turn = self.choose(referee)
        answer = client.act(self.table, "move", move=turn, at=len(self.words))
        assert answer.status == 200, (turn, answer)

    def choose(self, referee):
        _, legal = referee.ask("position startpos moves " + " ".join(self.words), "legal")
        placement = self.rng.choice(self.accepted(legal))
        _, legal = referee.ask(placement, "legal")
        decision = self.rng.choice(self.accepted(legal))
        return "%s@%s=%s" % (self.words[-1], placement.split()[1], decision.split()[1])
