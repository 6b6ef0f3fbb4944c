"""Random choices that make interesting games: meeples stand, realms meet and close, planets are attacked, dice tie."""

STYLES = ("uniform", "compact", "meeting")


def choose_kind(game, rng):
    due = game.due()
    return rng.choices(list(due), list(due.values()))[0]


def choose_placement(game, rng, style):
    legal = game.placements(game.drawn)
    if style == "uniform" or rng.random() < 0.2:
        return rng.choice(legal)
    sample = rng.sample(legal, min(len(legal), 10))
    value = neighbours if style == "compact" else company
    return max(sample, key=lambda placement: (value(game, placement), rng.random()))


def neighbours(game, placement):
    return sum(near is not None for near in game.board.edges_wanted(*placement[:2]))


def company(game, placement):
    """Neighbouring tiles, corners included, on which some meeple's realm lies."""
    x, y, _ = placement
    held = {tile for meeple in game.meeples for tile, _ in game.board.realm_at[meeple.spot].spots}
    return sum(abs(game.board.placed[tile].x - x) <= 1 and abs(game.board.placed[tile].y - y) <= 1 for tile in held)


def choose_decision(game, rng, eagerness):
    """A decision; `eagerness` is the probability of placing a meeple if one can be placed."""
    legal = game.decisions()
    if len(legal) == 1 or rng.random() > eagerness:
        return legal[0]
    return rng.choices(legal[1:], [liking(game, decision) for decision in legal[1:]])[0]


def liking(game, decision):
    piece, spot = decision
    if spot is None:
        return 1
    if spot[0] != game.last:
        return 6 if game.on_realm(game.board.realm_at[spot]) else 2
    return 1 if game.board.feature(spot).type == "field" else 3


def choose_throw(game, rng):
    """Faces for the battle due; now and then all sides throw the same."""
    dice = game.battle()[1]
    same = rng.random() < 0.3
    face = rng.randint(1, 6)
    return {side: [face if same else rng.randint(1, 6) for _ in range(number)] for side, number in dice.items()}
