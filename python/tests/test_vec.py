"""`VecEnv`: the games are those of `State`, whatever the threads; saved, loaded, refused."""
import hashlib
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import tessera
from tessera import VecEnv

GAMES = [("star-wars", {}), ("star-wars", {"players": 4, "teams": True}),
         ("classic", {"players": 3, "fields": True, "abbot": True, "river": "river-20", "arrows": True})]
every_game = pytest.mark.parametrize("name, options", GAMES, ids=lambda value: str(value))


@every_game
@pytest.mark.parametrize("obs", ["planes-v1", "cells-v1"])
def test_every_game_is_that_of_state(name, options, obs):
    """Beside each of the games a State with its seed takes the same actions and tells the same."""
    env = VecEnv(name, 3, seed=5, obs=obs, autoreset="same_step", **options)
    told = env.reset()
    states = [env.game.new_initial_state(seed=int(seed)) for seed in told.seeds]
    ended = 0
    for _ in range(420):
        for i, state in enumerate(states):
            assert told.current_player[i] == state.current_player()
            assert np.array_equal(told.legal_action_mask[i], state.legal_actions_mask())
            for one, other in zip((told.observation[i], told.scalars[i]), state.observation(obs)):
                assert np.array_equal(one, other)
        actions = env.sample()
        before = [state.scores() for state in states]
        told = env.step(actions)
        for i, state in enumerate(states):
            state.apply_action(int(actions[i]))
            sides = len(state.scores())
            leads = [[scores[side] - max(scores[:side] + scores[side + 1:]) for side in range(sides)]
                     for scores in (before[i], state.scores())]
            assert list(told.rewards[i]) == [leads[1][s % sides] - leads[0][s % sides]
                                             for s in range(state.num_players())]
            assert told.terminated[i] == state.is_terminal()
            if state.is_terminal():
                ended += 1
                assert list(told.final_scores[i]) == [state.scores()[s % sides] for s in range(state.num_players())]
                states[i] = env.game.new_initial_state(seed=int(told.seeds[i]))
    assert ended >= 3


@every_game
def test_threads_change_nothing(name, options):
    runs = []
    for threads in (1, 3):
        env = VecEnv(name, 50, seed=8, threads=threads, obs="cells-v1", **options)
        told = env.reset()
        for _ in range(40):
            told = env.step(env.sample())
        runs.append([array.copy() for array in told])
    for one, other in zip(*runs):
        assert np.array_equal(one, other)


def play(env, steps):
    """So many random steps; the last of what was told, copied."""
    told = None
    for _ in range(steps):
        told = env.step(env.sample())
    return [array.copy() for array in told]


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", None])
def test_games_begin_again_as_asked(autoreset):
    env = VecEnv("classic", 4, seed=1, obs=None, autoreset=autoreset)
    told = env.reset()
    seeds, ends = told.seeds.copy(), np.zeros(4, int)
    for _ in range(400):
        before = told.terminated.copy()
        over = told.current_player == -4
        told = env.step(env.sample())
        ends += told.terminated
        if autoreset == "next_step":
            assert np.array_equal(over, before)  # over for the one step in which it is told
            assert not (over & told.terminated).any() and (told.rewards[over] == 0).all()
        if autoreset == "same_step":
            assert (told.current_player >= 0).all() and told.legal_action_mask.any(1).all()
        if autoreset is None:
            assert not (over & (told.current_player != -4)).any()
    assert (ends == 1).all() if autoreset is None else (ends > 1).all()
    assert (told.seeds == seeds).all() == (autoreset is None)


@pytest.mark.parametrize("reward", ["score_diff", "terminal", "win"])
def test_rewards_add_up(reward):
    env = VecEnv("star-wars", 8, seed=2, obs=None, reward=reward, autoreset=None)
    env.reset()
    total = np.zeros((8, 2))
    for _ in range(300):
        total += env.step(env.sample()).rewards
    final = env.step(env.sample()).final_scores
    lead = final - final[:, ::-1]
    assert np.array_equal(total, np.sign(lead) if reward == "win" else lead)


