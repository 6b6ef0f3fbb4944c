"""Tournaments of a server over HTTP: a whole evening with kills of the server, tables of encounters, refusals, exports.

    TESSERA=build/debug/tessera python3 tests/server/tournament.py
"""
import concurrent.futures
import contextlib
import csv
import hashlib
import http.client
import io
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import unittest

from devices import DUEL, PlayersTest, RATED
from server import Server, TESSERA, UNLIMITED, begin, new_id, wait_until

SETUP = {name: value for name, value in DUEL.items() if name not in ("seats", "first")}
RATED_SETUP = {name: value for name, value in RATED.items() if name != "seats"}
SWISS = {"name": "Friday", "form": "swiss", "rounds": 3, "setup": SETUP}
PATH = "/api/v1/tournaments"
VERIFY = pathlib.Path(__file__).resolve().parents[1] / "chance/verify.py"


class TournamentTest(PlayersTest):
    def open(self, organizer, **settings):
        """Opens a tournament, and gives its path."""
        settings = {name: value for name, value in {**SWISS, **settings}.items() if value is not None}
        body = {"id": new_id(), "settings": settings}
        return PATH + "/" + self.status(organizer.ask("POST", PATH, body), 201).json["tournament"]

    def act(self, client, path, kind, **more):
        return client.ask("POST", path + "/actions", {"id": new_id(), "type": kind, **more})

    def done(self, client, path, kind, **more):
        return self.status(self.act(client, path, kind, **more), 200).json

    def refused(self, client, path, kind, status, words, **more):
        """The action is refused with these words, and changes nothing."""
        before = self.told(path)
        answer = self.status(self.act(client, path, kind, **more), status)
        self.assertIn(words, answer.json["text"])
        self.assertEqual(self.told(path), before)

    def told(self, path, rest=""):
        client = self.server.client()
        answer = self.status(client.get(path + rest), 200)
        client.close()
        return answer.json

    def of_round(self, path, number):
        return [found for found in self.told(path)["encounters"] if found["round"] == number]

    def kill(self, *clients):
        """The server is killed, and another one takes up its folder."""
        self.server.stop(signal.SIGKILL)
        self.restart(*clients)

    def sit(self, client, path, encounter):
        body = {"id": new_id(), "encounter": encounter}
        return self.status(client.ask("POST", path + "/tables", body), 201).json

    def play(self, path, encounter, first, second):
        """Both sit down at the table of the encounter, and the first one leaves the game: it is lost."""
        one, two = self.sit(first, path, encounter), self.sit(second, path, encounter)
        self.assertEqual((one["table"], one["seat"], two["seat"]), (two["table"], 1, 2))
        begin(one["table"], {1: first, 2: second})
        self.status(first.act(one["table"], "leave"), 200)
        return one["table"]


