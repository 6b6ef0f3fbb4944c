"""The game as a state machine: draw, place, meeple, throw, with the events of docs/lookup/protocol.md. The state is
what a position line says; all else is recomputed from it."""

from dataclasses import dataclass

from board import Board, Placed, matches, river_exit, turn
from tiles import CENTRES, FACTIONS

COLOURS = ("red", "green", "black", "white", "orange", "blue", "yellow")
PLAYER_COLOURS = {"star-wars": ("red", "black", "green", "white", "orange"),
                  "classic": ("black", "red", "green", "blue", "yellow")}
FACTION_OF = {"red": "rebels", "green": "rebels", "black": "empire", "white": "empire", "orange": "hunters"}
PIECES = {"star-wars": ("small", "large"), "classic": ("meeple", "abbot")}
PIECE_CODES = {"small": 1, "meeple": 1, "large": 2, "abbot": 3}
PHASES = ("draw", "place", "meeple", "throw", "over")
RIVER_WORDS = (None, "river", "river=river-20")


class RuleError(Exception):
    """A step that the rules refuse; the argument is the protocol's error code."""


@dataclass(frozen=True)
class Options:
    colours: tuple
    fields: bool = False
    abbot: bool = False
    river: int = 0
    arrows: bool = False
    towns: bool = False
    teams: bool = False

    @property
    def players(self):
        return len(self.colours)

    def words(self):
        return [RIVER_WORDS[self.river] if word == "river" else word
                for word in ("fields", "abbot", "river", "arrows", "towns", "teams") if getattr(self, word)]


@dataclass(frozen=True)
class Meeple:
    """A meeple on the board; `spot` is (tile, feature)."""

    seat: int
    piece: str
    spot: tuple


