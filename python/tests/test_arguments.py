"""What is of a wrong type is refused by the name of the argument, in every call."""
import importlib.metadata
import inspect
import pathlib
import re

import numpy as np
import pytest

import tessera


def calls():
    """Words that stand at the beginning of the refusal, and the call."""
    state = tessera.Game().new_initial_state(seed=1)
    env, player = tessera.VecEnv("classic", 2, obs=None), tessera.policy("random")
    env.reset()
    game, analyse, selfplay = tessera.Game(), tessera.analyse, tessera.selfplay
    for wrong in (None, 1.5, "x", [1], object()):
        yield "action", lambda: state.apply_action(wrong)
        yield "action", lambda: state.action_to_string(wrong)
        yield "explicit_chance", lambda: game.new_initial_state(seed=1, explicit_chance=wrong)
        yield "seed", lambda: tessera.State(game, wrong)
        yield "game", lambda: tessera.State(wrong, 1)
        yield "turns", lambda: state.afterstates("cells-v1", turns=wrong)
        yield "index", lambda: env.state(wrong)
        yield "data", lambda: env.load(wrong)
        yield "state", lambda: player.act(wrong)
        yield "env", lambda: player.act_batch(wrong)
        yield "playouts", lambda: tessera.policy("mcts", playouts=wrong)
        yield "playouts", lambda: analyse([state], playouts=wrong)
        yield "candidates", lambda: analyse([state], candidates=wrong)
        yield "threads", lambda: analyse([state], threads=wrong)
        yield "seed", lambda: analyse([state], seed=wrong)
        yield "games", lambda: selfplay("random", wrong)
        yield "seed", lambda: selfplay("random", 1, seed=wrong)
        yield "threads", lambda: selfplay("random", 1, threads=wrong)
        yield "playouts", lambda: selfplay("random", 1, playouts=wrong)
        yield "seed", lambda: tessera.VecEnv("classic", 2, seed=wrong)
    for wrong in (None, 3, b"x", ["x"]):
        yield "words", lambda: state.string_to_action(wrong)
        yield "obs", lambda: state.observation(wrong)
        yield "obs", lambda: state.afterstates(wrong)
        yield "position", lambda: tessera.State.from_position(wrong)
        yield "name", lambda: tessera.policy(wrong)
        yield "game", lambda: tessera.Game(wrong)
        yield "game", lambda: tessera.VecEnv(wrong)
    for wrong in (1.5, {}, np.True_, b"x"):
        yield "players", lambda: tessera.Game("classic", players=wrong)
    yield "player", lambda: state.observation("cells-v1", "x")
    yield "position", lambda: game.state_from_position(3)
    yield "where", lambda: player.act_batch(env, where=[1, 2])
    yield "where", lambda: player.act_batch(env, where=np.ones(2))
    yield "positions", lambda: analyse(3)
    yield "policies", lambda: selfplay(3)
    yield "source", lambda: tessera.read_records(3)
    yield "source", lambda: tessera.read_records(None)
    yield "opponents", lambda: tessera.VecEnv("classic", 2, opponents=3)
    yield "buffers", lambda: tessera.VecEnv("classic", 2, buffers=3)
    yield "actions", lambda: env.step(["x", "y"])
    yield "seeds", lambda: env.reset(["x", "y"])


def test_wrong_types_are_refused_by_name():
    for name, call in calls():
        with pytest.raises(TypeError, match=f"^{name}: expected "):
            call()


def test_wrong_arguments_are_told_with_those_expected():
    state = tessera.Game().new_initial_state(seed=1)
    env = tessera.VecEnv("classic", 2, obs=None)
    for call, says in [
        (lambda: state.apply_action(), "apply_action(): expected (action: int), not ()"),
        (lambda: state.apply_action(1, action=[2]), "apply_action(): expected (action: int), not (1, action=[2])"),
        (lambda: state.position(3), "position(): expected (), not (3)"),
        (lambda: state.position(x="é" * 200), "position(): expected (), not (x='" + "é" * 79 + ")"),
        (lambda: state.observation(1, 2, 3),
         "observation(): expected (obs: str = 'planes-v1', player: int | None = None), not (1, 2, 3)"),
        (lambda: env.state(), "state(): expected (index: int), not ()"),
        (lambda: tessera.State(), "State(): expected (game: Game, seed: int, explicit_chance: bool = False, "
                                  "position: str | None = None), not ()"),
        (lambda: tessera.policy("random").act(), "act(): expected (state: State), not ()"),
        (lambda: tessera.State.position(), "position(): expected (), not ()"),
    ]:
        with pytest.raises(TypeError) as refused:
            call()
        assert str(refused.value) == says
        assert refused.value.__cause__ is None and refused.value.__context__ is None


def test_what_cannot_be_shown_is_refused_by_its_own_error():
    class Shy:
        def __repr__(self):
            raise KeyError("shy")

    state = tessera.Game().new_initial_state(seed=1)
    with pytest.raises(KeyError, match="shy"):
        state.position(Shy())
    assert state.position()


def test_numbers_of_numpy_are_numbers():
    state = tessera.Game("classic").new_initial_state(seed=np.uint64(3))
    state.apply_action(np.int64(state.legal_actions()[0]))
    assert tessera.policy("greedy", seed=np.int32(1)).act(state) in state.legal_actions()
    assert state.observation("cells-v1", np.int8(1))[0].shape == (255, 8)


def test_numbers_of_numpy_are_numbers():
    game = tessera.Game("classic", players=np.int64(3), first=np.int8(2))
    assert game.num_players() == 3
    assert game.new_initial_state(seed=np.uint64(1)).current_player() == 1


def test_what_is_out_of_range_is_told_as_it_was_given():
    state = tessera.Game().new_initial_state(seed=1)
    env = tessera.VecEnv("classic", 2, obs=None)
    env.reset()
    for call, error, says in [
        (lambda: state.apply_action(10**30), ValueError, f"action {10**30} is not legal: see legal_actions()"),
        (lambda: state.observation("cells-v1", 2), IndexError, "player: expected 0 to 1, not 2"),
        (lambda: state.observation("cells-v1", -1), IndexError, "player: expected 0 to 1, not -1"),
        (lambda: env.state(2), IndexError, "index: expected 0 to 1, not 2"),
        (lambda: env.state(10**30), IndexError, f"index: expected 0 to 1, not {10**30}"),
    ]:
        with pytest.raises(error) as refused:
            call()
        assert str(refused.value) == says


def test_objects_say_what_they_are():
    game = tessera.Game("classic", fields=True, river="river-20")
    assert repr(game) == "Game('classic', fields='on', river='river-20')"
    again = eval(repr(game), vars(tessera))
    state = again.new_initial_state(seed=3)
    assert state.position() == game.new_initial_state(seed=3).position()
    assert repr(state) == f"<State {state.position()}>"
    other = tessera.State.from_position(state.position()).game
    assert eval(repr(other), vars(tessera)).num_players() == 2
    assert repr(tessera.VecEnv(game, 4, obs=None)) == f"<VecEnv of 4 games, {game!r}>"


def test_the_version_is_that_of_the_package():
    assert tessera.__version__ == importlib.metadata.version("tessera-engine")


@pytest.mark.parametrize("name", ["analyse", "selfplay"])
def test_the_page_shows_what_functions_take(name):
    page = (pathlib.Path(__file__).parents[2] / "docs/lookup/python.md").read_text()
    (shown,) = re.findall(rf"`{name}(\(.*?\))`", " ".join(page.split()))
    signature = inspect.signature(getattr(tessera, name))
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()]
    assert shown.replace('"', "'") == str(inspect.Signature(bare))
