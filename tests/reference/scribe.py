"""What happened in a game since `newgame`, as the words of `position ... moves` and as the moves of a record."""

import notation


class Scribe:
    def __init__(self):
        self.words = []
        self.turns = []
        self.open = None

    def turn(self):
        """The words of the turn that is going on; the next one begins when this one has its move."""
        if self.open is None:
            self.open = []
            self.turns.append(self.open)
        return self.open

    def put_out(self, tile):
        self.words.append(f"({tile})")
        self.turn().append(f"({tile})")

    def placed(self, move):
        self.turn().append(move)

    def decided(self, text):
        turn = self.turn()
        turn[-1] += "=" + text
        self.words.append(turn[-1])
        self.open = None

    def thrown(self, faces):
        self.words.append("[" + notation.throw_text(faces, ";") + "]")
        self.turns[-1].append("[" + notation.throw_text(faces) + "]")

    def record_moves(self):
        return [" ".join([f"{number}."] + turn) for number, turn in enumerate(self.turns, 1)]
