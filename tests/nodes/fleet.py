"""Several nodes on one database behind a proxy, all on this machine, that can be killed, frozen and cut off; games at their
tables whose clients do not give up; and the ledger of what was acknowledged. Run below tests/lobby/with_postgres; TESSERA
names the program."""
import asyncio
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "table"))
from cluster import PATIENCE, Cluster, psql, wait_until  # noqa: E402
from proxies import free_port  # noqa: E402
from random_game import RandomGame  # noqa: E402
from server import TESSERA, UNLIMITED, Client, Stream  # noqa: E402

STORE = Cluster(os.path.dirname(os.environ["PGDATA"]))


# ---- Wires ----

class Wires:
    """Connections that lead through this program, in a thread of its own, so that they can be cut."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def call(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()


class Wire:
    """Leads from a port of its own to a port of this machine, or to a socket in the file system. Cut, it takes what comes
    and hands nothing on, as a net does that is gone; `delay` is how many seconds later it hands on everything."""

    def __init__(self, wires, target):
        self.wires, self.target, self.delay = wires, target, 0
        self.heard = None  # a list: gets what comes from the side of the port
        self.whole, self.tasks = asyncio.Event(), set()
        self.whole.set()
        self.server = wires.call(asyncio.start_server(self.take, "127.0.0.1", 0))
        self.port = self.server.sockets[0].getsockname()[1]

    async def take(self, reader, writer):
        self.tasks.add(asyncio.current_task())
        others = []
        try:
            await self.whole.wait()
            name = isinstance(self.target, str)
            far = await (asyncio.open_unix_connection(self.target) if name else asyncio.open_connection("127.0.0.1", self.target))
            others = [far[1]]
            await asyncio.gather(self.hand_on(reader, far[1], True), self.hand_on(far[0], writer, False))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self.tasks.discard(asyncio.current_task())
            for one in (writer, *others):
                one.transport.abort()

    async def hand_on(self, reader, writer, is_heard):
        """Ends when either side does, as a broken pipe."""
        while data := await reader.read(65536):
            if is_heard and self.heard is not None:
                self.heard.append(data)
            await self.whole.wait()
            if self.delay:
                await asyncio.sleep(self.delay)
            writer.write(data)
            await writer.drain()
        raise OSError

    def cut(self):
        self.wires.loop.call_soon_threadsafe(self.whole.clear)

    def mend(self):
        self.wires.loop.call_soon_threadsafe(self.whole.set)

    async def stop(self):
        self.server.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.sleep(0)

    def close(self):
        self.wires.call(self.stop())


# ---- Nodes ----

class Node:
    """One `tessera serve`; it reaches the database by one wire, and is reached by another one."""

    def __init__(self, fleet, name):
        self.fleet, self.name, self.process = fleet, name, None
        self.own_port = free_port()
        self.database, self.way = Wire(fleet.wires, fleet.store.socket), Wire(fleet.wires, self.own_port)
        self.port = self.way.port

    def start(self):
        store = "postgresql://tessera@127.0.0.1:%d/tessera?sslmode=disable&gssencmode=disable" % self.database.port
        self.log = open(self.fleet.path(self.name + ".log"), "a", encoding="utf-8")
        self.process = subprocess.Popen(
            [TESSERA, "serve", "--listen", "127.0.0.1:%d" % self.own_port, "--data", self.fleet.path("data"), "--store", store,
             "--node", self.name, "--node-url", "http://127.0.0.1:%d" % self.port, "--trust-proxy", "--notices", "none",
             *UNLIMITED, *self.fleet.options], stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not re.search(r"http://127\.0\.0\.1:\d+", line):
            raise RuntimeError("node %s did not start: %r; %s" % (self.name, line, self.told()))

    def told(self):
        with open(self.fleet.path(self.name + ".log"), encoding="utf-8") as file:
            return file.read()

    def end(self, number):
        """Ends it by a signal, and gives its exit code."""
        self.process.send_signal(number)
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.log.close()
        self.process = None
        return code

    def kill(self):
        self.end(signal.SIGKILL)

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def cut(self):
        """From the database and from everybody."""
        self.database.cut()
        self.way.cut()

    def mend(self):
        self.database.mend()
        self.way.mend()

    def client(self, token=None):
        return PatientClient(self.port, token)


class Nginx:
    """data/proxy/nginx-nodes.conf, but for ports, paths and TLS."""

    file = "nginx-nodes.conf"

    @staticmethod
    def replaced(fleet, port):
        temporary = "".join("%s_temp_path %s;\n" % (kind, fleet.path(kind)) for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        live = "/etc/letsencrypt/live/games.example.org/"
        certificate = "    ssl_certificate     %sfullchain.pem;\n    ssl_certificate_key %sprivkey.pem;\n" % (live, live)
        nodes = {"10.0.0.%d:8080" % (i + 1): "127.0.0.1:%d" % node.port for i, node in enumerate(fleet.nodes)}
        return {"listen 443 ssl http2": "listen 127.0.0.1:%d" % port, certificate: "", "/run/nginx.pid": fleet.path("pid"),
                "/var/log/nginx/error.log": fleet.path("errors"), "http {\n": "http {\n" + temporary, **nodes}

    @staticmethod
    def command(fleet):
        return ["nginx", "-c", fleet.path("proxy.conf"), "-p", fleet.folder, "-e", fleet.path("errors"), "-g", "daemon off;"]


class Haproxy:
    """data/proxy/haproxy-nodes.cfg, but for ports, paths and TLS."""

    file = "haproxy-nodes.cfg"

    @staticmethod
    def replaced(fleet, port):
        nodes = {"10.0.0.%d:8080" % (i + 1): "127.0.0.1:%d" % node.port for i, node in enumerate(fleet.nodes)}
        return {"bind :443 ssl crt /etc/haproxy/games.example.org.pem alpn h2,http/1.1": "bind 127.0.0.1:%d" % port, **nodes}

    @staticmethod
    def command(fleet):
        return ["haproxy", "-db", "-f", fleet.path("proxy.conf")]


class Fleet:
    """Nodes, all started, behind a proxy at `port`. It begins with an empty database, that of `store`."""

    def __init__(self, count=3, proxy=Nginx, options=(), store=STORE):
        psql("SET client_min_messages = error; DROP SCHEMA IF EXISTS tessera CASCADE", store.url)
        self.folder, self.options, self.store, self.wires = tempfile.mkdtemp(), options, store, Wires()
        os.mkdir(self.path("data"))
        self.nodes = [Node(self, "abc"[i]) for i in range(count)]
        self.proxy = None
        try:
            for node in self.nodes:
                node.start()
            self.wait_for_each_other()
            self.start_proxy(proxy)
        except BaseException:
            self.close()
            raise

    def path(self, name):
        return os.path.join(self.folder, name)

    def wait_for_each_other(self):
        """Until each node knows the others: then all of them pass on what is asked of a table that one has opened, and it
        stays there as long as they live."""
        for opener in self.nodes:
            setup = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}]}
            path = "/api/v1/tables/%s/state" % opener.client().create(setup).json["table"]
            for node in self.nodes:
                wait_until(lambda port=node.port: Client(port).get(path).status < 500)

    def start_proxy(self, kind):
        """With the port that was free a moment ago; with another one if somebody took it."""
        for _ in range(5):
            self.port = free_port()
            text = (ROOT / "data" / "proxy" / kind.file).read_text(encoding="utf-8")
            for old, new in kind.replaced(self, self.port).items():
                assert text.count(old) == 1, old
                text = text.replace(old, new)
            with open(self.path("proxy.conf"), "w", encoding="utf-8") as file:
                file.write(text)
            self.proxy = subprocess.Popen(kind.command(self), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            end = time.monotonic() + PATIENCE
            while self.proxy.poll() is None and time.monotonic() < end:
                try:
                    connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                    connection.request("GET", "/api/v1/info")
                    if connection.getresponse().status == 200:
                        return
                except OSError:
                    pass
                finally:
                    connection.close()
                time.sleep(0.05)
        raise RuntimeError("the proxy did not start")

    def client(self, token=None):
        return PatientClient(self.port, token)

    def psql(self, statement):
        return psql(statement, self.store.url)

    def keeper_first(self, table):
        """The nodes, the one that keeps the table first."""
        found = []
        wait_until(lambda: found.extend(self.psql("SELECT name FROM tessera.nodes JOIN tessera.tables ON owner = run WHERE id = '%s'" % table)) or found)
        return sorted(self.nodes, key=lambda node: node.name != found[0])

    def fail_over(self, store):
        """Another database is there in place of the one that died; connections to that one end."""
        self.store = store
        for node in self.nodes:
            node.database.target = store.socket

    def close(self):
        """Gives the exit codes of the nodes that run, by SIGTERM."""
        if self.proxy is not None and self.proxy.poll() is None:
            self.proxy.terminate()
            self.proxy.wait(timeout=PATIENCE)
        codes = []
        for node in self.nodes:
            node.mend()
            if node.process is not None:
                node.thaw()
                codes.append(node.end(signal.SIGTERM))
            node.database.close()
            node.way.close()
        self.wires.close()
        shutil.rmtree(self.folder)
        return codes


# ---- Clients that do not give up ----

class PatientClient(Client):
    """Sends a request again, as it was, until a node has answered; notes how long the longest took."""

    longest = 0

    def ask(self, method, path, body=None, headers=None):
        begun = time.monotonic()
        given = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        told = {"Content-Type": "application/json", **(headers or {})} if body is not None else headers
        while True:
            try:
                answer = super().ask(method, path, given, told)
                if answer.status < 500:
                    self.longest = max(self.longest, time.monotonic() - begun)
                    return answer
            except (OSError, http.client.HTTPException):
                self.connection.close()
            assert time.monotonic() < begun + PATIENCE, "no node answers %s %s" % (method, path)
            time.sleep(0.2)


class PatientGame(RandomGame):
    """A game through a proxy: its stream comes again when it ends, and every acknowledged action is kept."""

    def __init__(self, server, seed, computers=False):
        self.acknowledged = []
        super().__init__(server, seed, computers)

    def watch(self):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                super().watch()
                return
            except (OSError, EOFError, http.client.HTTPException, TypeError):  # TypeError: it was refused, and has no head
                assert time.monotonic() < end, "no node tells of the table"
                time.sleep(0.2)

    def next_entry(self):
        while True:
            try:
                return super().next_entry()
            except (OSError, EOFError, ValueError, http.client.HTTPException):
                self.stream.close()
                self.watch()

    def move(self, client, referee):
        turn = self.choose(referee)
        answer = client.act(self.table, "move", move=turn, at=len(self.words))
        assert answer.status == 200, (turn, answer)
        self.acknowledged.append((answer.json["seq"], turn))

    @property
    def longest(self):
        """Seconds of the longest stall of an action."""
        return max(client.longest for client in self.clients.values())


def play(server, seed, computers=False):
    """Plays a whole game, and holds it against the ledger; gives it."""
    game = PatientGame(server, seed, computers)
    record = game.play()
    check(server, game, record)
    game.close()
    return game


def ask_until_told(fleet, statement):
    """What a statement gives once the database is there."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return fleet.psql(statement)
        except subprocess.CalledProcessError:
            assert time.monotonic() < end, "the database does not answer"
            time.sleep(0.2)


