"""Copies: whatever plays can be copied and pickled at any moment, and both go on alike and each by itself."""
import copy
import pickle

import gymnasium
import numpy as np
import pytest

import tessera
import tessera.gym
import tessera.pettingzoo
from test_state import every_game

WAYS = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda thing: pickle.loads(pickle.dumps(thing))}
every_way = pytest.mark.parametrize("again", WAYS.values(), ids=WAYS.keys())


@every_way
@pytest.mark.parametrize("name", ["random", "greedy", "level-2", "level-8", "mcts"])
def test_policies(name, again):
    def play(policy, state, turns):
        for _ in range(turns):
            state.apply_action(policy.act(state))
        env = tessera.VecEnv("classic", 3, obs=None)
        env.reset()
        return state.history(), policy.act_batch(env).tolist(), state

    policy = tessera.policy(name, playouts=5, seed=3)
    _, _, state = play(policy, tessera.Game("classic").new_initial_state(seed=3), 7)
    other, after = again(policy), state.clone()
    assert play(policy, state, 11)[:2] == play(other, after, 11)[:2]
    assert play(policy, state, 4)[:2] == play(again(other), after, 4)[:2]


def test_a_policy_that_is_copied_is_not_held():
    policy, state = tessera.policy("random", seed=1), tessera.Game().new_initial_state(seed=1)
    twins = [copy.copy(policy) for _ in range(2)]
    for _ in range(20):
        policy.act(state)  # moves nobody's chance but its own
    assert [twins[0].act(state) for _ in range(20)] == [twins[1].act(state) for _ in range(20)]


def go_on(env, steps):
    """All that is told of so many steps."""
    run = []
    for _ in range(steps):
        run += [array.tobytes() for array in env.step(env.sample())]
    return run


@every_way
@every_game
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", None])
def test_vec_envs(name, options, autoreset, again):
    env = tessera.VecEnv(name, 3, seed=4, obs="cells-v1", autoreset=autoreset, reward="win", **options)
    twin = again(env)  # before it has begun
    first, other = env.reset(), twin.reset()
    assert all(np.array_equal(*pair) for pair in zip(first, other))
    told, steps = first, 0
    while not told.terminated.any():
        told, steps = env.step(env.sample()), steps + 1
    twin = again(env)  # just after an end
    assert type(twin) is tessera.VecEnv and twin.game == env.game
    assert all(np.array_equal(*pair) for pair in zip(told, twin._told)) and not np.shares_memory(told.rewards, twin._told.rewards)
    assert go_on(env, 60) == go_on(twin, 60)
    before = env.save()
    go_on(twin, 1)
    assert env.save() == before and (twin.save() == before) == (autoreset is None)  # where all games stay over


@every_way
def test_vec_envs_with_settings(again):
    mask = np.zeros((4, 4224), bool)
    env = tessera.VecEnv("classic", 4, seed=4, obs="planes-v1", threads=2, opponents=["level-1", "mcts"], playouts=3, reward="terminal",
                         buffers={"legal_action_mask": mask}, fields=True)
    env.reset()
    go_on(env, 9)
    twin, was = again(env), mask.copy()
    ours = go_on(twin, 5)
    assert np.array_equal(mask, was) and ours == go_on(env, 5) and not np.shares_memory(twin._told.legal_action_mask, mask)
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        again(env)
    go_on(twin, 5)


def gymnasium_run(env, seed, steps):
    choice, run = np.random.default_rng(seed), []
    seen = env.unwrapped._seen()
    for _ in range(steps):
        seen, reward, over, _, told = env.step(choice.choice(np.flatnonzero(seen["action_mask"])))
        run += [seen["observation"].tobytes(), reward, over, told]
        if over:
            seen, told = env.reset()
            run += [seen["observation"].tobytes(), told]
    return run


@every_way
@pytest.mark.parametrize("opponents", [["level-2"], ["mcts", "random"]])
def test_gymnasium(opponents, again):
    env = gymnasium.make("tessera.gym:tessera/Classic-v0", opponents=opponents, playouts=2, obs="cells-v1")
    if again is copy.copy:
        env = env.unwrapped  # the wrappers are Gymnasium's, whose shallow copies share what they wrap
    again(env).reset(seed=1)
    env.reset(seed=5)
    gymnasium_run(env, 1, 20)
    twin = again(env)
    ours = gymnasium_run(env, 2, 120)
    assert ours == gymnasium_run(twin, 2, 120) and True in ours


@every_way
def test_many_games_in_gymnasium(again):
    envs = tessera.gym.TesseraVectorEnv("star-wars", 3, opponents=["greedy"], obs="cells-v1")
    again(envs).reset(seed=1)
    envs.reset(seed=5)

    def run(envs, steps):
        told = []
        for _ in range(steps):
            seen, rewards, over, _, infos = envs.step(envs.games.sample())
            told += [seen["observation"].tobytes(), rewards.tolist(), over.tolist(), {key: value.tolist() for key, value in infos.items()}]
            assert np.array_equal(seen["action_mask"], envs.action_masks())
        return told

    run(envs, 30)
    twin = again(envs)
    assert run(envs, 90) == run(twin, 90)
    assert envs.reset()[1]["seed"].tolist() == twin.reset()[1]["seed"].tolist()
    envs.close()
    run(twin, 1)


@every_way
def test_pettingzoo(again):
    env = tessera.pettingzoo.env("classic", players=3, obs="cells-v1")

    def run(env, seed, steps):
        choice, told = np.random.default_rng(seed), []
        while steps > 0 and env.agents:
            seen, reward, over, _, _ = env.last()
            told += [env.agent_selection, seen["observation"].tobytes(), reward, over]
            env.step(None if over else choice.choice(np.flatnonzero(seen["action_mask"])))
            steps -= 1
        return told

    env.reset(seed=3)
    run(env, 1, 30)
    twin = again(env)
    assert run(env, 2, 1000) == run(twin, 2, 1000)
    env.reset(), twin.reset()
    assert run(env, 3, 5) == run(twin, 3, 5)


@every_way
def test_pettingzoo_in_parallel(again):
    env = tessera.pettingzoo.parallel_env("star-wars", obs="cells-v1")
    env.reset(seed=3)

    def run(env, seed, steps):
        choice, told = np.random.default_rng(seed), []
        seen = env._all_seen(False)
        while steps > 0 and env.agents:
            seen, rewards, *_ = env.step({agent: choice.choice(np.flatnonzero(seen[agent]["action_mask"])) for agent in env.agents})
            told += [rewards, *(each["observation"].tobytes() for each in seen.values())]
            steps -= 1
        return told

    run(env, 1, 30)
    twin = again(env)
    assert run(env, 2, 1000) == run(twin, 2, 1000)
