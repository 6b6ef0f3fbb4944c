"""Searches with an evaluator of one's own, such as a neural network."""
from __future__ import annotations

import threading
from typing import Any, Callable, NamedTuple, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _tessera
from ._game import Game, count
from ._tessera import Policy, Search, State
from ._vec import OBSERVATIONS, VecEnv, _one_of

LEAVES = 64
PLAYOUTS = 1_000_000_000
TOGETHER = 256
"""Positions that are searched at the same time."""


class Leaves(NamedTuple):
    """Positions that a search gives to an evaluator, from the point of view of the seat to act."""

    observation: NDArray[Any]
    """(N, C, 32, 32) uint8 for `planes-v1`, (N, 255, 8) uint16 for `cells-v1`."""
    scalars: NDArray[np.float32]
    """(N, S)."""
    mask: NDArray[np.bool_] | None
    """(N, A) the legal actions; None if the rows are afterstates."""


class Evaluator:
    """A function that judges positions for the search, and how the search uses it.

    `judge(leaves)` gets `Leaves` with N rows, from many games at once, and returns `(values, priors)`. `values` is (N,),
    the expected `State.returns()` of the seat to act, from -1 to 1; or (N, sides), of each side in the order of the
    scalars. `priors` is (N, A) and at least 0: how good each action looks; the search looks at legal actions alone and
    scales their sum to 1. None means that all are equal.

    `obs`: the sort of observation. `afterstates=True`: the rows are what the seat to act sees after each of its turns,
    and `priors` is (N,), one number a turn; None lets them follow from the values. `explore`: the weight of turns that
    were tried seldom. `leaves`: so many positions of one game wait at the same time, which makes larger batches and a
    slightly worse search.
    """

    def __init__(self, judge: Callable[[Leaves], tuple[Any, Any]], *, obs: str = "planes-v1", afterstates: bool = False,
                 explore: float = 1.5, leaves: int = 4) -> None:
        if not callable(judge):
            raise TypeError(f"judge: expected a function, not {judge!r}")
        if not isinstance(afterstates, bool):
            raise TypeError(f"afterstates: expected True or False, not {afterstates!r}")
        if obs not in ("planes-v1", "cells-v1"):
            raise ValueError(f"obs: expected planes-v1 or cells-v1, not {obs!r}")
        self.judge, self.obs, self.afterstates = judge, obs, afterstates
        self.explore = number("explore", explore, 1000.0)
        self.leaves = count("leaves", leaves, LEAVES)


