"""The games in OpenSpiel, by the checks that OpenSpiel has for its own."""
import sys
import unittest

import numpy as np
import pyspiel
import pytest

import tessera
import tessera.openspiel

GAMES = ["tessera_classic", "tessera_classic(players=3,fields=True,abbot=True,river=river-20,arrows=True)", "tessera_star_wars",
         "tessera_star_wars(players=4,teams=True)"]


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_nothing_wrong(name, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["api_test"])
    from open_spiel.integration_tests import api_test
    game = pyspiel.load_game(name)
    monkeypatch.setattr(api_test.sample_some_states, "sample_some_states",
                        lambda game, max_states: sample(game, 3, max_states))
    checks = type("Checks", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(checks).run(result)
    assert result.testsRun >= 5 and not result.failures and not result.errors, result.failures + result.errors


def sample(game, games, most):
    """States along random games."""
    choice, states = np.random.default_rng(1), []
    for _ in range(games):
        state = game.new_initial_state()
        while True:
            states.append(state.clone())
            if state.is_terminal():
                break
            actions, chances = zip(*state.chance_outcomes()) if state.is_chance_node() else (state.legal_actions(), None)
            state.apply_action(int(choice.choice(actions, p=chances)))
    return [states[i] for i in choice.choice(len(states), size=min(most, len(states)) // 8, replace=False)] + [states[-1]]


@pytest.mark.parametrize("name", GAMES)
def test_random_games(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_it_is_the_same_game():
    game = pyspiel.load_game("tessera_classic(fields=True)")
    mine, its, choice = tessera.Game("classic", fields=True).new_initial_state(seed=0, explicit_chance=True), game.new_initial_state(), \
        np.random.default_rng(2)
    while not its.is_terminal():
        assert its.current_player() == mine.current_player() and its.legal_actions() == mine.legal_actions() and str(its) == mine.position()
        if its.is_chance_node():
            assert its.chance_outcomes() == mine.chance_outcomes()
        elif choice.random() < 0.1:
            planes, scalars = mine.observation("planes-v1", 1)
            assert np.array_equal(its.observation_tensor(1), np.concatenate([planes.ravel(), scalars]).astype(np.float32))
        action = int(choice.choice(its.legal_actions()))
        assert its.action_to_string(action) == mine.action_to_string(action)
        its.apply_action(action)
        mine.apply_action(action)
    assert its.returns() == mine.returns() and sum(its.returns()) == 0
    with pytest.raises(Exception):
        pyspiel.load_game("tessera_star_wars(fields=True)")
