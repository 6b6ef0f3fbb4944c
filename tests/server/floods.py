"""More than a server can take: floods, slow clients and those who want all of it. Each gets its share, and others are served
as before. The rows of docs/understand/security.md name these.

    TESSERA=build/debug/tessera python3 tests/server/floods.py
"""
import contextlib
import json
import os
import re
import shutil
import socket
import tempfile
import threading
import time
import unittest

import api_base
from attack import HEAD, SETUP, Attack
from server import PATIENCE, Candle, Server, Stream, UNLIMITED, new_id, wait_until


class SlowRateTest(Attack):
    options = ("--rate-per-address", "1")

    def test_a_table_is_possible(self):
        self.assertEqual(self.anyone.create(SETUP).status, 201)

    def check_alive(self):
        """No more requests than one are left."""
        self.assertIsNone(self.server.process.poll())


class FloodTest(Attack):
    options = ("--rate-per-address", "6", "--rate-per-token", "1", "--streams-per-address", "3",
               "--connections-per-address", "20")

    def check_alive(self):
        self.assertIsNone(self.server.process.poll())
        wait_until(lambda: self.server.client().get("/healthz").status == 200)

    def until_refused(self, ask, taken=200):
        """The answers up to the first 429, which comes on a slow machine, too: some requests a second suffice."""
        answers = [wait_until(lambda: answer if (answer := ask()).status == taken else None)]
        while answers[-1].status == taken:
            answers.append(ask())
        self.assertEqual(answers[-1].status, 429)
        return answers

    def test_requests_of_an_address(self):
        client = self.server.client()
        self.until_refused(lambda: client.get("/api/v1/info"))

    def test_actions_of_a_token(self):
        table, (client, _) = self.table()
        answers = self.until_refused(lambda: client.act(table, "say", text="x"))
        log = wait_until(lambda: answer if (answer := self.anyone.get("/api/v1/tables/" + table)).status == 200 else None)
        self.assertEqual(log.json["seq"], answers[-2].json["seq"])

    def test_tables_of_an_address(self):
        self.until_refused(lambda: self.server.client().create(SETUP), 201)

    def test_streams_of_an_address(self):
        table = self.anyone.create(SETUP).json["table"]
        streams = [Stream(self.server.port, table) for _ in range(3)]
        answer = self.anyone.get("/api/v1/tables/%s/events" % table)
        self.refused(answer, 429)
        for stream in streams:
            stream.close()

    def test_connections_of_an_address(self):
        """Those that an address may have are answered, others are closed; once they end there is room for others."""
        opened, answered = [self.server.connect() for _ in range(60)], 0
        for connection in opened:
            try:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                answered += connection.recv(8) == b"HTTP/1.1"
            except ConnectionError:
                pass
        self.assertEqual(answered, 20)
        for connection in opened:
            connection.close()

        def is_answered():
            with contextlib.suppress(ConnectionError):
                return self.server.client().get("/healthz").status

        wait_until(is_answered)


