"""Checks of the reference itself: the worked examples of docs/lookup/rules/examples.md on boards set up directly, and
random games with what must always hold. Ends with `N passed, M failed`."""

import os
import random
import sys
import traceback

from game import Game, Meeple, Options, RuleError, default_options
from notation import (compact, legal_lines, parse_decision, parse_placed, parse_position,
                      position_hash, position_line, spot_named, state_json)
from perft import perft
from randomset import random_set
from tiles import join, load_set, read_set

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "tiles")
SETS = {name: load_set(os.path.join(DATA, name + ".json")) for name in ("star-wars", "classic", "river", "river-20")}


def equal(got, wanted):
    if got != wanted:
        raise AssertionError(f"got {got!r}, wanted {wanted!r}")


def table(rules, colours, tiles, meeples="", seat=1, **switches):
    """A game in `draw` with tiles `ID@x,yrR` and meeples `seat:piece:realm@x,y` on the table, apart if need be."""
    game = Game(SETS[rules], Options(tuple(colours.split()), **switches))
    game.lay_board([parse_placed(game.set, word) for word in tiles.split()])
    for word in meeples.split():
        owner, piece, place = word.split(":")
        name, cell = place.split("@")
        tile = game.board.cells[tuple(map(int, cell.split(",")))]
        game.meeples += (Meeple(int(owner) - 1, piece, spot_named(game.board, tile, name)),)
    game.seat = seat - 1
    return game


def play(game, move):
    """Draws, places and decides by a move `ID@x,yrR=meeple`; returns all events."""
    text, decision = move.split("=")
    placed = parse_placed(game.set, text)
    events = game.draw(placed.kind) + game.place(placed.x, placed.y, placed.rotation)
    return events + game.meeple(*parse_decision(game, decision))


def only(events, name):
    return [event for event in events if event["event"] == name]


def scored(events):
    return [(e["kind"], e["tiles"], e["points"], e["sides"]) for e in only(events, "scored")]


def final(game):
    events = []
    game.finish(events)
    return scored(events)


# ---- The examples: Star Wars ----

def test_x1_route():
    game = table("star-wars", "red white orange", "START@0,0r0")
    play(game, "R3@1,0r0=small:route.S")
    game.draw(game.set.kinds["A1_RR"])
    game.place(1, 1, 3)
    equal(legal_lines(game), ["meeple none", "meeple small:asteroids.W", "meeple large:asteroids.W"])
    game.meeple(*parse_decision(game, "small:asteroids.W"))
    events = play(game, "R3@2,1r0=none")
    equal(scored(events), [("route", 3, 3, [1])])
    equal(only(events, "returned"), [{"event": "returned", "seat": 1, "piece": "small", "realm": "route.S", "x": 1, "y": 0}])
    equal((game.scores, [m.seat for m in game.meeples]), ([3, 0, 0], [1]))


def test_x2_field():
    game = table("star-wars", "red white", "START@0,0r0")
    play(game, "A2_OPP_E@0,-1r1=small:asteroids.N")
    equal(scored(play(game, "A1@0,-2r2=none")), [("asteroids", 3, 8, [1])])


def test_x3_planet():
    around = "R2S@1,0r0 R2S_E@-1,0r0 A1@1,1r1 A1@-1,1r3 A1@0,2r2 A1@1,2r2"
    game = table("star-wars", "red white", "START@0,0r0 P0_R@0,1r0 " + around, "1:small:planet@0,1", seat=2)
    equal(scored(play(game, "A1@-1,2r2=none")), [("planet", 9, 11, [1])])
    equal(game.supply(0), {"small": 4, "large": 1})


def test_x4_route_battle():
    game = table("star-wars", "red white orange", "R3@1,0r0 R2S@1,1r1 P1_R@1,3r2",
                 "1:small:route.S@1,0 2:small:route.N@1,3", seat=3)
    battle = only(play(game, "R2S@1,2r1=none"), "battle")
    equal(battle, [{"event": "battle", "realm": "route.N", "x": 1, "y": 2, "dice": {"1": 1, "2": 1}}])
    events = game.throw({0: [5], 1: [3]})
    equal([e["event"] for e in events], ["throw", "lost", "returned", "scored", "returned"])
    equal((scored(events), game.scores), ([("route", 4, 4, [1])], [4, 1, 0]))


