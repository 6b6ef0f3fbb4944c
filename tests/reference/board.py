"""The tiles on the table and their realms, found anew by flood fill from nothing but the list of placed tiles."""

from dataclasses import dataclass

from tiles import CENTRES, EDGE_NAMES, HALF_NAMES, half_across

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


@dataclass(frozen=True)
class Placed:
    """A tile on the table."""

    kind: int
    x: int
    y: int
    rotation: int


class Realm:
    """One route, asteroid field, planet, road, city, monastery, garden or field; `spots` are (tile, feature) indices."""

    def __init__(self, board, spots):
        self.spots = sorted(spots)
        self.type = board.feature(self.spots[0]).type
        features = [board.feature(spot) for spot in self.spots]
        self.factions = tuple(sum(f.symbols[i] for f in features) for i in range(3))
        self.symbols = sum(self.factions) + sum(f.arms for f in features)
        self.open = self.count_open(board)
        self.complete = self.type != "field" and self.open == 0
        self.tiles = self.count_tiles(board)
        self.cities = 0

    def count_open(self, board):
        """Open edges; for a centre the empty cells around it; 0 for a field."""
        if self.type in CENTRES:
            return 8 - len(board.tiles_around(self.spots[0][0]))
        return sum(board.beyond(tile, edge) is None
                   for tile, feature in self.spots for edge in board.feature((tile, feature)).edges)

    def count_tiles(self, board):
        """Each tile once (SW-5.1, CL-4.4); a centre counts itself and its neighbours, a field nothing."""
        if self.type in CENTRES:
            return 1 + len(board.tiles_around(self.spots[0][0]))
        return 0 if self.type == "field" else len({tile for tile, _ in self.spots})


