#!/usr/bin/env python3
"""An engine that plays its first legal move, and in its third turn, or where its mode says, does what none should."""
import os
import select
import signal
import subprocess
import sys
import time

MODE = sys.argv[1]
TURN = 3
GATE = 100  # in the mode `gate` it thinks for ever in this turn if the file that it was given is there


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def hang():
    while True:
        time.sleep(100)


def think():
    say("ok\n")
    print("thinking", file=sys.stderr, flush=True)
    hang()


def flood():
    while True:
        say("info string " + 1000 * "x" + "\n")


def close():
    os.close(1)
    hang()


def die():
    print("I die", file=sys.stderr, flush=True)
    sys.exit(3)


def die_once(move):
    """Dies unless there is the file that it was given, and makes it."""
    if os.path.exists(sys.argv[2]):
        say("ok\nbestmove %s\n" % move)
        return
    with open(sys.argv[2], "w", encoding="utf-8"):
        die()


def start_child():
    """It holds the pipes open; the mark of the test is in its command line."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", *sys.argv])


def child():
    start_child()
    os._exit(0)


def late(move):
    time.sleep(3)
    say("ok\nbestmove %s\n" % move)


def burn(move):
    begin = time.process_time()
    while time.process_time() < begin + 0.5:
        pass
    say("ok\nbestmove %s\n" % move)


def until_told(text, move):
    """Writes a text again and again, and works all the time, until it is told to stop."""
    say("ok\n")
    while not select.select([0], [], [], 0)[0]:
        say(text)
        begin = time.process_time()
        while time.process_time() < begin + 0.005:
            pass
    if not text.endswith("\n"):
        say("\n")
    told = sys.stdin.readline()
    say("ok\nbestmove %s\n" % move if told == "stop\n" else "not told to stop\n")


def tile(move):
    return move.partition("@")[0]


DEEDS = {
    "die": lambda move: die(),
    "die-once": die_once,
    "wordy": lambda move: (print("I give up in turn %d" % TURN, file=sys.stderr, flush=True), sys.exit(5)),
    "crash": lambda move: os.kill(os.getpid(), signal.SIGKILL),
    "mid-line": lambda move: (say("ok\nbestmove " + move[:4]), os._exit(0)),
    "hang": lambda move: hang(),
    "hang-thinking": lambda move: think(),
    "hang-with-child": lambda move: (start_child(), think()),
    "late": late,
    "burns": burn,
    "talks-on": lambda move: until_told("info string x\n", move),
    "mid-info": lambda move: until_told("info string ", move),
    "sleeps": lambda move: (time.sleep(0.5), say("ok\nbestmove %s\n" % move)),
    "flood": lambda move: (say("ok\n"), flood()),
    "long-line": lambda move: (say("ok\n" + 100000 * "y"), hang()),
    "close": lambda move: close(),
    "child": lambda move: child(),
    "nonsense": lambda move: say("ok\nbestmove nonsense\n"),
    "ponder": lambda move: say("ok\nbestmove %s ponder %s\n" % (move, move)),
    "chatter": lambda move: say("ok\nhello\n"),
    "zero": lambda move: say("ok\nbestmove \0\n"),
    "undecided": lambda move: say("ok\nbestmove %s\n" % move.partition("=")[0]),
    "occupied": lambda move: say("ok\nbestmove %s@0,0r0=none\n" % tile(move)),
    "far": lambda move: say("ok\nbestmove %s@30000,0r0=none\n" % tile(move)),
    "other-tile": lambda move: say("ok\nbestmove %s@1,0r0=none\n" % ("R4" if tile(move) != "R4" else "R3")),
    "other-game": lambda move: say("ok\nbestmove CRFR@1,0r0=meeple:city.N\n"),
    "refuse": lambda move: say("error syntax I do not like it\n"),
}


def main():
    turns, legal = 0, []
    if MODE == "mark":
        say("\ufeff")
    if MODE == "hang-start":
        hang()
    if MODE == "die-start":
        sys.exit(1)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for line in sys.stdin:
        words = line.split()
        if words[0] == "position":
            legal = []
        if words[0] == "legal":
            legal += words[1:]
        if words[0] == "tep" and MODE == "plain":
            say("id games classic players=2\n")
        if words[0] == "tep" and MODE == "stranger":
            say("hello\n")
        elif words[0] == "tep":
            say("id name rogue\nprotocol 1\noption name Mood type combo default good var good var bad\nneeds legal\n")
        if words[0] == "go":
            turns += 1
            if MODE == "talks":
                sys.stderr.write(100000 * "z")
            if turns == GATE and MODE == "gate" and os.path.exists(sys.argv[2]):
                think()
            if turns == TURN and MODE in DEEDS:
                DEEDS[MODE](legal[0])
                continue
            say("ok\ninfo rank 1 diff 1.5\nbestmove %s\n" % legal[0])
            continue
        if words[0] == "newgame" and MODE == "refuse-game":
            say("error bad-options not this one\n")
            continue
        say("readyok\nok\n" if words[0] == "isready" else "ok\n")
        if words[0] == "quit" and MODE != "stay":
            break
    if MODE == "stay":
        hang()


if __name__ == "__main__":
    main()
