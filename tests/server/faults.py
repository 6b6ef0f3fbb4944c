"""A server that is killed again and again under load: whatever it has acknowledged or told is there afterwards, every
table opens, and what people and programs play goes on. KILLS says how often (30 if it is not set); TESSERA names the
program, BOT the example engine."""
import http.server
import json
import os
import random
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from server import TESSERA, UNLIMITED, Client, Server, begin, commitment_of, new_id, seal_of, wait_until

KILLS = int(os.environ.get("KILLS", "30"))
BOT = os.path.abspath(os.environ["BOT"])
ROGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "arena", "rogue.py")
TABLES = 6
GROWN = 500  # entries, more than a game has
FINISHED = 2  # games that are played to their end after the kills
SETUPS = [
    {"game": "star-wars", "grace": 0, "seats": [{"kind": "person"}, {"kind": "open"}]},
    {"game": "classic", "options": ["fields", "abbot"], "grace": 0, "seats": [{"kind": "person"}, {"kind": "open"}]},
    {"game": "star-wars", "grace": 0, "seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "computer", "level": 2}]},
]


class World:
    """The server of the moment: killed and started again with the same data."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        self.server = Server(*UNLIMITED, folder=self.folder)
        self.over = False

    def kill(self):
        self.server.stop(signal.SIGKILL)
        self.server = Server(*UNLIMITED, folder=self.folder)

    def end(self):
        self.over = True
        code = self.server.stop()
        base = sqlite3.connect(os.path.join(self.folder, "tables.db"))
        sound = base.execute("PRAGMA integrity_check").fetchone()[0]
        base.close()
        shutil.rmtree(self.folder)
        return code, sound


class Referee:
    """Legal moves, from `tessera referee`."""

    def __init__(self):
        self.process = subprocess.Popen([TESSERA, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        told = []
        while True:
            reply = self.process.stdout.readline().rstrip("\n")
            if reply == "ok":
                return told
            if reply.startswith("error") or not reply:
                raise AssertionError("%s: %s" % (line, reply))
            told.append(reply)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Table(threading.Thread):
    """Two programs at one table after the other, which move as fast as they can. A request is repeated, with its id,
    until it is answered; what was answered and what was heard is noted."""

    def __init__(self, world, number):
        super().__init__()
        self.world, self.rng = world, random.Random(number)
        self.setup = SETUPS[number % len(SETUPS)]
        self.client, self.port = None, None
        self.heard = {}  # by table: the log as it was told last
        self.acknowledged = {}  # by table: (seq, move)
        self.moves, self.repeats, self.error = 0, 0, None

    def ask(self, method, path, body=None, token=None):
        while not self.world.over:
            try:
                if self.port != self.world.server.port:
                    if self.client:
                        self.client.close()
                    self.port = self.world.server.port
                    self.client = Client(self.port)
                self.client.token = token
                answer = self.client.ask(method, path, body)
                if answer.status != 503:
                    return answer
            except OSError:
                pass
            except Exception as error:  # http.client tells a connection that broke in many ways
                if not type(error).__module__.startswith("http."):
                    raise
            self.repeats += 1
            self.client.close()
            self.port = None
            time.sleep(0.01)
        raise InterruptedError

    def begin(self):
        who = {"name": "Ann"}
        made = self.ask("POST", "/api/v1/tables", {"id": new_id(), "setup": self.setup, **who})
        assert made.status == 201, made
        table, tokens = made.json["table"], {made.json["seat"]: made.json["token"]}
        sat = self.ask("POST", "/api/v1/tables/%s/seats" % table, {"id": new_id(), **who})
        assert sat.status == 201, sat
        tokens[sat.json["seat"]] = sat.json["token"]
        self.heard[table], self.acknowledged[table] = [], []
        self.share(table, tokens)
        return table, tokens

    def share(self, table, tokens):
        """Both seats seal their shares of chance, and tell them."""
        commitment, shares = commitment_of(self.read(table)), {seat: secrets.token_bytes(16) for seat in tokens}
        for seat, token in tokens.items():
            self.act(table, token, "seal", seal=seal_of(commitment, seat, shares[seat]))
        for seat, token in tokens.items():
            self.act(table, token, "contribute", contribution=shares[seat].hex())

    def act(self, table, token, kind, **more):
        answer = self.ask("POST", "/api/v1/tables/%s/actions" % table, {"id": new_id(), "type": kind, **more}, token)
        assert answer.status == 200, answer
        return answer

    def read(self, table):
        """The log as it is now: what was told before is still there."""
        answer = self.ask("GET", "/api/v1/tables/%s" % table)
        assert answer.status == 200, answer
        entries, before = answer.json["entries"], self.heard[table]
        assert entries[:len(before)] == before, "table %s: %s is not what was told" % (table, before[-3:])
        self.heard[table] = entries
        return entries

    def check(self, table):
        entries = self.read(table)
        for seq, move in self.acknowledged[table]:
            words = [entry["words"][0] for entry in entries[max(0, seq - 2):seq] if entry["type"] == "moved"]
            assert move in words, "table %s: move %s was acknowledged as entry %d" % (table, move, seq)

    def choose(self, referee, words):
        if len(words) > 0:
            referee.ask("position startpos moves " + " ".join(words))
        places = [line.split()[1] for line in referee.ask("legal") if line.startswith("place ")]
        return "%s@%s=none" % (words[-1], self.rng.choice(places)) if places else None

    def move(self, table, tokens, referee):
        """Moves if it is up to a program; false once the game is over."""
        entries = self.read(table)
        if entries[-1]["type"] == "over":
            return False
        words = [word for entry in entries for word in entry.get("words", ())]
        seat = entries[-1].get("seat")
        if entries[-1]["type"] != "drawn" or seat not in tokens:
            time.sleep(0.002)
            return True
        move = self.choose(referee, words)
        answer = self.act(table, tokens[seat], "move", move=move, at=len(words))
        self.acknowledged[table].append((answer.json["seq"], move))
        self.moves += 1
        return True

    def play(self, referee):
        table, tokens = self.begin()
        started = next((entry for entry in self.read(table) if entry["type"] == "started"), None)
        assert started, "the game has not begun"
        referee.ask(started["newgame"])
        while self.move(table, tokens, referee):
            pass

    def finished(self):
        """How many games it has heard to their end."""
        return sum(log[-1]["type"] == "over" for log in list(self.heard.values()) if log)

    def run(self):
        referee = Referee()
        try:
            while not self.world.over:
                self.play(referee)
        except InterruptedError:
            pass
        except Exception as error:
            self.error = error
        referee.close()


class KillTest(unittest.TestCase):
    def check_all(self, world, tables):
        """Every table opens and has what was acknowledged; finished ones can be proved."""
        world.over = False
        records = os.path.join(world.folder, "records")
        for table in tables:
            for name in table.heard:
                table.check(name)
                if table.heard[name][-1]["type"] == "over":
                    with open(records, "ab") as file:
                        file.write(table.ask("GET", "/api/v1/tables/%s/record" % name).body + b"\n")
            table.client.close()
        for words in (["replay", "--check"], ["verify"]):
            done = subprocess.run([TESSERA, *words, records], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_kills(self):
        world, rng = World(), random.Random(1)
        tables = [Table(world, number) for number in range(TABLES)]
        for table in tables:
            table.start()
        for _ in range(KILLS):
            time.sleep(rng.uniform(0.02, 0.3))
            world.kill()
        while sum(table.finished() for table in tables) < FINISHED and not any(table.error for table in tables):
            time.sleep(0.1)
        world.over = True
        for table in tables:
            table.join()
        self.assertEqual([table.error for table in tables], [None] * TABLES)
        self.check_all(world, tables)
        self.assertEqual(world.end(), (0, "ok"))
        print("%d kills, %d tables, %d moves acknowledged, %d requests repeated" % (
            KILLS, sum(len(table.heard) for table in tables), sum(table.moves for table in tables),
            sum(table.repeats for table in tables)))


def lasting_port():
    """A free port, if possible one that the system gives to no connection, so that it is free again after a crash."""
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
        first, last = map(int, file.read().split())
    ports = [port for port in range(1024, 65536) if not first <= port <= last] or range(1024, 65536)
    while True:
        port = random.choice(ports)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


class BotTest(unittest.TestCase):
    """`tessera bot` with a player of ours and with an engine of its own, through a crash of the server."""

    def bot(self, port, table, engine, *more):
        return subprocess.Popen([TESSERA, "bot", "--url", "http://127.0.0.1:%d" % port, "--table", table, "--engine",
                                 engine, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_bots(self):
        folder = tempfile.mkdtemp()
        port = lasting_port()
        words = (*UNLIMITED, "--listen", "127.0.0.1:%d" % port)
        server = Server(*words, folder=folder)
        creator = server.client()
        made = creator.create({"game": "classic", "grace": 40,
                               "seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]}).json
        bots = [self.bot(port, made["table"], engine) for engine in ("level-2", "cmd='%s' name=own" % BOT)]
        creator.token = made["token"]
        begin(made["table"], {made["seat"]: creator})
        self.wait_for(creator, made["table"], "started")
        creator.act(made["table"], "leave")
        for moves in (5, 15):
            self.wait_for(creator, made["table"], "moved", moves)
            creator.close()
            server.stop(signal.SIGKILL)
            server = Server(*words, folder=folder)
        told = [bot.communicate(timeout=300) for bot in bots]
        self.assertEqual([bot.returncode for bot in bots], [0, 0], told)
        self.assertEqual(told[0][0].splitlines()[-1], told[1][0].splitlines()[-1])
        self.assertIn("over: ", told[0][0])
        self.assertEqual(server.stop(), 0)
        shutil.rmtree(folder)

    def test_a_copy_that_is_put_back(self):
        """A bot that has read on where an older copy of the database grew on otherwise, beyond what the bot knows, reads
        it anew, and plays that game to its end."""
        folder, copy = tempfile.mkdtemp(), tempfile.mkdtemp()
        words = (*UNLIMITED, "--listen", "127.0.0.1:%d" % lasting_port())
        server = Server(*words, folder=folder)
        creator = server.client()
        made = creator.create({"game": "classic", "grace": 40, "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        bot = self.bot(server.port, made["table"], "greedy")
        self.addCleanup(bot.kill)
        creator.token = made["token"]
        begin(made["table"], {made["seat"]: creator})
        self.wait_for(creator, made["table"], "started")
        creator.close()
        server.stop()
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        server = Server(*words, folder=folder)
        creator.act(made["table"], "leave")

        def played_on():
            entries = creator.get("/api/v1/tables/" + made["table"]).json["entries"]
            return entries if sum(entry["type"] == "moved" and entry["seat"] == 2 for entry in entries) >= 3 else None

        entries = wait_until(played_on)
        creator.close()
        server.stop(signal.SIGKILL)
        shutil.rmtree(folder)
        server = Server(*UNLIMITED, folder=copy)
        client, grown = server.client(made["token"]), 0
        while grown < len(entries) + GROWN:
            answer = client.act(made["table"], "react", reaction="oh")
            self.assertEqual(answer.status, 200, answer)
            grown = answer.json["seq"]
        client.close()
        server.stop()
        server = Server(*words, folder=copy)
        creator.act(made["table"], "leave")
        told, errors = bot.communicate(timeout=300)
        self.assertEqual(bot.returncode, 0, errors)
        self.assertIn("put back an older copy", errors)
        self.assertIn("over: ", told)
        creator.close()
        self.assertEqual(server.stop(), 0)
        shutil.rmtree(copy)

    def test_server_that_stays_away(self):
        """It is waited for as long as was said, before a game and during it."""
        port = lasting_port()
        nobody = self.bot(port, "nowhere", "greedy", "--wait", "1")
        told, errors = nobody.communicate(timeout=300)
        self.assertEqual((nobody.returncode, told), (3, ""), errors)
        self.assertRegex(errors, "trying again for 1 seconds\n.*, for 1 seconds\n$")
        server = Server(*UNLIMITED)
        creator = server.client()
        made = creator.create({"game": "classic", "grace": 0, "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        bot = self.bot(server.port, made["table"], "greedy", "--wait", "1")
        self.assertEqual(bot.stdout.readline().split()[:2], ["seat", "2"])
        creator.close()
        server.stop(signal.SIGKILL)
        told, errors = bot.communicate(timeout=300)
        self.assertEqual(bot.returncode, 3, errors)
        self.assertRegex(errors, "trying again for 1 seconds\n.*, for 1 seconds\n$")

    def test_server_that_is_busy(self):
        """The request is sent again, whatever a proxy calls it; nothing is said of a moment, and what lasts is told."""
        for lasts, status in ((False, 503), (False, 504), (True, 500)):
            asked, said = [], threading.Event()

            class Busy(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    asked.append(self.path)
                    busy = len(asked) == 1 or (lasts and not said.is_set())
                    body = b'{"error":"not-stored","text":"busy"}' if busy else b'{"error":"no-table","text":"gone"}'
                    self.send_response(status if busy else 404)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)

                do_POST = do_GET

                def log_message(self, *_):
                    pass

            with http.server.HTTPServer(("127.0.0.1", 0), Busy) as busy:
                thread = threading.Thread(target=busy.serve_forever)
                thread.start()
                bot = self.bot(busy.server_port, "nowhere", "greedy")
                errors = bot.stderr.readline() if lasts else ""
                said.set()
                errors += bot.stderr.read()
                bot.communicate(timeout=300)
                busy.shutdown()
                thread.join()
            self.assertEqual(bot.returncode, 3, errors)
            self.assertIn("gone", errors)
            self.assertEqual("trying again" in errors, lasts, errors)

    def test_hostile_server(self):
        """What it says is shown on one line without anything that a terminal would do, and what never ends is given up: an
        answer and the head of the stream after 16 MB, an entry after 1 MB."""
        most = 64 << 20
        seat = b'{"table":"nowhere","seat":1,"token":"t"}'
        bad = "one\ntessera bot: two\x1b[31m\u009b31m\u202ethree\u2028\ufeff"
        shown = r"one\x0atessera bot: two\x1b[31m\u009b31m\u202ethree\u2028\ufeff"

        class Hostile(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.send_response(201)
                self.send_header("Content-Length", str(len(seat)))
                self.end_headers()
                self.wfile.write(seat)

            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                try:
                    self.wfile.write(self.server.before)
                    while self.server.sent < most:
                        self.server.sent += self.wfile.write(b"x" * 65536)
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        class Refusing(Hostile):
            def do_POST(self):
                body = json.dumps({"error": "full", "text": bad}).encode()
                self.send_response(409)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        class Liar(Hostile):
            def do_POST(self):
                body = json.dumps({"table": "x\u009b31m", "seat": 1, "token": "t\r\nHost: x"}).encode()
                self.send_response(201)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        own = "cmd='%s' name=own" % BOT
        for handler, engine, before, said in (
                (Refusing, "greedy", b"", "tessera bot: sitting down: %s (409)\n" % shown),
                (Liar, "greedy", b"", "tessera bot: expected JSON with a table, a seat and a token\n"),
                (Hostile, own, b"", "an answer longer than 16777216 bytes"),
                (Hostile, "greedy", b"", "the server's stream has a line longer than any table's"),
                (Hostile, "greedy", b"\n", "the server's stream has a line longer than any table's")):
            with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
                server.sent, server.before = 0, before
                thread = threading.Thread(target=server.serve_forever)
                thread.start()
                bot = self.bot(server.server_port, "nowhere", engine)
                told, errors = bot.communicate(timeout=300)
                server.shutdown()
                thread.join()
            self.assertEqual(bot.returncode, 3, errors)
            self.assertIn(said, errors)
            self.assertLess(server.sent, 16 << 20 if before else most)
            self.assertIn(told, ("", "seat 1 at table nowhere\n"))

    def test_kept_seat_and_rematch(self):
        """A bot that was killed takes its seat again, and goes on to the next game."""
        folder = tempfile.mkdtemp()
        server = Server(*UNLIMITED, folder=folder)
        creator = server.client()
        made = creator.create({"game": "star-wars", "grace": 0, "first": 2,
                               "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        creator.token = made["token"]
        keep = os.path.join(folder, "seat")
        words = (server.port, made["table"], "greedy", "--rematch", "--keep", keep)
        bot = self.bot(*words)
        self.assertEqual(bot.stdout.readline().split()[:2], ["seat", "2"])  # told once the seat is kept
        begin(made["table"], {made["seat"]: creator})
        self.wait_for(creator, made["table"], "started")
        bot.kill()
        bot.communicate()
        creator.act(made["table"], "leave")
        bot = self.bot(*words)
        self.wait_for(creator, made["table"], "over")
        following = creator.act(made["table"], "rematch").json
        creator.token = following["token"]
        begin(following["table"], {following["seat"]: creator})
        self.wait_for(creator, following["table"], "started")
        creator.act(following["table"], "leave")
        self.wait_for(creator, following["table"], "over")
        bot.terminate()
        told = bot.communicate(timeout=300)
        self.assertEqual([line.split()[:2] for line in told[0].splitlines()[::2]], [["seat", "2"], ["seat", "1"]], told)
        self.assertEqual(bot.returncode, 0, told)
        self.assertFalse(os.path.exists(keep))
        self.assertEqual(server.stop(), 0)
        shutil.rmtree(folder)

    def test_engine_that_does_not_start(self):
        """The bot shakes hands before it sits down: the seat stays open, and the engine's own words are told."""
        server = Server(*UNLIMITED)
        creator = server.client()
        made = creator.create({"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        bot = self.bot(server.port, made["table"], "cmd='%s -c \"import no_such_module\"' name=own" % sys.executable)
        told, errors = bot.communicate(timeout=300)
        self.assertEqual((bot.returncode, told), (3, ""), errors)
        self.assertIn("own: tep: the program ended (exit code 1)", errors)
        self.assertIn("No module named 'no_such_module'", errors)
        entries = creator.get("/api/v1/tables/" + made["table"]).json["entries"]
        self.assertEqual([entry["type"] for entry in entries], ["created", "sat"])
        self.assertEqual(server.stop(), 0)

    def test_engine_that_fails_at_the_table(self):
        """It is started again once in a game; when it fails again, the bot leaves, and the table goes on without it."""
        folder = tempfile.mkdtemp()
        server = Server(*UNLIMITED)
        for mode, code, said in (
                ("die-once", 0, ["tessera bot: the engine is started again: own: the program ended (exit code 3)", "I die"]),
                ("die", 3, ["tessera bot: the engine is started again: own: the program ended (exit code 3)", "I die",
                            "tessera bot: the bot has left the table: own: the program ended (exit code 3)", "I die"])):
            creator = server.client()
            made = creator.create({"game": "star-wars", "grace": 0, "first": 1,
                                   "seats": [{"kind": "person"}, {"kind": "open"}]}).json
            creator.token = made["token"]
            words = "cmd='%s %s %s %s' name=own" % (sys.executable, ROGUE, mode, os.path.join(folder, "died"))
            bot = self.bot(server.port, made["table"], words)
            begin(made["table"], {made["seat"]: creator})
            self.wait_for(creator, made["table"], "started")
            creator.act(made["table"], "leave")
            told, errors = bot.communicate(timeout=300)
            self.assertEqual((bot.returncode, errors.splitlines()), (code, said), told)
            entries = creator.get("/api/v1/tables/" + made["table"]).json["entries"]
            left = [entry["seat"] for entry in entries if entry["type"] == "computer"]
            self.assertEqual(left, [1] if mode == "die-once" else [1, 2])
        self.assertEqual(server.stop(), 0)
        shutil.rmtree(folder)

    def test_agrees_to_take_backs(self):
        """A bot that is asked to agrees; another one counts as refusing."""
        for more, status in ((["--agree"], 200), ([], 409)):
            server = Server(*UNLIMITED)
            anna = server.client()
            made = anna.create({"game": "classic", "grace": 0, "first": 1,
                                "seats": [{"kind": "person"}, {"kind": "open"}]}).json
            anna.token = made["token"]
            bot = self.bot(server.port, made["table"], "greedy", *more)
            begin(made["table"], {made["seat"]: anna})
            self.wait_for(anna, made["table"], "drawn")
            entries = anna.get("/api/v1/tables/" + made["table"]).json["entries"]
            words = entries[-1]["words"]
            referee = Referee()
            referee.ask(next(entry["newgame"] for entry in entries if entry["type"] == "started"))
            referee.ask("position startpos moves " + " ".join(words))
            placement = referee.ask("legal")[0]
            referee.ask(placement)
            turn = "%s@%s=%s" % (words[-1], placement.split()[1], referee.ask("legal")[0].split()[1])
            referee.close()
            self.assertEqual(anna.act(made["table"], "move", move=turn, at=len(words)).status, 200)
            self.wait_for(anna, made["table"], "drawn", 3)
            self.assertEqual(anna.act(made["table"], "take-back").status, status)
            if status == 200:
                self.wait_for(anna, made["table"], "undone")
            bot.terminate()
            bot.communicate(timeout=300)
            server.stop()

    def wait_for(self, client, table, kind, times=1):
        """Asks until the table's log has an entry of this kind; one that never comes fails after two minutes."""
        def times_told():
            return [entry["type"] for entry in client.get("/api/v1/tables/" + table).json["entries"]].count(kind)

        wait_until(lambda: times_told() >= times)

    def test_engine_that_does_not_play_the_game(self):
        """The bot looks at the table before it sits down: the seat stays open for others."""
        server = Server(*UNLIMITED)
        creator = server.client()
        for setup, plays, said in (
                ({"game": "classic"}, "star-wars", "it does not play classic"),
                ({"game": "classic", "options": ["river"]}, "classic fields", "it does not play with river"),
                ({"game": "star-wars"}, "star-wars players=3..5", "it does not play with 2 players")):
            made = creator.create({**setup, "seats": [{"kind": "person"}, {"kind": "open"}]}).json
            engine = "read line; echo protocol 1; echo id games %s; echo ok; while read line; do echo ok; done" % plays
            bot = self.bot(server.port, made["table"], "cmd='sh -c \"%s\"' name=own" % engine)
            told, errors = bot.communicate(timeout=300)
            self.assertEqual((bot.returncode, told), (3, ""), errors)
            self.assertEqual(errors, "tessera bot: own: %s, as its id games line says\n" % said)
            entries = creator.get("/api/v1/tables/" + made["table"]).json["entries"]
            self.assertEqual([entry["type"] for entry in entries], ["created", "sat"])
        self.assertEqual(server.stop(), 0)

    def test_engine_that_refuses_the_game(self):
        """It is asked before the bot sits down: the seat stays open for others."""
        server = Server(*UNLIMITED)
        creator = server.client()
        made = creator.create({"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}]}).json
        engine = "read tep; echo protocol 1; echo ok; read isready; echo ok; read newgame; echo error bad-game I play chess; read quit"
        bot = self.bot(server.port, made["table"], "cmd='sh -c \"%s\"' name=own" % engine)
        told, errors = bot.communicate(timeout=300)
        self.assertEqual((bot.returncode, told), (3, ""), errors)
        self.assertIn("own: newgame: it refused", errors)
        entries = creator.get("/api/v1/tables/" + made["table"]).json["entries"]
        self.assertEqual([entry["type"] for entry in entries], ["created", "sat"])
        self.assertEqual(server.stop(), 0)

    def test_wrong_table(self):
        server = Server(*UNLIMITED)
        bot = self.bot(server.port, "aaaaaaaaaaaaaaaa", "greedy")
        told = bot.communicate(timeout=300)
        self.assertEqual(bot.returncode, 3)
        self.assertIn("there is no table of this id", told[1])
        server.stop()


if __name__ == "__main__":
    unittest.main()
