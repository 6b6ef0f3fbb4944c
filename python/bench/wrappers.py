"""Measures what wrappers cost: python/bench/wrappers.py [SECONDS]. For each wrapper it prints the microseconds of a step
of a game, those of what is under it, and the share that the wrapper adds. Series of steps of both alternate; the fastest
tenth of the steps counts, so that other work on the machine hardly does."""
import sys
import time

import gymnasium
import numpy as np

import tessera
import tessera.gym
import tessera.pettingzoo

GAMES, STEPS = 64, 200


def per_step(step, games):
    """The microseconds of each of some steps."""
    told = []
    for _ in range(STEPS):
        begun = time.perf_counter()
        step()
        told.append((time.perf_counter() - begun) / games * 1e6)
    return told


def vectors(obs):
    """A VecEnv, and the environment of Gymnasium over one."""
    under = tessera.VecEnv("classic", GAMES, seed=1, obs=obs, opponents=["random"], reward="win")
    over = gymnasium.make_vec("tessera.gym:tessera/Classic-v0", num_envs=GAMES, opponents=["random"], obs=obs)
    under.reset()
    over.reset(seed=1)
    games = over.unwrapped.games
    return (lambda: under.step(under.sample())), (lambda: over.step(games.sample()))


def states(obs):
    """The same calls on a State, and the environments of PettingZoo and Gymnasium over one."""
    state, choice = [None], np.random.default_rng(1)
    game = tessera.Game("classic")

    def under():
        if state[0] is None or state[0].is_terminal():
            state[0] = game.new_initial_state(seed=1)
        one = state[0]
        one.apply_action(int(np.flatnonzero(one.legal_actions_mask())[0]))
        if not one.is_terminal():
            one.observation(obs), one.legal_actions_mask(), one.returns()

    turns = tessera.pettingzoo.env("classic", obs=obs)
    turns.reset(seed=1)

    def over():
        seen, _, ended, cut, _ = turns.last()
        if ended or cut:
            turns.reset(seed=1)
        else:
            turns.step(int(np.flatnonzero(seen["action_mask"].view(np.bool_))[0]))  # as under it: of int8 it takes longer

    return under, over


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print(f"{'wrapper':34} {'step, us':>9} {'under it':>9} {'added':>7}")
    for name, made, games in (("make_vec planes-v1", vectors("planes-v1"), GAMES), ("make_vec cells-v1", vectors("cells-v1"), GAMES),
                              ("pettingzoo.env planes-v1", states("planes-v1"), 1), ("pettingzoo.env cells-v1", states("cells-v1"), 1)):
        told, end = ([], []), time.perf_counter() + seconds
        while time.perf_counter() < end:
            for which, step in zip(told, made):
                which += per_step(step, games)
        under, over = (np.quantile(each, 0.1) for each in told)
        print(f"{name:34} {over:9.2f} {under:9.2f} {100 * (over / under - 1):6.0f}%", flush=True)


if __name__ == "__main__":
    main()
