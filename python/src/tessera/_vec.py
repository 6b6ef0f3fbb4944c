"""Many games, stepped in one call."""
from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple, Sequence, Unpack

import numpy as np
from numpy.typing import NDArray

from . import _tessera
from ._game import Game, GameOptions, check_room, count
from ._tessera import BatchBase

OBSERVATIONS = {None: 0, "planes-v1": 1, "cells-v1": 2}
REWARDS = {"score_diff": 0, "terminal": 1, "win": 2}
AUTORESETS = {"next_step": 0, "same_step": 1, None: 2}


class Step(NamedTuple):
    """The result of a step; N games, A actions, P seats. Every step returns the same arrays and overwrites them, so
    copy what you need later."""

    observation: NDArray[Any]
    """(N, C, 32, 32) uint8 for `planes-v1`, (N, 255, 8) uint16 for `cells-v1`, from the point of view of the side to
    act."""
    scalars: NDArray[np.float32]
    """(N, S)."""
    legal_action_mask: NDArray[np.bool_]
    """(N, A) the mask of legal actions; all True if the game is over, when its action is ignored."""
    current_player: NDArray[np.int8]
    """(N,) the seat to act (0-based); -4 if the game is over."""
    rewards: NDArray[np.float32]
    """(N, P) each seat's reward of the step."""
    terminated: NDArray[np.bool_]
    """(N,) whether the game ended in this step."""
    final_scores: NDArray[np.int32]
    """(N, P) the final points by seat of the last finished game at this index."""
    seeds: NDArray[np.uint64]
    """(N,) the seeds of the games."""


def _one_of(name: str, value: Any, known: dict[Any, int]) -> int:
    """The number of a choice given by name."""
    if not isinstance(value, (str, type(None))) or value not in known:
        raise ValueError(f"{name}: expected one of {', '.join(map(repr, known))}, not {value!r}")
    return known[value]