class EveningTest(TournamentTest):
    """Eight people, Swiss of three: one comes late, one leaves, one game breaks, and the server is killed all the time."""

    def test_an_evening(self):
        self.keep_folder()
        names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo"]
        people = [self.player(name) for name in names]
        ann, everybody = people[0], people
        path = self.open(ann)

        # 1. Six players enter, the organizer enters a guest, and the server is killed after each.
        for client in people[:6]:
            self.done(client, path, "enter")
            self.kill(*everybody)
        self.done(ann, path, "enter", name="Otto", rating=1700)
        self.refused(ann, path, "enter", 409, "has entered already", name="Otto")
        self.refused(people[1], path, "enter", 409, "has entered already")
        self.assertEqual(self.told(path)["state"], "open")

        # 2. The first round: seven people, one of whom has a bye. A pairing that is asked for again is not made again.
        body = {"id": new_id(), "type": "pair", "round": 1}
        self.status(ann.ask("POST", path + "/actions", body), 200)
        self.kill(*everybody)
        self.status(ann.ask("POST", path + "/actions", body), 200)
        self.refused(ann, path, "pair", 409, "the next round is 2", round=1)
        self.refused(ann, path, "pair", 409, "not decided", round=2)
        first = self.of_round(path, 1)
        self.assertEqual((len(first), sum("bye" in found for found in first)), (4, 1))
        player_of = {found["entrant"]: found.get("player") for found in self.told(path)["entrants"]}
        clients = {self.id_of(client): client for client in people}

        def client_of(entrant):
            return clients.get(player_of[entrant])

        # 3. One encounter is played at a table of the server, the others are said by hand.
        tables = 0
        for found in first:
            if "bye" in found:
                continue
            one, two = client_of(found["first"]), client_of(found["second"])
            if one and two and tables == 0:
                tables += 1
                table = self.play(path, found["encounter"], one, two)
                wait_until(lambda n=found["encounter"]: self.told(path)["encounters"][n - 1]["end"] != "open")
                self.assertEqual(self.told(path)["encounters"][found["encounter"] - 1]["end"], "second")
                self.assertEqual(self.client().get("/api/v1/tables/" + table).status, 200)
                continue
            self.say(path, found, one, two, ann)
            self.kill(*everybody)
        self.assertTrue(all(found["end"] != "open" for found in self.of_round(path, 1)))

        # 4. One comes late, and one leaves.
        self.done(people[6], path, "enter")
        self.done(people[5], path, "leave")
        self.done(ann, path, "pair", round=2)
        self.kill(*everybody)
        player_of.update({found["entrant"]: found.get("player") for found in self.told(path)["entrants"]})
        second = [found for found in self.of_round(path, 2) if "bye" not in found]
        gone = next(found["entrant"] for found in self.told(path)["entrants"] if found.get("away"))
        self.assertNotIn(gone, [found[side] for found in second for side in ("first", "second")])

        # 5. A game breaks: it is void, and played again. A result is corrected with a reason.
        for found in second:
            self.say(path, found, client_of(found["first"]), client_of(found["second"]), ann)
        broken = second[0]["encounter"]
        self.refused(people[6], path, "void", 403, "only an organizer", encounter=broken, reason="power cut")
        self.done(ann, path, "void", encounter=broken, reason="power cut")
        self.kill(*everybody)
        self.assertEqual(self.told(path)["encounters"][broken - 1]["end"], "open")
        self.refused(ann, path, "pair", 409, "not decided", round=3)
        self.done(ann, path, "result", encounter=broken, games=[[50, 90]])
        self.refused(ann, path, "result", 400, "reason", encounter=broken, games=[[90, 50]])
        self.done(ann, path, "result", encounter=broken, games=[[90, 50]], reason="the other way round")

        # 6. The last round, and the end.
        self.done(ann, path, "pair", round=3)
        self.refused(people[7], path, "enter", 409, "the last round")
        for found in self.of_round(path, 3):
            if "bye" not in found:
                self.say(path, found, client_of(found["first"]), client_of(found["second"]), ann)
                self.kill(*everybody)
        self.refused(ann, path, "pair", 409, "all 3 rounds", round=4)
        self.done(ann, path, "close")
        self.kill(*everybody)
        self.check(path)

    def say(self, path, found, one, two, organizer):
        """A player says the result and the other one confirms it; for a guest the organizer says it."""
        games = [[60 + found["encounter"], 55]]
        if one and two and organizer not in (one, two):
            self.done(one, path, "result", encounter=found["encounter"], games=games)
            self.assertEqual(self.told(path)["encounters"][found["encounter"] - 1]["end"], "open")
            self.done(two, path, "result", encounter=found["encounter"], games=games)
        else:
            self.done(organizer, path, "result", encounter=found["encounter"], games=games)

    def check(self, path):
        """Nobody has met twice, and the standings are those of the results."""
        told, standings = self.told(path), self.told(path, "/standings")
        met, scores = set(), {found["entrant"]: 0 for found in told["entrants"]}
        for found in told["encounters"]:
            if "bye" in found:
                scores[found["first"]] += 2
                continue
            pair = frozenset((found["first"], found["second"]))
            self.assertNotIn(pair, met)
            met.add(pair)
            scores[found["first"]] += 2 * (found["end"] == "first")
            scores[found["second"]] += 2 * (found["end"] == "second")
        self.assertEqual({row["entrant"]: row["score"] for row in standings["standings"]}, scores)
        self.assertEqual([row["place"] for row in standings["standings"]],
                         sorted(row["place"] for row in standings["standings"]))
        rows = list(csv.reader(io.StringIO(self.status(self.client().get(path + "/csv"), 200).body.decode())))
        self.assertEqual(len(rows), len(told["entrants"]) + 1)
        log = self.told(path, "/log")["entries"]
        self.assertEqual([entry["seq"] for entry in log], list(range(1, told["seq"] + 1)))
        self.assertEqual(sum(entry["type"] == "paired" for entry in log), 3)
        self.assertEqual(told["state"], "closed")


