"""Random valid tile sets of both games as JSON documents (docs/lookup/notation.md, section 1)."""

import string

from tiles import EDGE_NAMES, FACTIONS, HALF_NAMES

WORDS = {"star-wars": {"space": "S", "road": "R", "city": "A"},
         "classic": {"space": "F", "road": "R", "city": "C", "water": "W"}}
NAMES = {"star-wars": {"space": "space", "road": "trading route", "city": "asteroid field"},
         "classic": {"space": "field", "road": "road", "city": "city", "water": "water"}}
ENDS = {"star-wars": ("intersection", "planet", "asteroids"), "classic": ("village", "monastery", "city")}
MOST = 255


class Maker:
    """Makes one set; holds what its tiles have in common and how many symbols and arms are still allowed."""

    def __init__(self, rng, rules):
        self.rng = rng
        self.rules = rules
        self.letters = self.choose_letters()
        self.weights = [rng.random() ** 2 + 0.05 for _ in range(3)]
        self.centre_rate = rng.choice((0.05, 0.2, 0.2, 0.5, 1))
        self.symbol_rate = rng.choice((0, 0.2, 0.2, 0.6))
        self.through_rate = rng.random()
        self.plain_rate = rng.choice((0.05, 0.05, 0.3, 0.7))
        self.left = {"arms": MOST, **{faction: MOST for faction in FACTIONS}}

    def choose_letters(self):
        letters = dict(WORDS[self.rules])
        if self.rng.random() < 0.2:
            letters.update(zip(letters, self.rng.sample(string.ascii_uppercase, len(letters))))
        return letters

    # ---- Features ----

    def features(self, edges, count):
        """Features for a tile with these edges; `count` copies of it are made."""
        features = self.cities(edges, count) + self.roads(edges, count) + self.centres(count)
        self.rng.shuffle(features)
        if self.rules == "classic":
            features += self.fields(edges, sum(f["type"] == "city" for f in features))
            self.rng.shuffle(features)
        return features

    def parts(self, items, together):
        """A random partition; each item joins an earlier part with probability `together`."""
        parts = []
        for item in self.rng.sample(items, len(items)):
            if parts and self.rng.random() < together:
                self.rng.choice(parts).append(item)
            else:
                parts.append([item])
        return parts

    def cities(self, edges, count):
        kind = "asteroids" if self.rules == "star-wars" else "city"
        reached = [e for e in range(4) if edges[e] == "city"]
        parts = self.parts(reached, self.rng.choice((0, 0.6, 1)))
        return [self.marked({"type": kind, "edges": letters(part)}, count) for part in parts]

    def roads(self, edges, count):
        kind = "route" if self.rules == "star-wars" else "road"
        ends = [e for e in range(4) if edges[e] == "road"]
        self.rng.shuffle(ends)
        roads = []
        while ends:
            through = len(ends) > 1 and self.rng.random() < self.through_rate
            most = len(ends) if self.rng.random() < 0.2 else 2  # a road may fork
            part = [ends.pop() for _ in range(most if through else 1)]
            road = {"type": kind, "edges": letters(part)}
            if not through and self.rng.random() < 0.5:
                road["end"] = self.rng.choice(ENDS[self.rules])
            roads.append(self.marked(road, count) if kind == "route" else road)
        return roads

    def centres(self, count):
        kinds = ["planet"] if self.rules == "star-wars" else ["monastery", "garden"]
        return [self.marked({"type": kind}, count) if kind == "planet" else {"type": kind}
                for kind in kinds if self.rng.random() < self.centre_rate]

    def marked(self, feature, count):
        """Adds symbols or coats of arms as far as the limit of the set allows."""
        if self.rng.random() < self.symbol_rate:
            number = self.rng.choice((1, 1, 1, 2, 3))
            if feature["type"] == "city":
                feature["arms"] = self.spend("arms", number, count)
            else:
                chosen = [self.rng.choice(FACTIONS) for _ in range(number)]
                feature["symbols"] = [f for f in chosen if self.spend(f, 1, count)]
        return feature

    def spend(self, what, number, count):
        number = min(number, self.left[what] // count)
        self.left[what] -= number * count
        return number

    def fields(self, edges, cities):
        """Fields over every half of an edge that is no city: runs around the tile, or at odds with all geometry; and on
        some tiles fields that reach no edge."""
        halves = [h for h in range(8) if edges[h // 2] != "city"]
        parts = self.runs(halves) if self.rng.random() < 0.7 else self.parts(halves, 0.5)
        while len(parts) > 6:
            parts[0].extend(parts.pop())
        if self.rng.random() < 0.2:
            parts += [[] for _ in range(self.rng.choice((1, 1, 2)) if len(parts) < 5 else 6 - len(parts))]
        fields = []
        for part in parts:
            field = {"type": "field", "halves": " ".join(HALF_NAMES[h] for h in part)}
            touched = [c for c in range(cities) if self.rng.random() < 0.6]
            if touched:
                field["cities"] = touched
            fields.append(field)
        return fields

    def runs(self, halves):
        runs = []
        for half in halves:
            if runs and self.rng.random() < 0.6:
                runs[-1].append(half)
            else:
                runs.append([half])
        return runs

    # ---- Tiles ----

    def tile(self, name, edges, count, **more):
        return {"id": name, "count": count, "edges": "".join(self.letters[e] for e in edges), **more,
                "features": self.features(edges, count)}

    def land_edges(self):
        kinds = ("space", "road", "city")
        if self.rng.random() < self.plain_rate:
            return self.rng.choices(kinds, self.weights) * 4
        return self.rng.choices(kinds, self.weights, k=4)

    def land(self, kinds, room):
        """`kinds` land tiles of at most `room` copies together."""
        tiles = []
        for number in range(kinds):
            most = room - (kinds - number - 1)
            count = min(most, self.rng.choice((1, 1, 2, 2, 3, 4, 5, 9)))
            room -= count
            tiles.append(self.tile(self.name(number), self.land_edges(), count))
        return tiles

    def name(self, number):
        tail = "".join(self.rng.choices(string.ascii_letters + "_", k=self.rng.choice((0, 1, 2, 10))))
        return f"{self.rng.choice('TtZ_')}{number}{tail}"

    def river(self):
        """A spring or a source of two halves, a few kinds of river tiles, and a lake for each open end (CL-9.3)."""
        source = self.rng.random() < 0.5
        tiles = self.twins("SPRING", [1, 3], "spring") if source else [
            self.tile("SPRING", self.water_edges([2]), 1, role="spring")]
        for number in range(self.rng.randint(1, 7)):
            ends = self.rng.choice(([1, 3], [2, 3], [0, 1]))
            tiles.append(self.tile(f"RIVER{number}", self.water_edges(ends), self.rng.randint(1, 3), role="river"))
        return tiles + (self.twins("LAKE", [0], "lake") if source else [
            self.tile("LAKE", self.water_edges([0]), 1, role="lake")])

    def twins(self, name, ends, role):
        """Two tiles of a role: copies of one kind, or two kinds."""
        if self.rng.random() < 0.5:
            return [self.tile(name, self.water_edges(ends), 2, role=role)]
        return [self.tile(name + number, self.water_edges(ends), 1, role=role) for number in "12"]

    def water_edges(self, ends):
        return ["water" if e in ends else edge for e, edge in enumerate(self.land_edges())]

    def size(self):
        """How many kinds, and how many tiles at most."""
        kinds = self.rng.choice((1, 2, 4, 8, 12, 16, 24, 40))
        return kinds, self.rng.choice((kinds, 3 * kinds, 3 * kinds, 60, 60, 80)) if kinds < 40 else MOST

    def document(self, name, with_river):
        kinds, room = self.size()
        room = max(kinds, min(room, MOST - 25))
        tiles = self.land(kinds, room)
        while not any(tile["features"] for tile in tiles):
            tiles = self.land(kinds, room)
        if not with_river or self.rng.random() < 0.5:
            self.rng.choice(tiles)["start"] = True
        if with_river:
            tiles += self.river()
            self.rng.shuffle(tiles)
        words = {self.letters[edge]: NAMES[self.rules][edge] for edge in self.letters}
        return {"format": "tileset/1", "id": name, "name": "made at random", "edge_letters": words, "tiles": tiles}


def letters(edges):
    return "".join(EDGE_NAMES[e] for e in sorted(edges))


def random_set(rng, rules, name, with_river=False):
    """A random valid set; one with a river holds one of CL-8 or CL-9, and perhaps no start tile."""
    return Maker(rng, rules).document(name, with_river)
