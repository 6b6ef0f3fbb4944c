"""Calls in any order, with right and wrong values, after close and from several threads: each does what it says or is
refused by an exception of a fitting class, and then nothing has changed. TESSERA_FUZZ=N tries N times as much;
`python/sanitize` does it under the address sanitizer."""
import os
import pickle
import random
import threading

import numpy as np
import pytest

import tessera

ROUNDS = int(os.environ.get("TESSERA_FUZZ", "1"))
FITTING = (ValueError, TypeError, RuntimeError, IndexError, MemoryError)
GAMES = [("star-wars", {}), ("star-wars", {"players": 4, "teams": True}),
         ("classic", {"players": 3, "fields": True, "abbot": True, "river": "river-20", "arrows": True})]
OBS = ["planes-v1", "cells-v1"]


def junk(choice):
    """A value that somebody may pass by mistake."""
    return choice.choice([
        None, True, -1, 0, 1, 3, 17, 4095, 4160, 4223, 17599, 2**15, 2**31 - 1, 2**31, 2**63, 2**64, -2**40, 1.0, 2.5,
        float("nan"), 1j, "", "x", "none", "planes-v1", "planes-v2", "\0", "é" * 300, b"", b"tessbat2", [], [1], (), {}, {"a": 1},
        [None] * 4, object(), object, len, np.int64(5), np.float32(5), np.zeros(0), np.zeros(4, np.int32), np.zeros((4, 1)),
        np.zeros(4, bool), np.full(4, "x"), np.arange(8, dtype=np.int32)[::2], np.zeros(4, object), tessera.Game("classic")])


def tried(call, unchanged):
    """What the call gave, or None if it was refused; then `unchanged` gives the same as before."""
    before = unchanged()
    try:
        return call()
    except FITTING as error:
        assert str(error), type(error)
        assert unchanged() == before, error
        return None


def make_state(choice):
    name, options = choice.choice(GAMES)
    return tessera.Game(name, **options).new_initial_state(seed=choice.randrange(2**64), explicit_chance=choice.random() < 0.5)


def act_on_state(choice, state):
    """One call on a State; the state to go on with."""
    legal = state.legal_actions()
    number = choice.choice(legal) if legal and choice.random() < 0.9 else junk(choice)
    calls = [
        *[lambda: state.apply_action(number)] * 12, state.undo_action, state.clone, state.legal_actions_mask,
        state.chance_outcomes, state.returns, state.position, state.record, state.is_terminal, state.position_hash,
        lambda: state.action_to_string(number), lambda: state.string_to_action(junk(choice)),
        lambda: state.observation(choice.choice([*OBS, junk(choice)]), choice.choice([0, 1, junk(choice)])),
        lambda: state.afterstates(choice.choice([*OBS, junk(choice)]), turns=choice.choice([True, False, junk(choice)])),
        lambda: pickle.loads(pickle.dumps(state)), lambda: tessera.State.from_position(junk(choice)),
        lambda: state.game.num_players(), lambda: tessera.policy("random").act(choice.choice([state, junk(choice)])),
    ]
    got = tried(choice.choice(calls), lambda: (state.position(), state.history()))
    return got if isinstance(got, tessera.State) else state


@pytest.mark.parametrize("seed", range(4))
def test_any_order_of_calls_on_states(seed):
    choice = random.Random(seed)
    for _ in range(3 * ROUNDS):
        state = make_state(choice)
        for _ in range(250):
            state = act_on_state(choice, state)
        state.position()


def make_env(choice, games=4):
    name, options = choice.choice(GAMES)
    settings = {"obs": choice.choice([None, *OBS]), "threads": choice.choice([1, 2]), "seed": choice.randrange(2**64),
                "autoreset": choice.choice([None, "next_step", "same_step"])}
    if "players" not in options and choice.random() < 0.5:
        settings["opponents"] = ["level-1"]
    return tessera.VecEnv(name, games, **settings, **options)


def act_on_env(choice, env, saved):
    """One call on a VecEnv. `saved` are bytes that some of them gave."""
    def changed(data):
        at = choice.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << choice.randrange(8)]) + data[at + choice.randrange(2):]

    where = choice.choice([np.ones(4, bool), None, junk(choice)])
    calls = [
        *[lambda: env.step(env.sample())] * 12, lambda: env.step(junk(choice)), env.reset, lambda: env.reset(junk(choice)),
        lambda: env.reset(seeds=[1, 2, 3, choice.choice([4, junk(choice)])]), env.sample, env.save,
        lambda: env.state(choice.choice([0, 3, junk(choice)])), lambda: env.load(junk(choice)),
        lambda: env.load(choice.choice(saved)), lambda: env.load(changed(choice.choice(saved))),
        lambda: tessera.policy("greedy").act_batch(choice.choice([env, junk(choice)]), where=where),
    ]
    if choice.random() < 0.01:
        calls = [env.close]

    def unchanged():
        try:
            return env.save()
        except RuntimeError as error:
            return str(error)

    got = tried(choice.choice(calls), unchanged)
    if isinstance(got, bytes) and len(saved) < 10:
        saved.append(got)


@pytest.mark.parametrize("seed", range(4))
def test_any_order_of_calls_on_many_games(seed):
    choice, saved = random.Random(seed), [b"tessbat2" + bytes(60)]
    for _ in range(4 * ROUNDS):
        env = make_env(choice)
        for _ in range(150):
            act_on_env(choice, env, saved)


@pytest.mark.parametrize("seed", range(2))
def test_any_settings(seed):
    """Whatever objects are made with."""
    choice = random.Random(seed)
    names = ["num_envs", "seed", "threads", "obs", "reward", "autoreset", "opponents", "playouts", "buffers", "players",
             "fields", "set", "river", "first", "colours", "nonsense"]
    for _ in range(150 * ROUNDS):
        name = choice.choice(["classic", "star-wars", junk(choice)])
        settings = {key: value for key in choice.sample(names, choice.randrange(4))
                    if not isinstance(value := junk(choice), int) or key != "num_envs" or not 100 < value < 10**6}
        tried(lambda: tessera.VecEnv(name, **settings), lambda: None)
        tried(lambda: tessera.policy(junk(choice), playouts=junk(choice)), lambda: None)
        tried(lambda: list(tessera.read_records(choice.choice([b"", b"[Game \"classic\"]\n*\n", bytes(choice.randbytes(90))]))),
              lambda: None)
        tried(lambda: tessera.analyse(junk(choice), playouts=3, candidates=choice.choice([1, 16, 17])), lambda: None)


@pytest.mark.parametrize("seed", range(2))
def test_any_calls_from_several_threads(seed):
    """They share a VecEnv, a policy and a state that each of them changes."""
    choice = random.Random(seed)
    env, state, policy = make_env(choice, games=4), make_state(choice), tessera.policy("level-1")
    env.reset()
    errors = []

    def work(number):
        own = random.Random(number)
        calls = [lambda: env.step(env.sample()), env.save, lambda: env.state(2).position(), env.reset, lambda: policy.act_batch(env),
                 lambda: policy.act(state), lambda: state.apply_action(state.legal_actions()[0]), state.undo_action,
                 lambda: state.afterstates("cells-v1"), lambda: state.clone().record(), state.position]
        for _ in range(120 * ROUNDS):
            try:
                own.choice(calls)()
            except FITTING:
                pass
            except BaseException as error:
                errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    env.close()
    assert not errors
    assert state.clone().position() == state.position()