class KillsTest(TournamentTest):
    """A Swiss tournament of 64 whose results come from eight sides at once while the server, or one of two nodes on
    TESSERA_POSTGRES, is killed about KILLS times."""

    ROUNDS, ANSWERS = 6, 64 + 6 * 33  # the entries, and each round with its results

    def start(self, folder):
        url = os.environ.get("TESSERA_POSTGRES")
        return Server(*(("--store", url) if url else ()), *UNLIMITED, folder=folder)

    def begin(self):
        """The server, or the nodes; all are ended after the test."""
        self.keep_folder()
        nodes = [self.server]
        if "TESSERA_POSTGRES" in os.environ:
            self.server.stop()
            nodes = [self.start(self.server.folder) for _ in range(2)]
            self.server = nodes[0]  # which the test stops itself
            self.addCleanup(lambda: nodes[1].stop())
        return nodes

    def test_a_swiss_of_64(self):
        nodes, killed = self.begin(), 0
        ann, kills, answered = self.player("Ann"), int(os.environ.get("KILLS", "10")), threading.Semaphore(0)
        path, restarted, said = self.open(ann, rounds=self.ROUNDS), threading.Lock(), {}

        def attempt(body):
            """The answer to a request, or None if it did not come."""
            with restarted:  # the port of the server that is there now
                client = random.choice(nodes).client(ann.token)
            try:
                answer = client.ask("POST", path + "/actions", body)
            except (OSError, http.client.HTTPException):
                return None
            finally:
                client.close()
            return answer if answer.status < 500 else None

        def act(kind, **more):
            """Sends a request until it is answered; the same one may have been carried out before."""
            body = {"id": new_id(), "type": kind, **more}
            answer = wait_until(lambda: attempt(body))
            answered.release()
            return self.status(answer, 200).json

        def evening(pool):
            list(pool.map(lambda at: act("enter", name="Guest %d" % at, rating=1000 + at), range(64)))
            for number in range(1, self.ROUNDS + 1):
                act("pair", round=number)
                paired = wait_until(lambda n=number: self.seen(path, restarted, n))
                results = {found["encounter"]: [[random.randint(0, 99), 50]] for found in paired}
                list(pool.map(lambda one: act("result", encounter=one[0], games=one[1]), results.items()))
                said.update(results)

        # This thread kills, as a server ends with the thread that has started it.
        with concurrent.futures.ThreadPoolExecutor(9) as pool:
            running = pool.submit(evening, pool)
            while not running.done():
                if not answered.acquire(timeout=1) or random.randrange(self.ANSWERS) >= kills:
                    continue
                with restarted:
                    at = random.randrange(len(nodes))
                    nodes[at].stop(signal.SIGKILL)
                    nodes[at] = self.start(nodes[at].folder)
                    self.server, killed = nodes[0], killed + 1
            running.result()
        told = self.told(path)
        self.assertEqual({found["encounter"]: found["games"] for found in told["encounters"]}, said)
        pairs = {frozenset((found["first"], found["second"])) for found in told["encounters"]}
        self.assertEqual((len(told["encounters"]), len(pairs)), (32 * self.ROUNDS, 32 * self.ROUNDS))
        log = self.told(path, "/log")["entries"]
        self.assertEqual([entry["type"] for entry in log],
                         ["opened"] + 64 * ["entered"] + self.ROUNDS * (["paired"] + 32 * ["decided"]))
        print("%d nodes, %d kills, %d encounters: all results are there, and nobody met twice" % (len(nodes), killed, len(said)), flush=True)

    def seen(self, path, restarted, number):
        """The encounters of a round, or None while the server is away."""
        with restarted, contextlib.suppress(OSError, http.client.HTTPException):
            return self.of_round(path, number)