class Game:
    """One game. Steps change it and return their events; `copy` gives an independent one."""

    def __init__(self, tile_set, options, first=0):
        self.set = tile_set
        self.rules = tile_set.rules
        self.options = options
        self.first = self.seat = first
        self.scores = [0] * (2 if options.teams else options.players)
        self.meeples = ()
        self.out = {}
        self.drawn = self.last = None
        self.extra = False
        self.phase = "draw"
        self.lay_board([Placed(kind, x, 0, 0) for x, kind in enumerate(self.first_kinds())])
        if not self.due():
            self.phase = "over"

    def copy(self):
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.scores, twin.out = list(self.scores), dict(self.out)
        return twin

    def first_kinds(self):
        """The start tile, the spring (CL-8.1) or the two halves of the source (CL-9.1), from west to east."""
        if not self.options.river:
            return [next(kind for kind, tile in enumerate(self.set.tiles) if tile.start)]
        return [kind for kind, tile in enumerate(self.set.tiles) for _ in range(tile.count) if tile.role == "spring"]

    def lay_board(self, placed):
        self.board = Board(self.set, placed)
        self.fitting = {}

    # ---- What follows from the state ----

    def bag(self):
        """Copies of each kind still to be drawn, the drawn tile not counted: {kind: number above 0}."""
        left = {kind: tile.count - self.out.get(kind, 0) for kind, tile in enumerate(self.set.tiles)
                if (self.options.river or not tile.role) and (self.options.arrows or not tile.arrow)}
        for placed in self.board.placed:
            left[placed.kind] -= 1
        if self.drawn is not None:
            left[self.drawn] -= 1
        return {kind: number for kind, number in left.items() if number > 0}

    def due(self):
        """The part of the bag that the next draw can give: river tiles, then lakes, then land (CL-8.1, CL-9.2)."""
        bag = self.bag()
        for role in ("river", "lake"):
            part = {kind: number for kind, number in bag.items() if self.set.tiles[kind].role == role}
            if part:
                return part
        return bag

    def side(self, seat):
        return seat % 2 if self.options.teams else seat

    def supply(self, seat):
        full = {"small": 4, "large": 1} if self.rules == "star-wars" else {"meeple": 7}
        if self.options.abbot:
            full["abbot"] = 1
        for meeple in self.meeples:
            if meeple.seat == seat:
                full[meeple.piece] -= 1
        return full

    def cells_for(self, tile):
        """The cells that SW-2.1, CL-8.2 and CL-9.3 let a tile be tried on."""
        cells = self.board.river_ends() if tile.role else self.board.frontier()
        return sorted(cells, key=lambda cell: (cell[1], cell[0]))

    def placements(self, kind):
        """Legal (x, y, rotation) of a kind, sorted by y, x, rotation."""
        if kind not in self.fitting:
            self.fitting[kind] = [
                (x, y, r) for x, y in self.cells_for(self.set.tiles[kind]) for r in self.set.rotations(kind)
                if matches(self.set.turned[kind][r].edges, self.board.edges_wanted(x, y))
                and self.bend_allowed(kind, x, y, r)]
        return self.fitting[kind]

    def bend_allowed(self, kind, x, y, rotation):
        """A bend of the river must not turn as the bend before it in its branch did (CL-8.2, CL-9.3)."""
        tile = self.set.turned[kind][rotation]
        if tile.role != "river":
            return True
        flow, before = self.board.river_ends()[x, y]
        bend = turn(flow, river_exit(tile, flow))
        return bend is None or bend != before

    def fits(self, x, y):
        """Tiles of the bag that match the neighbours of a cell in some rotation; -1 for a cell with a tile."""
        if (x, y) in self.board.cells:
            return -1
        wanted = self.board.edges_wanted(x, y)
        return sum(number for kind, number in self.bag().items()
                   if any(matches(tile.edges, wanted) for tile in self.set.turned[kind]))

    # ---- Realms and the meeples on them ----

    def on_realm(self, realm):
        return [m for m in self.meeples if self.board.realm_at[m.spot] is realm]

    def sides_on(self, meeples):
        """The sides that score a realm now: in Star Wars all that stand there, in classic the majority (CL-4.5)."""
        strength = {}
        for meeple in meeples:
            side = self.side(meeple.seat)
            strength[side] = strength.get(side, 0) + 1
        most = max(strength.values(), default=0)
        return sorted(s for s, number in strength.items() if self.rules == "star-wars" or number == most)

    def points(self, realm):
        """What a realm is worth as it stands: SW-5, SW-6.2, CL-4, CL-5.2, CL-6.3. A town is CL-4.6."""
        if realm.type == "field":
            return 3 * realm.cities
        if realm.type == "asteroids":
            return realm.tiles * (2 if realm.complete else 1) + 2 * realm.symbols
        if realm.type == "city":
            town = self.options.towns and realm.tiles == 2
            return (realm.tiles + realm.symbols) * (2 if realm.complete and not town else 1)
        return realm.tiles + 2 * realm.symbols

    def dice(self, realm):
        """Dice of each side on a realm (SW-4.2, SW-8.3)."""
        dice = {}
        for meeple in self.on_realm(realm):
            side = self.side(meeple.seat)
            dice[side] = dice.get(side, 0) + (2 if meeple.piece == "large" else 1)
        for side in dice:
            faction = FACTION_OF[self.options.colours[side]]
            if realm.factions[FACTIONS.index(faction)]:
                dice[side] += 1
        return {side: min(3, number) for side, number in sorted(dice.items())}

    def battle(self):
        """The first battle still to be fought, as (spot, dice by side), or None (SW-4.1, SW-4.9)."""
        if self.rules != "star-wars" or self.last is None:
            return None
        for spot, realm in self.battlefields():
            dice = self.dice(realm)
            if len(dice) > 1:
                return spot, dice
        return None

    def battlefields(self):
        yield from self.board.realms_on(self.last)
        yield from self.centres_around(self.last)

    def centres_around(self, tile):
        """(spot, realm) of each centre on the 8 cells around, in the order of cells, then features."""
        return [(spot, realm) for near in self.board.tiles_around(tile)
                for spot, realm in self.board.realms_on(near) if realm.type in CENTRES]

    # ---- Meeple decisions ----

    def decisions(self):
        """Legal decisions in the order of `legal`: (piece, spot), spot None for none and return."""
        found = [("none", None)]
        if self.abbot_to_return():
            found.append(("return", None))
        supply = self.supply(self.seat)
        pieces = [piece for piece in PIECES[self.rules] if supply.get(piece)]
        taken = [(piece, spot) for spot in self.spots_to_take() for piece in pieces
                 if self.may_stand(piece, self.board.feature(spot).type)]
        if supply.get("meeple"):
            taken += [("meeple", spot) for spot in self.arrow_spots()]
        return found + sorted(taken, key=self.legal_order)

    def legal_order(self, decision):
        """Realms of the new tile by rank, then others by y, x, rank; the pieces of one in their order."""
        piece, spot = decision
        place = (0,) if spot[0] == self.last else (1, *self.board.place_key(spot)[:2])
        return place, self.board.rank(spot), PIECE_CODES[piece]

    def spots_to_take(self):
        """Free realms of the new tile (SW-3.2, CL-3.1) and neighbouring planets (SW-3.3)."""
        own = [self.board.name_spot(spot) for spot, realm in self.board.realms_on(self.last)
               if not self.on_realm(realm)]
        return own + [spot for spot, realm in self.centres_around(self.last) if realm.type == "planet"]

    # ---- Arrows (CL-10) ----

    def active_arrows(self):
        """The arrows that can be activated in this turn (CL-10.3): {action: tile}, own before neighbours N E S W."""
        if not self.options.arrows:
            return {}
        found = {}
        own = self.board.tiles[self.last].arrow
        if own and self.board.beyond(self.last, own[0]) is not None:
            found[own[1]] = self.last
        for edge in range(4):
            near = self.board.beyond(self.last, edge)
            arrow = None if near is None else self.board.tiles[near].arrow
            if arrow and arrow[0] == (edge + 2) % 4:
                found.setdefault(arrow[1], near)
        if self.extra:
            found.pop("extra-turn", None)
        return found

    def arrow_spots(self):
        """{spot: action} of the realms where an arrow lets a meeple go (CL-10.6, CL-10.8), named by CL-10.10."""
        arrows = self.active_arrows()
        if not {"reinforce", "elsewhere"} & arrows.keys():
            return {}
        found = {}
        for realm in self.board.realms:
            there = self.on_realm(realm)
            if "reinforce" in arrows and realm.type != "garden" and any(m.seat == self.seat for m in there):
                found[self.realm_spot(realm)] = "reinforce"
            reaches = any(tile == self.last for tile, _ in realm.spots)
            if ("elsewhere" in arrows and not there and not realm.complete and not reaches
                    and self.may_stand("meeple", realm.type)):
                found[self.realm_spot(realm)] = "elsewhere"
        return found

    def realm_spot(self, realm):
        """The spot that names a realm: on the new tile, else on its first tile by y, x (CL-10.10)."""
        first = min(realm.spots, key=lambda s: (s[0] != self.last, self.board.placed[s[0]].y, self.board.placed[s[0]].x))
        return self.board.name_spot(first)

    def arrow_event(self, did, tile, points):
        placed = self.board.placed[tile]
        return {"event": "arrow", "seat": self.seat + 1, "tile": self.set.tiles[placed.kind].id, "x": placed.x,
                "y": placed.y, "did": did, "points": points}

    def may_stand(self, piece, realm_type):
        if piece == "abbot":
            return realm_type in ("monastery", "garden")
        return realm_type != "garden" and (realm_type != "field" or self.options.fields)

    def abbot_to_return(self):
        """The own abbot on an incomplete monastery or garden, or None (CL-7.4)."""
        for meeple in self.meeples:
            if meeple.seat == self.seat and meeple.piece == "abbot":
                return None if self.board.realm_at[meeple.spot].complete else meeple
        return None

    # ---- Steps ----

    def require(self, phase):
        if self.phase != phase:
            raise RuleError("bad-phase")

    def draw(self, kind):
        self.require("draw")
        if kind not in self.due():
            raise RuleError("bad-tile")
        events = [{"event": "drawn", "seat": self.seat + 1, "tile": self.set.tiles[kind].id}]
        if self.placements(kind):
            self.drawn, self.phase = kind, "place"
            return events
        events.append({"event": "put-out", "seat": self.seat + 1, "tile": self.set.tiles[kind].id})
        self.out[kind] = self.out.get(kind, 0) + 1
        self.fitting = {}
        if not self.due():
            self.finish(events)
        return events

    def place(self, x, y, rotation):
        self.require("place")
        rotation = self.set.smallest[self.drawn][rotation]
        if (x, y, rotation) not in self.placements(self.drawn):
            raise RuleError("bad-placement")
        event = {"event": "placed", "seat": self.seat + 1, "tile": self.set.tiles[self.drawn].id,
                 "x": x, "y": y, "rotation": rotation}
        self.last = len(self.board.placed)
        self.lay_board(self.board.placed + (Placed(self.drawn, x, y, rotation),))
        self.drawn, self.phase = None, "meeple"
        arrow = self.options.arrows and self.board.tiles[self.last].arrow
        if not arrow or self.board.beyond(self.last, arrow[0]) is not None:
            return [event]
        self.pay([self.side(self.seat)], 2)
        return [event, self.arrow_event("points", self.last, 2)]

    def meeple(self, piece, spot=None):
        self.require("meeple")
        arrows, by_arrow = self.active_arrows(), self.arrow_spots()
        if spot is not None:
            realm = self.realm_spot(self.board.realm_at[spot])
            spot = realm if realm in by_arrow else self.board.name_spot(spot)
        if (piece, spot) not in self.decisions():
            raise RuleError("bad-decision")
        events = []
        action = by_arrow.get(spot)
        if action:
            events.append(self.arrow_event(action, arrows[action], 0))
        if piece == "return":
            self.take_abbot_back(events)
        elif piece != "none":
            self.meeples += (Meeple(self.seat, piece, spot),)
            events.append({"event": "meeple", "seat": self.seat + 1, "piece": piece, **self.named(spot)})
        follows = not action and "extra-turn" in arrows
        if follows:
            events.append(self.arrow_event("extra-turn", arrows["extra-turn"], 0))
        self.fight_or_score(events, follows)
        return events

    def take_abbot_back(self, events):
        abbot = self.abbot_to_return()
        self.score(events, abbot.spot, final=False)
        self.bring_home(events, [abbot])

    def throw(self, faces):
        """One throw: `faces` is {side: [numbers]} with exactly the dice of the battle (SW-4.4)."""
        self.require("throw")
        spot, dice = self.battle()
        if {side: len(numbers) for side, numbers in faces.items()} != dice:
            raise RuleError("bad-throw")
        events = [{"event": "throw", **self.named(spot), "dice": {str(s + 1): faces[s] for s in dice}}]
        best = max(max(numbers) for numbers in faces.values())
        highest = [side for side in dice if max(faces[side]) == best]
        if len(highest) > 1:
            self.pay(highest, 1)
            events.append({"event": "tie", **self.named(spot), "sides": [s + 1 for s in highest], "points": 1})
        for side in dice:
            if side not in highest:
                self.lose(events, spot, side, dice[side])
        if len(highest) == 1:
            self.fight_or_score(events)
        return events

    def lose(self, events, spot, side, points):
        """SW-4.7: the loser scores its dice and takes all its meeples back."""
        self.pay([side], points)
        events.append({"event": "lost", **self.named(spot), "side": side + 1, "points": points})
        self.bring_home(events, [m for m in self.on_realm(self.board.realm_at[spot]) if self.side(m.seat) == side])

    def fight_or_score(self, events, follows=False):
        """`follows`: an extra turn follows (CL-10.7)."""
        battle = self.battle()
        if battle is None:
            self.score_turn(events)
            self.end_turn(events, follows)
            return
        spot, dice = battle
        self.phase = "throw"
        events.append({"event": "battle", **self.named(spot), "dice": {str(s + 1): n for s, n in dice.items()}})

    def score_turn(self, events):
        """Complete realms of the new tile, then complete centres around it (SW-5.4, CL-4.5)."""
        for spot, realm in self.board.realms_on(self.last) + self.centres_around(self.last):
            meeples = self.on_realm(realm)
            if realm.complete and meeples:
                self.score(events, spot, final=False)
                self.bring_home(events, meeples)

    def end_turn(self, events, follows):
        self.last, self.phase = None, "draw"
        self.extra = follows
        if not follows:
            self.seat = (self.seat + 1) % self.options.players
        if not self.due():
            self.finish(events)

    def finish(self, events):
        """The final scoring (SW-6.2, CL-5.2): realms in the order of the first meeple on them."""
        self.phase = "over"
        self.extra = False
        seen = []
        for meeple in sorted(self.meeples, key=self.board_order):
            realm = self.board.realm_at[meeple.spot]
            if realm not in seen:
                seen.append(realm)
                self.score(events, meeple.spot, final=True)
        events.append({"event": "over", "scores": list(self.scores)})

    # ---- Points and returns ----

    def pay(self, sides, points):
        for side in sides:
            self.scores[side] += points

    def named(self, spot):
        placed = self.board.placed[spot[0]]
        return {"realm": self.board.name(spot), "x": placed.x, "y": placed.y}

    def score(self, events, spot, final):
        realm = self.board.realm_at[spot]
        sides = self.sides_on(self.on_realm(realm))
        points = self.points(realm)
        self.pay(sides, points)
        events.append({"event": "scored", "kind": realm.type, **self.named(spot), "complete": realm.complete,
                       "final": final, "tiles": realm.tiles, "symbols": realm.symbols, "cities": realm.cities,
                       "points": points, "sides": [s + 1 for s in sides]})

    def board_order(self, meeple):
        """By cell (y, then x), then by feature: the feature by which the realm is named there."""
        placed, spot = self.board.placed[meeple.spot[0]], self.board.name_spot(meeple.spot)
        return placed.y, placed.x, spot[1]

    def bring_home(self, events, meeples):
        """Meeples of one realm return by seat, piece, cell and feature."""
        order = sorted(meeples, key=lambda m: (m.seat, PIECE_CODES[m.piece], *self.board_order(m)))
        for meeple in order:
            events.append({"event": "returned", "seat": meeple.seat + 1, "piece": meeple.piece,
                           **self.named(meeple.spot)})
        self.meeples = tuple(m for m in self.meeples if m not in order)


def default_options(rules, players=2, **switches):
    return Options(PLAYER_COLOURS[rules][:players], **switches)
