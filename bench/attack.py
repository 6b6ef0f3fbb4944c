"""Attacks a server with default limits from eight addresses, with floods of chat, tables, seats, readers and computer
players, while honest tables play. It measures how long honest requests wait, how much memory the server uses, and how
much the database grows.

    TESSERA=build/release/tessera python3 bench/attack.py TABLES SECONDS

Each honest table has two people at its own address (127.1.x.y); together they make a turn every PACE_S seconds. The
attackers are at 127.0.0.2 to 127.0.0.9, one process each. They know the newest honest tables and take seats there if
they are quicker. Their processes have a lower priority, because real attackers compute on other machines. An hour with
200 tables is `bench/attack.py 200 3600`.

The exit code is 0 if the limits were kept: P99_MS for honest requests, MEMORY_MB, and DISK_MB plus DISK_KB_A_SECOND.
"""
import collections
import http.client
import multiprocessing
import os
import resource
import socket
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "server"))
from server import Client, Server, begin, new_id  # noqa: E402

ABUSERS = ["127.0.0.%d" % n for n in range(2, 10)]
OPEN = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}], "grace": 60000}
PACE_S = 3
P99_MS, MEMORY_MB = 100, 600
DISK_MB, DISK_KB_A_SECOND = 136, 100  # the maximum size of the database's log; the growth that the limits allow
ID_BYTES, NEWEST = 32, 64  # maximum length of a table's id; number of tables that the attackers know
COMPUTERS = {"game": "classic", "seats": [{"kind": "person"}] + 4 * [{"kind": "computer", "level": 8}], "grace": 0}


def share_of(waits, part):
    """The percentile of sorted waiting times."""
    return waits[min(len(waits) - 1, int(part * len(waits)))]


class From(Client):
    """A client with its own source address."""

    def __init__(self, port, address, token=None):
        super().__init__(port, token)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(address, 0))


class Flag:
    """A flag shared by all processes, without a lock: a process that ended while it held a lock would block the
    others."""

    def __init__(self):
        self.value = multiprocessing.RawValue("b", 0)

    def set(self):
        self.value.value = 1

    def is_set(self):
        return self.value.value == 1


