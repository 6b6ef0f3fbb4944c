#!/usr/bin/env python3
"""Distils a computer player into a small network: it learns to choose the turns that the player would choose.

    pip install ./python
    nice -n 19 python3 examples/distil.py --game classic --minutes 22 --out distilled

The network sees the afterstates of all turns (the position after a turn, before the next draw), by the features below,
and gives each a number that is added to the lead in points. The network learns by cross entropy that the player's turn
has the largest value, in positions that both reach (DAgger, Ross 2011). A run that was interrupted goes on when the same
command is given again.
"""
import argparse
import pathlib
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import tessera
from learn import take
from zero import Adam

GAMES = "classic", "star-wars"
TEACHER = "level-7"
HIDDEN = 32
KEPT, BATCH, STEPS = 12_000, 64, 150  # positions to learn from; those of a step; steps between two rounds of games
ROWS = 24  # turns of a position to learn from: the teacher's, those that the network likes best, and others
SLOW = 0.999  # the shipped weights are a mean over about 1 / (1 - SLOW) steps

# ---- The features of an afterstate ----

OWNERS, TYPES, ENDS, FITS = 4, 2, 4, 5  # of a realm's open end; nobody is an owner, too
OPEN = OWNERS * TYPES * ENDS * FITS
CENTRES, SUPPLY = OWNERS * 9, 9  # by the number of missing tiles; meeples in hand
FEATURES = 2 * OPEN + CENTRES + 2 * SUPPLY + 3
NEIGHBOURS = (-1, 0), (0, 1), (1, 0), (0, -1)  # of a cell, by edge: row and column


def features(planes, scalars):
    """(n, FEATURES): the open ends of all realms, by the player to score the realm, its type, its number of open ends, and
    how many tiles of the bag fit the cell there: as shares of a realm, and of its worth. Centres by owner and missing
    tiles. Meeples in hand, the lead, the share of tiles that are left."""
    n, used = len(planes), planes[:, 0].any(0)
    tops, lefts = np.flatnonzero(used.any(1)), np.flatnonzero(used.any(0))
    planes = planes[:, :, max(tops[0] - 1, 0):tops[-1] + 2, max(lefts[0] - 1, 0):lefts[-1] + 2]  # the board, and a cell around it
    told = np.zeros((2, n * OPEN))
    for edge, (down, right) in enumerate(NEIGHBOURS):
        beside = np.roll(planes[:, 0], (-down, -right), (1, 2))
        i, row, column = np.nonzero((planes[:, 29 + edge] > 0) & (beside == 0))
        ends = planes[i, 29 + edge, row, column]
        fits = planes[i, 23, (row + down) % planes.shape[2], (column + right) % planes.shape[3]]
        owner = (planes[i, 33 + edge, row, column] > 0) + 2 * (planes[i, 41 + edge, row, column] > 0)
        place = (owner * TYPES + (planes[i, 2 + 3 * edge, row, column] > 0)) * ENDS + np.minimum(ends, ENDS) - 1
        place = i * OPEN + place * FITS + np.searchsorted((1, 3, 7, 15), fits, side="right")
        worth = planes[i, 25 + edge, row, column]
        told[0] += np.bincount(place, 1 / ends, n * OPEN)
        told[1] += np.bincount(place, worth / ends / 4, n * OPEN)
    i, row, column = np.nonzero(planes[:, 13] > 0)
    owner = (planes[i, 37, row, column] > 0) + 2 * (planes[i, 45, row, column] > 0)
    place = i * CENTRES + owner * 9 + np.minimum(planes[i, 24, row, column], 8)
    centres = np.bincount(place, minlength=n * CENTRES).reshape(n, CENTRES)
    kinds = (scalars.shape[1] - 8) // 2
    lead, left = (scalars[:, 0] - scalars[:, 1])[:, None], scalars[:, 6:6 + kinds].sum(1, keepdims=True)
    own, other = (np.eye(SUPPLY)[np.minimum(scalars[:, seat], SUPPLY - 1).astype(int)] for seat in (2, 4))
    return np.hstack([*told.reshape(2, n, OPEN), centres, own, other, lead / 20, left / 72,
                      (scalars[:, 3] - scalars[:, 5])[:, None]]).astype(np.float32)