def check(server, game, record):
    """What was acknowledged is in the log, and so is what was told, without a gap; and the record proves its chance."""
    log = server.client().get("/api/v1/tables/" + game.table).json["entries"]
    assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1)), log
    assert log[:len(game.entries)] == game.entries, "the stream told another log"
    for seq, turn in game.acknowledged:
        moved = [entry for entry in log[:seq] if entry["type"] == "moved"][-1]
        assert moved["words"][0] == turn, (seq, turn, moved)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(record)
        file.flush()
        subprocess.run([TESSERA, "verify", file.name], check=True, stdout=subprocess.DEVNULL)
    rows = ask_until_told(server, "SELECT entries.seq, entries.epoch FROM tessera.entries JOIN tessera.tables USING (number) "
                          "WHERE id = '%s' ORDER BY seq" % game.table)
    epochs = [int(row.split("|")[1]) for row in rows]
    assert epochs == sorted(epochs), epochs


def play_all(server, seeds, computers=False):
    """Games side by side, in threads; gives them, once they have ended, from join(). A failure of any is raised there."""
    games, faults = [], []

    def run(seed):
        try:
            games.append(play(server, seed, computers))
        except BaseException as fault:  # told by join()
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in seeds]
    for thread in threads:
        thread.start()

    def join():
        for thread in threads:
            thread.join()
        if faults:
            raise faults[0]
        return games

    join.over = lambda: not any(thread.is_alive() for thread in threads)
    return join
