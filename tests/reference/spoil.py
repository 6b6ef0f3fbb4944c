"""Position lines that are impossible, each made from a good one by a single change."""


def fields_of(line):
    head, *words = line.split(" ")
    return head, dict(word.split("=", 1) for word in words)


def line_of(head, fields):
    return " ".join([head] + [f"{key}={value}" for key, value in fields.items()])


def spoiled_lines(game, line, rng):
    """(what is wrong, line) for every spoiling that the position allows."""
    head, good = fields_of(line)
    for spoil in SPOILINGS:
        change = spoil(game, good, rng)
        if change:
            yield spoil.__name__, line_of(head, {**good, **change})


def with_word(text, word):
    return word if text == "-" else text + ";" + word


def two_tiles_on_a_cell(game, good, rng):
    return {"board": with_word(good["board"], rng.choice(good["board"].split(";")))}


def a_tile_far_away(game, good, rng):
    kinds = list(game.bag())
    return kinds and {"board": with_word(good["board"], f"{game.set.tiles[rng.choice(kinds)].id}@90,90r0")}


def too_many_copies_out(game, good, rng):
    kind = rng.randrange(len(game.set.tiles))
    left = game.bag().get(kind, 0) + game.out.get(kind, 0)
    return good["out"] == "-" and {"out": f"{game.set.tiles[kind].id}*{left + 1}"}


def a_tile_that_does_not_match(game, good, rng):
    for kind in game.bag():
        for x, y in game.board.frontier():
            wanted = game.board.edges_wanted(x, y)
            for rotation in game.set.rotations(kind):
                edges = game.set.turned[kind][rotation].edges
                if any(want not in (None, edge) for want, edge in zip(wanted, edges)):
                    return {"board": with_word(good["board"], f"{game.set.tiles[kind].id}@{x},{y}r{rotation}")}
    return None


def start_tile_elsewhere(game, good, rng):
    moved = [f"{p.x + 1},{p.y}" for p in game.board.placed]
    ids = [game.set.tiles[p.kind].id for p in game.board.placed]
    words = [f"{i}@{cell}r{p.rotation}" for i, cell, p in zip(ids, moved, game.board.placed)]
    return len(words) == 1 and {"board": ";".join(words)}


def more_meeples_than_supply(game, good, rng):
    return game.meeples and {"meeples": ";".join([rng.choice(good["meeples"].split(";"))] * 9)}


def a_meeple_on_nothing(game, good, rng):
    piece = "small" if game.rules == "star-wars" else "meeple"
    return {"meeples": with_word(good["meeples"], f"1:{piece}:planet@77,77")}


def a_second_meeple_on_a_tile(game, good, rng):
    """Of one turn at most one meeple stands on a tile (SW-3.1, CL-3.1); only planets are joined later (SW-3.3), and others
    by arrows (CL-10.6, CL-10.8)."""
    if game.options.arrows:
        return False
    held = [m for m in game.meeples if game.board.feature(m.spot).type != "planet" and game.supply(m.seat).get(m.piece)]
    if not held:
        return None
    meeple = rng.choice(held)
    placed = game.board.placed[meeple.spot[0]]
    return {"meeples": with_word(good["meeples"], f"{meeple.seat + 1}:{meeple.piece}:{game.board.name(meeple.spot)}@"
                                                  f"{placed.x},{placed.y}")}


def a_meeple_on_the_tile_just_laid(game, good, rng):
    """Before the decision nobody stands there (SW-3.1, CL-3.1)."""
    piece = "small" if game.rules == "star-wars" else "meeple"
    if game.phase != "meeple" or not game.supply(game.seat).get(piece):
        return None
    placed = game.board.placed[game.last]
    spots = [(game.last, number) for number, feature in enumerate(game.board.tiles[game.last].features)
             if game.may_stand(piece, feature.type) and not game.board.realm_at[game.last, number].complete]
    if not spots:
        return None
    name = game.board.name(game.board.name_spot(rng.choice(spots)))
    return {"meeples": with_word(good["meeples"], f"{game.seat + 1}:{piece}:{name}@{placed.x},{placed.y}")}


def two_sides_without_a_battle(game, good, rng):
    """In Star Wars no realm holds two sides after a turn (SW-4.1)."""
    held = [m for m in game.meeples if game.side(m.seat) == 0 and game.board.feature(m.spot).type == "planet"]
    if game.rules != "star-wars" or game.phase not in ("draw", "place") or not held or not game.supply(1)["small"]:
        return None
    placed = game.board.placed[held[0].spot[0]]
    return {"meeples": with_word(good["meeples"], f"2:small:planet@{placed.x},{placed.y}")}


def a_seat_too_high(game, good, rng):
    return {"seat": game.options.players + 1}


def a_score_too_many(game, good, rng):
    return {"scores": good["scores"] + ",0"}


def a_colour_twice(game, good, rng):
    colours = good["colours"].split(",")
    return {"colours": ",".join(colours[:1] * len(colours))}


def an_option_of_the_other_game(game, good, rng):
    return {"options": "fields" if game.rules == "star-wars" else "teams"}


def the_other_game(game, good, rng):
    return {"game": "classic" if game.rules == "star-wars" else "star-wars"}


def another_set_hash(game, good, rng):
    return {"set": f"{game.set.id}:{game.set.hash ^ 1:016x}"}


def place_without_a_tile(game, good, rng):
    return {"phase": "place", "tile": "-", "last": "-"}


def meeple_without_a_last_tile(game, good, rng):
    return {"phase": "meeple", "tile": "-", "last": "-"}


def a_tile_drawn_too_early(game, good, rng):
    return game.phase == "draw" and {"tile": game.set.tiles[rng.choice(list(game.due()))].id}


def a_throw_without_a_battle(game, good, rng):
    return game.phase == "meeple" and not game.battle() and {"phase": "throw"}


def over_with_tiles_left(game, good, rng):
    return game.phase == "draw" and {"phase": "over"}


def nothing_left_to_draw(game, good, rng):
    return game.phase == "over" and {"phase": "draw"}


SPOILINGS = (two_tiles_on_a_cell, a_tile_far_away, too_many_copies_out, a_tile_that_does_not_match,
             start_tile_elsewhere, more_meeples_than_supply, a_meeple_on_nothing,
             a_second_meeple_on_a_tile, a_meeple_on_the_tile_just_laid, two_sides_without_a_battle,
             a_seat_too_high, a_score_too_many, a_colour_twice, an_option_of_the_other_game, the_other_game,
             another_set_hash, place_without_a_tile, meeple_without_a_last_tile, a_tile_drawn_too_early,
             a_throw_without_a_battle, over_with_tiles_left, nothing_left_to_draw)