def test_x5_field_battle():
    game = table("star-wars", "red white black orange", "A2_OPP_R@5,4r1 A1@5,3r2 AR_E@6,5r3 A1@4,5r1",
                 "1:small:asteroids.N@5,4 2:small:asteroids.W@6,5 3:large:asteroids.E@4,5", seat=4)
    equal(only(play(game, "A3@5,5r0=none"), "battle")[0]["dice"], {"1": 2, "2": 1, "3": 2})
    equal([e["event"] for e in game.throw({0: [4, 1], 1: [3], 2: [2, 4]})], ["throw", "tie", "lost", "returned"])
    equal((game.scores, game.phase), ([1, 1, 1, 0], "throw"))
    events = game.throw({0: [5, 5], 2: [6, 1]})
    equal((scored(events), game.scores), ([("asteroids", 5, 12, [3])], [3, 1, 13, 0]))
    equal(game.meeples, ())


def test_x6_planet_battle():
    game = table("star-wars", "red white", "START@0,0r0 P0_R@0,1r0", "2:large:planet@0,1")
    battle = only(play(game, "R2S@1,0r0=small:planet@0,1"), "battle")
    equal(battle, [{"event": "battle", "realm": "planet", "x": 0, "y": 1, "dice": {"1": 2, "2": 2}}])
    game.throw({0: [5, 2], 1: [1, 5]})
    events = game.throw({0: [5, 5], 1: [4, 4]})
    equal([e["event"] for e in events], ["throw", "lost", "returned"])
    equal((game.scores, [m.seat for m in game.meeples], game.supply(1)["large"]), ([1, 3], [0], 1))


def test_x7_final_scoring():
    game = table("star-wars", "green black white orange red",
                 "A2_OPP_R@0,0r0 A2_ADJ@1,0r0 A2_OPP_E@2,9r0 A3@-1,0r0 A1@20,0r0 A2_ADJ@30,0r0 A1@30,-1r2 "
                 "P0_R@40,0r0 A1@41,0r1 A1@41,1r1 R2S@39,0r1 R2S@50,0r0 R2S@51,0r0 R2C@52,0r0",
                 "1:small:asteroids.E@0,0 2:small:asteroids.N@20,0 3:large:asteroids.W@30,0 4:small:planet@40,0 "
                 "5:small:route.E@51,0")
    equal(sorted(final(game), key=lambda entry: entry[3]),
          [("asteroids", 3, 5, [1]), ("asteroids", 1, 1, [2]), ("asteroids", 2, 2, [3]), ("planet", 4, 6, [4]),
           ("route", 3, 3, [5])])
    equal(len(game.meeples), 5)


# ---- The examples: classic ----

def test_y1_road():
    game = table("classic", "red black", "W@0,0r0 U@1,0r0 J@9,9r0", "1:meeple:road.E@0,0 2:meeple:city.N@9,9")
    equal(scored(play(game, "W@2,0r0=none")), [("road", 3, 3, [1])])
    equal([m.seat for m in game.meeples], [1])


def test_town():
    """CL-4.6: two tiles score 1 each, and so does a coat of arms; three tiles score as ever."""
    for tiles, meeple, move, wanted in (("E@0,0r2", "1:meeple:city.S@0,0", "E@0,1r0=none", ("city", 2, 2, [1])),
                                        ("E@0,0r2 F@0,1r1", "1:meeple:city.N@0,1", "E@0,2r0=none", ("city", 3, 8, [1]))):
        equal(scored(play(table("classic", "red black", tiles, meeple, towns=True), move)), [wanted])


def test_y2_city():
    game = table("classic", "red black", "E@0,0r2 F@0,1r1", "1:meeple:city.N@0,1")
    equal(scored(play(game, "E@0,2r0=none")), [("city", 3, 8, [1])])


def test_y3_monastery():
    around = "D@0,0r0 U@1,0r0 U@-1,0r0 E@1,1r1 E@-1,1r3 E@0,2r2 E@1,2r2"
    game = table("classic", "red black", "B@0,1r0 " + around, "1:meeple:monastery@0,1", seat=2)
    equal(scored(play(game, "V@-1,2r0=none")), [("monastery", 9, 9, [1])])


