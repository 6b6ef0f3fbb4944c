"""What befalls a fleet on a net (campaign.py). A fault is drawn before it comes: a seed gives all of them."""
import collections
import signal
import time
from email.utils import parsedate_to_datetime

from cluster import wait_until
from fleet import Client
from server import PATIENCE

SILENCE = 4  # seconds without the database after which a node answers nothing
SAYS_SO = 5  # after which it says 503 at the latest: it asks once a second

# Where a fault is: two of one place never come at the same time. How often it comes in the short campaign and, with each
# proxy, in the long one; how many seconds it lasts.
Kind = collections.namedtuple("Kind", "place few many least most")
KINDS = {
    "kill": Kind("node", 1, 100, 0, 7),  # SIGKILL
    "end": Kind("node", 1, 8, 0, 3),  # SIGTERM
    "freeze": Kind("node", 1, 12, SILENCE + 2, 9),  # SIGSTOP for longer than a node may hear nothing
    "clock": Kind("node", 1, 12, 2, 6),  # jumps by minutes or hours, and stays there
    "cut from the database": Kind("node", 1, 22, SILENCE + 3, 9),  # and from its standby
    "cut from clients": Kind("node", 1, 16, SILENCE + 2, 9),  # and from the proxy
    "cut from all": Kind("node", 1, 12, SILENCE + 2, 9),
    "gone": Kind("node", 0, 3, 26, 30),  # cut from all for longer than anybody waits for its streams
    "proxy cut off": Kind("proxy", 1, 5, 1, 5),  # from clients
    "standby cut off": Kind("database", 1, 5, 1, 5),  # from the database
    "delay": Kind("node", 1, 12, 2, 7),
    "loss": Kind("node", 1, 12, 2, 7),
    "database killed": Kind("database", 1, 4, 0, 3),
    "database frozen": Kind("database", 1, 4, SILENCE + 2, 9),
    "standby killed": Kind("database", 1, 3, 0, 3),
    "failover": Kind("database", 1, 5, 4, 12),
    "data full": Kind("database", 1, 3, 2, 6),
    "log full": Kind("database", 1, 3, 2, 6),
    "standby full": Kind("database", 0, 2, 2, 6),
}

# Seconds for which an action may wait for its answer, and a stream for its next entry, when a fault comes alone: what
# docs/understand/nodes.md promises. On a busy machine ten times what they wait for without a fault comes on top. A node that is silent but not gone costs more behind nginx, which does
# not ask for it; a clock costs nothing.
DIES, NODE, DATABASE, BEHIND_NGINX = (3, 3), (10, 10), (60, 60), (14, 24)
SILENT = ("freeze", "cut from clients", "cut from all", "gone")
PROMISED = {**dict.fromkeys(("kill", "end", "clock"), DIES), **dict.fromkeys(("cut from the database", *SILENT), NODE),
            **dict.fromkeys(("database killed", "database frozen", "failover"), DATABASE)}

ALONE = ("kill", "freeze", "cut from the database", "database killed", "failover")  # in the short campaign

Fault = collections.namedtuple("Fault", "kind node other seconds choice")


def draw(rng, kind, is_long):
    """A fault; `choice` is for what a kind can do in several ways."""
    node, other = rng.sample(range(3), 2)
    least, most = KINDS[kind].least, KINDS[kind].most
    return Fault(kind, node, other, rng.uniform(least, most if is_long else least + 1), rng.random())


def place(fault):
    return KINDS[fault.kind].place, fault.node if KINDS[fault.kind].place == "node" else 0


