#!/usr/bin/env python3
"""A rolling upgrade: upgrade.py OLD_PROGRAM. Three nodes of a program of the version before, whose database this one changes,
are ended and started anew as this program, one after the other, while games are played; then the upgrade is taken back in
the same way. What was acknowledged is there, and all games come to their end. Run by tests/store/with_postgres; TESSERA names
the program."""
import signal
import sys

from cluster import wait_until
from fleet import TESSERA, Fleet, play_all


def main():
    old = sys.argv[1]
    fleet = Fleet(program=old)

    def stored():
        return int(fleet.psql("SELECT count(*) FROM tessera.entries")[0])

    def let_play(entries):
        before = stored()
        wait_until(lambda: join.over() or stored() >= before + entries)

    def version():
        return fleet.psql("SELECT version FROM tessera.server")[0]

    try:
        join = play_all(fleet, range(70, 90))
        before = version()
        for program in (TESSERA, old):
            for node in fleet.nodes:
                let_play(60)
                assert node.end(signal.SIGTERM) == 0, node.told()
                let_play(20)
                node.program = program
                node.start()
        let_play(40)
        assert not join.over(), "the games were over too soon"
        games = join()
        print("version %s, then %s: %d games, %d moves acknowledged, the longest stall %.1f s" % (
            before, version(), len(games), sum(len(game.acknowledged) for game in games), fleet.waits.longest("action")))
        codes = fleet.close()
        assert codes == [0, 0, 0], codes
    finally:
        fleet.close()


main()
