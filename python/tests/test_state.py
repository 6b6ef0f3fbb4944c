"""`Game` and `State`: OpenSpiel's words, the space of actions, chance, what is refused."""
import copy
import pathlib
import pickle
import random
import xml.etree.ElementTree

import numpy as np
import pytest

import tessera

CLASSIC = pathlib.Path(__file__).parents[2] / "data/tiles/classic.json"

# Every option, both games, all numbers of players.
GAMES = [
    ("star-wars", {}),
    ("star-wars", {"players": 4, "teams": True}),
    ("star-wars", {"players": 5}),
    ("classic", {}),
    ("classic", {"players": 3, "fields": True, "abbot": True, "river": True}),
    ("classic", {"fields": True, "abbot": True, "river": "river-20", "arrows": True}),
    ("classic", {"players": 5, "arrows": True}),
]
every_game = pytest.mark.parametrize("name, options", GAMES, ids=lambda value: str(value))


def play(state, choice, steps=10_000):
    """Plays at random on to the end, or so many actions."""
    while not state.is_terminal() and steps > 0:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(choice.choices(actions, chances)[0])
        else:
            state.apply_action(choice.choice(state.legal_actions()))
        steps -= 1
    return state


@every_game
def test_no_two_legal_actions_share_a_number(name, options):
    game, choice = tessera.Game(name, **options), random.Random(1)
    for seed in range(6):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            assert legal == sorted(set(legal)) and legal
            assert 0 <= legal[0] and legal[-1] < game.num_distinct_actions()
            words = [state.action_to_string(action) for action in legal]
            assert len(set(words)) == len(words)
            action = choice.choice(legal)
            assert state.string_to_action(state.action_to_string(action)) == action
            state.apply_action(action)


