"""The learners of examples/ learn."""
import importlib.util
import pathlib

import numpy as np
import pytest

import tessera
from tessera.engine import load_policy

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


def test_the_trained_baseline_plays():
    policy = load_policy(f"{SOURCE}:baseline")
    state, other = tessera.Game("classic").new_initial_state(seed=5), tessera.policy("random", seed=5)
    while not state.is_terminal():
        state.apply_action((policy, other)[state.current_player()].act(state))
    assert state.returns()[0] == 1


def test_the_loop_of_search_and_learning_closes(monkeypatch):
    """examples/zero.py: its gradient is right, and a network that learned from a few games knows more about others."""
    monkeypatch.syspath_prepend(str(SOURCE.parent))
    import zero
    choice, net = np.random.default_rng(2), zero.begin(2)
    turns = zero.self_play(net, 1, 4, seed=1)
    assert len(turns) > 60 and {turn[3] for turn in turns} <= {-1.0, 0.0, 1.0}
    assert all(len(x) == len(share) <= 16 and abs(share.sum() - 1) < 1e-9 and taken < len(x) for x, share, taken, _ in turns)
    loss, slope = zero.gradient(net, turns[:5])
    for name, place in (("in", (3, 4)), ("out", (5, 0)), ("out", (5, 1)), ("bias", (7,)), ("offset", (0,))):
        moved = {key: part.copy() for key, part in net.items()}
        moved[name][place] += 1e-5
        assert abs((zero.gradient(moved, turns[:5])[0] - loss) / 1e-5 - slope[name][place]) < 1e-3
    adam, before = zero.Adam(net), zero.gradient(net, turns)[0]
    for seed in range(2, 4):  # two rounds of the loop
        zero.learn(net, adam, turns, 60, choice)
        turns += zero.self_play(net, 1, 4, seed)
    assert zero.gradient(net, turns)[0] < before
    assert 0 <= zero.play_against(net, "random", 1, 2, seed=5) <= 1


def test_a_player_is_distilled(tmp_path, monkeypatch):
    """examples/distil.py: open ends are counted right, its gradient is right, it learns, and goes on where it stopped."""
    monkeypatch.syspath_prepend(str(SOURCE.parent))
    import distil
    for name in distil.GAMES:
        state, choice = tessera.Game(name).new_initial_state(seed=3), np.random.default_rng(3)
        for _ in range(40):
            state.apply_action(int(choice.choice(state.legal_actions())))
        _, planes, scalars = state.afterstates("planes-v1", turns=True)
        realms = distil.features(planes, scalars)[:, :distil.OPEN].sum(1)
        assert np.allclose(realms, realms.round(), atol=1e-4) and realms.min() > 5  # all ends of a realm together count as 1
    net = distil.begin()
    turns, choice = distil.watch(net, "classic", 2, seed=1), np.random.default_rng(1)
    net["out"] += 0.1
    net = {part: array.astype(np.float64) for part, array in net.items()}
    loss, slope = distil.gradient(net, turns[:5])
    for part, place in (("in", (4, 5)), ("out", (2,)), ("bias", (7,)), ("line", (2 * distil.OPEN + 5,))):
        moved = {key: array.copy() for key, array in net.items()}
        moved[part][place] += 1e-5
        assert abs((distil.gradient(moved, turns[:5])[0] - loss) / 1e-5 - slope[part][place]) < 1e-3
    run = distil.Run(tmp_path / "run.npz")
    first = run.learn(turns, 20, choice)
    run.keep()
    again = distil.Run(tmp_path / "run.npz")
    assert again.adam.steps == 20 and again.learn(turns, 60, choice) < first


@pytest.mark.parametrize("game", ["classic", "star-wars"])
def test_the_distilled_baseline_plays(game):
    policy = load_policy(f"{SOURCE.with_name('distil.py')}:baseline")
    state, other = tessera.Game(game).new_initial_state(seed=5), tessera.policy("random", seed=5)
    while not state.is_terminal():
        state.apply_action((policy, other)[state.current_player()].act(state))
    assert state.returns()[0] == 1