@every_game
def test_what_was_saved_goes_on_the_same(name, options):
    env = VecEnv(name, 6, seed=3, obs="cells-v1", **options)
    env.reset()
    play(env, 200)
    saved = env.save()
    on = play(env, 60)
    other = VecEnv(name, 6, seed=3, obs="cells-v1", **options)
    told = other.load(saved)
    assert told.legal_action_mask.any()
    for one, again in zip(on, play(other, 60)):
        assert np.array_equal(one, again)


def test_a_game_of_it_is_a_state():
    env = VecEnv("classic", 3, seed=4, obs=None)
    told = env.reset(seeds=[11, 12, 13])
    assert list(told.seeds) == [11, 12, 13]
    play(env, 30)
    for i in range(3):
        state = env.state(i)
        assert state.seed == 11 + i and len(state.history()) == 30
        assert np.array_equal(state.legal_actions_mask(), told.legal_action_mask[i])


def test_arrays_are_the_callers_if_wanted():
    mask = np.zeros((2, 4224), bool)
    env = VecEnv("classic", 2, obs=None, buffers={"legal_action_mask": mask})
    told = env.reset()
    assert np.shares_memory(told.legal_action_mask, mask) and mask.any()
    assert not told.legal_action_mask.flags.writeable
    with pytest.raises(TypeError, match="legal_action_mask is to be"):
        VecEnv("classic", 2, buffers={"legal_action_mask": np.zeros((2, 4224), np.uint8)})
    with pytest.raises(ValueError, match="the shape"):
        VecEnv("classic", 2, buffers={"legal_action_mask": np.zeros((2, 4223), bool)})
    with pytest.raises(ValueError, match="expected names"):
        VecEnv("classic", 2, buffers={"mask": mask})


def test_more_games_than_memory_are_refused_before_anything_is_allocated(monkeypatch):
    for obs in ("planes-v1", "cells-v1", None):
        took = VecEnv("classic", 5, obs=obs).nbytes
        pages = {"SC_PAGE_SIZE": 1, "SC_PHYS_PAGES": took}
        monkeypatch.setattr(os, "sysconf", pages.__getitem__)
        VecEnv("classic", 5, obs=obs)
        pages["SC_PHYS_PAGES"] = 2**30
        with monkeypatch.context() as nothing:
            nothing.setattr(np, "zeros", None)
            with pytest.raises(MemoryError, match=r"^num_envs: 1000000 of them need some \d+ GiB, and this machine has 1$"):
                VecEnv("classic", 1_000_000, obs=obs)
        pages["SC_PHYS_PAGES"] = took - 1
        with pytest.raises(MemoryError, match="^num_envs: 5 of them"):
            VecEnv("classic", 5, obs=obs)
        mask = np.zeros((5, 4224), bool)
        assert VecEnv("classic", 5, obs=obs, buffers={"legal_action_mask": mask}).nbytes == took - mask.nbytes
        monkeypatch.undo()


