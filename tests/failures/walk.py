#!/usr/bin/env python3
"""Makes every call of the program fail: walk.py [--most N] [--seed N] [--every] [--said] [--kind KIND] [COMMAND ...].

The environment variable TESSERA names the program, FAIL the library that fails its calls (fail.c). For each command
below and each kind of call the n-th call fails, for each n up to the number of calls: alone, and with all that follow.
Of the calls for memory, which are many, the first by each path through the program fails, with --every all. With --most
N at most N calls of each kind fail, which the seed chooses. --said also prints the messages. After each failure

- the command has done all that it does without one, or it ends with exit code 1 or 3 and a message;
- each file is as before or as after a run without a failure; one that grows is a beginning of the latter; a report of
  a match that ended early is whole;
- there is no other file, and no process;
- the same command, now without a failure, does all of it.

Prints how many calls failed, by command and kind. Exits with 1 if something did not hold.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("TESSERA", "tessera"))
LIBRARY = os.path.abspath(os.environ.get("FAIL", "libfail.so"))
KINDS = "memory thread process write read open fsync ftruncate rename mkdir pipe".split()
PATHS = 8191  # of struct count in fail.c
SECONDS = 120  # a run that takes longer is stuck
SHOWN = 30  # findings
MESSAGE = re.compile(r"(^|\r)tessera", re.M)
ABORTS = None  # what a library of others says before it ends the process
RECORD = (ROOT / "docs/pictures/classic.txt").read_text(encoding="utf-8")
SET = (ROOT / "data/tiles/classic.json").read_text(encoding="utf-8")
MEMORY = "/dev/shm"  # a file system that takes no time
OLD = "what was there before\n"
SAVED = """[Game "star-wars"]
[Set "star-wars:3efd4317984a6c37"]
[Options "-"]
[Colours "red,black"]
[First "1"]
[Player1 "human"]
[Kind1 "human"]
[Player2 "random"]
[Kind2 "random"]
[Seed "4"]
[Id "01f27083aeaa5b05"]
[Result "*"]

1. A1_RR
*

"""
ENGINE = "name=other playouts=1 cmd='%s engine --player random'" % PROGRAM
MATCH = ("match", "-e", "random name=one", "-e", "random name=two", "--records", "m.txt", "--state", "s.json")


class Command:
    """A command, what its files are before it, which of them grow while it runs, its report of how far it came, and
    whether it talks with a person, who is told there what fails, and goes on. `more` are environment variables."""

    def __init__(self, *arguments, given="", before=None, grows=(), report=None, talks=False, program=PROGRAM, more=None):
        self.arguments, self.given, self.before, self.grows, self.report = arguments, given, before or {}, grows, report
        self.talks, self.program, self.more = talks, program, more or {}


COMMANDS = {
    "tiles": Command("tiles", "list", "--json"),
    "tiles-validate": Command("tiles", "validate", "a.json", "--json", before={"a.json": SET}),
    "tiles-show": Command("tiles", "show", "a.json", "B", before={"a.json": SET}),
    "draw": Command("draw", "a.txt", "-o", "a.svg", before={"a.txt": RECORD, "a.svg": OLD}),
    "draw-new": Command("draw", "a.txt", "-o", "a.svg", before={"a.txt": RECORD}),
    "draw-png": Command("draw", "a.txt", "--png", "-o", "a.png", before={"a.txt": RECORD, "a.png": OLD}),
    "replay": Command("replay", "a.txt", "--moves", before={"a.txt": RECORD}),
    "replay-check": Command("replay", "a.txt", "--check", "--json", before={"a.txt": RECORD}),
    "referee": Command("referee", given="newgame game=classic seed=1\nstate\nlegal\nquit\n", grows=("",)),
    "engine": Command("engine", given="tep\nisready\nquit\n", grows=("",)),
    "simulate": Command("simulate", "--games", "2", "-p", "random,random", "--records", "r.txt", "--data", "d.npz", "--json",
                        before={"r.txt": OLD, "d.npz": OLD}),
    "analyse": Command("analyse", "--threads", "2", "--playouts", "2", "a.txt", before={"a.txt": RECORD}, grows=("",)),
    "match": Command(*MATCH, "--rounds", "2", "--report", "rep.json", "--json", before={"rep.json": OLD},
                     grows=("m.txt", "s.json"), report="rep.json"),
    "match-engine": Command("match", "-e", ENGINE, "-e", "random", "--rounds", "1", "--concurrency", "2", "--state", "s.json",
                            "--report", "rep.json", grows=("s.json",), report="rep.json"),
    "match-resume": Command(*MATCH, "--rounds", "2", "--report", "rep.json", before={"rep.json": OLD},
                            grows=("m.txt", "s.json"), report="rep.json"),
    "match-report": Command("match", "report", "rep.json", "-o", "rep.svg", before={"rep.svg": OLD}),
    "play": Command("play", "--seed", "4", "-p", "human,random", given="a2\n1\nsave b.txt\nquit\n", talks=True),
    "play-save": Command("play", "--seed", "4", "-p", "human,random", "--save", "g.txt", given="a2\n1\nquit\n", talks=True),
    "play-resume": Command("play", "--resume", "g.txt", given="a2\n1\nquit\n", before={"g.txt": SAVED}, talks=True),
}
# What a match has left that was played before the command.
PLAYED = {"match-report": ("rep.json",), "match-resume": ("m.txt", "s.json")}


def plain(content):
    """Without what differs from run to run: times, the ids of games."""
    content = re.sub(rb'"longest(_ms)?":(\[[0-9,]*\]|[0-9.]+)', b'"longest":0', content)
    content = re.sub(rb'\[(Id|Date) "[^"]*"\]', b"", content)
    return re.sub(rb"\d{4}-\d\d-\d\d-\d{6}", b"TIME", content)


def files_of(folder):
    """The files below a folder by name, with what they hold; "" is standard output."""
    return {plain(os.fsencode(path.relative_to(folder))).decode(): plain(path.read_bytes())
            for path in pathlib.Path(folder).rglob("*") if path.is_file()}


def processes(session):
    """The processes of a session, those that have ended and wait to be reaped left out."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            state, _, _, its = pathlib.Path("/proc", entry, "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(its) == session and state != "Z":
            found.append(int(entry))
    return found