class TablesTest(TournamentTest):
    """The tables of encounters: only its two players get them, each on the seat of their side."""

    def duel_of_two(self, **settings):
        """A tournament of Ann and Ben whose round is paired: its path, and its first and second player."""
        ann, ben = self.player("Ann"), self.player("Ben")
        path = self.open(ann, rounds=1, **settings)
        for client in (ann, ben):
            self.done(client, path, "enter")
        self.done(ann, path, "pair", round=1)
        found = self.told(path)["encounters"][0]
        return path, *((ann, ben) if found["first"] == 1 else (ben, ann))

    def test_nobody_else_learns_the_table(self):
        path, first, second = self.duel_of_two()
        stranger = self.player("Cleo")
        table = self.sit(second, path, 1)["table"]  # the one who comes first has the seat of their side
        self.assertEqual(self.sit(second, path, 1), {**self.sit(second, path, 1), "table": table, "seat": 2})
        told = self.told(path)["encounters"][0]
        self.assertEqual((told.get("table"), told["waits"]), (None, 2))
        self.assertNotIn(table, str(self.client().get("/api/v1/tables").json))
        body = {"id": new_id(), "encounter": 1}
        self.status(stranger.ask("POST", path + "/tables", body), 403, "wrong-token")
        self.assertEqual(self.sit(first, path, 1)["seat"], 1)
        self.assertEqual(self.told(path)["encounters"][0]["table"], table)

    def test_the_tournament_knows_each_seat(self):
        people = [self.player(name) for name in "Ann Ben Cleo Dan Eve Finn Gwen Hugo Ida Jan Kim Lou Max Nora Pia Ron".split()]
        path = self.open(people[0], rounds=1)
        for client in people:
            self.done(client, path, "enter")
        self.done(people[0], path, "pair", round=1)
        for number, found in enumerate(self.told(path)["encounters"], 1):
            first, second = people[found["first"] - 1], people[found["second"] - 1]
            table = self.sit(first, path, number)["table"]
            self.assertEqual(self.told(path)["encounters"][number - 1]["waits"], 1)
            self.assertEqual(self.sit(second, path, number)["table"], table)
            self.assertEqual(self.told(path)["encounters"][number - 1]["table"], table)

    def test_a_seat_that_was_left_is_taken_again(self):
        path, first, second = self.duel_of_two()
        given_up = self.sit(first, path, 1)["table"]
        self.status(first.act(given_up, "leave"), 200)  # nobody is there any more: the table is closed
        table = self.sit(second, path, 1)["table"]
        self.assertNotEqual(table, given_up)
        for _ in range(2):
            self.assertEqual([self.sit(first, path, 1)[member] for member in ("table", "seat")], [table, 1])
            self.status(first.act(table, "leave"), 200)
        self.assertEqual(self.told(path)["encounters"][0]["table"], table)

    def test_nobody_else_sits_there(self):
        """A game of others, or on the wrong seats, would keep the encounter from being played."""
        path, first, second = self.duel_of_two()
        stranger, guest = self.player("Cleo"), self.client()
        table = self.sit(first, path, 1)["table"]
        for client in (stranger, guest, second):
            answer = self.status(client.sit(table), 409, "not-now")
            self.assertIn("encounter", answer.json["text"])
        self.assertEqual(self.sit(second, path, 1)["seat"], 2)
        self.status(first.act(table, "leave"), 200)
        self.status(second.sit(table, seat=1), 409, "not-now")
        self.status(first.sit(table, seat=1), 409, "not-now")
        self.assertEqual(self.sit(first, path, 1)["seat"], 1)

    def test_the_opener_of_a_table_rules_nothing(self):
        path, first, second = self.duel_of_two()
        opener = second
        table = self.sit(opener, path, 1)["table"]
        setup = self.client().get("/api/v1/tables/" + table).json["setup"]
        changed = {"options": ["fields", "abbot"], "clock": {"kind": "none"}}
        self.status(opener.act(table, "set-up", **changed), 409, "not-now")
        self.assertEqual(self.client().get("/api/v1/tables/" + table).json["setup"], setup)
        said = self.status(self.client().act(table, "say", name="Somebody", text="hello"), 200).json["seq"]
        self.status(opener.act(table, "silence", yes=True, entry=said, remove=True), 200)
        self.assertEqual(self.sit(first, path, 1)["seat"], 1)
        self.status(opener.act(table, "free", seat=1), 409, "not-now")
        begin(table, {1: first, 2: second})

    def test_nobody_leaves_a_game_to_the_computer(self):
        path, first, second = self.duel_of_two(setup={**SETUP, "clock": {"kind": "none"}})
        table = self.sit(first, path, 1)["table"]
        self.sit(second, path, 1)
        begin(table, {1: first, 2: second})
        self.status(first.act(table, "leave"), 409, "not-now")
        kinds = [entry["type"] for entry in self.client().get("/api/v1/tables/" + table).json["entries"]]
        self.assertNotIn("computer", kinds)

    def name_of(self, client):
        return self.status(client.get("/api/v1/players/me"), 200).json["name"]

    def test_a_best_of_three(self):
        path, first, second = self.duel_of_two(best_of=3)
        begins = []
        for game in range(2):
            table = self.play(path, 1, first, second)
            log = self.client().get("/api/v1/tables/" + table).json
            begins.append(log["setup"]["first"])
            wait_until(lambda n=game + 1: len(self.told(path)["encounters"][0].get("games", [])) == n)
        told = self.told(path)["encounters"][0]
        self.assertEqual((told["end"], begins), ("second", [1, 2]))
        self.assertEqual([game[2] for game in told["games"]], [2, 2])  # 0:0, but the first has left

    def test_a_table_made_beforehand_is_not_that_of_the_encounter(self):
        """Its opener could change what is played there, or keep the opponent away."""
        path, first, second = self.duel_of_two()
        request = json.dumps({"id": new_id(), "encounter": 1}).encode()
        asker = "%016x" % int(self.id_of(first), 16)
        made = "t" + hashlib.blake2b(asker.encode() + request, digest_size=8).hexdigest()
        seats = [{"kind": "person"}, {"kind": "open"}]
        setup = {name: SETUP[name] for name in sorted(SETUP)}
        setup["clock"] = {name: SETUP["clock"][name] for name in sorted(SETUP["clock"])}
        setup.update(seats=seats, first=1, public=False)
        body = json.dumps({"id": made, "name": "Player", "setup": setup}, separators=(",", ":")).encode()
        table = self.status(first.ask("POST", "/api/v1/tables", body), 201).json["table"]
        self.status(second.sit(table), 201)
        held = self.status(first.ask("POST", path + "/tables", request), 201).json
        self.assertNotEqual(held["table"], table)
        self.assertEqual(self.sit(second, path, 1)["table"], held["table"])

    def test_a_voided_game_is_not_found_again(self):
        path, first, second = self.duel_of_two()
        organizer = first if self.name_of(first) == "Ann" else second
        body = {"id": new_id(), "encounter": 1}
        held = self.status(second.ask("POST", path + "/tables", body), 201).json
        self.sit(first, path, 1)
        begin(held["table"], {1: first, 2: second})
        self.status(first.act(held["table"], "leave"), 200)
        wait_until(lambda: self.told(path)["encounters"][0]["end"] == "second")
        self.done(organizer, path, "void", encounter=1, reason="a fault")
        again = self.status(second.ask("POST", path + "/tables", body), 201).json["table"]
        self.assertNotEqual(again, held["table"])
        self.assertEqual(self.sit(first, path, 1)["table"], again)

    def test_a_rated_game(self):
        path, first, second = self.duel_of_two(setup=RATED_SETUP)
        table = self.play(path, 1, first, second)
        self.assertEqual(self.client().get("/api/v1/tables/" + table).json["setup"]["first"], 0)  # chance decides
        wait_until(lambda: self.told(path)["encounters"][0]["end"] == "second")
        self.assertTrue(first.get("/api/v1/players/me/games").json["games"][0]["rated"])

    def test_a_decided_encounter_is_played_no_more(self):
        path, first, second = self.duel_of_two()
        one, two = self.sit(first, path, 1), self.sit(second, path, 1)
        begin(one["table"], {1: first, 2: second})
        organizer = first if self.name_of(first) == "Ann" else second
        self.done(organizer, path, "result", encounter=1, games=[[70, 60]])
        body = {"id": new_id(), "encounter": 1}
        self.status(first.ask("POST", path + "/tables", body), 409, "not-now")
        self.status(second.act(two["table"], "leave"), 200)  # it counts for nothing
        self.assertEqual(self.told(path)["encounters"][0]["games"], [[70, 60]])

    def test_the_file_of_a_player_has_their_tournaments(self):
        path, first, _ = self.duel_of_two()
        told = self.status(first.get("/api/v1/players/me/file"), 200).json
        self.assertEqual([item["tournament"] for item in told["tournaments"]], [path.rsplit("/", 1)[1]])


