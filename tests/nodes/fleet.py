"""Several nodes on one database behind a proxy that can be killed, frozen and moved in time; games at their tables whose
clients do not give up; and the ledger of what was acknowledged. Run below tests/store/with_postgres; TESSERA names the
program. All of it is at the loopback of this machine, or on the machines of a net (`net.py`)."""
import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from cluster import STORE, psql
from proxies import free_port
from random_game import RandomGame
from server import PATIENCE, TESSERA, UNLIMITED, Client, Stream

ROOT = pathlib.Path(__file__).resolve().parents[2]

FAKETIME = str(next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")))


class Loopback:
    """The machine of a node, or of a proxy, unless there is a net: this one, each time with a port of its own."""

    host = "127.0.0.1"

    @property
    def port(self):
        return free_port()

    @staticmethod
    def words(*words):
        return [*words]


# ---- Nodes ----

class Node:
    """One `tessera serve`; its name is the test's."""

    def __init__(self, fleet, name, machine):
        self.fleet, self.name, self.machine, self.process, self.program = fleet, name, machine, None, fleet.program
        self.host, self.port = machine.host, machine.port
        self.clock = fleet.path("%s.clock" % name)  # how far its clock is moved
        self.move_clock(0)

    def start(self):
        self.log = open(self.fleet.path(self.name + ".log"), "a", encoding="utf-8")
        words = [self.program, "serve", "--listen", "%s:%d" % (self.host, self.port), "--data", self.fleet.path("data"), "--store",
                 self.fleet.store.address, "--trust-proxy", "--notices", "none",
                 *UNLIMITED, *self.fleet.options]
        self.process = subprocess.Popen(self.machine.words(*words), stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env={**os.environ, **self.environment()})
        line = self.process.stdout.readline()
        if "http://%s:" % self.host not in line:
            raise RuntimeError("node %s did not start: %r; %s" % (self.name, line, self.told()))

    def environment(self):
        """A clock of its own for a node on a machine of its own."""
        if isinstance(self.machine, Loopback):
            return {}
        return {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": self.clock, "FAKETIME_CACHE_DURATION": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_RESET": "1"}

    def move_clock(self, seconds):
        """How far its clock is from that of this machine, from within a second on."""
        with open(self.clock + ".new", "w", encoding="utf-8") as file:
            file.write("%+d\n" % seconds)
        os.rename(self.clock + ".new", self.clock)

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

    def client(self, token=None):
        return PatientClient(self.host, self.port, self.fleet.waits, token)


class Nginx:
    """data/proxy/nginx-nodes.conf, but for ports, paths and TLS."""

    file = "nginx-nodes.conf"

    @staticmethod
    def replaced(fleet, listen):
        temporary = "".join("%s_temp_path %s;\n" % (kind, fleet.path(kind)) for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        live = "/etc/letsencrypt/live/games.example.org/"
        certificate = "    ssl_certificate     %sfullchain.pem;\n    ssl_certificate_key %sprivkey.pem;\n" % (live, live)
        nodes = {"10.0.0.%d:8080" % (i + 1): "%s:%d" % (node.host, node.port) for i, node in enumerate(fleet.nodes)}
        return {"listen 443 ssl http2": "listen " + listen, certificate: "", "/run/nginx.pid": fleet.path("pid"),
                "/var/log/nginx/error.log": fleet.path("errors"), "http {\n": "http {\n" + temporary, **nodes}

    @staticmethod
    def command(fleet):
        return ["nginx", "-c", fleet.path("proxy.conf"), "-p", fleet.folder, "-e", fleet.path("errors"), "-g", "daemon off;"]


class Haproxy:
    """data/proxy/haproxy-nodes.cfg, but for ports, paths and TLS."""

    file = "haproxy-nodes.cfg"

    @staticmethod
    def replaced(fleet, listen):
        nodes = {"10.0.0.%d:8080" % (i + 1): "%s:%d" % (node.host, node.port) for i, node in enumerate(fleet.nodes)}
        return {"bind :443 ssl crt /etc/haproxy/games.example.org.pem alpn h2,http/1.1": "bind " + listen, **nodes}

    @staticmethod
    def command(fleet):
        return ["haproxy", "-db", "-f", fleet.path("proxy.conf")]


class Fleet:
    """Nodes, all started, behind a proxy at `host` and `port`. It begins with an empty database, that of `store`. `machines`
    are those of the nodes and of the proxy."""

    def __init__(self, proxy=Nginx, options=(), store=STORE, machines=(Loopback(),) * 4, program=TESSERA):
        psql("SET client_min_messages = error; DROP SCHEMA IF EXISTS tessera CASCADE", store.url)
        self.folder, self.options, self.store, self.waits = tempfile.mkdtemp(), options, store, Waits()
        os.chmod(self.folder, 0o755)
        self.program = program
        os.mkdir(self.path("data"))
        *of_nodes, self.machine = machines
        self.nodes = [Node(self, name, machine) for name, machine in zip("abc", of_nodes)]
        self.proxy = None
        try:
            for node in self.nodes:
                node.start()
            self.start_proxy(proxy)
        except BaseException:
            self.close()
            raise

    def path(self, name):
        return os.path.join(self.folder, name)

    def start_proxy(self, kind):
        """With the port that was free a moment ago; with another one if somebody took it."""
        for _ in range(5):
            self.host, self.port = self.machine.host, self.machine.port
            text = (ROOT / "data" / "proxy" / kind.file).read_text(encoding="utf-8")
            for old, new in kind.replaced(self, "%s:%d" % (self.host, self.port)).items():
                assert text.count(old) == 1, old
                text = text.replace(old, new)
            with open(self.path("proxy.conf"), "w", encoding="utf-8") as file:
                file.write(text)
            self.proxy = subprocess.Popen(self.machine.words(*kind.command(self)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            end = time.monotonic() + PATIENCE
            while self.proxy.poll() is None and time.monotonic() < end:
                try:
                    connection = http.client.HTTPConnection(self.host, self.port, timeout=5)
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
        return PatientClient(self.host, self.port, self.waits, token)

    def stream(self, table, **asked):
        return Stream(self.port, table, host=self.host, **asked)

    def psql(self, statement):
        return psql(statement, self.store.url)

    def close(self):
        """Gives the exit codes of the nodes that run, by SIGTERM."""
        if self.proxy is not None and self.proxy.poll() is None:
            self.proxy.terminate()
            self.proxy.wait(timeout=PATIENCE)
        codes = []
        for node in self.nodes:
            if node.process is not None:
                node.thaw()
                codes.append(node.end(signal.SIGTERM))
        shutil.rmtree(self.folder, ignore_errors=True)
        return codes


# ---- Clients that do not give up ----

class Waits:
    """How long players waited, an action for its answer and a stream for its next entry; and when each went on last."""

    WORTH = 0.5  # seconds from which on it is kept

    def __init__(self):
        self.kept, self.last = [], {}

    def went_on(self, what, begun):
        now = time.monotonic()
        self.last[threading.get_ident()] = now
        if now - begun > self.WORTH:
            self.kept.append((what, begun, now))

    def longest(self, what, begin=0, end=float("inf")):
        """Seconds of the longest wait of a kind that was still going on in a span of time, or all of the time."""
        return max((till - since for kind, since, till in list(self.kept)
                    if kind == what and till > begin and since < end), default=0)

    def longest_begun(self, what, since):
        """The same of the waits that began since then."""
        return max((till - begun for kind, begun, till in list(self.kept) if kind == what and begun > since), default=0)


class PatientClient(Client):
    """Sends a request again, as it was, until a node has answered; gives up an answer after as long as the page does."""

    def __init__(self, host, port, waits, token=None):
        super().__init__(port, token, host, patience=15)
        self.waits = waits

    def ask(self, method, path, body=None, headers=None):
        begun = time.monotonic()
        given = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        told = {"Content-Type": "application/json", **(headers or {})} if body is not None else headers
        while True:
            try:
                answer = super().ask(method, path, given, told)
                if answer.status < 500:
                    self.waits.went_on("action", begun)
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
        begun = time.monotonic()
        while True:
            try:
                entry = super().next_entry()
                self.server.waits.went_on("stream", begun)
                return entry
            except (OSError, EOFError, ValueError, http.client.HTTPException):
                self.stream.close()
                self.watch()

    def move(self, client, referee):
        turn = self.choose(referee)
        answer = client.act(self.table, "move", move=turn, at=len(self.words))
        assert answer.status == 200, (turn, answer)
        self.acknowledged.append((answer.json["seq"], turn))


def play(server, seed, computers=False):
    """Plays a whole game, and holds it against the ledger; gives it."""
    game = PatientGame(server, seed, computers)
    record = game.play()
    check(server, game, record)
    game.close()
    return game


def check(server, game, record):
    """What was acknowledged is in the log, and so is what was told, without a gap; time does not fall; and the record
    proves its chance."""
    log = server.client().get("/api/v1/tables/" + game.table).json["entries"]
    assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1)), log
    assert log[:len(game.entries)] == game.entries, "the stream told another log"
    times = [entry["at"] for entry in log]
    assert times == sorted(times), times
    for seq, turn in game.acknowledged:
        moved = [entry for entry in log[:seq] if entry["type"] == "moved"][-1]
        assert moved["words"][0] == turn, (seq, turn, moved)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(record)
        file.flush()
        subprocess.run([TESSERA, "verify", file.name], check=True, stdout=subprocess.DEVNULL)


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