# ---- The network ----


def begin(seed=0):
    """Random weights; the output begins at 0."""
    choice = np.random.default_rng(seed)
    parts = {"line": np.zeros(FEATURES), "in": choice.normal(0, 0.1, (FEATURES, HIDDEN)), "bias": np.zeros(HIDDEN), "out": np.zeros(HIDDEN)}
    return {name: part.astype(np.float32) for name, part in parts.items()}


def forward(net, x):
    """The hidden layer, and what is added to the lead."""
    hidden = np.maximum(x @ net["in"] + net["bias"], 0)
    return hidden, x @ net["line"] + hidden @ net["out"]


def gradient(net, turns):
    """The loss and its gradient, a mean over positions: `turns` are (features, leads), the teacher's turn first."""
    x = np.concatenate([turn[0] for turn in turns]).astype(np.float32)
    hidden, value = forward(net, x)
    first = np.cumsum([0] + [len(turn[0]) for turn in turns])[:-1]
    of = np.repeat(np.arange(len(turns)), [len(turn[0]) for turn in turns])
    value += np.concatenate([turn[1] for turn in turns])
    weight = np.exp(value - np.maximum.reduceat(value, first)[of])
    chosen = weight / np.add.reduceat(weight, first)[of]
    slope, loss = chosen / len(turns), -np.log(chosen[first] + 1e-9).mean()
    slope[first] -= 1 / len(turns)
    back = np.outer(slope, net["out"]) * (hidden > 0)
    return loss, {"line": x.T @ slope, "in": x.T @ back, "bias": back.sum(0), "out": hidden.T @ slope}


def turns_of(state, net):
    """The actions of all turns of the seat to act, the features and leads after them, and their values."""
    actions, planes, scalars = state.afterstates("planes-v1", turns=True)
    x, lead = features(planes, scalars), scalars[:, 0] - scalars[:, 1]
    return actions, x, lead, forward(net, x)[1] + lead


class Distilled:
    """A policy that takes the turn of the largest value. `nets` has a network for each game, by its name."""

    def __init__(self, nets):
        self.nets = {len(tessera.Game(name).tiles()): net for name, net in nets.items()}

    def act(self, state):
        actions, _, _, value = turns_of(state, self.nets[len(state.game.tiles())])
        best = actions[value.argmax()]
        return int(best[0] if best[0] >= 0 else best[1])


def baseline():
    """The policy of the files beside this one, which `distil.py --game NAME --minutes 22` made; distilled-NAME.csv is its curve."""
    paths = {name: pathlib.Path(__file__).with_name(f"distilled-{name}.npz") for name in GAMES}
    return Distilled({name: {part: array.astype(np.float32) for part, array in np.load(path).items()} for name, path in paths.items()
                      if path.exists()})


# ---- Games ----


