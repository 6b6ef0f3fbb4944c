"""Masks: whatever tells what is legal says the same of the same state, over random games of every mix, with draws, throws and
ends. Where no action is looked at, a mask is all True."""
import random

import gymnasium
import numpy as np
import pytest

import tessera
import tessera.gym
import tessera.pettingzoo
from test_state import GAMES, every_game

# The mixes that can be played against opponents: neither teams nor players by themselves.
against = pytest.mark.parametrize("name, options", [(name, {key: value for key, value in options.items() if key != "players"})
                                                    for name, options in GAMES if "teams" not in options], ids=str)


def check(state):
    """The mask of a state is its list; all True at the end."""
    mask, legal = state.legal_actions_mask(), state.legal_actions()
    assert mask.dtype == np.bool_
    if state.is_chance_node():
        assert mask.shape == (state.game.max_chance_outcomes(),)
        assert legal == [action for action, _ in state.chance_outcomes()]
    else:
        assert mask.shape == (state.num_distinct_actions(),)
    if state.is_terminal():
        assert legal == [] and mask.all()
    else:
        assert legal and legal == np.flatnonzero(mask).tolist()
    return mask


@every_game
@pytest.mark.parametrize("explicit", [False, True])
def test_the_mask_is_the_list_at_every_step(name, options, explicit):
    game, choice, seen = tessera.Game(name, **options), random.Random(1), set()
    for seed in range(4):
        state = game.new_initial_state(seed=seed, explicit_chance=explicit)
        check(state)
        while not state.is_terminal():
            seen.add(state.phase())
            state.apply_action(choice.choice(state.legal_actions()))
            check(state)
    assert seen >= ({"draw", "place", "meeple"} if explicit else {"place", "meeple"})
    assert "throw" in seen or not explicit or name == "classic"


@every_game
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", None])
@pytest.mark.parametrize("obs", ["planes-v1", "cells-v1"])
def test_many_games_say_what_each_says(name, options, autoreset, obs):
    env = tessera.VecEnv(name, 3, seed=1, obs=obs, autoreset=autoreset, **options)
    told, ends = env.reset(), 0
    for step in range(340):
        for i in range(3) if step % 7 == 0 or told.terminated.any() else ():
            state = env.state(i)
            assert np.array_equal(told.legal_action_mask[i], check(state))
            assert told.current_player[i] == state.current_player()
            ends += state.is_terminal()
            if not state.is_terminal():
                observation, scalars = state.observation(obs)
                assert np.array_equal(told.observation[i], observation) and np.array_equal(told.scalars[i], scalars)
        assert told.legal_action_mask.any(1).all()
        actions = env.sample()
        assert told.legal_action_mask[np.arange(3), actions].all()
        told = env.step(actions)
    assert (ends > 0) == (autoreset != "same_step")
    saved = env.save()
    before = told.legal_action_mask.copy()
    env.step(env.sample())
    assert np.array_equal(env.load(saved).legal_action_mask, before)


@against
def test_gymnasium_says_what_the_state_says(name, options):
    env = tessera.gym.TesseraEnv(name, opponents=["random"], obs="cells-v1", **options)
    choice = random.Random(2)
    for seed in range(2):
        (seen, _), over = env.reset(seed=seed), False
        while not over:
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            assert legal == env.state.legal_actions() == np.flatnonzero(env.action_masks()).tolist()
            seen, _, over, _, _ = env.step(choice.choice(legal))
        assert seen["action_mask"].all() and env.action_masks().all() and check(env.state).all()
    env.reset(seed=3)
    seen, _, over, _, told = env.step(4160)
    assert over and told["illegal"] and seen["action_mask"].all() and env.action_masks().all()


def test_masks_of_no_game_are_refused():
    with pytest.raises(gymnasium.error.ResetNeeded, match="action_masks"):
        tessera.gym.TesseraEnv("classic", opponents=["random"]).action_masks()
    with pytest.raises(gymnasium.error.ResetNeeded, match="action_masks"):
        tessera.gym.TesseraVectorEnv("classic", opponents=["random"]).action_masks()


@against
def test_many_games_in_gymnasium_say_what_the_states_say(name, options):
    envs = tessera.gym.TesseraVectorEnv(name, 3, opponents=["random"], obs="cells-v1", **options)
    (seen, _), ends = envs.reset(seed=1), 0
    for _ in range(200):
        mask = seen["action_mask"]
        assert mask.any(1).all() and np.array_equal(mask, envs.action_masks())
        for i in range(3):
            assert np.array_equal(mask[i], check(envs.games.state(i)))
        ends += (mask.all(1)).sum()
        seen, _, _, _, _ = envs.step(envs.games.sample())
    assert ends > 0


@every_game
def test_agents_one_after_the_other_see_what_the_state_says(name, options):
    env, choice = tessera.pettingzoo.env(name, obs="cells-v1", **options), random.Random(3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        state, (seen, _, over, _, _) = env.unwrapped.state_of_game, env.last()
        for other in env.agents:
            mask = env.observe(other)["action_mask"]
            assert np.array_equal(mask, check(state)) if other == agent else mask.all()
        env.step(None if over else choice.choice(np.flatnonzero(seen["action_mask"])))


@every_game
def test_agents_at_once_see_what_the_state_says(name, options):
    env, choice = tessera.pettingzoo.parallel_env(name, obs="cells-v1", **options), random.Random(4)
    seen, _ = env.reset(seed=1)
    while env.agents:
        state = env.state_of_game
        for seat, agent in enumerate(env.possible_agents):
            mask = seen[agent]["action_mask"]
            assert np.array_equal(mask, check(state)) if seat == state.current_player() else mask.all()
        seen, _, _, _, _ = env.step({agent: choice.choice(np.flatnonzero(seen[agent]["action_mask"])) for agent in env.agents})
    assert all(each["action_mask"].all() for each in seen.values())
    env.reset(seed=2)
    seen, _, over, _, _ = env.step(dict.fromkeys(env.agents, 4160))
    assert all(over.values()) and all(each["action_mask"].all() for each in seen.values())
