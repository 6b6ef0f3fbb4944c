"""The interface of tables: to open one, to sit down, to play, and to ask for its state.

    TESSERA=build/debug/tessera python3 tests/server/api_tables.py
"""
import unittest

from api_base import HOST_TOKEN, TWO, WITH_COMPUTER, InterfaceTest
from server import Server, begin, new_id


class TableTest(InterfaceTest):
    """Requests at a table, from its list to its last turn."""

    def test_create_and_list(self):
        table, _, _ = self.table({**TWO, "public": True})
        hidden, _, _ = self.table({**TWO, "public": False})
        listed = [entry["table"] for entry in self.status(self.client.get("/api/v1/tables"), 200).json["tables"]]
        self.assertIn(table, listed)
        self.assertNotIn(hidden, listed)
        self.status(self.client.create({"game": "chess", "seats": []}), 400, "bad-request")

    def test_same_request_same_answer(self):
        body = {"id": new_id(), "setup": TWO, "name": "Anna"}
        one, two = (self.client.ask("POST", "/api/v1/tables", body) for _ in range(2))
        self.assertEqual(one.json, two.json)
        self.assertEqual(len(self.client.get(self.path(one.json["table"])).json["entries"]), 2)
        self.client.ask("POST", self.path(one.json["table"], "/recover"), {"id": new_id(), "recovery": one.json["recovery"]})
        self.status(self.client.ask("POST", "/api/v1/tables", body), 409, "not-now")

    def test_log_and_record(self):
        table, _, held = self.table()
        log = self.status(self.client.get(self.path(table)), 200).json
        self.assertEqual([entry["type"] for entry in log["entries"]], ["created", "sat"])
        self.status(self.client.get(self.path("a" * 16)), 404, "no-table")
        self.status(self.client.get(self.path("a" * 16, "/record")), 404, "no-table")
        self.status(self.client.get(self.path(table, "/record")), 409, "not-now")
        other = self.client.sit(table).json
        begin(table, {1: self.server.client(held["token"]), 2: self.server.client(other["token"])})
        self.status(self.client.get(self.path(table, "/record")), 200)

    def test_state(self):
        """A program without rules finds its turn in the state, and has it taken."""
        table, client, _ = self.table({**WITH_COMPUTER, "options": ["fields", "abbot"]})
        state = self.path(table, "/state")
        waiting, _, _ = self.table()
        self.status(self.client.get(self.path("a" * 16, "/state")), 404, "no-table")
        self.status(self.client.get(self.path(waiting, "/state")), 409, "not-now")
        begin(table, {1: client})
        begun = self.status(self.client.get(state), 200).json
        self.assertEqual((begun["table"], begun["at"], begun["turns"], begun["state"]["phase"]), (table, 0, [], "draw"))
        self.status(client.act(table, "draw"), 200)
        drawn = self.status(self.client.get(state), 200).json
        self.assertEqual((drawn["state"]["seat"], drawn["state"]["phase"]), (1, "place"))
        self.assertTrue(all(turn.startswith(drawn["state"]["tile"] + "@") for turn in drawn["turns"]))
        move = next(turn for turn in drawn["turns"] if not turn.endswith("=none"))
        self.status(client.act(table, "move", move=move, at=drawn["at"], seen=drawn["seq"]), 200)
        moved = self.status(self.client.get(state), 200).json
        log = self.status(self.client.get(self.path(table)), 200).json["entries"]
        self.assertIn((1, move), [(entry["seat"], entry["words"][0]) for entry in log if entry["type"] == "moved"])
        self.assertGreater(moved["seq"], drawn["seq"])

    def test_sit_and_recover(self):
        table, _, held = self.table()
        self.status(self.client.sit("a" * 16), 404, "no-table")
        self.status(self.client.sit(table, seat=9), 400, "bad-request")
        self.status(self.client.sit(table, "x" * 25), 400, "bad-request")
        self.assertEqual(self.status(self.client.sit(table), 201).json["seat"], 2)
        self.status(self.client.sit(table), 409, "not-now")
        recover = self.path(table, "/recover")
        again = self.status(self.client.ask("POST", recover, {"id": new_id(), "recovery": held["recovery"]}), 200).json
        self.assertEqual(again["seat"], 1)
        self.assertNotEqual(again["token"], held["token"])
        self.status(self.server.client(held["token"]).act(table, "say", text="old"), 403, "wrong-token")
        self.status(self.server.client(again["token"]).act(table, "say", text="new"), 200)
        self.status(self.client.ask("POST", recover, {"id": new_id(), "recovery": "A" * 43}), 403, "wrong-token")
        self.status(self.client.ask("POST", recover, {}), 400, "bad-request")
        self.status(self.client.ask("POST", self.path("a" * 16, "/recover"), {"id": new_id(), "recovery": "A" * 43}), 404, "no-table")

    def test_actions(self):
        table, client, _ = self.table(WITH_COMPUTER)
        self.status(self.client.act(table, "draw"), 401, "no-token")
        self.status(self.server.client("A" * 43).act(table, "draw"), 403, "wrong-token")
        self.status(client.act("a" * 16, "draw"), 404, "no-table")
        self.status(client.act(table, "dance"), 400, "bad-request")
        self.status(client.act(table, "rematch"), 409, "not-now")
        self.status(client.act(table, "contribute", contribution="00" * 16), 409, "not-now")
        begin(table, {1: client})
        self.status(client.act(table, "contribute", contribution="00" * 16), 409, "not-now")
        self.status(client.act(table, "draw"), 200)
        self.status(client.act(table, "move", move="A@99,99r0=none", at=1), 422, "bad-move")
        self.status(client.act(table, "say", text="Good luck <b>&"), 200)
        self.status(self.client.act(table, "say", text="hello", name="Eve"), 200)
        self.status(client.act(table, "mute", seat=2, yes=True), 200)
        self.status(client.act(table, "leave"), 200)
        self.status(client.act(table, "return"), 200)

    def test_the_opener_changes_what_is_played(self):
        table, client, _ = self.table()
        changed = {"options": [], "clock": {"kind": "move", "seconds": 60}}
        self.status(client.act(table, "set-up", **changed), 200)
        entry = self.client.get(self.path(table)).json["entries"][-1]
        self.assertEqual(entry["type"], "changed")
        self.assertEqual({name: entry["setup"][name] for name in changed}, changed)

    def test_order(self):
        table, client, _ = self.table()
        report, reports = {"seat": 2, "text": "rude"}, self.path(table, "/reports")
        self.status(client.ask("POST", reports, report), 200)
        self.status(client.ask("POST", reports, {"seat": 2}), 400, "bad-request")
        self.status(self.client.ask("POST", reports, report), 401, "no-token")
        self.status(self.server.client("A" * 43).ask("POST", reports, report), 403, "wrong-token")
        self.status(client.ask("POST", self.path("a" * 16, "/reports"), report), 404, "no-table")
        self.status(self.client.get("/api/v1/acts"), 200)
        host, actions = self.server.client(HOST_TOKEN), "/api/v1/host/actions"
        listed = self.status(host.get("/api/v1/host"), 200).json["reports"]
        settle = {"id": new_id(), "type": "settle", "report": listed[0]["report"], "text": "done"}
        self.status(host.get("/api/v1/host?name=%20"), 400, "bad-request")
        self.status(host.ask("POST", actions, settle), 200)
        self.status(host.ask("POST", actions, {**settle, "type": "dance"}), 400, "bad-request")
        self.status(host.ask("POST", actions, {"id": new_id(), "type": "close", "table": "a" * 16, "text": "x"}), 404, "no-table")
        self.status(host.ask("POST", actions, b" " * 20000), 413, "too-large")
        for token, status in ((None, 401), ("x" * 20, 403)):
            self.status(self.server.client(token).get("/api/v1/host"), status)
            self.status(self.server.client(token).ask("POST", actions, settle), status)
        without = Server()
        self.addCleanup(without.stop)
        self.status(without.client(HOST_TOKEN).get("/api/v1/host"), 404, "no-such-path")

    def test_turns_are_prepared(self):
        days = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": {"kind": "days", "days": 3}}
        table, client, _ = self.table(days)
        path, turn = self.path(table, "/prepared"), {"move": "U@1,0r0=none", "yes": True}
        self.status(client.ask("POST", path, turn), 409, "not-now")
        self.status(client.get(path), 409, "not-now")
        guest = self.server.client(self.status(self.client.sit(table), 201).json["token"])
        self.addCleanup(guest.close)
        begin(table, {1: client, 2: guest})
        self.assertEqual(self.status(client.ask("POST", path, turn), 200).json, {"prepared": True})
        self.assertEqual(self.status(client.get(path), 200).json, {"moves": [turn["move"]]})
        self.assertEqual(self.status(guest.get(path), 200).json, {"moves": []})
        self.status(client.ask("POST", path, {**turn, "move": "U@9,9r0=none"}), 422, "bad-move")
        self.status(client.ask("POST", path, {"move": turn["move"]}), 400, "bad-request")
        self.status(client.ask("POST", path, {**turn, "move": "x" * 20000}), 413, "too-large")
        for one, code, word in ((self.client, 401, "no-token"), (self.server.client("A" * 43), 403, "wrong-token")):
            self.status(one.get(path), code, word)
            self.status(one.ask("POST", path, turn), code, word)
        self.status(client.get(self.path("a" * 16, "/prepared")), 404, "no-table")
        self.status(client.ask("POST", self.path("a" * 16, "/prepared"), turn), 404, "no-table")
        self.assertEqual(self.status(client.ask("POST", path, {**turn, "yes": False}), 200).json, {"prepared": False})
        self.assertEqual(self.status(client.get(path), 200).json, {"moves": []})

    def test_notices(self):
        table, client, _ = self.table()
        wish = {"kind": "webhook", "url": "https://example.com/hook", "yes": True}
        path = self.path(table, "/notices")
        self.assertEqual(self.status(client.ask("POST", path, wish), 200).json, {"notices": 1})
        self.assertEqual(self.status(client.ask("POST", path, wish), 200).json, {"notices": 1})
        for url in ("http://example.com/", "https://example.com:8443/", "https://a:b@example.com/", "ftp://example.com/", "x"):
            self.status(client.ask("POST", path, {**wish, "url": url}), 400, "bad-request")
        self.status(self.client.ask("POST", path, wish), 401, "no-token")
        self.status(self.server.client("A" * 43).ask("POST", path, wish), 403, "wrong-token")
        self.status(client.ask("POST", self.path("a" * 16, "/notices"), wish), 404, "no-table")
        for number in range(3):
            self.status(client.ask("POST", path, {**wish, "url": "https://example.com/%d" % number}), 200)
        self.status(client.ask("POST", path, {**wish, "url": "https://example.com/more"}), 409, "too-much")
        self.assertEqual(self.status(client.ask("POST", path, {**wish, "yes": False}), 200).json, {"notices": 3})

    def test_turns(self):
        loses = {"kind": "game", "seconds": 600, "increment": 0, "loses": True}
        table, client, held = self.table({**WITH_COMPUTER, "clock": loses})
        seats = [{"table": table, "token": held["token"]}, {"table": table, "token": "A" * 43}, {"table": "a" * 16, "token": ""}]
        told = self.status(self.client.ask("POST", "/api/v1/turns", {"seats": seats}), 200).json["tables"]
        anna = {"name": "Anna", "there": False}
        self.assertEqual(told, [{"table": table, "seat": 1, "state": "waiting", "task": "seal", "seats": [anna, {"name": "", "level": 1}]},
                                {"table": table, "seat": 0}, {"table": "a" * 16, "seat": 0}])
        begin(table, {1: client})
        ask = lambda: self.client.ask("POST", "/api/v1/turns", {"seats": seats[:1]}).json["tables"][0]
        self.assertEqual((ask()["task"], ask()["turn"]), ("draw", 1))
        client.act(table, "draw")
        self.assertEqual((ask()["task"], ask()["turn"]), ("move", 1))
        self.assertNotIn("scores", ask())
        client.act(table, "leave")
        over = ask()
        self.assertEqual([over.get(name) for name in ("state", "task", "turn", "scores", "lost", "why")],
                         ["over", "", None, [0, 0], 1, "left"])
        self.status(self.client.ask("POST", "/api/v1/turns", {"seats": seats * 7}), 400, "bad-request")

    def test_turns_after_leaving(self):
        table, client, held = self.table(WITH_COMPUTER)
        begin(table, {1: client})
        seats = [{"table": table, "token": held["token"]}]
        levels = lambda: ["level" in seat for seat in self.client.ask("POST", "/api/v1/turns", {"seats": seats}).json["tables"][0]["seats"]]
        self.assertEqual(levels(), [False, True])
        client.act(table, "leave")
        self.assertEqual(levels(), [True, True])
        client.act(table, "return")
        self.assertEqual(levels(), [False, True])


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