class TimesTest(TournamentTest):
    """Rounds with a period: dates of encounters, and what a server that is killed meanwhile keeps."""

    def test_a_date_is_agreed(self):
        self.keep_folder()
        ann, ben, eve = self.player("Ann"), self.player("Ben"), self.player("Eve")
        path = self.open(ann, rounds=1, period=10080, grace=10, unplayed="drawn")
        for client in (ann, ben):
            self.done(client, path, "enter")
        self.done(ann, path, "pair", round=1)
        found = wait_until(lambda: self.called(path))  # the server has called them
        date = found["until"] - 3600 * 1000
        self.refused(eve, path, "meet", 403, "only the players", encounter=1, date=date)
        self.refused(ann, path, "meet", 400, "the time of the round", encounter=1, date=found["until"] + 1)
        self.done(ann, path, "meet", encounter=1, date=date)
        self.kill(ann, ben, eve)
        self.done(ben, path, "meet", encounter=1, date=date)
        self.kill(ann, ben, eve)
        told = self.told(path)["encounters"][0]
        self.assertEqual((told["first_date"], told["second_date"], told["date"]), (date, date, date))
        self.assertEqual(self.told(path)["settings"]["unplayed"], "drawn")

    def called(self, path):
        """The first encounter, once the log has the notices to its players."""
        if all(entry["type"] != "called" for entry in self.told(path, "/log")["entries"]):
            return None
        return self.told(path)["encounters"][0]

    def test_a_league(self):
        ann = self.player("Ann")
        path = self.open(ann, form="round-robin", rounds=None, groups=2, seasons=2)
        for number in range(8):
            self.done(ann, path, "enter", name="Guest %d" % number, rating=2000 - number)
        for number in range(1, 5):
            self.done(ann, path, "pair", round=number)
            for found in self.of_round(path, number):
                points = [[60, 50]] if found["first"] < found["second"] else [[50, 60]]
                self.done(ann, path, "result", encounter=found["encounter"], games=points)
        told = self.told(path)
        self.assertEqual((told["season"], told["rounds"]), (2, 6))
        self.assertEqual([found["group"] for found in told["entrants"]], [1, 1, 1, 2, 1, 2, 2, 2])
        self.assertEqual([(row["group"], row["place"]) for row in self.told(path, "/standings")["standings"]][0], (1, 1))