class Board:
    """A list of `Placed` with what follows from it. A board never changes."""

    def __init__(self, tile_set, placed):
        self.set = tile_set
        self.placed = tuple(placed)
        self.tiles = [tile_set.turned[p.kind][p.rotation] for p in self.placed]
        self.cells = {(p.x, p.y): index for index, p in enumerate(self.placed)}
        self.realms, self.realm_at = self.flood()
        for realm in self.realms:
            if realm.type == "field":
                realm.cities = self.count_cities(realm)

    def feature(self, spot):
        return self.tiles[spot[0]].features[spot[1]]

    def beyond(self, tile, edge):
        """The index of the tile on the other side of an edge, or None."""
        placed, (dx, dy) = self.placed[tile], STEPS[edge]
        return self.cells.get((placed.x + dx, placed.y + dy))

    def tiles_around(self, tile):
        """Indices of the tiles on the 8 cells around, in the order of cells that scoring uses."""
        placed = self.placed[tile]
        near = [self.cells.get((placed.x + dx, placed.y + dy)) for dx, dy in AROUND]
        return [index for index in near if index is not None]

    def touching(self, spot):
        """Spots on neighbouring tiles that continue the feature at `spot`."""
        feature = self.feature(spot)
        for edge in feature.edges:
            other = self.beyond(spot[0], edge)
            if other is not None:
                yield other, self.with_edge(other, (edge + 2) % 4)
        for half in feature.halves:
            other = self.beyond(spot[0], half // 2)
            if other is not None:
                yield other, self.with_half(other, half_across(half))

    def with_edge(self, tile, edge):
        return next(i for i, f in enumerate(self.tiles[tile].features) if edge in f.edges)

    def with_half(self, tile, half):
        return next(i for i, f in enumerate(self.tiles[tile].features) if half in f.halves)

    def flood(self):
        realms, realm_at = [], {}
        for tile, shown in enumerate(self.tiles):
            for feature in range(len(shown.features)):
                if (tile, feature) not in realm_at:
                    spots = self.reach((tile, feature))
                    realm = Realm(self, spots)
                    realms.append(realm)
                    realm_at.update((spot, realm) for spot in spots)
        return realms, realm_at

    def reach(self, spot):
        seen, waiting = {spot}, [spot]
        while waiting:
            for near in self.touching(waiting.pop()):
                if near not in seen:
                    seen.add(near)
                    waiting.append(near)
        return seen

    def count_cities(self, field):
        """Complete cities that touch a field, each once (CL-6.3)."""
        touched = set()
        for tile, feature in field.spots:
            cities = [i for i, f in enumerate(self.tiles[tile].features) if f.type == "city"]
            touched.update(self.realm_at[tile, cities[c]] for c in self.feature((tile, feature)).cities)
        return sum(city.complete for city in touched)

    def name_spot(self, spot):
        """The spot by which the realm at `spot` is named on that tile (SW-3.5)."""
        same = [s for s in self.realm_at[spot].spots if s[0] == spot[0]]
        return min(same, key=lambda s: self.feature(s).rank)

    def rank(self, spot):
        return self.feature(self.name_spot(spot)).rank

    def name(self, spot):
        kind, rank = self.feature(spot).type, self.rank(spot)
        if kind in CENTRES:
            return kind
        if rank > 13:
            return f"{kind}.{rank - 13}"
        return kind + "." + (HALF_NAMES[rank - 4] if kind == "field" else EDGE_NAMES[rank])

    def place_key(self, spot):
        """Sorts spots by y, x, rank of the realm."""
        return self.placed[spot[0]].y, self.placed[spot[0]].x, self.rank(spot)

    def realms_on(self, tile):
        """(spot, realm) for each realm on a tile, in the order of features, each at its first segment there."""
        seen, found = set(), []
        for feature in range(len(self.tiles[tile].features)):
            realm = self.realm_at[tile, feature]
            if realm not in seen:
                seen.add(realm)
                found.append(((tile, feature), realm))
        return found

    def edges_wanted(self, x, y):
        """What the neighbours of a cell show towards it, N E S W; None where there is none."""
        near = [self.cells.get((x + dx, y + dy)) for dx, dy in STEPS]
        return tuple(None if n is None else self.tiles[n].edges[(e + 2) % 4] for e, n in enumerate(near))

    def frontier(self):
        """Empty cells beside a tile."""
        beside = {(p.x + dx, p.y + dy) for p in self.placed for dx, dy in STEPS}
        return beside - self.cells.keys()

    def river_ends(self):
        """The cells where the river goes on (CL-8.2, CL-9.3): {(x, y): (direction of flow, last bend of the branch)}.
        The last bend is "left", "right" or None."""
        springs = [i for i, tile in enumerate(self.tiles) if tile.role == "spring"]
        leaving = [(i, edge) for i in springs for edge in range(4)
                   if self.tiles[i].edges[edge] == 3 and self.beyond(i, edge) not in springs]
        ends = [self.branch_end(tile, edge) for tile, edge in leaving]
        return {end[:2]: end[2:] for end in ends if end is not None}

    def branch_end(self, tile, edge):
        """Where the branch that leaves a spring by an edge goes on, as (x, y, flow, last bend); None after its lake."""
        bend = None
        while True:
            after = self.beyond(tile, edge)
            if after is None:
                return self.placed[tile].x + STEPS[edge][0], self.placed[tile].y + STEPS[edge][1], edge, bend
            out = river_exit(self.tiles[after], edge)
            if out is None:
                return None
            bend = turn(edge, out) or bend
            tile, edge = after, out


def river_exit(tile, flow):
    """The edge through which a river that flows in direction `flow` leaves a tile, or None for the lake."""
    others = [e for e in range(4) if tile.edges[e] == 3 and e != (flow + 2) % 4]
    return others[0] if others else None


def turn(flow, out):
    """How a river that flows in direction `flow` turns when it leaves through `out`."""
    return {1: "right", 3: "left"}.get((out - flow) % 4)


def matches(edges, wanted):
    return all(want is None or want == edge for edge, want in zip(edges, wanted))
