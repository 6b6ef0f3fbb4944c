"""Searches with an evaluator of one's own."""
import copy
import pickle
import threading

import numpy as np
import pytest

import tessera


def lead(scalars):
    """The utility that follows from the present lead of the side to act."""
    return np.tanh((scalars[:, 0] - scalars[:, 1:2].max(1)) / 20)


def by_lead(leaves):
    return lead(leaves.scalars), leaves.mask


def turns_by_lead(leaves):
    assert leaves.mask is None
    return lead(leaves.scalars), None


POSITIONS = tessera.Evaluator(by_lead, obs="cells-v1")
TURNS = tessera.Evaluator(turns_by_lead, obs="cells-v1", afterstates=True)


def middle(seed, moves=40, **options):
    state = tessera.Game("classic", **options).new_initial_state(seed=seed)
    choice = np.random.default_rng(seed)
    for _ in range(moves):
        state.apply_action(int(choice.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("obs", ["cells-v1", "planes-v1"])
def test_rows_are_what_the_seat_to_act_sees(obs):
    state, seen = middle(3), []

    def keep(leaves):
        seen.append(leaves)
        return np.zeros(len(leaves.scalars)), None

    tessera.policy("mcts", playouts=5, evaluator=tessera.Evaluator(keep, obs=obs)).act(state)
    observation, scalars = state.observation(obs)
    assert np.array_equal(seen[0].observation[0], observation) and np.array_equal(seen[0].scalars[0], scalars)
    assert np.array_equal(seen[0].mask[0], state.legal_actions_mask())
    seen.clear()
    tessera.policy("mcts", playouts=5, evaluator=tessera.Evaluator(keep, obs=obs, afterstates=True)).act(state)
    _, observation, scalars = state.afterstates(obs, turns=True)
    assert np.array_equal(seen[0].observation, observation) and np.array_equal(seen[0].scalars, scalars)


def test_many_games_share_the_batches():
    rows = []

    def keep(leaves):
        rows.append(len(leaves.scalars))
        return by_lead(leaves)

    states = [middle(seed) for seed in range(12)]
    told = tessera.analyse(states, playouts=8, evaluator=tessera.Evaluator(keep, obs="cells-v1", leaves=1))
    assert max(rows) == 12 and sum(rows) <= 12 * 9
    for state, analysis in zip(states, told):
        assert analysis.playouts == 8 and analysis.position == state.position()
        best = analysis.candidates[0]
        assert 0 <= best.win <= 1 and np.isnan(best.difference) and best.variation == [best.turn]
        for action in best.actions:
            assert action in state.legal_actions()
            state.apply_action(action)
    mixed = [middle(1), middle(1, players=3), middle(2)]
    assert [len(each.candidates) > 0 for each in tessera.analyse(mixed, playouts=4, evaluator=POSITIONS)] == [True] * 3


def test_a_search_in_a_batch_plays_well_and_alike():
    """Against a random player a search by the lead alone wins; and the same seeds give the same games."""
    def play():
        env = tessera.VecEnv("classic", 4, seed=5, obs=None, opponents=["random"], autoreset=None, reward="win", threads=2)
        policy, step, total = tessera.policy("mcts", playouts=8, seed=3, evaluator=TURNS), env.reset(), np.zeros(4)
        while (step.current_player >= 0).any():
            where = np.array([True, True, True, False]) & (step.current_player >= 0)
            actions = policy.act_batch(env, where)
            assert not actions[~where].any()
            step = env.step(np.where(where, actions, env.sample()))
            total += step.rewards[:, 0]
        return total, step.final_scores.copy()

    total, scores = play()
    assert total[:3].sum() >= 1
    assert np.array_equal(play()[1], scores)


def test_threads_change_nothing():
    states = [middle(seed) for seed in range(5)]
    one, two = (tessera.analyse(states, playouts=30, threads=threads, evaluator=TURNS) for threads in (1, 2))
    assert [each.candidates[0].actions for each in one] == [each.candidates[0].actions for each in two]
    assert [[turn.visits for turn in each.candidates] for each in one] == [[turn.visits for turn in each.candidates] for each in two]


def test_self_play():
    told, again = (tessera.selfplay(games=3, game="classic", playouts=6, seed=4, threads=threads, evaluator=TURNS)
                   for threads in (1, 2))
    assert all(np.array_equal(one, two) for one, two in zip(told, again))
    assert np.bincount(told.game).tolist() == [np.sum(told.game == game) for game in range(3)] and told.scores.shape == (3, 2)
    assert (told.visited[:, 0] == told.actions).all() and (told.visits.sum(1) > 0).all()
    for game in range(3):
        state = tessera.Game("classic").new_initial_state(seed=int(told.seeds[game]))
        for row in np.nonzero(told.game == game)[0]:
            assert state.current_player() == told.player[row] and np.array_equal(state.observation("cells-v1")[0], told.observation[row])
            state.apply_action(int(told.actions[row]))
        assert state.is_terminal() and state.scores() == told.scores[game].tolist()
    calm = [tessera.selfplay(games=1, game="classic", playouts=6, seed=seed, noise=0, temperature=0, evaluator=POSITIONS)
            for seed in (1, 1)]
    assert np.array_equal(calm[0].actions, calm[1].actions)


def test_more_than_two_sides():
    def judge(leaves):
        values = np.zeros((len(leaves.scalars), 3))
        values[:, 0] = 0.5
        return values, leaves.mask

    state = middle(2, players=3)
    for evaluator in (tessera.Evaluator(judge), tessera.Evaluator(lambda leaves: (np.full(len(leaves.mask), 0.1), None))):
        assert tessera.policy("mcts", playouts=20, evaluator=evaluator).act(state) in state.legal_actions()


def test_copies_go_on_alike():
    policy, state = tessera.policy("mcts", playouts=10, seed=6, evaluator=POSITIONS), middle(7)
    policy.act(state)
    for other in (copy.deepcopy(policy), pickle.loads(pickle.dumps(policy))):
        assert other._seeds.bit_generator.state == policy._seeds.bit_generator.state
        assert other.act(state) in state.legal_actions()


def test_wrong_answers_are_refused():
    state = middle(1)
    rows = {
        "values: expected the shape": lambda leaves: (np.zeros((2, 7)), None),
        "values: expected numbers from -1 to 1": lambda leaves: (np.full(len(leaves.scalars), np.nan), None),
        "priors: expected the shape": lambda leaves: (np.zeros(len(leaves.scalars)), np.ones(3)),
        "priors: expected numbers of at least 0": lambda leaves: (np.zeros(len(leaves.scalars)), leaves.mask * -1.0),
    }
    for message, judge in rows.items():
        with pytest.raises(ValueError, match=message):
            tessera.policy("mcts", playouts=4, evaluator=tessera.Evaluator(judge)).act(state)
    with pytest.raises(TypeError, match="return \\(values, priors\\)"):
        tessera.policy("mcts", evaluator=tessera.Evaluator(lambda leaves: None)).act(state)
    with pytest.raises(KeyError, match="own"):  # an exception of the function comes out
        tessera.policy("mcts", evaluator=tessera.Evaluator(lambda leaves: {}["own"])).act(state)
    for call in (lambda: tessera.Evaluator(3), lambda: tessera.Evaluator(by_lead, afterstates=1),
                 lambda: tessera.Evaluator(by_lead, explore="1"), lambda: tessera.policy("mcts", evaluator=by_lead),
                 lambda: tessera.selfplay(game="classic", games=1, evaluator=by_lead)):
        with pytest.raises(TypeError):
            call()
    for call in (lambda: tessera.Evaluator(by_lead, obs="rows"), lambda: tessera.Evaluator(by_lead, leaves=65),
                 lambda: tessera.Evaluator(by_lead, explore=-1), lambda: tessera.policy("greedy", evaluator=POSITIONS),
                 lambda: tessera.analyse([state], player="level-3", evaluator=POSITIONS),
                 lambda: tessera.selfplay("greedy", game="classic", games=1, evaluator=POSITIONS),
                 lambda: tessera.selfplay(game="classic", games=1, noise=2, evaluator=POSITIONS),
                 lambda: tessera.policy("mcts", evaluator=POSITIONS).act(over())):
        with pytest.raises(ValueError):
            call()


def over():
    state = tessera.Game("classic").new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


def test_the_lock_is_held_in_the_evaluator_alone():
    """While the trees grow, another thread of Python runs."""
    ended, counted = threading.Event(), []

    def count():
        number = 0
        while not ended.is_set():
            number += 1
        counted.append(number)

    other = threading.Thread(target=count)
    other.start()
    tessera.analyse([middle(seed) for seed in range(4)], playouts=100, evaluator=TURNS)
    ended.set()
    other.join()
    assert counted[0] > 0


def test_afterstates_of_many_games():
    env = tessera.VecEnv("classic", 6, seed=2, obs=None, autoreset=None, threads=2, fields=True)
    with pytest.raises(RuntimeError, match="reset"):
        env.afterstates()
    env.reset()
    for _ in range(30):
        env.step(env.sample())
    for obs in ("planes-v1", "cells-v1"):
        for turns in (False, True):
            first, actions, seen, scalars = env.afterstates(obs, turns=turns)
            assert first.shape == (7,) and first[-1] == len(actions) == len(seen) == len(scalars)
            for game in range(6):
                rows = slice(first[game], first[game + 1])
                for mine, one in zip((actions, seen, scalars), env.state(game).afterstates(obs, turns=turns)):
                    assert np.array_equal(mine[rows], one)
    while (env.step(env.sample()).current_player >= 0).any():
        pass
    assert env.afterstates("cells-v1", turns=True)[0].tolist() == [0] * 7
