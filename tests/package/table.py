#!/usr/bin/env python3
"""Makes a table at the server on a port of this machine and plays a turn there, or, if FILE tells of one, sees that it is as
it was left and plays another turn: table.py PORT FILE"""
import json
import os
import pathlib
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from server import Client, begin, wait_until  # noqa: E402

SETUP = {"game": "classic", "seats": [{"kind": "person"}, {"kind": "computer", "level": 1}], "first": 1, "grace": 0}


def whole_log(client, table):
    answer = client.get("/api/v1/tables/" + table)
    assert answer.status == 200, answer
    return answer.json["entries"]


def play_turn(client, table):
    """Plays the first of the legal turns as soon as one's turn has come."""
    def turn():
        told = client.get("/api/v1/tables/%s/state" % table).json
        return told if told["state"]["seat"] == 1 and told["turns"] else None

    told = wait_until(turn)
    answer = client.act(table, "move", move=told["turns"][0], at=told["at"], seen=told["seq"])
    assert answer.status == 200, answer


def main():
    port, file = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    client = Client(port)
    if file.exists():
        table, client.token, log = json.loads(file.read_text(encoding="utf-8"))
        assert whole_log(client, table)[:len(log)] == log, "the table is another than it was"
    else:
        held = client.create(SETUP).json
        table, client.token = held["table"], held["token"]
        begin(table, {1: client})
    play_turn(client, table)
    log = whole_log(client, table)
    file.write_text(json.dumps([table, client.token, log]), encoding="utf-8")
    print("a turn at a table of %d entries" % len(log))


if __name__ == "__main__":
    main()
