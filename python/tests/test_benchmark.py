"""Policies as engines, and the benchmark with its leaderboard."""
import json
import math
import os
import pathlib
import subprocess
import sys

import pytest

import tessera
from tessera import benchmark, engine


def run(*words, code=0):
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, timeout=600)
    assert done.returncode == code, done.stderr
    return done


def test_an_engine_keeps_to_the_protocol():
    command = f"{sys.executable} -m tessera.engine greedy"
    done = subprocess.run([os.environ["TESSERA"], "match", "--patience", "120", "--compliance", command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("game", ["star-wars", "classic --fields --river --arrows --abbot --players 3"])
def test_an_engine_plays_matches(game):
    """Also with throws, discarded tiles and options: no turn is a fault, and greedy wins."""
    words = ["-e", f"cmd='{sys.executable} -m tessera.engine greedy' patience=120 name=one", "-e", "random", "-e", "random name=other"]
    done = subprocess.run([os.environ["TESSERA"], "match", *words[:4 if game == "star-wars" else 6], "--rounds", "1", "--json", "--game",
                           *game.split()], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)["engines"][0]
    assert told["faults"] == 0 and told["wins"] >= 0.5 * told["games"] >= 1


def test_policies_by_name(tmp_path):
    (tmp_path / "mine.py").write_text("import tessera\nmade = tessera.policy('random')\ndef make(): return made\nnothing = 3\n")
    for name in ("greedy", f"{tmp_path}/mine.py:made", f"{tmp_path}/mine.py:make"):
        assert hasattr(engine.load_policy(name), "act")
    for name in (f"{tmp_path}/mine.py:nothing", f"{tmp_path}/other.py:made", "nobody", "tessera:nothing", "no_module:made"):
        with pytest.raises(ValueError):
            engine.load_policy(name)
        for module, code in (("tessera.engine", 1), ("tessera.benchmark", 2)):
            told = run(module, name, code=code).stderr
            assert f"{module}: error: " in told and name.partition(":")[0] in told and "Traceback" not in told


def test_the_benchmark_keeps_a_leaderboard(tmp_path):
    board = tmp_path / "board.json"
    for name in ("random", "greedy"):
        told = run("tessera.benchmark", name, "--games", "6", "--tasks", "classic/random,star-wars/random", "--out", str(board)).stdout
        assert told.count("\n") == 3 and "classic/random" in told
    entries = benchmark.read(board)
    assert [entry["policy"] for entry in entries] == ["greedy", "random"] and entries[0]["tasks"]["classic/random"]["score"] > 0.8
    told = run("tessera.benchmark", "--again", str(board), "--games", "8").stdout
    assert told.count("\n") == 4 and "differs" not in told
    board.write_text(board.read_text().replace('"score": 1.0', '"score": 0.0'))
    assert "differs" in run("tessera.benchmark", "--again", str(board), "--games", "8", code=1).stdout
    assert "expected some of" in run("tessera.benchmark", "greedy", "--tasks", "chess/random", code=2).stderr


def test_a_write_that_fails_leaves_the_files_as_they_were(tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    board, data = tmp_path / "board.json", tmp_path / "data.npz"
    benchmark.keep(board, "greedy", {})
    tessera.selfplay("random", 1, seed=1, out=data)
    before = {path: path.read_bytes() for path in (board, data)}
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        benchmark.keep(board, "random", {})
    with pytest.raises(OSError, match="No space"):
        tessera.selfplay("random", 1, seed=2, out=data)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_policy_that_acts_in_one_game_plays_the_same_games():
    class One:
        def __init__(self):
            self.act = tessera.policy("greedy").act

    scores = [benchmark.play(player, "classic/random", 3, 1)["score"] for player in (One(), tessera.policy("greedy"))]
    assert scores[0] == scores[1]


def test_the_leaderboard_of_the_documents_has_results_of_all_tasks():
    """Those of greedy; other entries may lack some."""
    entries = benchmark.read(pathlib.Path(__file__).parents[2] / "docs/laboratory/leaderboard.json")
    for entry in entries:
        assert set(entry["tasks"]) <= set(benchmark.TASKS)
        assert all(0 <= task["score"] <= 1 and task["games"] >= 40 and not math.isnan(task["error"]) for task in entry["tasks"].values())
    (greedy,) = (entry for entry in entries if entry["policy"] == "greedy")
    assert set(greedy["tasks"]) == set(benchmark.TASKS)