def test_memory_that_is_not_there_is_an_exception():
    """Where the system gives less than the machine has: whatever it is that there is no memory for."""
    code = """if True:
        import resource, tessera
        here = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (here + 2**29, here + 2**29))
        refused = 0
        for games in range(1000, 9001, 500):
            try:
                tessera.VecEnv("classic", games).close()
            except MemoryError:
                refused += 1
        print(refused)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and 0 < int(done.stdout) < 17, done


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of fork beside threads, which is what is tried
def test_a_forked_process_goes_on_by_itself():
    """As multiprocessing does it: the child has no threads but its own."""
    env = VecEnv("classic", 50, seed=8, threads=3, obs=None)
    env.reset()
    env.step(env.sample())
    actions = env.sample()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        env.step(actions)
        os.write(write, hashlib.sha256(env.save()).digest())
        env.close()
        os._exit(0)
    env.step(actions)
    assert os.waitpid(child, 0)[1] == 0
    assert os.read(read, 32) == hashlib.sha256(env.save()).digest()
    os.close(read)
    os.close(write)


# ---- Computer players ----


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
@pytest.mark.parametrize("name, options", [("star-wars", {}), ("classic", {"fields": True, "arrows": True})])
def test_opponents_act_within_the_steps(name, options, autoreset):
    """It is always seat 0's turn, all that happened is in the game's history, and threads change nothing."""
    runs = []
    for threads in (1, 3):
        env = VecEnv(name, 40, seed=8, threads=threads, obs="cells-v1", opponents=["greedy", "level-5"],
                     autoreset=autoreset, **options)
        told = env.reset()
        total, final = np.zeros((40, 3)), []
        for _ in range(70):
            assert set(told.current_player) <= {0, -4}
            told = env.step(env.sample())
            total += told.rewards
            for i in np.flatnonzero(told.terminated):
                final.append((i, *told.final_scores[i]))
                assert list(total[i]) == [2 * own - max(told.final_scores[i][(seat + 1) % 3], told.final_scores[i][(seat + 2) % 3]) - own
                                          for seat, own in enumerate(told.final_scores[i])]
                total[i] = 0
        assert len(final) >= 10
        state = env.state(3)
        assert len(state.history()) > 30 and np.array_equal(state.legal_actions_mask(), told.legal_action_mask[3])
        runs.append([np.array(final), *(array.copy() for array in told)])
    for one, other in zip(*runs):
        assert np.array_equal(one, other)


def test_opponents_are_as_strong_as_they_are_called():
    env = VecEnv("classic", 40, seed=3, obs=None, opponents=["greedy"], autoreset=None)
    told = env.reset()
    begun = sum(len(env.state(i).history()) > 0 for i in range(40))
    assert 5 < begun < 35  # who begins is drawn
    while (told.current_player == 0).any():
        told = env.step(env.sample())
    assert (told.final_scores[:, 1] > told.final_scores[:, 0]).mean() > 0.9


def test_games_against_opponents_are_saved():
    env = VecEnv("classic", 6, seed=3, obs=None, opponents=["level-3"])
    env.reset()
    play(env, 50)
    saved = env.save()
    on = play(env, 60)
    other = VecEnv("classic", 6, seed=3, obs=None, opponents=["level-3"], threads=2)
    other.load(saved)
    for one, again in zip(on, play(other, 60)):
        assert np.array_equal(one, again)


def test_wrong_opponents_are_refused():
    for settings, error in (({"opponents": "greedy"}, TypeError), ({"opponents": ["level-9"]}, ValueError),
                            ({"opponents": [1]}, TypeError), ({"opponents": ["greedy"] * 5}, ValueError),
                            ({"opponents": ["greedy"], "players": 2}, TypeError),
                            ({"game": tessera.Game(players=3), "opponents": ["greedy"]}, ValueError),
                            ({"game": tessera.Game(players=4, teams=True), "opponents": ["greedy"] * 3}, ValueError),
                            ({"opponents": ["greedy"], "playouts": 0}, ValueError)):
        with pytest.raises(error):
            VecEnv(**settings)


def test_the_same_seeds_bring_the_same_games():
    """Those that begin by themselves, too, whatever was played before."""
    runs = []
    for before in (1, 200):
        env = VecEnv("classic", 4, seed=before, obs=None)
        env.reset()
        play(env, before)
        told = env.reset(seeds=[1, 2, 3, 3])
        ended = []
        for _ in range(400):
            actions = told.legal_action_mask.argmax(1).astype(np.int32)
            told = env.step(actions)
            ended.append(told.seeds.copy())
        runs.append(np.array(ended))
    assert np.array_equal(*runs) and len(set(runs[0][-1])) == 4


# ---- What is refused ----


def test_wrong_actions_change_nothing():
    env = VecEnv("classic", 4, seed=6, obs="cells-v1")
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(4, np.int32))
    told = env.reset()
    actions = env.sample()
    before = env.save()
    for wrong in (-1, 4160, 4223, 2**31 - 1, -2**31):
        bad = actions.copy()
        bad[3] = wrong
        with pytest.raises(ValueError, match="is not legal in game 3"):
            env.step(bad)
    for wrong, error in ((actions[:3], ValueError), (actions[:, None], ValueError), (actions.astype(float), TypeError),
                         (["a"] * 4, TypeError), (None, TypeError), (2**40 + actions.astype(np.int64), ValueError)):
        with pytest.raises(error):
            env.step(wrong)
    assert env.save() == before and not told.terminated.any()
    env.step(actions.astype(np.int64))
    assert env.save() != before


def test_wrong_settings_are_refused():
    for settings, error in (({"num_envs": 0}, ValueError), ({"num_envs": 2.0}, TypeError), ({"threads": 65}, ValueError),
                            ({"obs": "planes-v2"}, ValueError), ({"reward": "score"}, ValueError),
                            ({"autoreset": "never"}, ValueError), ({"seed": -1}, ValueError), ({"seed": "x"}, TypeError),
                            ({"game": tessera.Game(), "players": 3}, TypeError), ({"players": 9}, ValueError)):
        with pytest.raises(error):
            VecEnv(**settings)
    env = VecEnv("classic", 2)
    for seeds, error in (([1], ValueError), ([1, -1], ValueError), ([1.0, 2.0], TypeError)):
        with pytest.raises(error):
            env.reset(seeds=seeds)
    with pytest.raises(IndexError):
        env.reset()
        env.state(2)


def test_wrong_savings_are_refused():
    env = VecEnv("classic", 2, seed=1, obs=None)
    env.reset()
    play(env, 20)
    saved = env.save()
    others = (b"", b"tessbat1" + saved[8:], saved[:-1], saved + b"\0", saved[:40], saved[:-8] + b"\xff" * 8,
              VecEnv.save(begun("star-wars", 2)), VecEnv.save(begun("classic", 3)))
    for wrong in others:
        with pytest.raises(ValueError):
            env.load(wrong)
        assert env.save() == saved
    with pytest.raises(TypeError):
        env.load("text")


def begun(name, games):
    env = VecEnv(name, games, obs=None)
    env.reset()
    return env


def test_nothing_goes_on_after_close():
    with begun("classic", 2) as env:
        actions = env.sample()
    for call in (env.sample, env.reset, env.save, lambda: env.step(actions), lambda: env.state(0), lambda: env.load(b"")):
        with pytest.raises(RuntimeError, match="closed"):
            call()
    env.close()


def test_other_threads_run_while_games_are_stepped():
    """The interpreter takes its lock from nobody here, so that a thread that waits for it runs only where it is given away."""
    env = VecEnv("classic", 2000, seed=1, obs=None)
    env.reset()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        for _ in range(300):
            actions, stepping, seen, gate = env.sample(), [False], [], threading.Lock()
            gate.acquire()
            thread = threading.Thread(target=lambda: (gate.acquire(), seen.append(stepping[0])))
            thread.start()
            stepping[0] = True
            gate.release()
            env.step(actions)
            stepping[0] = False
            thread.join()
            if seen[0]:
                return
    finally:
        sys.setswitchinterval(interval)
    pytest.fail("no other thread ran in 300 steps")


def test_two_threads_are_told_apart():
    """Calls that meet are refused, and every call that was not refused is a whole step."""
    env = VecEnv("classic", 64, seed=1, obs="planes-v1")
    env.reset()
    done, errors = [], []

    def work():
        for _ in range(60):
            try:
                env.step(env.sample())
                done.append(1)
            except (RuntimeError, ValueError) as error:
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for error in errors:
        assert "another thread" in str(error) or "is not legal" in str(error)
    assert all(len(env.state(i).history()) == len(done) for i in range(64)) or len(done) > 100


def test_savings_of_another_number_of_games_are_refused_with_both_numbers():
    env, other = tessera.VecEnv("classic", 4, obs=None), tessera.VecEnv("classic", 5, obs=None)
    env.reset(), other.reset()
    with pytest.raises(ValueError, match="^4 games are saved, and this VecEnv has 5$"):
        other.load(env.save())


def test_arrays_are_handed_on_by_dlpack_without_a_copy():
    """Those of a Step as read-only ones by DLPack 1.0; the caller's own also by the older protocol."""
    own = np.zeros((3, 49, 32, 32), np.uint8)
    env = tessera.VecEnv("classic", 3, seed=1, buffers={"observation": own})
    step = env.reset()
    seen = {name: np.from_dlpack(getattr(step, name)) for name in ("observation", "scalars", "current_player", "rewards")}
    mine = np.from_dlpack(own)
    assert mine.flags.writeable and own.__dlpack__() is not None
    for _ in range(5):
        env.step(env.sample())
    for name, array in seen.items():
        assert np.shares_memory(array, getattr(step, name)) and not array.flags.writeable
        assert np.array_equal(array, getattr(step, name))
    assert np.shares_memory(mine, own) and np.array_equal(mine, step.observation) and mine.any()
