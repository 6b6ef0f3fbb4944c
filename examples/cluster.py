#!/usr/bin/env python3
"""Self-play and the benchmark on many machines, by Dask:

    pip install "./python[dask]"
    dask scheduler &                        # on one machine, which prints its ADDRESS, as in tcp://10.0.0.1:8786
    dask worker ADDRESS --nthreads 1        # on each machine that plays; --nworkers for several of them
    python3 examples/cluster.py ADDRESS     # without ADDRESS it starts two workers on this machine

Each worker plays some games at a time. Any worker plays them as one machine would; but a policy that chooses at random
begins anew in every 20 games of the benchmark.
"""
import sys

from dask.distributed import Client, LocalCluster

import tessera
from tessera import benchmark


def main():
    if len(sys.argv) > 1:
        client = Client(sys.argv[1])
    else:
        client = Client(LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None))
    executor = client.get_executor()
    data = tessera.selfplay("level-7", games=40, game="classic", executor=executor, out="games.npz")
    print("games.npz has", len(data.actions), "decisions of", len(data.seeds), "games")
    told = benchmark.play("level-7", "classic/level-5", 40, threads=1, executor=executor)
    print("level-7 wins", told["score"], "of", told["games"], "games against level-5")
    client.shutdown()


if __name__ == "__main__":
    main()
