"""Ctrl-C ends what takes long, and leaves what it was about as something to go on with."""
import signal
import threading
import time

import numpy as np
import pytest

import tessera

ENDLESS = 1_000_000_000  # playouts: hours a turn


def interrupt(call):
    """Interrupts a call that ends in no other way, once the process has worked on it for a while."""
    main, begun = threading.main_thread().ident, time.process_time()

    def knock_later():
        while time.process_time() < begun + 0.3:
            time.sleep(0.01)
        signal.pthread_kill(main, signal.SIGINT)

    knock = threading.Thread(target=knock_later)
    with pytest.raises(KeyboardInterrupt):
        knock.start()
        call()
    knock.join()


def test_a_policy_that_is_interrupted_acts_again():
    state, policy = tessera.Game("classic").new_initial_state(seed=3), tessera.policy("mcts", playouts=ENDLESS)
    before = state.position()
    for _ in range(2):
        interrupt(lambda: policy.act(state))
    assert state.position() == before


def test_policies_in_many_games_are_interrupted():
    env = tessera.VecEnv("classic", 3, obs=None, threads=2)
    env.reset()
    before = env.save()
    interrupt(lambda: tessera.policy("mcts", playouts=ENDLESS).act_batch(env))
    assert env.save() == before


@pytest.mark.parametrize("threads", [1, 2])
def test_a_match_that_is_interrupted_goes_on(threads):
    """The opponents answer at once, so that the step is whole: it may be saved, and goes on as what was saved does."""
    settings = {"obs": "cells-v1", "threads": threads, "opponents": ["mcts"], "playouts": ENDLESS}
    env, other = tessera.VecEnv("classic", 2, **settings), tessera.VecEnv("classic", 2, **{**settings, "playouts": 5})

    def play():
        env.reset()
        while True:
            env.step(env.sample())

    interrupt(play)
    told = other.load(env.save())
    assert (told.current_player == 0).all() and told.legal_action_mask.any(axis=1).all()
    other.step(other.sample())


@pytest.mark.parametrize("threads", [1, 3])
def test_analysis_and_self_play_are_interrupted(threads):
    before = threading.enumerate()
    states = [tessera.Game("classic").new_initial_state(seed=seed) for seed in range(5)]
    interrupt(lambda: tessera.analyse(states, playouts=ENDLESS, threads=threads))
    interrupt(lambda: tessera.selfplay("mcts", 5, playouts=ENDLESS, threads=threads))
    assert len(tessera.analyse(states, playouts=5, threads=threads)) == 5
    assert not [thread for thread in threading.enumerate() if thread not in before]


def test_what_a_handler_does_without_raising_interrupts_nothing():
    state, seen = tessera.Game("classic").new_initial_state(seed=3), []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(True))
    try:
        policy = tessera.policy("mcts", playouts=2000)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)
        assert policy.act(state) == tessera.policy("mcts", playouts=2000).act(state) and np.all(seen)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen
