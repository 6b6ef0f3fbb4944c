"""Gymnasium and PettingZoo by their own checkers, and the computer players as policies."""
import os
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test, parallel_seed_test

import tessera
import tessera.gym
import tessera.pettingzoo

SETTINGS = [("star-wars", {}), ("classic", {"fields": True, "abbot": True})]
both = pytest.mark.parametrize("game, options", SETTINGS, ids=lambda value: str(value))
plain = pytest.mark.filterwarnings("ignore")  # the checkers warn of what they merely advise


@pytest.mark.parametrize("obs", ["planes-v1", "cells-v1"])
@both
def test_gymnasium_finds_nothing_wrong(game, options, obs):
    """Nor anything to advise: a warning is an error in these tests."""
    check_env(made(game, opponents=["greedy"], obs=obs, **options).unwrapped)


def made(game, **settings):
    name = {"star-wars": "StarWars", "classic": "Classic"}[game]
    return gymnasium.make(f"tessera.gym:tessera/{name}-v0", **settings)


@both
def test_environments_are_rendered(game, options):
    """As a position line and as pixels of the board, of one size for a film; and no other mode is taken."""
    env = made(game, opponents=["random"], obs="cells-v1", render_mode="rgb_array", **options)
    env.reset(seed=1)
    first = env.render()
    assert first.shape == (720, 720, 3) and first.dtype == np.uint8
    while not env.unwrapped.step(env.unwrapped.state.legal_actions()[0])[2]:
        pass
    last = env.render()
    colours = {tuple(colour) for colour in last.reshape(-1, 3)}
    assert last.shape == first.shape and not np.array_equal(first, last) and len(colours) > 1000
    agents = [tessera.pettingzoo.env(game, render_mode="rgb_array", **options), tessera.pettingzoo.parallel_env(game, render_mode="rgb_array", **options)]
    for env in agents:
        env.reset(seed=1)
        assert env.render().shape == (720, 720, 3)
    for env in (made(game, opponents=["random"], render_mode="ansi", **options), tessera.pettingzoo.env(game, render_mode="ansi", **options)):
        env.reset(seed=1)
        assert env.render().startswith(f"tessera1 game={game} ")
    for kind in (tessera.gym.TesseraEnv, tessera.pettingzoo.env, tessera.pettingzoo.parallel_env):
        with pytest.raises(ValueError, match="^render_mode: expected ansi or rgb_array, not 'human'"):
            kind(game, render_mode="human")


def test_a_picture_says_what_it_needs(monkeypatch):
    env = tessera.gym.TesseraEnv("classic", opponents=["random"], render_mode="rgb_array")
    assert env.render() is None
    env.reset(seed=1)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(gymnasium.error.DependencyNotInstalled, match="needs resvg-py and pillow: pip install"):
        env.render()


def play(env, seed):
    """A game of random legal actions: the rewards, and the last of what was told."""
    choice = np.random.default_rng(seed)
    seen, told = env.reset(seed=seed)
    rewards = []
    over = False
    while not over:
        seen, reward, over, cut, told = env.step(choice.choice(np.flatnonzero(seen["action_mask"])))
        assert not cut and env.observation_space.contains(seen)
        rewards.append(reward)
    return rewards, told


@both
def test_a_game_in_gymnasium(game, options):
    name = {"star-wars": "StarWars", "classic": "Classic"}[game]
    env = gymnasium.make(f"tessera.gym:tessera/{name}-v0", opponents=["random", "level-1"], obs="cells-v1", **options)
    rewards, told = play(env.unwrapped, 3)
    assert set(rewards[:-1]) == {0.0} and rewards[-1] in (1.0, 0.25, -0.5) and len(told["scores"]) == 3
    assert play(env.unwrapped, 3) == (rewards, told)