def _check_names(opponents: Any) -> None:
    """Raises TypeError if the opponents are no names."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence) \
            or not all(isinstance(name, str) for name in opponents):
        raise TypeError(f"opponents: expected a list of names, not {opponents!r}")


def game_against(game: str | Game, opponents: Sequence[str], options: GameOptions) -> Game:
    """The game of a learner at seat 0 against these opponents; the first player is random."""
    _check_names(opponents)
    for option in ("players", "first", "teams"):
        if option in options:
            raise TypeError(f"{option} follows from opponents and cannot be given")
    if isinstance(game, Game):
        if game.num_players() != len(opponents) + 1:
            raise ValueError(f"opponents: expected {game.num_players() - 1} of them, not {len(opponents)}")
        return game
    settled: GameOptions = {**options, "players": len(opponents) + 1, "first": "random"}
    return Game(game, **settled)


class VecEnv(BatchBase):
    """`num_envs` games of one kind, stepped in one call without the interpreter's lock.

    `game`: a `Game`, or its name with `options` as `Game` takes them. `obs`: `planes-v1`, `cells-v1` or None. `reward`:
    `score_diff`, by how much each seat's lead over the best other side grew; `terminal`, that lead at the end of the
    game alone; `win`, what `State.returns()` says at the end. `autoreset`: `next_step` begins a new game with the step
    after the one in which a game ended, whose action is not looked at; `same_step` begins it at once; None lets it stay
    over. Game i of `seed` is always the same for the same actions, whatever `threads` is. `opponents`: the names of
    computer players, as `policy` takes them, at the seats from 1 on: they act within the steps, it is always the turn
    of seat 0, the first seat is drawn, and those that search look at `playouts` lines a turn. `buffers`: arrays of the
    caller for fields of `Step`, by name, of the dtype and shape told there. `nbytes` is the memory that the VecEnv
    takes; where the machine has less, it is refused with a MemoryError before anything is allocated.
    """

    def __init__(self, game: str | Game = "star-wars", num_envs: int = 1, *, seed: int = 0, threads: int = 1,
                 obs: str | None = "planes-v1", reward: str = "score_diff", autoreset: str | None = "next_step",
                 opponents: Sequence[str] = (), playouts: int = 400,
                 buffers: dict[str, NDArray[Any]] | None = None, **options: Unpack[GameOptions]) -> None:
        if isinstance(game, Game) and options:
            raise TypeError(f"a Game has its options already: {', '.join(options)} cannot be given")
        _check_names(opponents)
        if not isinstance(buffers, (dict, type(None))):
            raise TypeError(f"buffers: expected arrays by the names of fields of Step, not {buffers!r}")
        if len(opponents) > 0:
            self.game = game_against(game, opponents, options)
        else:
            self.game = game if isinstance(game, Game) else Game(game, **options)
        self.num_envs = n = count("num_envs", num_envs, 1_000_000)
        self.num_planes, scalars, self.num_actions, self.num_players = _tessera.shape(self.game)
        sort = _one_of("obs", obs, OBSERVATIONS)
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observation": [((0,), np.uint8), ((n, self.num_planes, 32, 32), np.uint8), ((n, 255, 8), np.uint16)][sort],
            "scalars": ((n, scalars) if obs else (0, scalars), np.float32),
            "legal_action_mask": ((n, self.num_actions), np.bool_),
            "current_player": ((n,), np.int8),
            "rewards": ((n, self.num_players), np.float32),
            "terminated": ((n,), np.bool_),
            "final_scores": ((n, self.num_players), np.int32),
            "seeds": ((n,), np.uint64),
        }
        sizes = {name: math.prod(shape) * np.dtype(dtype).itemsize for name, (shape, dtype) in shapes.items()}
        self.nbytes = n * _tessera.memory(sort) + sum(size for name, size in sizes.items() if name not in (buffers or {}))
        check_room("num_envs", n, self.nbytes)
        arrays = [self._buffer(name, buffers or {}, *shape) for name, shape in shapes.items()]
        for name in buffers or {}:
            if name not in shapes:
                raise ValueError(f"buffers: expected names of {', '.join(shapes)}, not {name!r}")
        super().__init__(self.game, n, count("threads", threads, 64), seed, sort, _one_of("reward", reward, REWARDS),
                         _one_of("autoreset", autoreset, AUTORESETS), list(opponents),
                         count("playouts", playouts, 1_000_000_000), arrays)
        self._settings = {"seed": seed, "threads": threads, "obs": obs, "reward": reward, "autoreset": autoreset,
                          "opponents": list(opponents), "playouts": playouts}
        self._rewards, self._terminated = arrays[4:6]
        views = [array.view() for array in arrays]
        for view in views:
            view.flags.writeable = False
        self._told = Step(*views)

    @staticmethod
    def _buffer(name: str, buffers: dict[str, NDArray[Any]], shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """The caller's array with this name, or a new one."""
        if name not in buffers:
            return np.zeros(shape, dtype)
        array = buffers[name]
        if not isinstance(array, np.ndarray) or array.dtype != dtype or not array.flags.c_contiguous \
                or not array.flags.writeable:
            raise TypeError(f"buffers: {name} is to be a writeable C-contiguous array of {np.dtype(dtype)}")
        if array.shape != shape:
            raise ValueError(f"buffers: {name} is to have the shape {shape}, not {array.shape}")
        return array

    def reset(self, seeds: Any = None) -> Step:
        """Begins new games with these seeds, one for each game, or with seeds that follow from that of the VecEnv."""
        if seeds is not None:
            seeds = np.ascontiguousarray(seeds)
            if seeds.dtype.kind not in "iu":
                raise TypeError("seeds: expected whole numbers from 0 to 2**64 - 1")
            if seeds.dtype.kind == "i" and seeds.size and seeds.min() < 0:
                raise ValueError(f"seeds: expected 0 to 2**64 - 1, not {seeds.min()}")
            if seeds.shape != (self.num_envs,):
                raise ValueError(f"seeds: expected the shape ({self.num_envs},), not {seeds.shape}")
            seeds = seeds.astype(np.uint64)
        self._reset(seeds)
        return self._told

    def step(self, actions: Any) -> Step:
        """Takes an action in each game. Raises ValueError if one of them is illegal; then nothing has changed."""
        if not (isinstance(actions, np.ndarray) and actions.dtype == np.int32 and actions.flags.c_contiguous):
            actions = np.asarray(actions)
            if actions.dtype.kind not in "iu":
                raise TypeError(f"actions: expected whole numbers, not {actions.dtype}")
            actions = np.clip(actions.astype(np.int64), -1, 2**31 - 1).astype(np.int32)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions: expected the shape ({self.num_envs},), not {actions.shape}")
        self._step(actions)
        return self._told

    def load(self, data: bytes) -> Step:
        """The games that save() of a VecEnv of the same game and size gave, as they stood."""
        self._load(data)
        return self._told

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and what is unpickled go on by themselves, in arrays of their own."""
        state = (self.save(), self._told.rewards.copy(), self._told.terminated.copy()) if self._begun else None
        return functools.partial(type(self), self.game, self.num_envs, **self._settings), (), state

    def __setstate__(self, state: tuple[bytes, NDArray[np.float32], NDArray[np.bool_]]) -> None:
        games, *told = state
        self._load(games)
        for array, kept in zip((self._rewards, self._terminated), told):
            array[:] = kept

    def __repr__(self) -> str:
        return f"<VecEnv of {self.num_envs} games, {self.game!r}>"

    def __enter__(self) -> VecEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