def test_y4_shared_road():
    game = table("classic", "red black blue", "W@0,0r0 U@1,0r0 W@3,0r0", "1:meeple:road.E@0,0 2:meeple:road.W@3,0", 3)
    events = play(game, "U@2,0r0=none")
    equal(scored(events), [("road", 4, 4, [1, 2])])
    equal((game.scores, len(only(events, "returned"))), ([4, 4, 0], 2))


def test_y5_majority():
    game = table("classic", "red yellow", "E@5,4r2 E@6,5r3 N@4,5r1 E@4,4r2",
                 "1:meeple:city.S@5,4 2:meeple:city.W@6,5 1:meeple:city.E@4,5", seat=2)
    equal(scored(play(game, "R@5,5r0=none")), [("city", 5, 10, [1])])
    equal((game.scores, game.meeples), ([10, 0], ()))


def test_y6_final_scoring():
    game = table("classic", "green black yellow blue red",
                 "F@0,0r0 F@1,0r0 M@2,0r0 G@-1,0r0 N@2,-1r3 B@20,0r0 E@20,1r2 E@21,0r1 U@19,0r1 "
                 "Q@40,0r0 R@41,0r0 U@50,0r0 U@51,0r0 V@52,0r0",
                 "1:meeple:city.E@0,0 1:meeple:city.W@2,0 2:meeple:city.W@1,0 3:meeple:monastery@20,0 "
                 "4:meeple:city.N@40,0 5:meeple:road.E@51,0")
    wanted = [("city", 5, 8, [1]), ("monastery", 4, 4, [3]), ("city", 2, 3, [4]), ("road", 3, 3, [5])]
    equal(sorted(final(game), key=lambda entry: entry[3]), wanted)


# ---- Single rules ----

def test_rotations_that_look_the_same():
    star_wars = SETS["star-wars"]
    rotations = {tile: star_wars.rotations(star_wars.kinds[tile]) for tile in ("P0_R", "R2S", "R3", "A4", "R4")}
    equal(rotations, {"P0_R": [0], "R2S": [0, 1], "R3": [0, 1, 2, 3], "A4": [0], "R4": [0]})


def test_farmers_score_complete_cities_once():
    game = table("classic", "red black", "E@0,0r2 E@0,1r0 B@1,0r0 B@1,1r0", "1:meeple:field.NL@0,0", fields=True)
    equal(final(game), [("field", 0, 3, [1])])


def test_abbot_returns_for_what_stands():
    game = table("classic", "red black", "B@0,0r0", "1:abbot:monastery@0,0", abbot=True)
    events = play(game, "B@1,0r0=return")
    equal((scored(events), game.scores, game.supply(0)["abbot"]), ([("monastery", 2, 2, [1])], [2, 0], 1))


def test_team_dice_are_counted_together():
    game = table("star-wars", "red black green white", "START@0,0r0 P0_R@0,1r0",
                 "1:small:planet@0,1 3:large:planet@0,1", seat=2, teams=True)
    events = play(game, "R2S@1,0r0=large:planet@0,1")
    equal(only(events, "battle")[0]["dice"], {"1": 3, "2": 2})
    events = game.throw({0: [1, 1, 1], 1: [6, 1]})
    equal(([e["seat"] for e in only(events, "returned")], game.scores), ([1, 3], [3, 0]))


def river_game():
    tile_set = join(SETS["classic"], SETS["river"])
    return Game(tile_set, default_options("classic", river=True))


def test_river_bends_alternate():
    game = river_game()
    play(game, "RIV_DF@1,0r0=none")
    play(game, "RIV_G@2,0r0=none")
    equal(len(game.placements(game.set.kinds["RIV_J"])), 1)
    equal(game.placements(game.set.kinds["RIV_J"]), [(2, 1, 2)])


def roles_drawn(game, seed, count):
    """The roles of the first tiles that are drawn in a random game."""
    rng = random.Random(seed)
    return [game.set.tiles[random_step(game, rng)].role for _ in range(count)]


def test_river_is_drawn_first_and_the_lake_last():
    equal(roles_drawn(river_game(), 1, 12), ["river"] * 10 + ["lake", None])


def source_game():
    tile_set = join(SETS["classic"], SETS["river-20"])
    return Game(tile_set, default_options("classic", river=2))