@every_game
def test_numbers_say_what_the_documents_lay_down(name, options):
    """An independent reading of the table in docs/lookup/python.md: from words to the number."""
    state = tessera.Game(name, **options).new_initial_state(seed=3)
    choice = random.Random(2)
    other = {"small": 4162, "meeple": 4162, "large": 4176, "abbot": 4176}
    edges = ["N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"]
    while not state.is_terminal():
        board = dict(part.split("=", 1) for part in state.position().split(" ")[1:])["board"]
        cells = [tuple(map(int, tile.split("@")[1].split("r")[0].split(","))) for tile in board.split(";")]
        west, north = ((min(axis) + max(axis) + 1) // 2 - 16 for axis in zip(*cells))
        for action in state.legal_actions():
            words = state.action_to_string(action)
            if state.phase() == "place":
                x, y, r = (int(number) for number in words.split("@")[1].replace("r", ",").split(","))
                assert action == r * 1024 + (y - north) * 32 + x - west
            elif words in ("none", "return"):
                assert action == {"none": 4160, "return": 4161}[words]
            else:
                piece, _, realm = words.partition(":")
                realm, _, cell = realm.partition("@")
                kind, _, edge = realm.partition(".")
                rank = edges.index(edge) if edge else 13 if kind == "garden" else 12
                if not cell:
                    assert action == other[piece] + rank
                elif name == "star-wars":
                    assert 4190 <= action < 4206
                else:
                    x, y = map(int, cell.split(","))
                    assert action == 4224 + rank * 1024 + (y - north) * 32 + x - west
        state.apply_action(choice.choice(state.legal_actions()))


@every_game
def test_a_seed_decides_all_that_chance_brings(name, options):
    game = tessera.Game(name, **options)
    once, again = (play(game.new_initial_state(seed=9), random.Random(3)) for _ in range(2))
    assert once.position() == again.position() and once.history() == again.history()
    other = play(game.new_initial_state(seed=10), random.Random(3))
    assert other.position() != once.position()


@every_game
@pytest.mark.parametrize("explicit", [False, True])
def test_actions_are_taken_back(name, options, explicit):
    state = tessera.Game(name, **options).new_initial_state(seed=4, explicit_chance=explicit)
    choice, trail = random.Random(4), []
    for _ in range(50):
        trail.append((state.position(), state.current_player()))
        play(state, choice, 1)
    end, actions = state.position(), state.history()
    for position, player in reversed(trail):
        state.undo_action()
        assert (state.position(), state.current_player()) == (position, player)
    with pytest.raises(ValueError, match="no action to take back"):
        state.undo_action()
    for action in actions:
        state.apply_action(action)
    assert state.position() == end


@every_game
@pytest.mark.parametrize("explicit", [False, True])
def test_copies_go_their_own_way(name, options, explicit):
    state = play(tessera.Game(name, **options).new_initial_state(seed=6, explicit_chance=explicit), random.Random(6), 40)
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.position() == state.position() and other.history() == state.history()
        before = state.position()
        play(other, random.Random(7))
        assert other.is_terminal() and state.position() == before


@every_game
@pytest.mark.parametrize("explicit", [False, True])
def test_a_copy_has_chance_of_its_own_if_wanted(name, options, explicit):
    """Without a seed a copy foresees what comes; with one, what comes follows from that alone."""
    state = play(tessera.Game(name, **options).new_initial_state(seed=6, explicit_chance=explicit), random.Random(6), 41)

    def goes_on(seed):
        copy = state.clone(seed=seed)
        assert copy == state and copy.seed == (state.seed if seed is None else seed) and copy.game == state.game
        assert copy.legal_actions() == state.legal_actions() and copy.is_chance_node() == state.is_chance_node()
        assert copy.history() == ([] if seed is not None else state.history())
        begun = copy.clone()
        end = play(copy, random.Random(3)).position()
        again = pickle.loads(pickle.dumps(copy))
        assert again == copy and again.history() == copy.history()
        for _ in range(len(copy.history()) - len(begun.history())):
            again.undo_action()
        assert again == begun and play(again, random.Random(3)).position() == end
        return end

    ends = [goes_on(seed) for seed in (None, 1, 2, 1, None)]
    assert ends[0] == ends[4] and ends[1] == ends[3]
    assert len(set(ends)) == (1 if explicit else 3)
    with pytest.raises(ValueError, match="^seed: expected"):
        state.clone(seed=-1)
    over = play(state.clone(), random.Random(3))
    assert over.clone(seed=3) == over and over.clone(seed=3).returns() == over.returns()


@every_game
def test_states_are_equal_that_are_one_position(name, options):
    """Whatever came before and whatever chance will bring; and what can change is no key."""
    game = tessera.Game(name, **options)
    state = play(game.new_initial_state(seed=6), random.Random(6), 40)
    other = game.state_from_position(state.position(), seed=9, explicit_chance=True)
    assert state == state.clone() == other and not state != other and state in [other]
    before = state.clone()
    play(other, random.Random(1), 1)
    assert state != other and not state == other
    other.undo_action()
    assert state == other == before
    assert state != game.new_initial_state(seed=6) and state != state.position() and not state == 7 and state != None
    with pytest.raises(TypeError, match="unhashable type: 'State'"):
        {state: 1}


def test_a_state_on_other_tiles_is_another(tmp_path):
    """Sets of one name whose tiles differ, though the board is the same."""
    text, states = CLASSIC.read_text(), []
    for number, tiles in enumerate((text, text.replace('"count": 4', '"count": 5', 1))):
        (tmp_path / str(number)).mkdir()
        path = tmp_path / str(number) / "mine.json"
        path.write_text(tiles)
        states.append(tessera.Game("classic", set=str(path)).new_initial_state(seed=1))
    some, other = states
    assert some.game != other.game and some != other and some == some.game.new_initial_state(seed=1)


@every_game
def test_games_are_equal_by_value(name, options):
    game = tessera.Game(name, **options)
    state = game.new_initial_state(seed=1)
    env = tessera.VecEnv(name, 1, obs=None, **options)
    env.reset()
    for same in (tessera.Game(name, **options), state.game, state.clone().game, env.game, env.state(0).game, copy.copy(game),
                 pickle.loads(pickle.dumps(game)), tessera.State.from_position(state.position()).game):
        assert same == game and not same != game and hash(same) == hash(game) and same in {game}
    others = [tessera.Game(*other, **own) for other, own in (((each[0],), each[1]) for each in GAMES) if (other[0], own) != (name, options)]
    others += [tessera.Game(name, **{**options, "first": 2}), tessera.Game(name, **{**options, "first": "random"})]
    if name == "classic":
        colours = ["yellow", "blue", "red", "green", "black"][:game.num_players()]
        others.append(tessera.Game(name, **options, colours=colours))
    assert all(game != other and not game == other for other in others) and game != name and game != None


@every_game
def test_chance_has_exact_probabilities(name, options):
    state = tessera.Game(name, **options).new_initial_state(seed=0, explicit_chance=True)
    choice, seen = random.Random(8), set()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert state.current_player() == -1 and abs(sum(chance for _, chance in outcomes) - 1) < 1e-12
            assert [action for action, _ in outcomes] == state.legal_actions()
            seen.add(state.phase())
        play(state, choice, 1)
    assert state.current_player() == -4 and state.legal_actions() == []
    assert "draw" in seen


def test_a_throw_tells_who_is_highest():
    """Two dice against one: of 216 throws the two win 125, lose 55 and tie 36 (counted here once more)."""
    faces = range(1, 7)
    throws = [(max(a, b), c) for a in faces for b in faces for c in faces]
    odds = [sum(wins) / 216 for wins in zip(*((two > one, two < one, two == one) for two, one in throws))]
    game, choice = tessera.Game("star-wars"), random.Random(0)
    seen = False
    for seed in range(30):
        state = game.new_initial_state(seed=seed, explicit_chance=True)
        while not state.is_terminal():
            if state.phase() == "throw":
                outcomes, scores = dict(state.chance_outcomes()), state.scores()
                assert set(outcomes) == {257, 258, 259}
                if np.allclose(sorted((outcomes[257], outcomes[258])), sorted(odds[:2])):
                    assert outcomes[259] == pytest.approx(odds[2])
                    seen = True
                state.apply_action(259)
                assert state.phase() == "throw" and state.scores() == [score + 1 for score in scores]
                assert dict(state.chance_outcomes()) == outcomes
                state.apply_action(257)
            else:
                play(state, choice, 1)
    assert seen


@every_game
def test_positions_and_records_lead_back(name, options):
    game = tessera.Game(name, **options)
    state = play(game.new_initial_state(seed=11), random.Random(11), 30)
    for again in (tessera.State.from_position(state.position()), game.state_from_position(state.position())):
        assert again.position() == state.position() and again.legal_actions() == state.legal_actions()
        assert again.position_hash() == state.position_hash()
        assert again.history() == [] and "Position" in play(again, random.Random(1)).record()
    play(state, random.Random(12))
    record = state.record()
    assert record.rstrip().endswith("-".join(map(str, state.scores())))


@every_game
def test_returns_add_up_to_nothing(name, options):
    state = tessera.Game(name, **options).new_initial_state(seed=13)
    assert state.returns() == [0.0] * state.num_players()
    play(state, random.Random(13))
    returns, scores = state.returns(), state.scores()
    assert len(returns) == state.num_players() and abs(sum(returns)) < 1e-5
    sides = len(scores)
    assert max(returns) == max(returns[: sides]) and returns.index(max(returns)) % sides == scores.index(max(scores))


@every_game
def test_a_state_has_a_picture(name, options):
    """A document of SVG, which notebooks show, in every phase."""
    state = tessera.Game(name, **options).new_initial_state(seed=1, explicit_chance=True)
    choice, seen = random.Random(1), {}
    while not state.is_terminal():
        play(state, choice, 1)
        if state.phase() not in seen:
            seen[state.phase()] = picture = state.svg()
            assert xml.etree.ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
            assert state._repr_svg_() == picture
    assert len(set(seen.values())) == len(seen) > 2


# ---- What is refused ----


@pytest.mark.parametrize("name, options, says", [
    ("chess", {}, "expected star-wars or classic, not 'chess'"),
    ("classic", {"players": 6}, "expected 2 to 5, not '6'"),
    ("classic", {"teams": True}, "teams"),
    ("star-wars", {"fields": True}, "fields"),
    ("classic", {"field": True}, "^expected set, players, fields, .*, colours, first, not 'field'$"),
    ("classic", {"set": "/nowhere.json"}, "nowhere"),
    ("classic", {"colours": ["red", "red"]}, "red"),
])
def test_wrong_games_are_refused(name, options, says):
    with pytest.raises(ValueError, match=says):
        tessera.Game(name, **options)


def test_options_of_a_wrong_type_are_refused():
    with pytest.raises(TypeError, match="players: expected"):
        tessera.Game("classic", players=2.5)
    with pytest.raises(TypeError, match="^game: expected star-wars or classic, not 7"):
        tessera.Game(7)
    with pytest.raises(ValueError, match="^fields: expected on or off, not '3'"):
        tessera.Game("classic", fields=3)


def test_wrong_seeds_are_refused():
    game = tessera.Game()
    for seed, error in ((-1, ValueError), (2**64, ValueError), ("1", TypeError), (1.5, TypeError), (True, TypeError)):
        with pytest.raises(error, match="^seed: expected"):
            game.new_initial_state(seed=seed)
    with pytest.raises(TypeError, match="new_initial_state"):
        tessera.Game("classic", seed=3)


@pytest.mark.parametrize("line, says", [
    ("", "expected"),
    ("tessera1 game=classic", "expected"),
    (tessera.Game("classic").new_initial_state(seed=1).position().replace("phase=place", "phase=draw"), "tile"),
    (tessera.Game("classic").new_initial_state(seed=1).position().replace("@0,0r0", "@1,0r0"), "0,0"),
])
def test_wrong_positions_are_refused(line, says):
    with pytest.raises(ValueError, match=says):
        tessera.State.from_position(line)


def test_a_position_of_another_game_is_refused():
    line = tessera.Game("classic").new_initial_state(seed=1).position()
    with pytest.raises(ValueError, match="another game"):
        tessera.Game("classic", fields=True).state_from_position(line)


def test_wrong_actions_change_nothing():
    state = tessera.Game("classic").new_initial_state(seed=2)
    before = state.position()
    legal = set(state.legal_actions())
    for action in (-1, 4160, 4223, 17600, 2**31 - 1, *(set(range(4224)) - legal)):
        with pytest.raises(ValueError, match="is not legal: a placement is due"):
            state.apply_action(action)
        with pytest.raises(ValueError):
            state.action_to_string(action)
    with pytest.raises(ValueError, match="is not legal"):
        state.apply_action(2**40)
    for action in ("1", 1.5, None, True, [3]):
        with pytest.raises(TypeError, match="^action: expected a whole number, not "):
            state.apply_action(action)
    with pytest.raises(ValueError, match="no legal action is called 'none'"):
        state.string_to_action("none")
    with pytest.raises(ValueError, match="chance is not due"):
        state.chance_outcomes()
    assert state.position() == before and state.history() == []
    play(state, random.Random(1))
    with pytest.raises(ValueError, match="the game is over"):
        state.apply_action(0)


def test_a_game_is_pickled():
    class House(tessera.Game):
        pass

    game = tessera.Game("classic", fields=True, players=3, colours=["red", "blue", "green"])
    of_position = tessera.State.from_position(game.new_initial_state(seed=4).position()).game
    for one in (game, House("classic", fields=True, players=3), of_position):
        for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert type(again) is tessera.Game
            assert again.new_initial_state(seed=4).position() == one.new_initial_state(seed=4).position()


def test_the_game_of_a_state_begins_new_ones():
    game = tessera.Game("classic", fields=True, players=3)
    state = game.new_initial_state(seed=4)
    env = tessera.VecEnv(game, 1, obs=None)
    env.reset()
    for one in (state, state.clone(), tessera.State.from_position(state.position()), env.state(0)):
        new = one.game.new_initial_state(seed=4)
        assert isinstance(one.game, tessera.Game)
        assert new.position() == state.position()
        assert one.game.state_from_position(state.position(), seed=4).legal_actions() == state.legal_actions()
    assert state.game.new_initial_state().seed != state.game.new_initial_state().seed
    with pytest.raises(TypeError, match="^seed: expected a whole number"):
        state.game.new_initial_state("x")
