#!/usr/bin/env python3
"""Three nodes behind nginx that do what they are told, for the tests of the page: it says where they are, then takes lines
and answers each with one. `nodes all` names the nodes; `kill NAME` and `start NAME` do that to a node. They end with the lines. Run by tests/store/with_postgres; TESSERA names the program."""
import sys

from fleet import Fleet


def main():
    fleet = Fleet()
    named = {node.name: node for node in fleet.nodes}
    try:
        print("http://127.0.0.1:%d/" % fleet.port, flush=True)
        for line in sys.stdin:
            command, what = line.split()
            if command == "nodes":
                print(" ".join(named), flush=True)
            else:
                getattr(named[what], {"kill": "kill", "start": "start"}[command])()
                print("done", flush=True)
    finally:
        fleet.close()


main()
