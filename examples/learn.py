#!/usr/bin/env python3
"""Learns the classic game from nothing but games against itself, and draws the curve of what it has learned.

    pip install ./python matplotlib
    python3 examples/learn.py --minutes 15 --workers 2 --out learned

The learner is a value function that is linear in some features of afterstates (the position after a turn, before the
next draw). It takes the turn with the largest sum of points and value; the value is the expected future lead. The value
is found by least-squares temporal differences, LSTD(lambda) (Boyan 2002), over games against itself, repeatedly with
the weights found so far: approximate policy iteration. There is no learning rate, and nothing to tune.

Its only input is observations: it learns by itself the values of meeples, open ends and time.
"""
import argparse
import csv
import pathlib
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import tessera

GAME = tessera.Game("classic", first="random")
TILES = len(GAME.tiles())
TRACE = 0.8  # lambda: how far back an error is propagated
KEPT = 0.9  # the weight of earlier rounds in the next one
EXPLORED = 0.02  # the share of random turns while it learns

# ---- The features of an afterstate ----

SIDES = {own: 33 + 8 * own for own in (0, 1)}  # the first planes of the side to act, and of the other side
TYPES, BUCKETS, SUPPLY = 3, 8, 8  # roads, cities and monasteries; open ends; meeples in hand
REALMS = TYPES * BUCKETS
FEATURES = 2 * (2 * REALMS + SUPPLY + 1)


def features(planes, scalars):
    """(n, FEATURES): for each type and number of open ends, the number and the total value of the realms that a side
    would score, own minus other's; the number of meeples in hand, one-hot; a constant. Everything twice: plain, and
    times the number of tiles left."""
    count = len(planes)
    realms = np.zeros((2, count * REALMS))
    for own, first in SIDES.items():
        n, row, column = np.nonzero(planes[:, first + 7])  # tiles with a meeple of the side
        rank = planes[n, first + 7, row, column].astype(int) - 1
        edge, center = np.minimum(rank, 3), rank == 12
        side = np.where(center, 4, edge)
        scores = planes[n, first + side, row, column].astype(int)
        others = planes[n, SIDES[1 - own] + side, row, column]
        city = planes[n, 2 + 3 * edge, row, column]
        missing = planes[n, 24, row, column]
        kind = np.where(center, 2, city)
        worth = np.where(center, 9 - missing, planes[n, 25 + edge, row, column])
        ends = np.minimum(np.where(center, missing, planes[n, 29 + edge, row, column]), BUCKETS) - 1
        sign = (scores * (1 - others)) * (1 - 2 * own)
        at = n * REALMS + kind * BUCKETS + np.maximum(ends, 0)
        for i, amount in enumerate((sign, sign * worth)):
            realms[i] += np.bincount(at, amount, count * REALMS)
    supply = np.zeros((count, SUPPLY))
    each = np.arange(count)
    np.add.at(supply, (each, scalars[:, 2].astype(int)), 1)
    np.add.at(supply, (each, scalars[:, 4].astype(int)), -1)
    left = scalars[:, 6:6 + TILES].sum(1, keepdims=True) / 72
    told = np.hstack([*realms.reshape(2, count, REALMS), supply, np.ones((count, 1))])
    return np.hstack([told, told * left])


def turns(state):
    """All turns of the seat to act: their actions, the lead after each, and the features."""
    actions, planes, scalars = state.afterstates("planes-v1", turns=True)
    return actions, scalars[:, 0] - scalars[:, 1], features(planes, scalars)


def take(state, actions):
    for action in actions:
        if action >= 0:
            state.apply_action(int(action))


# ---- Games ----


def learn_from_games(weights, games, seed):
    """Plays games against itself; returns the sums of LSTD and the mean points of a side. All values are from the point
    of view of seat 0."""
    choice = np.random.default_rng(seed)
    matrix, vector, points = np.zeros((FEATURES, FEATURES)), np.zeros(FEATURES), 0
    for _ in range(games):
        state = GAME.new_initial_state(seed=int(choice.integers(2**63)))
        trace, before, lead = np.zeros(FEATURES), None, 0
        while not state.is_terminal():
            sign = 1 - 2 * state.current_player()
            actions, leads, seen = turns(state)
            value = leads + seen @ weights + choice.random(len(leads)) * 1e-6
            best = choice.integers(len(value)) if choice.random() < EXPLORED else value.argmax()
            take(state, actions[best])
            reward, lead = sign * leads[best] - lead, sign * leads[best]
            after = sign * seen[best] if not state.is_terminal() else np.zeros(FEATURES)
            if before is not None:
                trace = TRACE * trace + before
                matrix += np.outer(trace, before - after)
                vector += trace * reward
            before = after
        points += sum(state.scores()) / 2
    return matrix, vector, points / games