def watch(net, name, games, seed):
    """Plays games in which half of the turns are the teacher's, half the network's. Returns what to learn of each turn."""
    choice, told = np.random.default_rng(seed), []
    game = tessera.Game(name, first="random")
    states = [game.new_initial_state(seed=int(choice.integers(2**63))) for _ in range(games)]
    while states := [state for state in states if not state.is_terminal()]:
        for state, advice in zip(states, tessera.analyse(states, player=TEACHER, candidates=1)):
            actions, x, lead, value = turns_of(state, net)
            teachers = np.flatnonzero((actions == advice.candidates[0].actions).all(1))[0]
            order = np.setdiff1d(np.argsort(-value), teachers, assume_unique=True)
            rows = np.array([teachers, *order[:ROWS // 2], *choice.permutation(order[ROWS // 2:])[:ROWS // 2 - 1]])
            told.append((x[rows].astype(np.float16), lead[rows]))
            take(state, actions[teachers if choice.random() < 0.5 else value.argmax()])
    return told


def play_against(net, name, opponent, games, seed):
    """The result of each game against a computer player: 1 won, 0.5 shared, 0 lost."""
    choice, other = np.random.default_rng(seed), tessera.policy(opponent, seed=seed)
    game, told = tessera.Game(name, first="random"), []
    for _ in range(games):
        state = game.new_initial_state(seed=int(choice.integers(2**63)))
        while not state.is_terminal():
            if state.current_player() == 0:
                actions, _, _, value = turns_of(state, net)
                take(state, actions[value.argmax()])
            else:
                state.apply_action(other.act(state))
        told.append((state.returns()[0] + 1) / 2)
    return told


# ---- Learning ----


class Run:
    """What a run has reached, kept in a file."""

    def __init__(self, path):
        self.path, self.net = path, begin()
        self.mean, self.adam, self.minutes, self.games = dict(self.net), Adam(self.net), 0.0, 0
        if path.exists():
            kept = np.load(path)
            for name in self.net:
                self.net[name], self.mean[name] = kept[name], kept["mean-" + name]
                self.adam.mean[name], self.adam.square[name] = kept["first-" + name], kept["second-" + name]
            self.adam.steps, self.minutes, self.games = int(kept["steps"]), float(kept["minutes"]), int(kept["games"])

    def learn(self, turns, steps, choice):
        """Takes steps, and returns the mean loss."""
        losses = []
        for _ in range(steps):
            loss, slope = gradient(self.net, [turns[i] for i in choice.integers(len(turns), size=BATCH)])
            self.adam.step(self.net, slope)
            keep = min(SLOW, 1 - 1 / self.adam.steps)
            self.mean = {name: keep * self.mean[name] + (1 - keep) * part for name, part in self.net.items()}
            losses.append(loss)
        return float(np.mean(losses))

    def keep(self):
        """Writes the file anew, so that an interrupt leaves the old one."""
        parts = {"steps": self.adam.steps, "minutes": self.minutes, "games": self.games, **self.net}
        for word, nets in (("mean-", self.mean), ("first-", self.adam.mean), ("second-", self.adam.square)):
            parts |= {word + name: part for name, part in nets.items()}
        new = self.path.with_suffix(".new.npz")
        np.savez(new, **parts)
        new.rename(self.path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=GAMES, default="classic")
    parser.add_argument("--minutes", type=float, default=22)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--round", type=int, default=8, help="games of a worker between two times of learning")
    parser.add_argument("--test", type=int, default=50, help="games of a worker against greedy at every point of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default="distilled", help="folder for the weights, the curve, and the state of the run")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    run, curve = Run(asked.out / f"{asked.game}-run.npz"), asked.out / f"distilled-{asked.game}.csv"
    choice, turns, begun, before = np.random.default_rng([asked.seed, run.games]), [], time.monotonic(), run.minutes
    if not curve.exists():
        curve.write_text("minutes,games,loss,greedy_wins\n")
    tested = max([0.0, *(float(line.split(",")[0]) for line in curve.read_text().splitlines()[1:])])
    with ProcessPoolExecutor(asked.workers) as pool:

        def everywhere(task, *settings):
            """The results of a task on all workers, each with its own seed, joined."""
            seeds = [int(seed) for seed in choice.integers(2**31, size=asked.workers)]
            return sum(pool.map(task, *[[setting] * asked.workers for setting in (*settings,)], seeds), [])

        while run.minutes < asked.minutes:
            turns = [*turns, *everywhere(watch, run.mean, asked.game, asked.round)][-KEPT:]
            run.games += asked.round * asked.workers
            loss = run.learn(turns, STEPS, choice)
            run.minutes = before + (time.monotonic() - begun) / 60
            run.keep()
            if run.minutes >= asked.minutes or run.minutes >= tested * 1.3 + 1:  # the intervals between tests grow
                tested = run.minutes
                wins = np.mean(everywhere(play_against, run.mean, asked.game, "greedy", asked.test))
                with curve.open("a") as file:
                    file.write("%.1f,%d,%.3f,%.3f\n" % (run.minutes, run.games, loss, wins))
                print("%5.1f min %6d games  loss %.3f  wins against greedy %.3f" % (run.minutes, run.games, loss, wins), flush=True)
    np.savez_compressed(asked.out / f"distilled-{asked.game}.npz", **{name: part.astype(np.float16) for name, part in run.mean.items()})


if __name__ == "__main__":
    main()
