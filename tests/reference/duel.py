"""One game through the referee and through the reference side by side; every step is compared."""

import json
from collections import Counter

import notation
import policy
from referee import Referee
from scribe import Scribe

STATE_QUERIES = ("phase", "legal", "state json", "state", "hash")


class Difference(Exception):
    """The engine and the reference disagree, or the engine's answer cannot be read."""

    def __init__(self, what, engine, reference):
        super().__init__(what)
        self.what, self.engine, self.reference = what, engine, reference


class Duel:
    """`game` is the reference's state; `history` holds (game before, command, events) of each step that can be undone."""

    def __init__(self, program, mix, rng):
        self.referee = Referee(program)
        self.mix = mix
        self.rng = rng
        self.style = rng.choice(policy.STYLES)
        self.eagerness = rng.choice((0.3, 0.7, 0.9, 0.98))
        self.chance_named = rng.choice((0, 0.5, 1))
        self.staging = rng.random() < 0.4
        self.log = []
        self.history = []
        self.counts = Counter(games=1)

    # ---- Talking and comparing ----

    def ask(self, *commands):
        self.log.extend(commands)
        return self.referee.ask(*commands)

    def query(self, *commands):
        """Asks without keeping the commands in the log: for those that change nothing."""
        return self.referee.ask(*commands)

    def accepted(self, command):
        """The data of a command that must succeed."""
        reply = self.ask(command)[0]
        if reply.code:
            raise Difference(command, f"error {reply.code} {reply.text}", "ok")
        return list(reply.data)

    def compare(self, what, engine, reference):
        if engine != reference:
            raise Difference(what, engine, reference)

    def check(self):
        """Compares everything that the referee can show of the state."""
        game = self.game
        replies = self.query(*STATE_QUERIES)
        expected = ([notation.phase_line(game)], notation.legal_lines(game),
                    [notation.compact(notation.state_json(game))], [notation.position_line(game)],
                    ["hash " + notation.position_hash(game)])
        for query, reply, wanted in zip(STATE_QUERIES, replies, expected):
            self.compare(query, f"error {reply.code}" if reply.code else list(reply.data), wanted)

    # ---- Steps ----

    def begin(self):
        events = self.accepted(self.mix.command())
        first = self.mix.first
        if first is None:
            first = json.loads(self.query("state json")[0].data[0])["first"] - 1
        self.starter = first
        self.game = self.mix.game(first)
        self.compare("events of newgame", events, [])
        self.scribe = Scribe()
        self.check()

    def lines(self, events):
        self.count(events)
        return [notation.event_line(event) for event in events]

    def count(self, events):
        for event in events:
            self.counts[event["event"]] += 1
            self.counts["crowded"] += event["event"] == "battle" and len(event["dice"]) > 2
            self.counts["shared"] += event["event"] == "scored" and len(event["sides"]) > 1
        self.counts["further"] += [event["event"] for event in events].count("battle") and events[0]["event"] == "throw"

    def step(self, command, name, *arguments, data=None):
        """Takes a step in both; `command` names its chance, `data` is the referee's answer if it has been asked."""
        before = self.game.copy()
        if data is None:
            data = self.accepted(command)
        events = self.lines(getattr(self.game, name)(*arguments))
        self.compare("events of " + command, data, events)
        self.history.append((before, command, events))
        self.check()

    def advance(self):
        getattr(self, "step_" + self.game.phase)()

    def named_chance(self):
        return self.rng.random() < self.chance_named

    def first_event(self, data, wanted):
        """The first event of a chance step, which tells what chance gave."""
        event = json.loads(data[0].removeprefix("event ")) if data else {}
        if event.get("event") != wanted:
            raise Difference("first event", data, wanted)
        return event

    def step_draw(self):
        if self.named_chance():
            self.take(policy.choose_kind(self.game, self.rng, self.style))
        else:
            data = self.accepted("draw")
            self.take(self.game.set.kinds[self.first_event(data, "drawn")["tile"]], data)

    def take(self, kind, data=None):
        """Draws a tile of a kind; `data` is what the referee told if it has drawn it already."""
        tile = self.game.set.tiles[kind].id
        self.step("draw " + tile, "draw", kind, data=data)
        if self.game.phase != "place":
            self.scribe.put_out(tile)

    def step_place(self):
        self.lay(*policy.choose_placement(self.game, self.rng, self.style))

    def lay(self, x, y, rotation):
        """Lays the drawn tile, now and then with the decision in one command, by any rotation that looks the same."""
        drawn = self.game.drawn
        tile = self.game.set.tiles[drawn].id
        same = [r for r in range(4) if self.game.set.smallest[drawn][r] == rotation]
        if self.rng.random() < 0.15:
            self.move(tile, x, y, rotation, self.rng.choice(same))
            return
        self.step(f"place {x},{y}r{self.rng.choice(same)}", "place", x, y, rotation)
        self.scribe.placed(f"{tile}@{x},{y}r{rotation}")

    def step_meeple(self):
        decision = policy.choose_decision(self.game, self.rng, self.eagerness)
        text = notation.decision_text(self.game, decision)
        self.step("meeple " + self.alias(decision), "meeple", *decision)
        self.scribe.decided(text)

    def move(self, tile, x, y, rotation, written):
        """Placement and decision in one command, in the history as the two steps that they are."""
        before = self.game.copy()
        events = self.lines(self.game.place(x, y, rotation))
        between = self.game.copy()
        decision = policy.choose_decision(self.game, self.rng, self.eagerness)
        text, alias = notation.decision_text(self.game, decision), self.alias(decision)
        more = self.lines(self.game.meeple(*decision))
        tail = "" if text == "none" and self.rng.random() < 0.5 else "=" + alias
        command = f"move {tile}@{x},{y}r{written}{tail}"
        self.compare("events of " + command, self.accepted(command), events + more)
        self.history += [(before, f"place {x},{y}r{written}", events), (between, "meeple " + alias, more)]
        self.scribe.placed(f"{tile}@{x},{y}r{rotation}")
        self.scribe.decided(text)
        self.check()

    def alias(self, decision):
        """The decision as text, its realm named by any edge of any of its segments on the tile."""
        piece, spot = decision
        text = notation.decision_text(self.game, decision)
        places = [place for s in self.segments(spot) for place in notation.segment_places(self.game.board.feature(s))]
        if not places:
            return text
        return f"{piece}:{self.game.board.feature(spot).type}.{self.rng.choice(places)}"

    def segments(self, spot):
        if spot is None or spot[0] != self.game.last:
            return []
        return [s for s in self.game.board.realm_at[spot].spots if s[0] == spot[0]]

    def step_throw(self):
        data = None
        if self.named_chance():
            faces = policy.choose_throw(self.game, self.rng)
        else:
            data = self.accepted("throw")
            dice = self.first_event(data, "throw")["dice"]
            faces = {int(side) - 1: numbers for side, numbers in dice.items()}
        self.step("throw " + notation.throw_text(faces), "throw", faces, data=data)
        self.scribe.thrown(faces)

    def close(self):
        self.referee.close()
