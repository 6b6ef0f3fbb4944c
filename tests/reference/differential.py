"""The differential test: random games through `tessera referee` and the reference side by side.

    python3 tests/reference/differential.py --program PATH [--games N] [--turns N] [--seed S] [--first I]
        [--game star-wars|classic|both] [--sets random|builtin|both] [--jobs J] [--show N]

Plays N games, or games until N turns are done. Game I of seed S is the same whatever else is asked for, so that
`--first I --games 1` plays one again. The last line is `N passed, M failed`; the exit code is 1 if any failed.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import traceback
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass

import trials
from duel import Difference, Duel
from mix import Mixer
from referee import RefereeDied

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "tiles")
SECONDS_A_GAME = 300
COUNTED = {"games": "games", "placed": "turns", "battle": "battles", "crowded": "of three sides or more",
           "further": "after another in the same turn", "tie": "ties", "put-out": "put-outs", "scored": "scorings",
           "shared": "shared", "undone": "steps undone", "positions": "positions", "refused": "refusals",
           "perft": "perfts"}


@dataclass(frozen=True)
class Outcome:
    counts: Counter
    failure: str


def late(signum, frame):
    raise RefereeDied(f"no answer within {SECONDS_A_GAME} seconds")


def play(number, arguments):
    """Plays game `number`; the outcome holds the report of a difference, if there is one."""
    signal.signal(signal.SIGALRM, late)
    rng = random.Random(f"{arguments.seed}:{number}")
    with tempfile.TemporaryDirectory() as folder:
        mix = Mixer(DATA, folder).mix(rng, arguments.game, arguments.sets)
        duel = Duel(arguments.program, mix, rng)
        signal.alarm(SECONDS_A_GAME)
        try:
            play_through(duel)
            return Outcome(duel.counts, "")
        except Exception as failure:
            return Outcome(duel.counts, report(number, arguments, duel, failure))
        finally:
            signal.alarm(0)
            duel.close()


def play_through(duel):
    duel.begin()
    while duel.game.phase != "over":
        trials.now_and_then(duel)
        if duel.game.phase != "over":
            duel.advance()
    trials.refusals(duel)
    trials.whole_game(duel)


def report(number, arguments, duel, failure):
    """What a person needs to play the game again and to see the difference."""
    lines = [f"game {number} of seed {arguments.seed}: {failure!r}", "commands:"]
    lines += ["  " + command for command in duel.log]
    if isinstance(failure, Difference):
        lines += contrast(failure.engine, failure.reference)
    else:
        lines += traceback.format_exception(failure)
    return "\n".join(lines)


def contrast(engine, reference):
    """Both values, shortened to where they part if they are long."""
    texts = ["\n".join(value) if isinstance(value, list) else str(value) for value in (engine, reference)]
    start = max(0, len(os.path.commonprefix(texts)) - 200)
    return [f"{who}: {'... ' if start else ''}{text[start:start + 800]}"
            for who, text in zip(("engine   ", "reference"), texts)]


def parse_arguments():
    parser = argparse.ArgumentParser(description="Engine and reference side by side.")
    parser.add_argument("--program", required=True, help="the program tessera")
    parser.add_argument("--games", type=int, help="games to play (300)")
    parser.add_argument("--turns", type=int, help="play games until that many turns are done")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--game", choices=("star-wars", "classic", "both"), default="both")
    parser.add_argument("--sets", choices=("random", "builtin", "both"), default="both")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=5, help="differences to print in full")
    return parser.parse_args()


class Campaign:
    """Plays the games of the arguments in `jobs` processes and counts."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.games = arguments.games or (sys.maxsize if arguments.turns else 300)
        self.counts = Counter()
        self.failures = []
        self.next = arguments.first

    def wanted(self):
        """Whether another game is to be begun."""
        begun = self.next - self.arguments.first
        return begun < self.games and not (self.arguments.turns and self.counts["placed"] >= self.arguments.turns)

    def run(self):
        with ProcessPoolExecutor(self.arguments.jobs) as pool:
            running = set()
            while running or self.wanted():
                while self.wanted() and len(running) < 2 * self.arguments.jobs:
                    running.add(pool.submit(play, self.next, self.arguments))
                    self.next += 1
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    self.take(future.result())

    def take(self, outcome):
        self.counts += outcome.counts
        if outcome.failure:
            self.failures.append(outcome.failure)
            if len(self.failures) <= self.arguments.show:
                print("\n" + outcome.failure, flush=True)
        self.show_progress()

    def show_progress(self):
        if sys.stderr.isatty():
            print(f"\r{self.counts['games']} games, {self.counts['placed']} turns, {len(self.failures)} failed",
                  end="", file=sys.stderr, flush=True)


def main():
    campaign = Campaign(parse_arguments())
    campaign.run()
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(", ".join(f"{campaign.counts[key]} {name}" for key, name in COUNTED.items()))
    print(f"{campaign.counts['games'] - len(campaign.failures)} passed, {len(campaign.failures)} failed")
    sys.exit(1 if campaign.failures else 0)


if __name__ == "__main__":
    main()