class Attack:
    def __init__(self, tables, seconds):
        self.server = Server()
        self.tables, self.seconds = tables, seconds
        self.over = Flag()
        self.waits, self.games, self.squatted, self.failed = [], 0, 0, collections.Counter()
        self.answers = collections.Counter()
        self.known = multiprocessing.Array("c", ID_BYTES * NEWEST)  # ids of tables that the attackers know
        self.made = multiprocessing.Value("i", 0)
        self.told = multiprocessing.Queue()  # the counts of answers of each attacker
        self.lock = threading.Lock()

    # ---- Honest tables ----

    def wait(self, ask):
        """Sends a request, records its time, and returns the answer."""
        begun = time.monotonic()
        answer = ask()
        with self.lock:
            self.waits.append(time.monotonic() - begun)
            if answer.status not in (200, 201, 409):
                self.failed[answer.json["error"]] += 1
        return answer

    def honest(self, number):
        try:
            self.meet(number)
        except (OSError, http.client.HTTPException, KeyError, AssertionError) as error:
            if not self.over.is_set():
                self.failed[repr(error)[:80]] += 1

    def meet(self, number):
        address = "127.1.%d.%d" % (number // 250, 1 + number % 250)
        time.sleep(number / self.tables)
        while not self.over.is_set():
            host = From(self.server.port, address)
            made = self.wait(lambda: host.create(OPEN)).json
            table = made["table"]
            self.tell(table)
            guest = From(self.server.port, address)
            host.token = made["token"]
            for _ in range(2 * len(ABUSERS)):
                sat = self.wait(lambda: guest.sit(table))
                if sat.status == 201:
                    break
                self.squatted += 1  # an attacker was quicker: the table's opener frees the seat
                self.wait(lambda: host.act(table, "free", seat=2))
            guest.token = sat.json["token"]
            begin(table, {1: host, 2: guest})
            self.play(table, (host, guest))

    def play(self, table, players):
        while not self.over.is_set():
            time.sleep(PACE_S)
            state = self.wait(lambda: players[0].get("/api/v1/tables/%s/state" % table)).json
            if state["state"]["phase"] == "over":
                self.games += 1
                return
            mover = players[state["state"]["seat"] - 1]
            if state["state"]["phase"] == "draw":
                if self.wait(lambda: mover.act(table, "draw")).status != 200:
                    return
                state = mover.get("/api/v1/tables/%s/state" % table).json
            if state["state"]["phase"] == "place":
                self.wait(lambda: mover.act(table, "move", move=state["turns"][0], at=state["at"]))

    # ---- Attackers: each sends a request as soon as the last one is answered ----

    def tell(self, table):
        """Publishes a table to the attackers."""
        with self.made.get_lock():
            at = self.made.value % NEWEST * ID_BYTES
            self.known[at:at + ID_BYTES] = table.encode().ljust(ID_BYTES, b" ")
            self.made.value += 1

    def some_table(self):
        """The id of a random known table; an unused id if none is known."""
        tables = min(self.made.value, NEWEST)
        at = int.from_bytes(os.urandom(1), "big") % max(tables, 1) * ID_BYTES
        return self.known[at:at + ID_BYTES].decode().strip() if tables else "a" * 16

    def chat(self, client):
        return client.act(self.some_table(), "say", name="Eve", text="x" * 500)

    def create(self, client):
        return client.create({**OPEN, "public": True}, "Eve")

    def squat(self, client):
        return client.sit(self.some_table(), "Eve")

    def read(self, client):
        """Opens a stream without reading it, and reads a whole log."""
        silent = socket.create_connection(("127.0.0.1", self.server.port), 30, (client.connection.source_address[0], 0))
        self.silent.append(silent)
        silent.sendall(b"GET /api/v1/tables/%s/events HTTP/1.1\r\nHost: x\r\n\r\n" % self.some_table().encode())
        return client.get("/api/v1/tables/" + self.some_table())

    def think(self, client):
        answer = client.create(COMPUTERS, "Eve")
        if answer.status == 201:
            held = answer.json
            mover = From(self.server.port, client.connection.source_address[0], held["token"])
            begin(held["table"], {held["seat"]: mover})
            mover.close()
        return answer

    def abuse(self, address, what):
        client = From(self.server.port, address)
        while not self.over.is_set():
            try:
                answer = what(client)
                self.answers[what.__name__, answer.status] += 1
                if answer.status == 429:
                    time.sleep(0.01)
            except (OSError, http.client.HTTPException, AssertionError, KeyError):
                self.answers[what.__name__, "cut off"] += 1
                client.close()
                client = From(self.server.port, address)
                time.sleep(0.05)

    def attack(self, address):
        """Runs an attacker in its own process."""
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.nice(10)
        kinds = (self.chat, self.create, self.squat, self.read, self.think)
        self.silent = collections.deque(maxlen=50)
        for kind in kinds:
            threading.Thread(target=self.abuse, args=(address, kind), daemon=True).start()
        while not self.over.is_set():
            time.sleep(0.1)
        self.told.put(dict(self.answers))
        self.told.close()
        self.told.join_thread()
        os._exit(0)

    # ---- The whole run ----

    def figure(self, name):
        with open("/proc/%d/status" % self.server.process.pid, encoding="ascii") as file:
            return next(int(line.split()[1]) // 1024 for line in file if line.startswith(name))

    def disk(self):
        return sum(os.path.getsize(os.path.join(self.server.folder, name)) for name in os.listdir(self.server.folder)
                   if name.startswith("t")) / 1e6

    def run(self):
        abusers = [multiprocessing.Process(target=self.attack, args=(address,), daemon=True) for address in ABUSERS]
        workers = [threading.Thread(target=self.honest, args=(number,), daemon=True) for number in range(self.tables)]
        before = self.disk()
        for worker in abusers + workers:
            worker.start()
        for second in range(self.seconds):
            time.sleep(1)
            if sys.stderr.isatty():
                print("\r%d of %d s, %d honest requests" % (second + 1, self.seconds, len(self.waits)), end="", file=sys.stderr)
        if sys.stderr.isatty():
            print(file=sys.stderr)
        self.over.set()
        for _ in abusers:
            self.answers.update(self.told.get())
        with self.lock:
            waits = sorted(self.waits)
        print("%d honest tables, %d s, load %s" % (self.tables, self.seconds, " ".join("%.1f" % n for n in os.getloadavg())))
        print("honest: %d requests, %d games ended, p50 %.1f ms, p99 %.1f ms, most %.1f ms; seats freed of squatters %d, other refusals %s" % (
            len(waits), self.games, 1000 * share_of(waits, 0.5), 1000 * share_of(waits, 0.99), 1000 * waits[-1], self.squatted, dict(self.failed)))
        memory, disk = self.figure("VmHWM"), self.disk() - before
        print("memory: %d MB at most; disk: %.1f MB more" % (memory, disk))
        for (what, status), count in sorted(self.answers.items(), key=str):
            print("  %-8s %s: %d" % (what, status, count))
        self.server.process.kill()
        self.server.process.wait()
        return self.verdict(1000 * share_of(waits, 0.99), memory, disk)

    def verdict(self, p99, memory, disk):
        """Prints whether the limits were kept, and returns it."""
        figures = (("honest p99", p99, P99_MS, "ms"), ("memory", memory, MEMORY_MB, "MB"),
                   ("disk", disk, DISK_MB + DISK_KB_A_SECOND * self.seconds / 1000, "MB"))
        for name, figure, most, unit in figures:
            print("%s: %s %.1f %s, at most %.0f" % ("held" if figure < most else "NOT HELD", name, figure, unit, most))
        return all(figure < most for _, figure, most, _ in figures)


if __name__ == "__main__":
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    held = Attack(int(sys.argv[1]), int(sys.argv[2])).run()
    sys.stdout.flush()
    os._exit(0 if held else 1)
