"""A net of the test's own: machines, each a network namespace, and a router between them, which cuts, loses and delays what
they send to one another. Run below tests/nodes/with_net, whose namespaces take all of it with them when they end.

Cuts and losses are rules of nft at the router. Delays lead through `delay_line.py` and not through netem of tc, as not
every kernel has that."""
import collections
import itertools
import os
import pathlib
import subprocess
import sys
import threading

LINE = pathlib.Path(__file__).with_name("delay_line.py")
GATEWAY = "10.0.0.254"
LOSS = 25  # of a hundred packets between two machines of which some are lost
RULES = """
table ip faults {
  set cut { type ipv4_addr . ipv4_addr; }
  set lossy { type ipv4_addr . ipv4_addr; }
  chain forward {
    type filter hook forward priority 0;
    ip saddr . ip daddr @cut drop
    ip saddr . ip daddr @lossy numgen random mod 100 < %d drop
  }
}
""" % LOSS


class Machine:
    """A member of the net; `name` None: the test itself."""

    port = 8080  # of the server there

    def __init__(self, name, host):
        self.name, self.host = name, host

    def words(self, *words):
        """The command that runs a command there."""
        return [*(("nsenter", "--net=/run/netns/" + self.name) if self.name else ()), *words]


LOCAL = Machine(None, None)


def run(machine, *words, text=None):
    subprocess.run(machine.words(*words), check=True, input=text, text=True)


def both_ways(one, other):
    return (one.host, other.host), (other.host, one.host)


class Net:
    def __init__(self):
        if "TESSERA_NET" not in os.environ:
            sys.exit("this runs below tests/nodes/with_net, which keeps its net apart from that of this machine")
        self.router, self.lines = Machine("router", GATEWAY), itertools.count()
        self.mutex, self.reasons = threading.Lock(), collections.Counter()
        run(LOCAL, "ip", "netns", "add", "router")
        for setting, value in (("ip_forward", 1), ("conf/all/rp_filter", 0), ("conf/default/rp_filter", 0)):
            run(self.router, "sh", "-c", "echo %d >/proc/sys/net/ipv4/%s" % (value, setting))
        run(self.router, "nft", "-f", "-", text=RULES)

    def join(self, name, host):
        """A new machine of the net; with the name None that is this test."""
        machine, port, own = Machine(name, host), "to-" + (name or "test"), ("netns", name) if name else ()
        if name:
            run(LOCAL, "ip", "netns", "add", name)
            run(machine, "ip", "link", "set", "lo", "up")
        run(self.router, "ip", "link", "add", "name", port, "type", "veth", "peer", "name", "up0", *(own or ("netns", "1")))
        run(machine, "ip", "address", "add", host + "/32", "dev", "up0")
        run(machine, "ip", "link", "set", "up0", "up")
        run(self.router, "ip", "address", "add", GATEWAY + "/32", "dev", port)
        run(self.router, "ip", "link", "set", port, "up")
        run(self.router, "ip", "route", "add", host + "/32", "dev", port)
        run(machine, "ip", "route", "add", GATEWAY + "/32", "dev", "up0")
        run(machine, "ip", "route", "add", "default", "via", GATEWAY)
        return machine

    # ---- Faults between two machines, in both directions ----

    def change(self, rule, one, other, by):
        """One more reason why the rule holds for both, or one less."""
        key = (rule, *sorted((one.host, other.host)))
        with self.mutex:
            before = self.reasons[key]
            self.reasons[key] += by
            if (before > 0) == (self.reasons[key] > 0):
                return
            ways = ", ".join("%s . %s" % way for way in both_ways(one, other))
            run(self.router, "nft", "add" if by > 0 else "delete", "element", "ip", "faults", rule, "{ %s }" % ways)

    def cut(self, one, other):
        self.change("cut", one, other, 1)

    def mend(self, one, other):
        self.change("cut", one, other, -1)

    def lose(self, one, other):
        self.change("lossy", one, other, 1)

    def lose_no_more(self, one, other):
        self.change("lossy", one, other, -1)

    def delay(self, one, other, least, most):
        """Each packet takes between `least` and `most` seconds; gives what ends that."""
        number = next(self.lines)
        name, table = "line%d" % number, str(1000 + number)
        line = subprocess.Popen(self.router.words(sys.executable, LINE, name, str(least), str(most)), stdout=subprocess.PIPE, text=True)
        assert line.stdout.readline() == "ready\n", "there is no delay line"
        rules = [("pref", "100", "iif", name, "lookup", "main")]  # what comes out of the line goes where it was to go
        rules += [("pref", "200", "from", source, "to", target, "lookup", table) for source, target in both_ways(one, other)]
        run(self.router, "ip", "route", "add", "default", "dev", name, "table", table)
        for rule in rules:
            run(self.router, "ip", "rule", "add", *rule)

        def end():
            for rule in rules[1:]:
                run(self.router, "ip", "rule", "delete", *rule)
            line.kill()  # what is still under way is lost
            line.wait()
            line.stdout.close()
            run(self.router, "ip", "rule", "delete", *rules[0])
        return end
