"""Self-play and the benchmark on the workers of a Dask cluster."""
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import tessera
from tessera import benchmark

os.environ["DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT"] = "120s"  # on a machine with much other work
EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "cluster.py"


def test_two_workers_play_the_games_of_one_machine(tmp_path):
    done = subprocess.run([sys.executable, str(EXAMPLE)], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    told, alone = np.load(tmp_path / "games.npz"), tessera.selfplay("level-7", games=40, game="classic")
    for name, array in alone._asdict().items():
        assert np.array_equal(told[name], array), name
    score = benchmark.play("level-7", "classic/level-5", 40, threads=1)["score"]
    assert f"level-7 wins {score} of 40 games" in done.stdout


def judge(leaves):
    """Likes points."""
    lead = leaves.scalars[:, 0] - leaves.scalars[:, 1]
    return np.tanh(lead / 20), None


def test_any_executor_shares_searches_with_an_evaluator(monkeypatch):
    monkeypatch.setattr(tessera._data, "SHARE_EVALUATED", 2)
    settings = {"games": 3, "game": "classic", "playouts": 2, "evaluator": tessera.Evaluator(judge, obs="cells-v1", afterstates=True)}
    with ProcessPoolExecutor(2) as executor:
        told = tessera.selfplay(executor=executor, **settings)
    for name, array in tessera.selfplay(**settings)._asdict().items():
        assert np.array_equal(getattr(told, name), array), name
    with pytest.raises(TypeError, match="executor"):
        tessera.selfplay("random", 1, executor=2)


def test_the_benchmark_asks_a_scheduler():
    from dask.distributed import LocalCluster
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        words = ["-m", "tessera.benchmark", "greedy", "--games", "30", "--tasks", "classic/random", "--dask", cluster.scheduler_address]
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "classic/random" in done.stdout, done.stderr
