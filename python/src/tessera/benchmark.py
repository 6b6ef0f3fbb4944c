"""Measures a policy against five computer players in both games: python3 -m tessera.benchmark POLICY.

POLICY is what `python3 -m tessera.engine` takes: the name of a computer player, or FILE.py:NAME or MODULE:NAME of an object
with `act(state)`, or a function that makes one. If it has `act_batch(env, where)`, it acts in all games of a task at once.

The tasks are fixed: for two players, without options, against random, level-3, level-5, level-7 and mcts with 400 playouts,
in the same games (by seed) for every policy. The score is the share of games won, where a shared win counts half. With
--dask ADDRESS the workers of that Dask scheduler play the games; they must be able to load POLICY by its name.
"""
from __future__ import annotations

import argparse
import contextlib
import functools
import json
import math
import os
import pathlib
import subprocess
import time
from concurrent.futures import Executor
from typing import Any, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from . import VecEnv, __version__
from ._file import written_anew
from .engine import load_policy

SEED = 37
OPPONENTS = ("random", "level-3", "level-5", "level-7", "mcts")
TASKS = tuple(f"{game}/{opponent}" for game in ("classic", "star-wars") for opponent in OPPONENTS)
PLAYOUTS = 400
SHARE = 20  # games that an executor gets at a time
_loaded = functools.lru_cache(4)(load_policy)


def play_games(player: Any, task: str, threads: int, seeds: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Plays the games of these seeds, and returns the share of the win that each brought. A player may be a name."""
    player = _loaded(player, PLAYOUTS) if isinstance(player, str) else player
    (game, opponent), games = task.split("/"), len(seeds)
    env = VecEnv(game, games, threads=threads, obs=None, reward="win", autoreset=None, opponents=[opponent], playouts=PLAYOUTS)
    step, shares = env.reset(seeds), np.full(games, 0.5)
    while (open_ := step.current_player >= 0).any():
        if hasattr(player, "act_batch"):
            actions = player.act_batch(env, open_)
        else:
            actions = np.array([player.act(env.state(i)) if open_[i] else 0 for i in range(games)], np.int32)
        step = env.step(actions)
        shares += step.rewards[:, 0] / 2
    return shares


def play(player: Any, task: str, games: int, threads: int, executor: Executor | None = None) -> dict[str, float]:
    """Plays a task: the score, its standard error, the number of games, and the hours that they took. With an executor
    its processes share the games."""
    begun = time.monotonic()
    seeds = VecEnv(task.split("/")[0], games, seed=SEED, obs=None).reset().seeds
    if executor is None:
        shares = play_games(player, task, threads, seeds)
    else:
        parts = np.split(seeds, range(SHARE, games, SHARE))
        shares = np.concatenate(list(executor.map(functools.partial(play_games, player, task, threads), parts)))
    error = shares.std(ddof=1) / math.sqrt(games) if games > 1 else math.nan
    return {"score": round(float(shares.mean()), 4), "error": round(error, 4), "games": games,
            "hours": round((time.monotonic() - begun) / 3600, 4)}


@contextlib.contextmanager
def workers(address: str | None) -> Iterator[Executor | None]:
    """The workers of a Dask scheduler; without an address None, for this process."""
    if address is None:
        yield None
    else:
        from dask.distributed import Client
        with Client(address) as client:
            yield client.get_executor()


def engine_of(name: str) -> str:
    """The words for `tessera match --engine` that play a policy."""
    return f'cmd="python3 -m tessera.engine {name}"' if ":" in name else f"{name} playouts={PLAYOUTS}"


def read(path: pathlib.Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text())["entries"] if path.exists() else []


def keep(path: pathlib.Path, name: str, results: dict[str, Any]) -> None:
    """Puts results into a leaderboard, in place of older ones of the same policy and task."""
    entries = {entry["policy"]: entry for entry in read(path)}
    tasks = {**entries.get(name, {}).get("tasks", {}), **results}
    entries[name] = {"policy": name, "engine": engine_of(name), "version": __version__, "tasks": tasks}
    order = sorted(entries.values(), key=lambda entry: -sum(task["score"] for task in entry["tasks"].values()))
    with written_anew(path) as file:
        file.write((json.dumps({"format": "tessera-leaderboard/1", "entries": order}, indent=1) + "\n").encode())


def again(path: pathlib.Path, tasks: Sequence[str], games: int) -> int:
    """Plays the entries of a leaderboard by `tessera match`. Returns how many scores differ by more than chance explains."""
    wrong = 0
    for entry in read(path):
        for task in (task for task in tasks if task in entry["tasks"]):
            told, (game, opponent) = entry["tasks"][task], task.split("/")
            command = [os.environ.get("TESSERA", "tessera"), "match", "-e", f"{entry['engine']} name=entry", "-e",
                       f"{opponent} playouts={PLAYOUTS} name=opponent", "--game", game, "--games", str(games), "--json"]
            done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode != 0:
                raise SystemExit(f"{entry['policy']}: {done.stderr.strip()}")
            match = json.loads(done.stdout)
            mine = match["engines"][0]
            expected = math.sqrt(told["score"] * (1 - told["score"]) / match["games"] + 0.25 / match["games"] ** 2)
            far = abs(mine["score"] - told["score"]) > 3.5 * math.hypot(expected, told["error"]) or mine["faults"] > 0
            wrong += far
            print(f"{entry['policy']:36} {task:20} {told['score']:6.3f} {mine['score']:6.3f}{'  differs' if far else ''}", flush=True)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser("python3 -m tessera.benchmark", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy", nargs="?", help="the policy")
    parser.add_argument("--tasks", default=",".join(TASKS), help="some of the tasks, as in classic/random,star-wars/mcts")
    parser.add_argument("--games", type=int, default=200, help="games of each task (default: 200)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--dask", metavar="ADDRESS", help="let the workers of a Dask scheduler play the games")
    parser.add_argument("--out", type=pathlib.Path, help="a leaderboard, to which the results are added")
    parser.add_argument("--again", type=pathlib.Path, metavar="FILE", help="play the entries of a leaderboard by tessera match")
    asked = parser.parse_args()
    tasks = asked.tasks.split(",")
    for task in tasks:
        if task not in TASKS:
            parser.error(f"--tasks: expected some of {', '.join(TASKS)}, not {task!r}")
    if (asked.policy is None) == (asked.again is None):
        parser.error("expected either a policy or --again")
    if asked.games < 1:
        parser.error(f"--games: expected at least 1, not {asked.games}")
    if asked.again is not None:
        return int(again(asked.again, tasks, asked.games) > 0)
    results: dict[str, Any] = {}
    try:
        player: Any = load_policy(asked.policy, PLAYOUTS)
    except ValueError as error:
        parser.error(str(error))
    print(f"{'task':20} {'score':>6} {'95 %':>7} {'games':>6} {'hours':>8}")
    with workers(asked.dask) as executor:
        for task in tasks:
            told = results[task] = play(asked.policy if executor else player, task, asked.games, asked.threads, executor)
            print(f"{task:20} {told['score']:6.3f} {1.96 * told['error']:7.3f} {told['games']:6} {told['hours']:8.4f}", flush=True)
            if asked.out is not None:
                keep(asked.out, asked.policy, results)
    return 0


if __name__ == "__main__":
    from tessera.benchmark import main as run  # the functions that workers find by the module's name
    raise SystemExit(run())