class GatheringsTest(TournamentTest):
    """Games of three to five."""

    def test_two_of_a_table_say_the_same(self):
        ann = self.player("Ann")
        people = [self.player(name) for name in ("Ben", "Cleo", "Dan")]
        path = self.open(ann, seats=3, setup=None)
        for client in people:
            self.done(client, path, "enter")
        self.done(ann, path, "pair", round=1)
        found = self.told(path)["encounters"][0]
        self.assertEqual(sorted([found["first"], found["second"], *found["more"]]), [1, 2, 3])
        self.refused(people[0], path, "result", 400, "points", encounter=1, games=[[70, 60]])
        for client in people[:2]:
            self.done(client, path, "result", encounter=1, points=[70, 60, 50])
        found = self.told(path)["encounters"][0]
        self.assertEqual((found["end"], found["points"]), ("played", [70, 60, 50]))
        standings = self.told(path, "/standings")
        self.assertEqual((standings["whole"], [row["score"] for row in standings["standings"]]), (120, [120, 60, 0]))
        for view in ("/csv", "/trf", "/log"):
            self.status(self.client().get(path + view), 200)
        frame = self.client().get(path.replace("/api/v1/tournaments", "/tournament"))
        self.assertIn("0.50", self.status(frame, 200).body.decode())

    def test_three_play_at_a_table(self):
        """Two of three leave the rated game one after the other: they are last, whatever their points."""
        people = [self.player(name) for name in ("Ann", "Ben", "Cleo")]
        ann = people[0]
        path = self.open(ann, seats=3, setup=RATED_SETUP)
        for client in people:
            self.done(client, path, "enter")
        self.done(ann, path, "pair", round=1)
        found = self.told(path)["encounters"][0]
        by_seat = [people[entrant - 1] for entrant in (found["first"], found["second"], *found["more"])]
        table = self.sit(by_seat[2], path, 1)["table"]
        self.assertEqual(self.told(path)["encounters"][0]["waits"], 3)
        for seat, client in enumerate(by_seat, 1):
            held = self.sit(client, path, 1)
            self.assertEqual((held["table"], held["seat"]), (table, seat))
        self.assertEqual(self.told(path)["encounters"][0]["table"], table)
        begin(table, {seat: client for seat, client in enumerate(by_seat, 1)})
        for client in by_seat[:2]:
            self.status(client.act(table, "leave"), 200)
        found = wait_until(lambda: self.told(path)["encounters"][0].get("points") and self.told(path)["encounters"][0])
        self.assertEqual((found["end"], len(found["points"])), ("played", 3))
        standings = self.told(path, "/standings")["standings"]
        last = people.index(by_seat[2]) + 1
        self.assertEqual([standings[0][member] for member in ("place", "score", "entrant")], [1, 120, last])

    def test_one_who_left_has_no_seat(self):
        people = [self.player(name) for name in ("Ann", "Ben", "Cleo")]
        path = self.open(people[0], seats=3, setup=RATED_SETUP)
        for client in people:
            self.done(client, path, "enter")
        self.done(people[0], path, "pair", round=1)
        self.done(people[1], path, "leave")
        one, other = self.sit(people[0], path, 1), self.sit(people[2], path, 1)
        self.assertEqual((one["table"], sorted((one["seat"], other["seat"]))), (other["table"], [1, 2]))
        body = {"id": new_id(), "encounter": 1}
        self.assertIn("without them", self.status(people[1].ask("POST", path + "/tables", body), 409).json["text"])