def test_an_action_that_is_not_legal_loses():
    env = tessera.gym.TesseraEnv("classic", opponents=["random"], obs="cells-v1")
    env.reset(seed=1)
    _, reward, over, _, told = env.step(4160)
    assert (reward, over, told["illegal"]) == (-1.0, True, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    for settings, error in (({"opponents": "greedy"}, TypeError), ({"opponents": ["nobody"]}, ValueError),
                            ({"reward": "points"}, ValueError), ({"obs": "x"}, ValueError), ({"players": 3}, TypeError)):
        with pytest.raises(error):
            tessera.gym.TesseraEnv("classic", **settings)


def test_an_action_of_another_type_is_refused_and_changes_nothing():
    env = tessera.gym.TesseraEnv("classic", opponents=["random"], obs="cells-v1")
    seen, _ = env.reset(seed=1)
    action = int(np.flatnonzero(seen["action_mask"])[0])
    for wrong in (float(action), str(action), "a", np.float64(action + 0.7), None, [action]):
        with pytest.raises(TypeError):
            env.step(wrong)
    _, _, _, _, told = env.step(np.int64(action))
    assert "illegal" not in told


def vector(game="classic", **settings):
    return tessera.gym.TesseraVectorEnv(game, **{"num_envs": 5, "opponents": ["greedy"], "obs": "cells-v1", **settings})


@both
def test_many_games_in_gymnasium(game, options):
    """Made by its registered name, counted by a wrapper of Gymnasium's, the same again with the same seed."""
    name = {"star-wars": "StarWars", "classic": "Classic"}[game]
    runs = []
    for _ in range(2):
        envs = gymnasium.make_vec(f"tessera.gym:tessera/{name}-v0", num_envs=5, opponents=["greedy"], **options)
        assert isinstance(envs.unwrapped, tessera.gym.TesseraVectorEnv)
        envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
        choice, lengths, run = np.random.default_rng(3), [], []
        seen, told = envs.reset(seed=3)
        for _ in range(200):
            assert envs.observation_space.contains(seen)
            actions = [choice.choice(legal) if len(legal := np.flatnonzero(mask)) else 0 for mask in seen["action_mask"]]
            seen, rewards, over, cut, told = envs.step(np.array(actions))
            assert not cut.any() and (rewards[~over] == 0).all() and set(rewards[over]) <= {-1.0, 0.0, 1.0}
            if over.any():
                assert (np.sign(told["scores"][over] @ [1, -1]) == rewards[over]).all()
                lengths += list(told["episode"]["l"][over])
            run.append(rewards)
        assert 5 <= len(lengths) and min(lengths) > 50
        runs.append(np.array(run))
        envs.close()
    assert np.array_equal(*runs)


def test_observations_of_many_games_are_copies_if_wanted():
    for copy in (True, False):
        envs = vector(copy=copy)
        before, _ = envs.reset(seed=[1, 2, 3, 4, 5])
        after, _, _, _, told = envs.step(before["action_mask"].argmax(1))
        assert np.shares_memory(before["observation"], after["observation"]) != copy
        assert list(told["seed"]) == [1, 2, 3, 4, 5] and np.array_equal(envs.action_masks(), after["action_mask"])


def test_a_vector_env_with_bounds_beyond_memory_is_refused(monkeypatch):
    """The spaces of many keep bounds for every number, which is more than the games take."""
    took = tessera.VecEnv("classic", 3, opponents=["random"]).nbytes
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 1, "SC_PHYS_PAGES": took}.__getitem__)
    with pytest.raises(MemoryError, match="^num_envs: 3 of them need some"):
        tessera.gym.TesseraVectorEnv("classic", 3, opponents=["random"])


def test_what_is_refused_in_many_games():
    envs = vector()
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(5, int))
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        envs.step(np.full(5, 4160))
    for settings, error in (({"reward": "points"}, ValueError), ({"opponents": []}, ValueError), ({"obs": None}, ValueError),
                            ({"opponents": "greedy"}, TypeError), ({"players": 2}, TypeError)):
        with pytest.raises(error):
            vector(**settings)
    envs.close()
    with pytest.raises(RuntimeError, match="closed"):
        envs.step(np.zeros(5, int))


@plain
@both
def test_pettingzoo_finds_nothing_wrong(game, options):
    api_test(tessera.pettingzoo.env(game, players=3, obs="cells-v1", **options), num_cycles=400)
    seed_test(lambda: tessera.pettingzoo.env(game, obs="cells-v1", **options), num_cycles=60)


@plain
@both
def test_pettingzoo_in_parallel_finds_nothing_wrong(game, options):
    parallel_api_test(tessera.pettingzoo.parallel_env(game, obs="cells-v1", **options), num_cycles=200)
    parallel_seed_test(lambda: tessera.pettingzoo.parallel_env(game, obs="cells-v1", **options), num_cycles=60)


@pytest.mark.parametrize("game, options", [("Classic", {"obs": "planes-v1"}), ("Classic", {"obs": "cells-v1"}),
                                           ("Classic", {"obs": "planes-v1", "fields": True, "abbot": True, "arrows": True}),
                                           ("StarWars", {"obs": "planes-v1"})])
def test_observations_of_a_vector_environment_stay_as_they_are(game, options):
    """Also where arrays that nobody holds are written anew, whatever the number of steps since they were written, and
    where a game begins with a smaller board."""
    envs = gymnasium.make_vec(f"tessera.gym:tessera/{game}-v0", num_envs=5, opponents=["random"], **options)
    games, choice, kept = envs.unwrapped.games, np.random.default_rng(1), []
    envs.reset(seed=1)
    for number in range(200):
        seen = envs.step(games.sample())[0]
        told = games._told
        for name, array in (("observation", told.observation), ("scalars", told.scalars), ("action_mask", told.legal_action_mask)):
            assert np.array_equal(seen[name], array)
        if choice.random() < 0.2:
            held = seen if number % 2 else {"observation": seen["observation"][1:]}
            kept.append((number + choice.integers(30), {name: array.copy() for name, array in seen.items()}, held))
        for until, copies, held in kept:
            for name, array in held.items() if until <= number else ():
                assert np.array_equal(array, copies[name][len(copies[name]) - len(array):])
        kept = [each for each in kept if each[0] > number]
        if number == 100:
            envs.reset(seed=2)