class FullTest(Attack):
    options = UNLIMITED + ("--connections", "30", "--connections-per-address", "10")

    def test_slow_addresses_make_room(self):
        """Three addresses that send nothing hold all connections that are possible: the others wait a moment, and not until
        the time for a slow request is over."""
        self.anyone.close()
        slow = [self.server.connect(source_address=("127.0.0.%d" % (2 + number // 10), 0)) for number in range(30)]
        for connection in slow:
            connection.sendall(b"GET /healthz HTTP/1.1\r\n")
        candle = Candle()
        self.addCleanup(candle.put_out)
        self.assertEqual(self.server.client().get("/healthz").status, 200)
        self.assertTrue(candle.burns())
        for connection in slow:
            connection.close()

    def test_too_few_connections_are_told(self):
        self.server.client().get("/healthz")
        self.assertIn("30 connections are possible, and 3 addresses can hold them all", self.server.told())


class NetworkTest(Attack):
    """A holder of an IPv6 network has 65,536 networks /64, and the server counts each of those as an address."""
    options = ("--trust-proxy", "--streams-per-address", "2", "--connections-per-address", "3", "--rate-per-address", "10")

    @staticmethod
    def asker(network, number):
        return {"X-Forwarded-For": "2001:db8:%x:%x::1" % (network, number)}

    def until_refused(self, network):
        """Requests of ever other addresses of the network; the last answer, which is a refusal, or the 1,000th."""
        client = self.server.client()
        for number in range(1000):
            answer = client.get("/api/v1/tables", **self.asker(network, number))
            if answer.status != 200:
                break
        return answer

    def hold(self, path, network, number):
        """The status of a stream that stays open."""
        connection = self.server.client().connection
        connection.request("GET", path, headers=self.asker(network, number))
        answer = connection.getresponse()
        self.addCleanup(answer.close)
        return answer.status

    def test_requests_of_a_network(self):
        self.refused(self.until_refused(1), 429)
        self.assertEqual(self.anyone.get("/api/v1/tables", **self.asker(2, 1)).status, 200)

    def test_streams_of_a_network(self):
        path = "/api/v1/tables/%s/events" % self.anyone.create(SETUP).json["table"]
        statuses = [self.hold(path, 1, number) for number in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6)]
        self.assertEqual(statuses, [200, 200, 429] + 6 * [200] + 2 * [429])
        self.assertEqual(self.hold(path, 2, 1), 200)


class ShareTest(Attack):
    """A client pays for what costs the server more than a request: large logs, and streams to which much comes."""
    rate, streams = 5, 40
    options = ("--trust-proxy", "--streams-per-address", str(streams), "--rate-per-address", str(rate), "--rate-per-token", "0", "--seats-per-address", "0",
               "--metrics-token", api_base.METRICS_TOKEN)

    def setUp(self):
        super().setUp()
        self.asked = 0

    def ask(self, method, path, body=None, token=None):
        """From an address that has asked for nothing yet."""
        self.asked += 1
        told = {"X-Forwarded-For": "198.51.%d.%d" % (self.asked // 250, self.asked % 250)}
        client = self.server.client(token)
        answer = client.ask(method, path, body, told)
        client.close()
        return answer

    def table_with_log(self, lines, text):
        """A table that waits for two, with a log of talk."""
        held = self.ask("POST", "/api/v1/tables", {"id": new_id(), "setup": SETUP, "name": "Anna"}).json
        other = self.ask("POST", "/api/v1/tables/%s/seats" % held["table"], {"id": new_id(), "name": "Ben"}).json
        for i in range(lines):
            self.say(held["table"], (held, other)[i % 2]["token"], text)
        return held["table"], held["token"]

    def say(self, table, token, text):
        body = {"id": new_id(), "type": "say", "text": text}
        self.assertEqual(self.ask("POST", "/api/v1/tables/%s/actions" % table, body, token).status, 200)

    def until_refused(self, path, address, cost):
        """How often it is answered in a row from one address, which pays so much for each; at most as often as it may."""
        begun, answered = time.monotonic(), 0
        while True:
            connection = self.server.connect()
            self.addCleanup(connection.close)
            connection.sendall(("GET %s HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n" % (path, address)).encode())
            status = connection.recv(12)[9:]
            if status != b"200":
                break
            answered += 1
        self.assertEqual(status, b"429")
        self.assertLessEqual(answered, 1 + self.rate * (10 + time.monotonic() - begun) / cost)
        return answered

    def test_large_logs(self):
        table, _ = self.table_with_log(20, "\u6f22" * 500)
        path = "/api/v1/tables/" + table
        units = len(self.ask("GET", path).body) // 16384
        self.assertGreater(units, 0)
        self.assertGreater(self.until_refused(path, "203.0.113.8", 2 + units), 1)
        self.assertGreater(self.until_refused(path + "/events", "203.0.113.9", 1 + units), 1)
        self.assertEqual(self.until_refused(path + "/events?since=20", "203.0.113.10", 1), self.streams)

    def test_streams_to_which_much_comes(self):
        """Each gets every entry, and the more at once the more often they would be sent."""
        table, token = self.table_with_log(0, "")
        streams, lines = [], 60
        for _ in range(6):
            stream = self.server.connect()
            self.addCleanup(stream.close)
            stream.sendall(b"GET /api/v1/tables/%s/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
                           b"X-Forwarded-For: 203.0.113.7\r\n\r\n" % table.encode())
            streams.append([stream, stream.recv(65536)])
        begun, before = time.monotonic(), self.writes()
        talkers = [threading.Thread(target=self.say, args=(table, token, "line %d" % i)) for i in range(lines)]
        for talker in talkers:
            talker.start()
        for talker in talkers:
            talker.join()
        last, told = json.loads(self.ask("GET", "/api/v1/tables/" + table).body)["seq"], time.monotonic()
        for stream in streams:
            while b"id: %d\n" % last not in stream[1]:
                stream[1] += stream[0].recv(65536)
            seen = [int(number) for number in re.findall(rb"^id: (\d+)$", stream[1], re.MULTILINE)]
            self.assertEqual(seen, list(range(1, last + 1)))
        self.assertLess(time.monotonic() - told, 14, "it came only as the stream said that it lives, which is after 15 s")
        writes = self.writes() - before
        self.assertLessEqual(writes, 10 * self.rate * (2 + time.monotonic() - begun))
        self.assertLess(writes, len(streams) * lines)

    def writes(self):
        figures = self.ask("GET", "/metrics", None, api_base.METRICS_TOKEN).body
        return int(re.search(rb"^tessera_stream_writes_total (\d+)$", figures, re.MULTILINE)[1])


class ManyTablesTest(Attack):
    options = (*UNLIMITED, "--tables", "2")

    def test_tables_of_all(self):
        tables = [self.anyone.create(SETUP).json for _ in range(2)]
        self.refused(self.anyone.create(SETUP), 429)
        self.assertEqual(self.server.client(tables[0]["token"]).act(tables[0]["table"], "leave").status, 200)
        self.assertEqual(self.anyone.create(SETUP).status, 201)


class SquatterTest(Attack):
    options = UNLIMITED[:-2] + ("--seats-per-address", "3")

    def test_seats_of_an_address(self):
        tables = [self.anyone.create(SETUP).json for _ in range(2)]
        self.assertEqual(self.anyone.sit(tables[0]["table"]).status, 201)
        for answer in (self.anyone.sit(tables[1]["table"]), self.anyone.create(SETUP)):
            self.refused(answer, 429)
            self.assertEqual(answer.json["error"], "too-many-seats")
        self.assertEqual(self.server.client(tables[1]["token"]).act(tables[1]["table"], "leave").status, 200)
        self.assertEqual(self.anyone.create(SETUP).status, 201)

    def test_a_rematch_is_kept_for_who_played(self):
        """A watcher hears of the next table as soon as the players do, and asks for the seat under a player's name."""
        table, (anna, ben) = self.table({**SETUP, "clock": {"kind": "game", "seconds": 600, "increment": 0, "loses": True}})
        self.assertEqual(ben.act(table, "leave").status, 200)
        following = anna.act(table, "rematch").json["table"]
        for seat in ({}, {"seat": 1}):
            self.refused(self.anyone.sit(following, "Ben", **seat), 409)
        self.refused(anna.sit(following, "Ben", seat=1), 409)
        self.assertEqual(ben.sit(following, "Ben").json["seat"], 1)

    def test_coming_and_going_at_a_table(self):
        table = self.anyone.create(SETUP).json["table"]
        done = 0
        while (answer := self.anyone.sit(table)).status == 201 and done < 40:
            done += self.server.client(answer.json["token"]).act(table, "leave").status == 200
        self.assertEqual(answer.json["error"], "too-often")
        self.assertLess(done, 40)


class SlowTest(Attack):
    def test_a_request_byte_by_byte(self):
        """A client that sends a byte every half second is cut off after 20 s; others are served meanwhile."""
        slow = self.server.connect()
        ended = threading.Event()

        def drip():
            try:
                for byte in HEAD + "X: " + "y" * 200:
                    slow.sendall(byte.encode())
                    time.sleep(0.5)
            except OSError:
                ended.set()

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        served = 0
        while thread.is_alive():
            self.assertEqual(self.server.client().get("/healthz").status, 200)
            served += thread.is_alive()
            thread.join(timeout=0.1)
        self.assertTrue(ended.is_set())
        self.assertGreater(served, 3, "a server that waits for the slow one would serve one request at most")
        slow.close()

    def test_a_stream_that_is_not_read(self):
        """A reader that stops reading delays nobody's moves, and the server keeps nothing for it."""
        table, clients = self.table()
        silent = socket.socket()
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        silent.connect(("127.0.0.1", self.server.port))
        silent.sendall(b"GET /api/v1/tables/%s/events HTTP/1.1\r\nHost: x\r\n\r\n" % table.encode())
        # More than the system holds between both, and less than the shares of talk; a server that waited for the reader
        # would never answer.
        for _ in range(80):
            for client in clients:
                self.assertEqual(client.act(table, "say", text="\u6f22" * 500).status, 200)
        log, held = len(self.log(table)), self.held_by_system(silent)
        self.assertGreater(held, 4096, "the stream was not begun")
        self.assertLess(held, log, "the system holds the whole log: this proves nothing")
        silent.close()

    def test_a_stream_that_is_read_late(self):
        """A client that reads late gets every entry once and in order, whether the socket took it at once or in parts."""
        table, clients = self.table()
        late = socket.socket()
        late.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        late.settimeout(PATIENCE)
        late.connect(("127.0.0.1", self.server.port))
        late.sendall(b"GET /api/v1/tables/%s/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"
                     % table.encode())
        received = late.recv(1)  # the stream is begun
        for _ in range(60):
            for client in clients:
                last = client.act(table, "say", text="\u6f22" * 500)
                self.assertEqual(last.status, 200)
        while b"id: %d\n" % last.json["seq"] not in received:
            received += late.recv(65536)
        late.close()
        seen = [int(number) for number in re.findall(rb"^id: (\d+)$", received, re.MULTILINE)]
        self.assertEqual(seen, list(range(1, last.json["seq"] + 1)))

    def test_many_slow_readers_of_a_large_log(self):
        """Readers that do not read hold no copy of the log: the server's memory grows by a bound for each."""
        readers, most_each = 60, 65536
        table, clients = self.table()
        for _ in range(80):
            for client in clients:
                self.assertEqual(client.act(table, "say", text="\u6f22" * 500).status, 200)
        log, before, silent = len(self.log(table)), self.memory(), []
        self.assertGreater(log, 3 * most_each, "copies would fit into the bound: this proves nothing")
        for i in range(readers):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.settimeout(PATIENCE)
            reader.connect(("127.0.0.1", self.server.port))
            path = "/api/v1/tables/%s%s" % (table, "/events" if i % 2 else "")
            reader.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path.encode())
            self.assertEqual(reader.recv(12), b"HTTP/1.1 200")
            silent.append(reader)
        self.assertLess(self.memory() - before, readers * most_each)
        for reader in silent:
            reader.close()

    def test_a_large_log_after_a_restart(self):
        """A log with more than the server reads at once: requests for it are answered once it is read, in their order."""
        table, clients = self.table()
        for i in range(700):
            self.assertEqual(clients[i % 2].act(table, "react", reaction="oh").status, 200)
        log, folder = self.log(table), tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        for name in os.listdir(self.server.folder):
            shutil.copy(os.path.join(self.server.folder, name), folder)
        other = Server(*self.options, folder=folder)
        self.addCleanup(other.stop)
        paths = ("", "/events", "/state", "")
        sockets = [other.connect() for _ in paths]
        for path, connection in zip(paths, sockets):
            connection.sendall(b"GET /api/v1/tables/%s%s HTTP/1.1\r\nHost: x\r\n\r\n" % (table.encode(), path.encode()))
        for connection in sockets:
            self.assertEqual(connection.recv(12), b"HTTP/1.1 200")
            connection.close()
        self.assertEqual(other.client().get("/api/v1/tables/" + table).body, log)
        again = other.client(clients[0].token)
        self.assertEqual(again.act(table, "react", reaction="oh").status, 200)

    def memory(self):
        """Bytes of the server's memory that are in use."""
        with open("/proc/%d/status" % self.server.process.pid, encoding="ascii") as file:
            return 1024 * int(re.search(r"VmRSS:\s+(\d+) kB", file.read())[1])

    def held_by_system(self, client):
        """Bytes that the server has written to this connection, or that lie there unread."""
        own, other = ("0100007F:%04X" % port for port in (self.server.port, client.getsockname()[1]))
        with open("/proc/net/tcp", encoding="ascii") as file:
            rows = [line.split() for line in file]
        queues = {row[1]: row[4].split(":") for row in rows if {row[1], row[2]} == {own, other}}
        return int(queues[own][0], 16) + int(queues[other][1], 16)


class EndTest(Attack):
    def setUp(self):
        self.server = Server(*self.options)
        self.anyone = self.server.client()
        self.addCleanup(self.anyone.close)

    def test_the_end_waits_for_no_reader(self):
        """A server that is to end does so within three seconds on a quiet machine, though nobody reads what it still has."""
        table, clients = self.table()
        silent = socket.socket()
        self.addCleanup(silent.close)
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        silent.connect(("127.0.0.1", self.server.port))
        silent.sendall(b"GET /api/v1/tables/%s/events HTTP/1.1\r\nHost: x\r\n\r\n" % table.encode())
        silent.recv(1)
        for _ in range(80):
            for client in clients:
                self.assertEqual(client.act(table, "say", text="\u6f22" * 500).status, 200)
        candle = Candle()
        self.addCleanup(candle.put_out)
        self.assertEqual(self.server.stop(), 0)
        self.assertTrue(candle.burns())


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