def play_against(weights, opponent, games, seed):
    """The points of the learner (seat 0) and of a computer player in each game."""
    choice, results = np.random.default_rng(seed), []
    other = tessera.policy(opponent, seed=seed)
    for _ in range(games):
        state = GAME.new_initial_state(seed=int(choice.integers(2**63)))
        while not state.is_terminal():
            if state.current_player() == 0:
                actions, leads, seen = turns(state)
                take(state, actions[(leads + seen @ weights).argmax()])
            else:
                state.apply_action(other.act(state))
        results.append(state.scores())
    return results


def wins(results):
    """The share of won games (a shared win counts half), and the mean lead."""
    leads = np.array([own - other for own, other in results])
    return (np.sign(leads).mean() + 1) / 2, leads.mean()


class Linear:
    """A policy that takes the turn with the largest sum of points and value."""

    def __init__(self, weights):
        self.weights = weights

    def act(self, state):
        actions, leads, seen = turns(state)
        best = actions[(leads + seen @ self.weights).argmax()]
        return int(best[0] if best[0] >= 0 else best[1])


def baseline():
    """The policy of linear.npy, which `learn.py --minutes 14 --workers 1` made; linear.csv is its curve."""
    return Linear(np.load(pathlib.Path(__file__).with_name("linear.npy")))


# ---- Learning ----


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--round", type=int, default=40, help="games of a worker between two solutions")
    parser.add_argument("--test", type=int, default=100, help="games against each opponent at every point of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="learned", help="folder for weights.npy, curve.csv and curve.png")
    asked = parser.parse_args()
    out = pathlib.Path(asked.out)
    out.mkdir(parents=True, exist_ok=True)
    weights, matrix, vector = np.zeros(FEATURES), np.zeros((FEATURES, FEATURES)), np.zeros(FEATURES)
    curve, games, number, begin, tested = [], 0, 0, time.monotonic(), -1.0
    with ProcessPoolExecutor(asked.workers) as pool:

        def everywhere(task, *settings):
            """Runs a task on all workers, each with its own seed."""
            nonlocal number
            number += asked.workers
            seeds = [asked.seed * 1_000_003 + number + worker for worker in range(asked.workers)]
            return list(pool.map(task, *[[setting] * asked.workers for setting in settings], seeds))

        while True:
            spent = (time.monotonic() - begin) / 60
            over = spent >= asked.minutes
            if over or spent >= tested * 1.3 + 0.1:  # the intervals between tests grow
                tested = spent
                row = [spent, games]
                for opponent in ("random", "greedy"):
                    share = -(-asked.test // asked.workers)
                    row += wins(sum(everywhere(play_against, weights, opponent, share), []))
                curve.append(row)
                print("%5.1f min %6d games  random: wins %.3f lead %+6.1f  greedy: wins %.3f lead %+6.1f" % tuple(row),
                      flush=True)
            if over:
                break
            matrix, vector = matrix * KEPT, vector * KEPT
            for more, sums, _ in everywhere(learn_from_games, weights, asked.round):
                matrix, vector = matrix + more, vector + sums
            games += asked.round * asked.workers
            weights = np.linalg.solve(matrix + 10 * np.eye(FEATURES), vector)
    np.save(out / "weights.npy", weights)
    with open(out / "curve.csv", "w", newline="") as file:
        csv.writer(file).writerows([["minutes", "games", "random_wins", "random_lead", "greedy_wins", "greedy_lead"], *curve])
    draw(np.array(curve), out / "curve.png")


def draw(curve, path):
    """Draws the learning curve."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for column, opponent in ((2, "random"), (4, "greedy")):
        axes.plot(curve[:, 1], curve[:, column], marker="o", label=f"against {opponent}")
    axes.set(xlabel="games played against itself", ylabel="games won", ylim=(0, 1.02), title="Learning the classic game")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120, bbox_inches="tight")


if __name__ == "__main__":
    main()
