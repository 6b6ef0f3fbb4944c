"""The interface of streams: entries, absences, and the people who watch.

    TESSERA=build/debug/tessera python3 tests/server/api_streams.py
"""
import json
import unittest

from api_base import TWO, InterfaceTest
from schema import Interface
from server import Stream


class StreamTest(InterfaceTest):
    """What a stream sends, and which of its readers the list of tables names."""

    def test_streams(self):
        table, client, _ = self.table()
        stream = Stream(self.server.port, table, client.token)
        self.assertEqual([entry["type"] for entry in stream.head["entries"]], ["created", "sat"])
        client.act(table, "say", text="one")
        self.assertEqual(next(iter(stream))["text"], "one")
        stream.close()
        stream = Stream(self.server.port, table, since=2)
        self.assertEqual([entry["seq"] for entry in stream.head["entries"]], [3])
        stream.close()
        events = Stream(self.server.port, table, since=1, accept="text/event-stream")
        lines = [events.line() for _ in range(5)]
        self.assertEqual([line[:3] for line in lines], ["ret", "id:", "dat", "id:", "dat"])
        self.assertEqual(lines[1], "id: 2\n")
        events.close()
        self.status(self.client.get(self.path("a" * 16, "/events")), 404, "no-table")
        self.status(self.client.get(self.path(table, "/events?since=x")), 400, "bad-request")
        at = self.client.get(self.path(table, "")).json["entries"][2]["at"]
        for ahead in ({"since": 4}, {"last": 99}, {"since": 3, "at": at + 1}):  # a client would wait for the end of a stream
            stream = Stream(self.server.port, table, **ahead)
            self.assertEqual(stream.status, 409, ahead)
            self.assertEqual(json.loads(stream.line())["error"], "ahead")
            stream.close()
        self.status(self.client.get(self.path(table, "/events?since=4")), 409, "ahead")
        self.status(self.client.get(self.path(table, "/events?since=3&at=x")), 400, "bad-request")
        stream = Stream(self.server.port, table, since=3, at=at)
        self.assertEqual(stream.head["entries"], [])
        stream.close()
        for name in ("a%00b", "%0A", "%F0", "x" * 25):
            self.status(self.client.get(self.path(table, "/events?name=" + name)), 400, "bad-request")
        self.status(self.client.get(self.path(table, "/events?away=yes")), 400, "bad-request")
        self.status(self.server.client("A" * 43).get(self.path(table, "/events")), 403, "wrong-token")

    def test_absences(self):
        """A reader that closes its stream is away before the server has looked for dead connections, every 15 s."""
        table, client, _ = self.table()
        guest = self.status(self.client.sit(table), 201).json
        other = Stream(self.server.port, table, guest["token"])
        streams = [Stream(self.server.port, table, client.token, away=1, accept=accept)
                   for accept in ("application/x-ndjson", "text/event-stream")]
        unasked = Stream(self.server.port, table, client.token)
        other.close()
        told = streams[0].reply.readline()
        self.assertNotEqual(told, b"\n", "nothing was told until the stream had to be kept open")
        [absence] = json.loads(told)["away"]
        self.assertEqual(absence["seat"], guest["seat"])
        self.assertEqual(set(absence), {"seat", "since", "until"})
        interface = Interface()
        schema = interface.find("#/components/schemas/Away")
        self.assertEqual(interface.faults(schema, json.loads(told)), [])
        self.status(self.server.client(guest["token"]).act(table, "say", text="here"), 200)
        while not (line := streams[1].line()).startswith("event: "):
            pass
        self.assertEqual(line, "event: away\n")
        self.assertEqual(json.loads(streams[1].line()[len("data: "):]), json.loads(told))
        other = Stream(self.server.port, table, guest["token"])
        self.assertEqual(next(entry for entry in unasked)["text"], "here")
        for line in streams[0]:
            if line.get("away") == []:
                break
        for stream in [*streams, other, unasked]:
            stream.close()

    def test_watchers_are_listed(self):
        table, client, _ = self.table({**TWO, "public": True})
        longest = "\N{GRINNING FACE}" * 24
        streams = [Stream(self.server.port, table, name=name) for name in ("Zo\u00eb & Co", "ANNA", longest, None)]
        streams.append(Stream(self.server.port, table, client.token, name="Ben"))
        listed = self.status(self.client.get("/api/v1/tables"), 200).json["tables"]
        watching, there = next((item["watching"], item["there"]) for item in listed if item["table"] == table)
        self.assertEqual(there, 1)
        self.assertEqual(watching, {"count": 4, "names": [longest, "ANNA (2)", "Zo\u00eb & Co"]})
        for stream in streams:
            stream.close()

    def test_a_watcher_is_removed(self):
        table, client, _ = self.table({**TWO, "public": True})
        stream = Stream(self.server.port, table, name="Eve")
        entry = self.status(self.client.act(table, "say", text="hello", name="Eve"), 200).json["seq"]
        self.status(client.act(table, "silence", yes=True, remove=True), 400, "bad-request")
        self.status(client.act(table, "silence", yes=True, entry=entry, remove=True), 200)
        self.assertTrue(any(told.get("removed") for told in stream.until_end()))
        stream.close()
        self.status(self.client.get(self.path(table, "/events")), 403, "removed")
        self.status(self.client.sit(table), 403, "removed")
        log = self.status(self.client.get(self.path(table)), 200).json["entries"]
        self.assertEqual((log[-1]["type"], log[-1]["name"], log[-1]["removed"]), ("hushed", "Eve", True))
        self.status(client.act(table, "silence", yes=False, entry=entry), 200)
        Stream(self.server.port, table).close()


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
