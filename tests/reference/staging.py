"""Crowds that seldom come about by play: meeples are set on the realms that a tile can bring together, the position is
given to both sides, and the tile is drawn and laid there. Battles of many sides and of many realms come so."""

from board import Placed
from game import PIECES, Meeple
from policy import cell_beyond

CITY = 2


class Stage:
    """Sets meeples on the board of a game in `draw`, as play could have set them."""

    def __init__(self, game, rng):
        self.game = game.copy()
        self.game.meeples = ()
        self.rng = rng
        self.used = set()

    def tile(self):
        """(kind, placement) of a tile that is due and joins most realms."""
        choices = [(kind, placement) for kind in self.game.due() for placement in self.game.placements(kind)]
        return max(((self.joined(*choice), self.rng.random(), *choice) for choice in choices), default=(0, 0, None, None))[2:]

    def surround(self):
        """Lays tiles of the bag around an empty cell so that asteroid fields or cities face it from many sides."""
        if any(self.game.set.tiles[kind].role for kind in self.game.due()):
            return
        x, y = self.rng.choice(sorted(self.game.board.frontier()))
        for edge in self.rng.sample(range(4), 4):
            facing = [choice for choice in self.choices(cell_beyond(x, y, edge))
                      if self.game.set.turned[choice[0]][choice[1][2]].edges[(edge + 2) % 4] == CITY]
            if facing:
                kind, placement = self.rng.choice(facing)
                self.game.lay_board(self.game.board.placed + (Placed(kind, *placement),))

    def choices(self, cell):
        return [(kind, placement) for kind in self.game.due() for placement in self.game.placements(kind)
                if placement[:2] == cell]

    def joined(self, kind, placement):
        return sum(len(realms) ** 3 for realms in self.realms_touched(kind, placement))

    def realms_touched(self, kind, placement):
        """For each feature of the tile, were it laid there: the realms that it would join."""
        x, y, rotation = placement
        board = self.game.board
        for feature in self.game.set.turned[kind][rotation].features:
            near = [(board.cells.get(cell_beyond(x, y, edge)), edge) for edge in feature.edges]
            yield {board.realm_at[tile, board.with_edge(tile, (edge + 2) % 4)] for tile, edge in near
                   if tile is not None}

    def fill(self, kind, placement):
        """Meeples on the realms that the placement touches and on the planets around it, then on others."""
        touched = {realm for realms in self.realms_touched(kind, placement) for realm in realms}
        near = {realm for realm in self.game.board.realms if realm.type == "planet" and self.is_near(realm, placement)}
        first = [realm for realm in self.game.board.realms if realm in touched | near]
        rest = [realm for realm in self.game.board.realms if realm not in touched | near]
        self.rng.shuffle(first)
        sides = len(self.game.scores)
        start = self.rng.randrange(sides)
        for number, realm in enumerate(first + self.rng.sample(rest, len(rest) * self.rng.randrange(3) // 2)):
            self.occupy(realm, (start + number) % sides)

    def is_near(self, realm, placement):
        placed = self.game.board.placed[realm.spots[0][0]]
        return abs(placed.x - placement[0]) <= 1 and abs(placed.y - placement[1]) <= 1

    def occupy(self, realm, side):
        """One to three meeples on an open realm; in Star Wars all of `side`."""
        if realm.complete:
            return
        seats = list(range(self.game.options.players))
        if self.game.rules == "star-wars":
            seats = [seat for seat in seats if self.game.side(seat) == side]
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            self.stand(realm, self.rng.choice(seats))

    def stand(self, realm, seat):
        """One meeple of a seat, if it has one; on a planet, or on a tile that bears none yet (SW-3.1, CL-3.1)."""
        supply = self.game.supply(seat)
        pieces = [p for p in PIECES[self.game.rules] if supply.get(p) and self.game.may_stand(p, realm.type)]
        spots = [spot for spot in realm.spots if realm.type == "planet" or spot[0] not in self.used]
        if pieces and spots:
            spot = self.game.board.name_spot(self.rng.choice(spots))
            self.game.meeples += (Meeple(seat, self.rng.choice(pieces), spot),)
            if realm.type != "planet":
                self.used.add(spot[0])


def staged(game, rng):
    """A game in `draw` with a crowd of meeples, and the kind and placement that it waits for; kind None if no tile
    fits anywhere."""
    stage = Stage(game, rng)
    for _ in range(rng.choice((0, 4))):
        stage.surround()
    kind, placement = stage.tile()
    if kind is not None:
        stage.fill(kind, placement)
    return stage.game, kind, placement