def schedule(rng, is_long):
    """Groups of up to three faults that come at the same time; a third of each kind in the long campaign, and some kinds in
    the short one, come alone and first."""
    alone, others, groups = [], [], []
    for name, kind in KINDS.items():
        faults = [draw(rng, name, is_long) for _ in range(kind.many if is_long else kind.few)]
        count = -(-len(faults) // 3) if is_long else len(faults) * (name in ALONE)
        alone += [[fault] for fault in faults[:count]]
        others += faults[count:]
    rng.shuffle(alone)
    rng.shuffle(others)
    for fault in others:
        fitting = (group for group in groups if len(group) < 3 and place(fault) not in map(place, group))
        group = next(fitting, None)
        if group is None:
            groups.append([fault])
        else:
            group.append(fault)
    return alone + groups


class Faults:
    """Brings faults about in a fleet with a pair of databases on a net, of which `here` is this test's place."""

    def __init__(self, net, here, pair, fleet):
        self.net, self.here, self.pair, self.fleet = net, here, pair, fleet
        self.probe = fleet.client().create({"game": "classic", "seats": [{"kind": "person"}, {"kind": "open"}]}).json

    def bring(self, fault, is_alone):
        """Brings it about, and ends it. The method of its name does the one, and gives what does the other."""
        node, begun = self.fleet.nodes[fault.node], time.monotonic()
        end = getattr(self, fault.kind.replace(" ", "_"))(fault, node)
        try:
            if is_alone and fault.kind == "cut from the database":
                self.see_it_say_so(node, begun)
            time.sleep(max(0, begun + fault.seconds - time.monotonic()))
        finally:
            end()

    # ---- Of a node ----

    def start(self, node):
        """A node that cannot start, as the database does not answer, ends with 3, and is started again, as by
        data/systemd."""
        def is_started():
            try:
                node.start()
                return True
            except RuntimeError:
                assert node.process.wait(PATIENCE) == 3, node.told()
                time.sleep(1)
        wait_until(is_started)

    def kill(self, fault, node):
        node.kill()
        return lambda: self.start(node)

    def end(self, fault, node):
        code = node.end(signal.SIGTERM)
        assert code == 0, (code, node.told())
        return lambda: self.start(node)

    def freeze(self, fault, node):
        node.freeze()
        return node.thaw

    def clock(self, fault, node):
        """By up to 12 hours, there or back, for good; it says so itself."""
        moved, client = round((fault.choice - 0.5) * 86400), node.client()
        node.move_clock(moved)

        def is_moved():
            said = parsedate_to_datetime(client.get("/healthz").headers["Date"]).timestamp()
            return abs(said - time.time() - moved) < 5
        wait_until(is_moved)
        return client.close

    # ---- Of the net ----

    def cut(self, machine, others):
        for other in others:
            self.net.cut(machine, other)
        return lambda: [self.net.mend(machine, other) for other in others]

    @property
    def databases(self):
        return [server.machine for server in self.pair.servers]

    def cut_from_the_database(self, fault, node):
        return self.cut(node.machine, self.databases)

    def cut_from_clients(self, fault, node):
        return self.cut(node.machine, [self.fleet.machine, self.here])

    def cut_from_all(self, fault, node):
        return self.cut(node.machine, [*self.databases, self.fleet.machine, self.here])

    gone = cut_from_all

    def proxy_cut_off(self, fault, node):
        return self.cut(self.fleet.machine, [self.here])

    def standby_cut_off(self, fault, node):
        first, second = self.databases
        return self.cut(first, [second])

    def delay(self, fault, node):
        """Up to 0.3 s on the way to the database."""
        ends = [self.net.delay(node.machine, database, 0.01, 0.03 + 0.27 * fault.choice) for database in self.databases]
        return lambda: [end() for end in ends]

    def loss(self, fault, node):
        """On the way to the database or from the proxy."""
        others = self.databases if fault.choice < 0.5 else [self.fleet.machine]
        for other in others:
            self.net.lose(node.machine, other)
        return lambda: [self.net.lose_no_more(node.machine, other) for other in others]

    # ---- Of the database ----

    def database_killed(self, fault, node):
        self.pair.first.kill()
        return self.pair.recover

    def database_frozen(self, fault, node):
        """What it was asked for before it carries out later, when nobody waits for it."""
        self.pair.first.signal(signal.SIGSTOP)
        return lambda: self.pair.first.signal(signal.SIGCONT)

    def standby_killed(self, fault, node):
        self.pair.second.kill()
        return self.pair.recover

    def failover(self, fault, node):
        """In half of the cases the machine of the database is gone with it, and nobody hears that nobody is there."""
        machine = self.pair.first.machine
        mend = self.cut(machine, [one.machine for one in self.fleet.nodes if fault.choice < 0.5])
        self.pair.fail_over()

        def end():
            self.pair.restore()
            mend()
        return end

    def full(self, server, disk):
        """Until there was no room for something, at least."""
        server.fill(disk)
        if disk is server.log_disk:
            self.pair.use_up_log(server)

        def end():
            wait_until(server.lacked_room)
            disk.free()
            self.pair.recover()
        return end

    def data_full(self, fault, node):
        return self.full(self.pair.first, self.pair.first.data_disk)

    def log_full(self, fault, node):
        return self.full(self.pair.first, self.pair.first.log_disk)

    def standby_full(self, fault, node):
        return self.full(self.pair.second, self.pair.second.log_disk)

    # ---- What a node says that is cut off from the database ----

    def see_it_say_so(self, node, begun):
        """503 in time to whatever would change a table, and 200 to whether it runs."""
        client = Client(node.port, self.probe["token"], node.host)
        wait_until(lambda: time.monotonic() > begun + SAYS_SO or client.get("/readyz").status == 503)
        assert client.get("/readyz").status == 503, "after %d s it says nothing" % SAYS_SO
        answer = client.act(self.probe["table"], "say", text="cut off")
        assert (answer.status, answer.json["error"]) == (503, "not-stored"), answer
        assert client.get("/healthz").status == 200
        client.close()