def test_rewards_in_pettingzoo_are_the_returns():
    env = tessera.pettingzoo.env("classic", players=3, obs="cells-v1")
    env.reset(seed=5)
    choice, total = np.random.default_rng(5), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else choice.choice(np.flatnonzero(seen["action_mask"])))
    assert list(total.values()) == pytest.approx(env.unwrapped.state_of_game.returns())


def test_an_action_that_is_not_legal_loses_in_pettingzoo():
    env = tessera.pettingzoo.env("classic", obs="cells-v1")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    loser, total = env.agent_selection, dict.fromkeys(env.agents, 0.0)
    env.step(4160)
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last()
        total[agent] += reward
        assert over and info == ({"illegal": True} if agent == loser else {})
        env.step(None)
    assert total == {**dict.fromkeys(total, 0.0), loser: -1.0}


def test_an_action_that_is_not_legal_loses_in_parallel():
    env = tessera.pettingzoo.parallel_env("classic", obs="cells-v1")
    env.reset(seed=1)
    _, rewards, over, _, infos = env.step({"player_0": 4160, "player_1": 0})
    assert rewards == {"player_0": -1.0, "player_1": 0.0} and all(over.values()) and not env.agents
    assert infos == {"player_0": {"illegal": True}, "player_1": {}}


def test_wrong_steps_in_parallel_are_refused_and_change_nothing():
    env = tessera.pettingzoo.parallel_env("classic", obs="cells-v1")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step({})
    seen, _ = env.reset(seed=1)
    agent = env.possible_agents[env.state_of_game.current_player()]
    action, before = int(np.flatnonzero(seen[agent]["action_mask"])[0]), env.state_of_game.position()
    for wrong, error in (({}, ValueError), ([action], TypeError), (None, TypeError), ({agent: None}, TypeError),
                         ({agent: float(action)}, TypeError), ({agent: "x"}, TypeError)):
        with pytest.raises(error):
            env.step(wrong)
        assert env.state_of_game.position() == before and env.agents
    env.step({agent: np.int64(action)})
    assert env.state_of_game.position() != before
    env.step(dict.fromkeys(env.agents, -1))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step({agent: action})


def test_policies_play():
    for name in ("random", "greedy", "level-2", "mcts"):
        states = [tessera.Game("star-wars").new_initial_state(seed=2) for _ in range(2)]
        for state in states:
            policy = tessera.policy(name, playouts=5, seed=9)
            for _ in range(12):
                before = state.position()
                action = policy.act(state)
                assert state.position() == before and action in state.legal_actions()
                state.apply_action(action)
        assert states[0].position() == states[1].position()


def test_policies_play_many_games():
    """Each choice is legal, threads change nothing, and `where` leaves out the others."""
    for name in ("random", "level-2", "mcts"):
        runs = []
        for threads in (1, 2):
            env = tessera.VecEnv("star-wars", 20, seed=2, obs=None, threads=threads, autoreset=None)
            told = env.reset()
            policy, run = tessera.policy(name, playouts=4, seed=9), []
            for _ in range(3 if name == "mcts" else 150):
                actions = policy.act_batch(env)
                acting = told.current_player >= 0
                assert actions.dtype == np.int32 and (actions[~acting] == 0).all()
                assert told.legal_action_mask[np.flatnonzero(acting), actions[acting]].all()
                first = told.current_player == 0
                only = tessera.policy(name, playouts=4, seed=9).act_batch(env, where=first)
                assert (only[~first] == 0).all()
                run.append(actions)
                told = env.step(actions)
            runs.append(np.array(run))
        assert np.array_equal(*runs)


def test_wrong_policies_are_refused():
    with pytest.raises(ValueError, match="expected one of random greedy"):
        tessera.policy("level-9")
    with pytest.raises(ValueError, match="playouts"):
        tessera.policy("mcts", playouts=0)
    env = tessera.VecEnv("classic", 3, obs=None)
    with pytest.raises(RuntimeError, match="reset"):
        tessera.policy("greedy").act_batch(env)
    env.reset()
    for where, error in ((np.ones(2, bool), ValueError), (np.ones(3), TypeError), ([True] * 3, TypeError)):
        with pytest.raises(error):
            tessera.policy("greedy").act_batch(env, where=where)
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        tessera.policy("greedy").act_batch(env)
    state = tessera.Game().new_initial_state(seed=1, explicit_chance=True)
    with pytest.raises(ValueError, match="no player is to act"):
        tessera.policy("greedy").act(state)
