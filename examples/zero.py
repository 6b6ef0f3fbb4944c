#!/usr/bin/env python3
"""Learns the classic game as AlphaZero does, with a small network of numpy: a search with the network plays against
itself, and the network learns from what the search chose and who won.

    pip install ./python
    python3 examples/zero.py --minutes 30 --workers 2 --out zero.npz

The network sees the afterstates of all turns, by the features of examples/learn.py. For each it gives a value, the
expected result, and a number whose softmax over the turns is the prior of the search. `tessera.Evaluator` makes it
part of the player mcts, and the positions of all games come to it in one batch.
"""
import argparse
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import tessera
from learn import FEATURES, features

GAME = tessera.Game("classic", first="random")
INPUTS, HIDDEN = FEATURES + 2, 48
KEPT = 40_000  # turns to learn from
RATE = 0.002

# ---- The network ----


def begin(seed=0):
    """Random weights; the output begins at nearly 0."""
    choice = np.random.default_rng(seed)
    return {"in": choice.normal(0, INPUTS ** -0.5, (INPUTS, HIDDEN)), "bias": np.zeros(HIDDEN),
            "out": choice.normal(0, 0.01, (HIDDEN, 2)), "offset": np.zeros(2)}


def inputs(planes, scalars):
    """(n, INPUTS): the features, and the lead in points, plain and times the share of tiles that are laid."""
    lead = (scalars[:, 0] - scalars[:, 1]) / 20
    laid = 1 - scalars[:, 6:6 + len(GAME.tiles())].sum(1) / 72
    return np.column_stack([features(planes, scalars) / 5, lead, lead * laid])


def forward(net, x):
    """The hidden layer, the values and the logits."""
    hidden = np.maximum(x @ net["in"] + net["bias"], 0)
    out = hidden @ net["out"] + net["offset"]
    return hidden, np.tanh(out[:, 0]), out[:, 1]


def evaluator(net):
    def judge(leaves):
        _, values, logits = forward(net, inputs(leaves.observation, leaves.scalars))
        return values, np.exp(np.clip(logits, -30, 30))

    return tessera.Evaluator(judge, afterstates=True, leaves=2)


# ---- Games against itself ----


def self_play(net, games, playouts, seed):
    """Plays games at the same time. Returns for each turn: the inputs of the turns that the search looked at, the share
    of its visits that each had, the place of the one taken, and the result for the seat that took it."""
    choice, judge = np.random.default_rng(seed), evaluator(net)
    states = [GAME.new_initial_state(seed=int(choice.integers(2**63))) for _ in range(games)]
    rows = [[] for _ in states]
    while open_ := [i for i, state in enumerate(states) if not state.is_terminal()]:
        told = tessera.analyse([states[i] for i in open_], playouts=playouts, candidates=16, evaluator=judge,
                               seed=int(choice.integers(2**63)))
        for i, analysis in zip(open_, told):
            visits = np.array([turn.visits for turn in analysis.candidates], float) + 0.01
            share = visits / visits.sum()
            taken = choice.choice(len(share), p=share)
            actions, planes, scalars = states[i].afterstates("planes-v1", turns=True)
            where = [np.flatnonzero((actions == turn.actions).all(1))[0] for turn in analysis.candidates]
            rows[i].append((inputs(planes[where], scalars[where]), share, taken, states[i].current_player()))
            for action in analysis.candidates[taken].actions:
                states[i].apply_action(action)
    return [(x, share, taken, state.returns()[seat]) for state, row in zip(states, rows) for x, share, taken, seat in row]


# ---- Learning ----


