"""The PostgreSQL of tests/lobby/with_postgres: statements, and clusters that are killed, copied and promoted."""
import os
import shutil
import subprocess
import tempfile
import time

URL = os.environ["TESSERA_POSTGRES"]
BIN = os.environ["PGBIN"]
PATIENCE = 120  # seconds after which what has not come never will


def psql(statement, url=URL):
    """What a statement gives, a line a row."""
    said = subprocess.run([BIN + "/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement, url], check=True, capture_output=True, text=True)
    return said.stdout.split()


def run_as_owner(program, *words):
    """Runs a program of PostgreSQL as who owns the cluster."""
    owner = os.stat(os.environ["PGDATA"])
    user = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []} if os.getuid() == 0 else {}
    subprocess.run([BIN + "/" + program, *words], check=True, stdout=subprocess.DEVNULL, cwd="/", **user)


def wait_until(condition):
    """Asks until it holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


class Cluster:
    """A PostgreSQL; its socket is in `folder`, its data in `data` there."""

    def __init__(self, folder):
        self.folder, self.data = folder, folder + "/data"
        self.url = "postgresql://tessera@/tessera?host=" + folder

    @property
    def socket(self):
        return self.folder + "/.s.PGSQL.5432"

    def start(self):
        run_as_owner("pg_ctl", "start", "-w", "-t", "120", "-D", self.data, "-l", self.data + "/log", "-o",
                     "-F -c listen_addresses= -k " + self.folder)

    def kill(self):
        run_as_owner("pg_ctl", "stop", "-D", self.data, "-m", "immediate")

    def promote(self):
        run_as_owner("pg_ctl", "promote", "-w", "-t", "120", "-D", self.data)

    def copy(self, folder, *words):
        """Another one that begins as a copy of this one; with -R it follows it. It has not been started."""
        owner = os.stat(os.environ["PGDATA"])
        os.mkdir(folder)
        os.chown(folder, owner.st_uid, owner.st_gid)
        run_as_owner("pg_basebackup", "-D", folder + "/data", "-N", "-c", "fast", "-d", self.url, *words)
        return Cluster(folder)


def start_pair(test):
    """A database and its synchronous standby: what is acknowledged both have."""
    folder = tempfile.mkdtemp(prefix="pair.", dir="/tmp")
    test.addCleanup(shutil.rmtree, folder)
    os.chmod(folder, 0o755)
    first = Cluster(os.path.dirname(os.environ["PGDATA"])).copy(folder + "/first")
    first.start()
    test.addCleanup(lambda: os.path.exists(first.data + "/postmaster.pid") and first.kill())
    second = first.copy(folder + "/second", "-R")
    second.start()
    test.addCleanup(second.kill)
    psql("ALTER SYSTEM SET synchronous_standby_names = '*'", first.url)
    psql("SELECT pg_reload_conf()", first.url)
    wait_until(lambda: psql("SELECT sync_state FROM pg_stat_replication", first.url) == ["sync"])
    return first, second
