"""Random choices that make interesting games: meeples stand, realms meet and close, planets are attacked, dice tie."""

from board import STEPS
from tiles import CENTRES

STYLES = ("uniform", "compact", "meeting", "crowding")


class Company:
    """Where which sides stand: by realm, and by the empty cells that a realm with meeples is open towards. A crowding
    one keeps two sides apart until a third can join them."""

    def __init__(self, game, crowding=False):
        self.game = game
        self.crowding = crowding
        self.sides, self.towards = {}, {}
        for meeple in game.meeples:
            realm = game.board.realm_at[meeple.spot]
            self.sides.setdefault(realm, set()).add(game.side(meeple.seat))
        for realm, sides in self.sides.items():
            for spot in realm.spots:
                self.point(spot, sides)

    def point(self, spot, sides):
        placed = self.game.board.placed[spot[0]]
        for edge in self.game.board.feature(spot).edges:
            self.towards.setdefault(cell_beyond(placed.x, placed.y, edge), set()).update(sides)

    def worth(self, kind, placement):
        """How much a placement brings sides together: on its features at once, or on a cell where they could meet."""
        x, y, rotation = placement
        return sum(self.feature_worth(x, y, feature) for feature in self.game.set.turned[kind][rotation].features)

    def feature_worth(self, x, y, feature):
        met, waiting = set(), set()
        for edge in feature.edges:
            cell = cell_beyond(x, y, edge)
            near = self.game.board.cells.get(cell)
            if near is None:
                waiting |= self.towards.get(cell, set())
            else:
                spot = near, self.game.board.with_edge(near, (edge + 2) % 4)
                met |= self.sides.get(self.game.board.realm_at[spot], set())
        meeting = -1 if self.crowding and len(met) == 2 else len(met) ** 2
        return 10 * meeting + 3 * len(waiting - (met or {self.game.side(self.game.seat)}))


def cell_beyond(x, y, edge):
    return x + STEPS[edge][0], y + STEPS[edge][1]


def choose_kind(game, rng, style):
    """A kind that is due, each tile with equal chance; for meetings the one of a few that brings most together."""
    due = game.due()
    if style not in ("meeting", "crowding"):
        return rng.choices(list(due), list(due.values()))[0]
    company = Company(game, style == "crowding")
    few = rng.sample(list(due), min(len(due), 4))
    return max((best_worth(company, kind), rng.random(), kind) for kind in few)[2]


def best_worth(company, kind):
    return max((company.worth(kind, placement) for placement in company.game.placements(kind)), default=0)


def choose_placement(game, rng, style):
    legal = game.placements(game.drawn)
    if style == "uniform" or rng.random() < 0.2:
        return rng.choice(legal)
    if style == "compact":
        values = [neighbours(game, placement) for placement in legal]
    else:
        company = Company(game, style == "crowding")
        values = [company.worth(game.drawn, placement) for placement in legal]
    return max(zip(values, (rng.random() for _ in legal), legal))[2]


def neighbours(game, placement):
    return sum(near is not None for near in game.board.edges_wanted(*placement[:2]))


def choose_decision(game, rng, eagerness):
    """A decision; `eagerness` is the probability of placing a meeple if one can be placed."""
    legal = game.decisions()
    if len(legal) == 1 or rng.random() > eagerness:
        return legal[0]
    company = Company(game)
    return rng.choices(legal[1:], [liking(game, company, decision) for decision in legal[1:]])[0]


def liking(game, company, decision):
    """Open realms that can meet others rather than complete ones; held planets rather than free ones."""
    spot = decision[1]
    if spot is None:
        return 1
    realm, feature = game.board.realm_at[spot], game.board.feature(spot)
    if spot[0] != game.last:
        return 4 if game.on_realm(realm) else 1
    if realm.complete or feature.type in CENTRES or feature.type == "field":
        return 1
    last = game.board.placed[game.last]
    return 3 + 10 * company.feature_worth(last.x, last.y, feature)


def choose_throw(game, rng):
    """Faces for the battle due; now and then all sides throw the same."""
    dice = game.battle()[1]
    same = rng.random() < 0.3
    face = rng.randint(1, 6)
    return {side: [face if same else rng.randint(1, 6) for _ in range(number)] for side, number in dice.items()}