def gradient(net, turns):
    """The loss and its gradient, a mean over turns: the squared error of the value of the turn taken, and the cross
    entropy of the priors with the visits."""
    x = np.concatenate([turn[0] for turn in turns])
    first = np.cumsum([0] + [len(turn[0]) for turn in turns])[:-1]
    of = np.repeat(np.arange(len(turns)), [len(turn[0]) for turn in turns])
    hidden, values, logits = forward(net, x)
    weight = np.exp(logits - np.maximum.reduceat(logits, first)[of])
    priors = weight / np.add.reduceat(weight, first)[of]
    share = np.concatenate([turn[1] for turn in turns])
    taken = first + np.array([turn[2] for turn in turns])
    error = values[taken] - np.array([turn[3] for turn in turns])
    loss = (error**2).mean() - (share * np.log(priors + 1e-9)).sum() / len(turns)
    out = np.zeros((len(x), 2))
    out[taken, 0] = 2 * error * (1 - values[taken] ** 2)
    out[:, 1] = priors - share
    out /= len(turns)
    back = (out @ net["out"].T) * (hidden > 0)
    return loss, {"in": x.T @ back, "bias": back.sum(0), "out": hidden.T @ out, "offset": out.sum(0)}


class Adam:
    """The optimiser (Kingma and Ba 2015)."""

    def __init__(self, net):
        self.mean, self.square = ({name: np.zeros_like(part) for name, part in net.items()} for _ in range(2))
        self.steps = 0

    def step(self, net, slope):
        self.steps += 1
        for name, part in slope.items():
            self.mean[name] += 0.1 * (part - self.mean[name])
            self.square[name] += 0.001 * (part**2 - self.square[name])
            mean, square = self.mean[name] / (1 - 0.9**self.steps), self.square[name] / (1 - 0.999**self.steps)
            net[name] -= RATE * (mean / (np.sqrt(square) + 1e-8) + 0.001 * net[name])


def learn(net, adam, turns, steps, choice):
    """Steps on random turns; the mean loss."""
    losses = []
    for _ in range(steps):
        loss, slope = gradient(net, [turns[i] for i in choice.integers(len(turns), size=min(64, len(turns)))])
        adam.step(net, slope)
        losses.append(loss)
    return float(np.mean(losses))


def play_against(net, opponent, games, playouts, seed):
    """The share of games that the search wins against a computer player; a shared win counts half."""
    env = tessera.VecEnv(GAME, games, seed=seed, obs=None, opponents=[opponent], autoreset=None, reward="win")
    policy, step, total = tessera.policy("mcts", playouts=playouts, seed=seed, evaluator=evaluator(net)), env.reset(), 0.0
    while (step.current_player >= 0).any():
        step = env.step(policy.act_batch(env))
        total += step.rewards[:, 0].sum()
    return (total / games + 1) / 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--games", type=int, default=8, help="games of a worker in a round")
    parser.add_argument("--playouts", type=int, default=24)
    parser.add_argument("--test", type=int, default=20, help="games of a worker against each opponent in a test")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="zero.npz", help="file for the weights")
    asked = parser.parse_args()
    net, turns, choice, begun, tested, games = begin(asked.seed), [], np.random.default_rng(asked.seed), time.monotonic(), -1.0, 0
    adam = Adam(net)
    with ProcessPoolExecutor(asked.workers) as pool:

        def everywhere(task, *settings):
            seeds = [int(seed) for seed in choice.integers(2**31, size=asked.workers)]
            return list(pool.map(task, *[[setting] * asked.workers for setting in (net, *settings)], seeds))

        while True:
            spent = (time.monotonic() - begun) / 60
            over = spent >= asked.minutes
            if over or spent >= tested * 1.3 + 0.5:  # the intervals between tests grow
                tested = spent
                wins = [np.mean(everywhere(play_against, opponent, asked.test, asked.playouts)) for opponent in ("random", "greedy")]
                print(f"{spent:5.1f} min {games:5d} games  wins: random {wins[0]:.2f} greedy {wins[1]:.2f}", flush=True)
            if over:
                break
            for more in everywhere(self_play, asked.games, asked.playouts):
                turns += more
            games += asked.games * asked.workers
            turns = turns[-KEPT:]
            learn(net, adam, turns, 200, choice)
    np.savez(asked.out, **net)


if __name__ == "__main__":
    main()
