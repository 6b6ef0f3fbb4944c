"""The PostgreSQL of tests/store/with_postgres: statements, and clusters that are killed, copied and promoted."""
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from server import wait_until  # noqa: E402

URL = os.environ["TESSERA_POSTGRES"]
BIN = os.environ["PGBIN"]


def psql(statement, url=URL):
    """What a statement gives, a line a row."""
    said = subprocess.run([BIN + "/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement, url], check=True, capture_output=True, text=True)
    return said.stdout.split()


def is_told(statement, url):
    """True if a database gives `t` for it; false if not, also if it does not answer."""
    try:
        return psql(statement, url) == ["t"]
    except subprocess.CalledProcessError:
        return False


def own_folder(folder):
    """Gives a folder, made if it is not there, to the user that owns the clusters."""
    owner = os.stat(os.environ["PGDATA"])
    os.makedirs(folder, exist_ok=True)
    os.chown(folder, owner.st_uid, owner.st_gid)


class Cluster:
    """A PostgreSQL; its socket is in `folder`, its data in `data` there. On a machine of a net (`net.py`) it is asked at
    its address, too; a test asks it by the socket, which no net cuts."""

    def __init__(self, folder, machine=None):
        self.folder, self.data, self.machine, self.log = folder, folder + "/data", machine, folder + "/log"
        self.url, self.socket = "postgresql://tessera@/tessera?host=" + folder, folder + "/.s.PGSQL.5432"
        self.address = self.url  # for nodes
        self.options = ("-F", "-k", folder, "-c listen_addresses=" + (machine.host if machine else ""))

    def run(self, program, *words, check=True):
        """Runs a program of PostgreSQL as the user that owns the clusters, on the machine of this one."""
        owner = os.stat(os.environ["PGDATA"])
        user = ["setpriv", "--reuid", str(owner.st_uid), "--regid", str(owner.st_gid), "--clear-groups"]
        command = [*(user if os.getuid() == 0 else ()), BIN + "/" + program, *words]
        subprocess.run(self.machine.words(*command) if self.machine else command, check=check, cwd="/",
                       stdout=subprocess.DEVNULL, stderr=None if check else subprocess.DEVNULL)

    def start(self, check=True):
        self.run("pg_ctl", "start", "-w", "-t", "120", "-D", self.data, "-l", self.log, "-o", " ".join(self.options),
                 check=check)

    def stop(self):
        """It ends at once, and leaves what it was doing."""
        self.run("pg_ctl", "stop", "-D", self.data, "-m", "immediate")

    def main_process(self):
        """Its number; None if it does not run."""
        try:
            with open(self.data + "/postmaster.pid", encoding="utf-8") as file:
                number = int(file.readline())
            os.kill(number, 0)
            return number
        except (OSError, ValueError):
            return None

    def signal(self, number):
        """Sends a signal to all of its processes, and gives them."""
        main = self.main_process()
        with open("/proc/%d/task/%d/children" % (main, main), encoding="utf-8") as file:
            processes = [main, *map(int, file.read().split())]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
        return processes

    def kill(self):
        processes = self.signal(signal.SIGKILL)
        wait_until(lambda: not any(os.path.exists("/proc/%d" % process) for process in processes))

    def promote(self):
        self.run("pg_ctl", "promote", "-w", "-t", "120", "-D", self.data)

    def copy_from(self, url, *words):
        """Makes it a copy of another one; with -R it follows that one."""
        own_folder(self.folder)
        self.run("pg_basebackup", "-D", self.data, "-N", "-c", "fast", "-d", url, *words)

    def require_standby(self):
        """Waits until one follows; from then on nothing is acknowledged that it has not stored."""
        psql("ALTER SYSTEM SET synchronous_standby_names = '*'", self.url)
        psql("SELECT pg_reload_conf()", self.url)
        wait_until(lambda: is_told("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'", self.url))


STORE = Cluster(os.path.dirname(os.environ["PGDATA"]))


def start_pair(test):
    """A database and its synchronous standby: what is acknowledged both have."""
    folder = tempfile.mkdtemp(prefix="pair.", dir="/tmp")
    test.addCleanup(shutil.rmtree, folder)
    os.chmod(folder, 0o755)
    first, second = Cluster(folder + "/first"), Cluster(folder + "/second")
    first.copy_from(STORE.url)
    first.start()
    test.addCleanup(lambda: first.main_process() and first.stop())
    second.copy_from(first.url, "-R")
    second.start()
    test.addCleanup(second.stop)
    first.require_standby()
    return first, second