def test_source_has_two_ends_with_bends_of_their_own():
    game = source_game()
    equal([(p.x, p.y) for p in game.board.placed], [(0, 0), (1, 0)])
    bend = game.set.kinds["R20_G"]
    equal(game.placements(bend), [(-1, 0, 2), (-1, 0, 3), (2, 0, 0), (2, 0, 1)])
    play(game, "R20_J@2,0r0=none")
    equal(game.placements(bend), [(-1, 0, 2), (-1, 0, 3), (2, 1, 2)])


def test_both_lakes_lie_below_the_middle_tiles():
    game = source_game()
    equal(roles_drawn(game, 2, 17), ["river"] * 14 + ["lake"] * 2 + [None])
    equal(game.board.river_ends(), {})


def test_illegal_steps_change_nothing():
    game = table("star-wars", "red white", "START@0,0r0")
    before = position_line(game)
    for step in (lambda: game.place(1, 0, 0), lambda: game.meeple("none"), lambda: game.draw(0)):
        try:
            step()
        except RuleError:
            equal(position_line(game), before)
        else:
            raise AssertionError("an illegal step was accepted")


def test_perft_of_the_first_tile():
    game = Game(SETS["star-wars"], default_options("star-wars"))
    equal(perft(game, 1, [game.set.kinds["A4"]]), 3)
    equal(perft(game, 1, []), 1)


# ---- Random games ----

def random_step(game, rng):
    """A whole turn at random; returns the kind laid, or None if the game is over first."""
    kind = None
    while game.phase == "draw":
        kind = rng.choices(list(game.due()), list(game.due().values()))[0]
        game.draw(kind)
    if game.phase == "place":
        game.place(*rng.choice(game.placements(game.drawn)))
        game.meeple(*rng.choice(game.decisions()))
    while game.phase == "throw":
        game.throw({side: [rng.randint(1, 6) for _ in range(n)] for side, n in game.battle()[1].items()})
    return kind


def hold(game):
    """What holds in every state."""
    total = sum(t.count for t in game.set.tiles if game.options.river or not t.role)
    equal(len(game.board.placed) + sum(game.bag().values()) + sum(game.out.values()) + (game.drawn is not None), total)
    for seat in range(game.options.players):
        equal(min(game.supply(seat).values()) >= 0, True)
    for realm in game.board.realms:
        meeples = game.on_realm(realm)
        equal(game.phase == "draw" and realm.complete and bool(meeples), False)
        if game.rules == "star-wars" and game.phase != "throw":
            equal(len(game.sides_on(meeples)) <= 1, True)
    again = parse_position(game.set, position_line(game))
    again.first = game.first
    equal((position_hash(again), compact(state_json(again))), (position_hash(game), compact(state_json(game))))


def test_invariants_of_random_games():
    rng = random.Random(7)
    for number in range(12):
        rules = ("star-wars", "classic")[number % 2]
        tile_set = read_set(random_set(rng, rules, "made")) if number % 3 else SETS[rules]
        teams, switch = rules == "star-wars" and number % 4 == 0, rules == "classic"
        options = default_options(rules, 4 if teams else rng.randint(2, 5), teams=teams, fields=switch, abbot=switch)
        game = Game(tile_set, options)
        while game.phase != "over":
            scores = list(game.scores)
            random_step(game, rng)
            hold(game)
            equal(all(new >= old for old, new in zip(scores, game.scores)), True)


def average(games, **switches):
    rng = random.Random(11)
    points = 0
    for _ in range(games):
        game = Game(SETS["classic"], default_options("classic", **switches))
        while game.phase != "over":
            random_step(game, rng)
        points += sum(game.scores)
    return points / games / 2


def test_average_of_random_play():
    """Other engines agree on about 28 points for each of two random players, and about 19 with fields."""
    equal((26 < average(60) < 30, 17 < average(60, fields=True) < 21), (True, True))


def run(name, test):
    try:
        test()
    except Exception:
        print(f"FAILED {name}\n{traceback.format_exc()}")
        return False
    return True


def main():
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    passed = sum(run(name, test) for name, test in tests.items())
    print(f"{passed} passed, {len(tests) - passed} failed")
    sys.exit(0 if passed == len(tests) else 1)


if __name__ == "__main__":
    main()