class SameDecksTest(TournamentTest):
    """The tables of a round play with the same tiles, and nobody sees another one before the round is over."""

    def views(self, client, table):
        return [client.get("/api/v1/tables/" + table + rest) for rest in ("", "/record", "/state", "/events")]

    def record(self, client, table):
        return self.status(client.get("/api/v1/tables/%s/record" % table), 200).body.decode()

    def drawn(self, client, table):
        """The first tile of the game, which its player draws."""
        def tile():
            entries = self.status(client.get("/api/v1/tables/" + table), 200).json["entries"]
            return next((entry["words"] for entry in entries if entry["type"] == "drawn"), None)
        client.act(table, "draw")  # 409: the table has drawn itself
        return wait_until(tile)

    def test_a_round(self):
        self.keep_folder()
        people = [self.player(name) for name in ("Ann", "Ben", "Cleo", "Dan")]
        path = self.open(people[0], rounds=2, same_decks=True)
        for client in people:
            self.done(client, path, "enter")
        self.done(people[0], path, "pair", round=1)
        tables = []
        for found in self.told(path)["encounters"]:
            sides = [people[found[side] - 1] for side in ("first", "second")]
            if not tables:  # a table that is given up before the game uses up no deck
                self.status(sides[0].act(self.sit(sides[0], path, found["encounter"])["table"], "leave"), 200)
            table = [self.sit(client, path, found["encounter"])["table"] for client in sides][0]
            tables.append((table, sides))

        # 1. The games have begun, nobody contributed, and both have the same chance.
        created = []
        for table, (first, _) in tables:
            log = self.status(first.get("/api/v1/tables/" + table), 200).json["entries"]
            self.assertIn("started", [entry["type"] for entry in log])
            created.append(log[0])
            self.status(first.act(table, "seal", seal="00" * 32), 409, "not-now")
        self.assertEqual(created[0]["commitment"], created[1]["commitment"])
        self.assertEqual(created[0]["deck"], {"tournament": path.rsplit("/", 1)[1], "round": 1, "number": 1})
        self.kill(*people)
        self.assertEqual(*[self.drawn(first, table) for table, (first, _) in tables])

        # 2. The first one ends: only its players see it, and not even they the secret.
        (early, players), (late, others) = tables
        self.status(players[0].act(early, "leave"), 200)
        wait_until(lambda: sum(found["end"] == "open" for found in self.told(path)["encounters"]) == 1)
        for client in (self.client(), *others):
            for answer in self.views(client, early):
                self.assertIn("the same tiles", self.status(answer, 409, "not-now").json["text"])
        self.assertNotIn("[Secret", self.record(players[1], early))
        log = self.status(players[1].get("/api/v1/tables/" + early), 200).json["entries"]
        self.assertNotIn("secret", next(entry for entry in log if entry["type"] == "over"))
        self.assertTrue(all("table" not in found for found in self.told(path)["encounters"]))

        # 3. The round is over: everybody sees both, and each record proves the chance.
        self.status(others[0].act(late, "leave"), 200)
        wait_until(lambda: all(found["end"] != "open" for found in self.told(path)["encounters"]))
        records = [self.record(self.client(), table) for table in (early, late)]
        secrets = [next(line for line in record.split("\n") if line.startswith("[Secret")) for record in records]
        self.assertEqual(*secrets)
        for record in records:
            done = subprocess.run([TESSERA, "verify", "-"], input=record, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            command = [sys.executable, VERIFY, "/dev/stdin"]
            done = subprocess.run(command, input=record, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.client().get("/api/v1/tables/" + early).status, 200)

        # 4. What is played again then has a chance of its own; the next round another one, which the tournament proves.
        self.done(people[0], path, "void", encounter=1, reason="again")
        again = self.sit(tables[0][1][0], path, 1)["table"]
        log = self.status(self.client().get("/api/v1/tables/" + again), 200).json["entries"]
        self.assertNotIn("deck", log[0])
        self.done(people[0], path, "result", encounter=1, forfeit="first")
        self.done(people[0], path, "close")
        secret = bytes.fromhex(self.told(path)["secret"])
        message = b"tessera deck 1" + (1).to_bytes(4, "little") * 2
        deck = hashlib.blake2b(message, key=secret, digest_size=32).hexdigest()
        self.assertEqual(secrets[0], '[Secret "%s"]' % deck)

    def test_a_shared_deck_counts_for_no_rating(self):
        """An organizer who closes the tournament reveals the rest of the deck."""
        ann, ben = self.player("Ann"), self.player("Ben")
        path = self.open(ann, rounds=1, same_decks=True, setup=RATED_SETUP)
        for client in (ann, ben):
            self.done(client, path, "enter")
        self.done(ann, path, "pair", round=1)
        held = [self.sit(client, path, 1) for client in (ann, ben)]
        self.done(ann, path, "close")
        self.assertIn("secret", self.told(path))
        self.status(ben.act(held[0]["table"], "leave"), 200)
        game = wait_until(lambda: ben.get("/api/v1/players/me/games").json["games"])[0]
        self.assertNotIn("rated", game)

    def test_where_it_cannot_be(self):
        ann = self.player("Ann")
        for settings in ({"setup": None}, {"form": "arena", "rounds": None, "period": 60}):
            body = {"id": new_id(), "settings": {"name": "A", "same_decks": True,
                                                 **{name: value for name, value in {**SWISS, **settings}.items() if value is not None}}}
            self.assertIn("same_decks: only", self.status(ann.ask("POST", PATH, body), 400).json["text"])
        setup = {**DUEL, "deck": {"tournament": "a" * 16, "round": 1, "number": 1}}
        self.status(ann.create(setup), 400, "bad-request")  # nobody asks for the deck of others
        self.status(ann.create(DUEL, deck=setup["deck"]), 400, "bad-request")


class ArenaTest(TournamentTest):
    """As many games as one likes."""

    def test_two_who_are_ready_play(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        path = self.open(ann, form="arena", rounds=None, period=60)
        for client in (ann, ben):
            self.done(client, path, "enter")
        self.refused(ben, path, "ready", 409, "no arena", yes=True)
        self.done(ann, path, "pair", round=1)
        self.done(ben, path, "ready", yes=True)
        self.assertTrue(self.told(path)["entrants"][1]["ready"])
        self.done(ann, path, "ready", yes=True)
        frame = self.client().get(path.replace("/api/v1/tournaments", "/tournament"))
        self.assertNotIn("Round", self.status(frame, 200).body.decode())
        found = self.told(path)["encounters"]
        self.assertEqual((len(found), "until" in found[0]), (1, True))
        one, two = (ann, ben) if found[0]["first"] == 1 else (ben, ann)
        self.play(path, 1, one, two)
        wait_until(lambda: self.told(path)["encounters"][0]["end"] == "second")
        for client in (ann, ben):
            self.done(client, path, "ready", yes=True)
        self.assertEqual(self.told(path)["encounters"][1]["first"], found[0]["second"])


class FrameTest(TournamentTest):
    """A page without scripts, which other sites may frame."""

    def test_the_page(self):
        ann = self.player("Ann")
        path = self.open(ann, name="<Friday> & \"more\"")
        for number in range(4):
            self.done(ann, path, "enter", name="Guest <%d>" % number)
        self.done(ann, path, "pair", round=1)
        self.done(ann, path, "result", encounter=1, games=[[70, 61]])
        frame = path.replace("/api/v1/tournaments", "/tournament")
        answer = self.status(self.client().get(frame + "?lang=de"), 200)
        page = answer.body.decode()
        self.assertIn("<title>&#60;Friday&#62; &#38; &#34;more&#34;</title>", page)
        self.assertIn("<td>70:61</td>", page)
        self.assertIn("Runde 1 von 3", page)
        self.assertNotIn("<script", page)
        self.assertNotIn("Guest <", page)
        policy = answer.headers["Content-Security-Policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("frame-ancestors", policy)
        self.assertEqual(self.client().ask("GET", frame, headers={"If-None-Match": answer.headers["ETag"]}).status, 304)
        self.status(self.client().get("/tournament/" + "a" * 16), 404, "no-tournament")


class ImportTest(TournamentTest):
    """What a server writes of a tournament, it reads again: the standings are the same."""

    def test_files_of_all_kinds(self):
        ann = self.player("Ann")
        path = self.open(ann, setup=None, rounds=2, tie_breaks=["buchholz", "sonneborn", "wins"])
        self.done(ann, path, "enter")
        for number in range(6):
            self.done(ann, path, "enter", name="Guest %d" % number, rating=1700 + number)
        for number in (1, 2):
            self.done(ann, path, "pair", round=number)
            for found in self.of_round(path, number):
                if "bye" not in found:
                    self.done(ann, path, "result", encounter=found["encounter"], games=[[60 + found["encounter"], 55]])
        told = self.told(path)
        texts = [self.status(self.client().get(path + view), 200).body.decode() for view in ("/csv", "/trf")]
        for members in ({"file": told}, *({"settings": told["settings"], "file": text} for text in texts)):
            answer = self.status(ann.ask("POST", PATH, {"id": new_id(), **members}), 201).json
            again = PATH + "/" + answer["tournament"]

            def standings(of):
                return [[row[member] for member in ("place", "entrant", "name", "score", "values")]
                        for row in self.told(of, "/standings")["standings"]]

            self.assertEqual(standings(again), standings(path))
            self.assertTrue(all("player" not in found for found in self.told(again)["entrants"]))

    def test_an_address_opens_no_more_than_may_be(self):
        """A closed tournament does not count for its player. A busy machine earns a few more meanwhile."""
        ann, ben = self.player("Ann"), self.player("Ben")
        file = {"settings": {"name": "A", "form": "knockout"}, "state": "closed", "entrants": [], "encounters": []}
        opened = 0
        while (answer := ann.ask("POST", PATH, {"id": new_id(), "file": file})).status == 201:
            opened += 1
            self.assertLess(opened, 100)
        self.status(answer, 429, "too-often")
        self.assertGreaterEqual(opened, 60)
        self.status(ben.ask("POST", PATH, {"id": new_id(), "file": file}), 429, "too-often")

    def test_a_file_of_others_changes_nothing(self):
        ann = self.player("Ann")
        settings = {name: value for name, value in SWISS.items() if name != "setup"}
        for file, words in (("round,white,black\n1,Ann,Ben\n", "expected the columns entrant, name"),
                            ("012 Friday\n999 Elo\n", "expected a line of 001"), ("", "expected the columns")):
            body = {"id": new_id(), "settings": settings, "file": file}
            answer = self.status(ann.ask("POST", PATH, body), 400)
            self.assertIn(words, answer.json["text"])
        self.assertEqual(ann.get(PATH).json["own"], [])


class HostTest(TournamentTest):
    """The host gives a tournament another name, and closes it."""

    def test_the_host(self):
        self.server.stop()
        self.server = Server(*UNLIMITED, "--host-token", "a-token-of-the-host")
        ann, host = self.player("Ann"), self.client("a-token-of-the-host")
        path = self.open(ann)
        tournament = path.rsplit("/", 1)[1]

        def act(kind, status, **more):
            body = {"id": new_id(), "type": kind, "tournament": tournament, "text": "rude", **more}
            return self.status(host.ask("POST", "/api/v1/host/actions", body), status).json

        act("rename", 400)
        act("end", 404, tournament="a" * 16)
        act("end", 400, tournament="A")
        self.assertIn("\"name\":\"Saturday\"", act("rename", 200, name="Saturday")["acts"][0]["act"])
        self.assertEqual(self.told(path)["name"], "Saturday")
        act("end", 200)
        self.assertEqual(self.told(path)["state"], "closed")
        self.assertEqual(act("end", 200)["acts"][0]["number"], 3)
        self.assertEqual([entry["type"] for entry in self.told(path, "/log")["entries"]], ["opened", "renamed", "closed"])


class PageTest(PlayersTest):
    """docs/do/run-a-tournament.md, followed to the letter."""

    def test_the_page(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        told = subprocess.run([sys.executable, root / "tests/docs/tutorial.py", "do/run-a-tournament.md"], cwd=root / "docs",
                              env={**os.environ, "TESSERA": TESSERA, "SERVER": "http://127.0.0.1:%d" % self.server.port},
                              capture_output=True, text=True, check=False)
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)


if __name__ == "__main__":
    unittest.main()
