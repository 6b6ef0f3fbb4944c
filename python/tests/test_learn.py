"""The learner of examples/learn.py learns."""
import importlib.util
import pathlib

import numpy as np

SOURCE = pathlib.Path(__file__).parents[2] / "examples" / "learn.py"


def test_a_few_games_make_it_better():
    spec = importlib.util.spec_from_file_location("learn", SOURCE)
    learn = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learn)
    nothing = np.zeros(learn.FEATURES)
    matrix, vector, points = learn.learn_from_games(nothing, 16, seed=4)
    assert points > 40
    weights = np.linalg.solve(matrix + 10 * np.eye(learn.FEATURES), vector)
    before, after = (learn.wins(learn.play_against(known, "greedy", 6, seed=2)) for known in (nothing, weights))
    assert after[1] > before[1] + 20
    assert learn.wins(learn.play_against(weights, "random", 6, seed=3))[0] > 0.9