class Run:
    """One run of a command in a folder, in which a call may fail."""

    def __init__(self, command, folder, fail=None):
        with tempfile.NamedTemporaryFile() as count, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": folder, "ASAN_OPTIONS": "detect_leaks=0",
                           **command.more}
            if fail is not None:
                environment |= {"LD_PRELOAD": LIBRARY, "FAIL": fail, "FAIL_COUNT": count.name}
            with tempfile.TemporaryFile() as given:
                given.write(command.given.encode())
                given.seek(0)
                running = subprocess.Popen([command.program, *command.arguments], cwd=folder, env=environment, stdin=given, stdout=out,
                                           stderr=errors, start_new_session=True)
            self.stuck = False
            try:
                running.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self.stuck = True
                os.killpg(running.pid, signal.SIGKILL)
                running.wait()
            deadline = time.monotonic() + 120
            while (left := processes(running.pid)) and time.monotonic() < deadline:
                time.sleep(0.01)
            self.left = left
            for number in left:
                os.kill(number, signal.SIGKILL)
            self.code = running.returncode
            out.seek(0)
            errors.seek(0)
            self.said = errors.read().decode(errors="replace")
            self.files = {"": plain(out.read()), **files_of(folder)}
            bytes_ = os.pread(count.fileno(), 8 * (3 + PATHS), 0)
        numbers = struct.unpack(f"{len(bytes_) // 8}Q", bytes_[:len(bytes_) // 8 * 8]) or (0, 0, 0)
        self.calls, self.failed, paths = numbers[:3]
        self.paths = sorted(numbers[3:3 + paths])


class Walk:
    """All failures of one command."""

    def __init__(self, name, every):
        self.name, self.command, self.every = name, COMMANDS[name], every
        if name in PLAYED:
            with tempfile.TemporaryDirectory() as folder:
                Run(Command(*MATCH, "--rounds", "1", "--report", "rep.json"), folder)
                for file in PLAYED[name]:
                    self.command.before[file] = (pathlib.Path(folder) / file).read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            self.begin(folder)
            self.before = files_of(folder)
            self.whole = Run(self.command, folder)
            if self.whole.code != 0:
                sys.exit(f"{name}: it fails without a failure, with exit code {self.whole.code}: {self.whole.said}")

    def begin(self, folder):
        for name, content in self.command.before.items():
            (pathlib.Path(folder) / name).write_text(content, encoding="utf-8")

    def wrong(self, run):
        """What does not hold after a run, in words."""
        if run.stuck:
            yield "stuck"
        if run.left:
            yield "processes are left"
        if run.code == 0 and run.files != self.whole.files and not self.command.talks:
            yield "exit code 0, but another result: " + ", ".join(
                name or "output" for name in {*run.files, *self.whole.files} if run.files.get(name) != self.whole.files.get(name))
        if run.code not in (0, 1, 3) and not (run.code == -signal.SIGABRT and ABORTS and ABORTS.search(run.said)):
            yield f"exit code {run.code}"
        if run.code != 0 and not MESSAGE.search(run.said) and b"Could not be saved: " not in run.files[""]:
            yield "no message"
        for name in {*self.before, *run.files} - {""}:
            now, before, after = (files.get(name) for files in (run.files, self.before, self.whole.files))
            if now in (before, after) or (now is not None and name in self.command.grows and after.startswith(now)):
                continue
            if self.command.talks and now is not None and now.endswith(b"*\n\n"):
                continue
            if name == self.command.report and run.code == 3 and now is not None and now.startswith(b'{"') and now.endswith(b"}\n"):
                continue
            yield f"the file {name} " + ("is lost" if now is None else "is left" if after is None else "is spoilt")

    def kept(self, run):
        """The files that a run has left."""
        return {name: content for name, content in run.files.items() if name != ""}

    def fail(self, kind, when):
        """Fails calls; returns how many failed, how many were made, what is wrong, and what the program said."""
        with tempfile.TemporaryDirectory() as folder:
            self.begin(folder)
            run = Run(self.command, folder, f"{kind}:{when}")
            wrong = list(self.wrong(run))
            if run.failed > 0 and self.kept(run) not in (self.before, self.kept(self.whole)):
                again = Run(self.command, folder)
                told = self.command.talks and "is there already" in again.said  # of the game before, which is kept
                if not told and (again.code != 0 or not (self.command.talks or self.kept(again) == self.kept(self.whole))):
                    wrong.append(f"the next run does not go on: exit code {again.code}, {again.said.strip()}")
        return run, wrong

    def kind(self, kind, most, chance):
        """Fails calls of a kind; yields n, the run and what is wrong for each. At most `most` for each mode; 0: all."""
        with tempfile.TemporaryDirectory() as folder:
            self.begin(folder)
            counted = Run(self.command, folder, f"{kind}:0")
        numbers = counted.paths if kind == "memory" and not self.every else range(1, counted.calls + 1)
        for more in ("",) if kind == "memory" else ("", "+"):
            for n in sorted(chance.sample(numbers, most)) if 0 < most < len(numbers) else numbers:
                yield f"{n}{more}", *self.fail(kind, f"{n}{more}")

    def all(self, kinds, most, chance):
        return [(self.name, kind, when, run, wrong) for kind in kinds for when, run, wrong in self.kind(kind, most, chance)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[0].partition(": ")[2])
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--said", action="store_true")
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("command", nargs="*", choices=[*COMMANDS, []])
    asked = parser.parse_args()
    tempfile.tempdir = MEMORY if os.access(MEMORY, os.W_OK) else None
    kinds, failed, findings, said = asked.kind or KINDS, {}, [], {}

    def walk(name):
        return Walk(name, asked.every).all(kinds, asked.most, random.Random(f"{name} {asked.seed}"))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        walks = {name: pool.submit(walk, name) for name in asked.command or COMMANDS}
        for name, done in walks.items():
            counts = {}
            for _, kind, when, run, wrong in done.result():
                counts[kind] = counts.get(kind, 0) + (run.failed > 0)
                said.setdefault((name, kind, run.code, run.said[-300:]), when)
                findings += [f"{name}, {kind}:{when}: {what}; it said: {run.said[-200:]!r}" for what in wrong]
            for kind, count in counts.items():
                failed[kind] = failed.get(kind, 0) + count
            print(f"{name:15}", ", ".join(f"{kind} {count}" for kind, count in counts.items() if count > 0), flush=True)
    if asked.said:
        for (name, kind, code, words), when in said.items():
            print(f"{name}, {kind}:{when}, exit code {code}: {words.strip()}")
    for finding in findings[:SHOWN]:
        print(finding)
    print(", ".join(f"{kind} {count:,}" for kind, count in failed.items()))
    print(f"{sum(failed.values()):,} failures in {len(asked.command or COMMANDS)} commands, {len(findings)} findings")
    return len(findings) > 0


if __name__ == "__main__":
    sys.exit(main())