def number(name: str, value: Any, most: float) -> float:
    """A number from 0 to `most`."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.floating, np.integer)):
        raise TypeError(f"{name}: expected a number, not {value!r}")
    if not 0 <= value <= most:
        raise ValueError(f"{name}: expected 0 to {most:g}, not {value!r}")
    return float(value)


class Trees:
    """The trees of up to `trees` positions of a game, which one evaluator serves."""

    def __init__(self, game: Game, evaluator: Evaluator, trees: int, *, playouts: int, threads: int = 1,
                 noise: float = 0.0) -> None:
        self._game, self._evaluator = game, evaluator
        self._playouts = count("playouts", playouts, PLAYOUTS)
        self._search = Search(game, trees, threads, evaluator.leaves, _one_of("obs", evaluator.obs, OBSERVATIONS),
                              evaluator.afterstates, evaluator.explore, noise)

    def search(self, states: Sequence[State | None], seeds: Sequence[int]) -> list[tuple[int, list[Any]] | None]:
        """Returns the advice on each position, as `Policy._advise` does; None for None."""
        for tree, (state, seed) in enumerate(zip(states, seeds)):
            if state is None:
                self._search._stop(tree)
            else:
                self._search._begin(tree, state, seed)
        while (leaves := self._search._run(self._playouts)) is not None:
            self._search._take(*self._judged(Leaves(*leaves)))
        return [None if state is None else self._search._advise(tree) for tree, state in enumerate(states)]

    def _judged(self, leaves: Leaves) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]:
        """What the evaluator says of the rows, checked."""
        told = self._evaluator.judge(leaves)
        if not isinstance(told, tuple) or len(told) != 2:
            raise TypeError(f"the evaluator is to return (values, priors), not {told!r}")
        rows, sides = len(leaves.scalars), self._game.num_sides()
        values = np.ascontiguousarray(told[0], np.float32)
        if values.shape == (rows,):  # what the others have follows: all together have 0
            values = np.column_stack([values] + [-values / (sides - 1)] * (sides - 1))
        if values.shape != (rows, sides):
            raise ValueError(f"values: expected the shape ({rows},) or ({rows}, {sides}), not {values.shape}")
        if not (np.abs(values) <= 1.001).all():
            raise ValueError("values: expected numbers from -1 to 1")
        if told[1] is None:
            return values, None
        priors = np.ascontiguousarray(told[1], np.float32)
        shape = (rows,) if leaves.mask is None else leaves.mask.shape
        if priors.shape != shape:
            raise ValueError(f"priors: expected the shape {shape}, not {priors.shape}")
        if not ((priors >= 0) & (priors < np.inf)).all():
            raise ValueError("priors: expected numbers of at least 0")
        return np.ascontiguousarray(values), priors


def advise_all(states: Sequence[State], evaluator: Evaluator, playouts: int, threads: int, seed: int) -> list[tuple[int, list[Any]]]:
    """The advice on each position, searched in groups of one game."""
    told: dict[int, Any] = {}
    games: dict[Game, list[int]] = {}
    for index, state in enumerate(states):
        games.setdefault(state.game, []).append(index)
    for game, indices in games.items():
        trees = Trees(game, evaluator, min(TOGETHER, len(indices)), playouts=playouts, threads=threads)
        for first in range(0, len(indices), TOGETHER):
            group = indices[first:first + TOGETHER]
            told.update(zip(group, trees.search([states[index] for index in group], [seed] * len(group))))
    return [told[index] for index in range(len(states))]


def check_evaluator(player: str, evaluator: Any) -> None:
    """Raises an error unless this player can search with it."""
    if not isinstance(evaluator, Evaluator):
        raise TypeError(f"evaluator: expected an Evaluator, not {evaluator!r}")
    if player != "mcts":
        raise ValueError(f"evaluator: expected the player mcts with it, not {player!r}")


class EvaluatorPolicy:
    """The computer player `mcts` with an evaluator of one's own, as `policy(..., evaluator=...)` makes it."""

    def __init__(self, evaluator: Evaluator, *, playouts: int = 400, seed: int = 0) -> None:
        self._evaluator, self._playouts = evaluator, count("playouts", playouts, PLAYOUTS)
        self._seeds = np.random.default_rng(seed)
        self._lock = threading.Lock()

    def _choose(self, states: Sequence[State], threads: int) -> list[int]:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("the policy is in use by another thread")
        try:
            seed, legal = int(self._seeds.integers(2**63)), [state.legal_actions() for state in states]
            open_ = [index for index, actions in enumerate(legal) if len(actions) > 1]
            told = advise_all([states[index] for index in open_], self._evaluator, self._playouts, threads, seed)
            for index, (_, candidates) in zip(open_, told):
                legal[index] = candidates[0][0]
            return [actions[0] for actions in legal]
        finally:
            self._lock.release()

    def act(self, state: State) -> int:
        """The action that it takes for the seat to act."""
        if not isinstance(state, State):
            raise TypeError(f"state: expected a State, not {state!r}")
        if state.current_player() < 0:
            raise ValueError("no player is to act")
        return self._choose([state.clone()], 1)[0]

    def act_batch(self, env: VecEnv, where: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
        """The actions, int32, that it takes in all games of a VecEnv, or in those where `where` (bool) says so; 0
        elsewhere. All games share the batches of the evaluator."""
        actions = np.zeros(env.num_envs, np.int32)
        states = [env.state(index) for index in range(env.num_envs)]
        chosen = [index for index, state in enumerate(states)
                  if state.current_player() >= 0 and (where is None or where[index])]
        if chosen:
            actions[chosen] = self._choose([states[index] for index in chosen], env._settings["threads"])
        return actions

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())


def policy(name: str, *, playouts: int = 400, seed: int = 0, evaluator: Evaluator | None = None) -> Policy | EvaluatorPolicy:
    """A computer player: random, greedy, expectimax, mcts, level-1 to level-8. With an `Evaluator`, `mcts` searches with
    that."""
    if evaluator is None:
        return Policy(name, playouts=playouts, seed=seed)
    check_evaluator(name, evaluator)
    return EvaluatorPolicy(evaluator, playouts=playouts, seed=seed)
