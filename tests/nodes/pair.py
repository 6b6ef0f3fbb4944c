"""A database and its synchronous standby on two machines of a net: each with two small disks, which get full, its data on one
and its log (WAL) on the other."""
import os
import shutil
import subprocess
import time

from cluster import STORE, Cluster, is_told, own_folder, psql, wait_until


class Disk:
    """A file system of its own in a folder."""

    def __init__(self, folder, megabytes):
        self.folder = folder
        os.makedirs(folder)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=%dm" % megabytes, "tmpfs", folder], check=True)
        own_folder(folder)

    def fill(self):
        """To its last byte."""
        with open(self.folder + "/ballast", "ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 16))
            except OSError:
                pass

    def free(self):
        os.unlink(self.folder + "/ballast")

    def clear(self):
        for name in os.listdir(self.folder):
            path = self.folder + "/" + name
            if os.path.isdir(path):
                shutil.rmtree(path)
            else:
                os.unlink(path)


class Server(Cluster):
    """One of both."""

    def __init__(self, folder, machine):
        super().__init__(folder, machine)
        self.data_disk, self.log_disk = Disk(folder, 256), Disk(folder + ".wal", 160)
        self.log = os.path.dirname(folder) + "/" + machine.name + ".log"
        self.options += ("-c max_wal_size=64MB", "-c min_wal_size=32MB", "-c wal_keep_size=32MB", "-c wal_sender_timeout=5s",
                         "-c wal_receiver_timeout=5s", "-c wal_retrieve_retry_interval=1s")

    def copy_from(self, url, *words):
        super().copy_from(url, "--waldir", self.log_disk.folder + "/wal", *words)

    def replace(self, other):
        """Begins anew, as the standby of another one."""
        self.data_disk.clear()
        self.log_disk.clear()
        self.copy_from("postgresql://tessera@%s/tessera?sslmode=disable&gssencmode=disable" % other.machine.host, "-R")
        self.start()

    def lacked_room(self):
        """True if it has said so since its disk was filled."""
        with open(self.log, encoding="utf-8", errors="replace") as file:
            file.seek(self.filled)
            return "No space left" in file.read()

    def fill(self, disk):
        self.filled = os.path.getsize(self.log)
        disk.fill()

    def answers(self):
        """True if it serves; one that has ended is started."""
        if self.main_process() is None:
            self.start(check=False)
        return is_told("SELECT true", self.url)


class Pair:
    """`first` has the database, `second` follows. `address` leads a node to whichever has it."""

    def __init__(self, folder, net):
        self.folder = folder
        own_folder(folder)
        machines = net.join("first", "10.0.0.11"), net.join("second", "10.0.0.12")
        self.first, self.second = (Server(folder + "/" + machine.name, machine) for machine in machines)
        self.address = "postgresql://tessera@%s/tessera?sslmode=disable&gssencmode=disable" % ",".join(m.host for m in machines)
        self.first.copy_from(STORE.url)
        with open(self.first.data + "/pg_hba.conf", "a", encoding="utf-8") as file:
            file.write("host all all 10.0.0.0/24 trust\nhost replication all 10.0.0.0/24 trust\n")
        self.first.start()
        self.second.replace(self.first)
        self.first.require_standby()

    @property
    def url(self):
        return self.first.url

    @property
    def servers(self):
        return self.first, self.second

    def fail_over(self):
        """The database dies, and its standby is it from now on, alone."""
        self.first.kill()
        self.second.promote()
        self.first, self.second = self.second, self.first
        psql("ALTER SYSTEM RESET synchronous_standby_names", self.url)
        psql("SELECT pg_reload_conf()", self.url)

    def restore(self):
        """There is a standby again."""
        self.second.replace(self.first)
        self.first.require_standby()

    def use_up_log(self, server):
        """Writes log until a server, whose disk of it is full, has no more room. Before that it fills the files that are there."""
        for _ in range(12):
            if server.lacked_room():
                return
            is_told("SELECT pg_switch_wal() IS NOT NULL FROM pg_logical_emit_message(false, 'tessera', 'on')", self.url)
            time.sleep(0.2)

    def recover(self):
        """Waits until both are there and nothing is missing at the standby; starts the one that has ended."""
        for server in self.servers:
            wait_until(server.answers)
        wait_until(lambda: is_told("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'", self.url))
