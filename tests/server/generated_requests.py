"""Requests that schemathesis makes from src/server/openapi.json, right and wrong ones, at a game that is being played: no
answer is a failure of the server, none is of a status, type or form that is not documented, what the description
forbids is refused, and what it needs a token for is not given without one.

    TESSERA=build/release/tessera python3 tests/server/generated_requests.py

schemathesis comes from PyPI into a virtual environment of its own in build/. Streams are left out, as they have no end;
tests/server/api.py reads those. A request of the right form may be refused by 400 all the same: no schema says what a
name may hide, or which move is legal.
"""
import os
import shutil
import subprocess
import sys

import api_base
from server import Server, UNLIMITED, begin, new_id

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
VERSION, EXAMPLES, SEED = "4.32.5", 15, 1
HOME = os.path.join(ROOT, "build", "schemathesis-" + VERSION)
SETTINGS = """
[parameters]
"path.table" = "%s"
"path.tournament" = "%s"

[checks.positive_data_acceptance]
expected-statuses = ["2xx", "400", "401", "403", "404", "409", "422", "429"]

[[operations]]
include-path = "/metrics"
headers = { Authorization = "Bearer %s" }

[[operations]]
include-path-regex = "/host"
headers = { Authorization = "Bearer %s" }

[[operations]]
include-path-regex = "/(players|tournaments)"
headers = { Authorization = "Bearer %s" }
"""


def install():
    """Makes the virtual environment if it is not there in whole."""
    done = os.path.join(HOME, "done")
    if os.path.exists(done):
        return
    shutil.rmtree(HOME, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
    subprocess.run([os.path.join(HOME, "bin", "pip"), "install", "--quiet", "--disable-pip-version-check",
                    "schemathesis==" + VERSION], check=True)
    with open(done, "w", encoding="utf-8"):
        pass


def main():
    install()
    server = Server(*UNLIMITED, "--notices", "none", "--metrics-token", api_base.METRICS_TOKEN, "--host-token", api_base.HOST_TOKEN)
    try:
        client = server.client()
        held = client.create(api_base.TWO).json
        other = client.sit(held["table"]).json
        begin(held["table"], {1: server.client(held["token"]), 2: server.client(other["token"])})
        player = client.join("Anna").json
        opened = {"id": new_id(), "settings": {"name": "Friday", "form": "swiss", "rounds": 3}}
        tournament = server.client(player["token"]).ask("POST", "/api/v1/tournaments", opened).json
        settings = os.path.join(server.folder, "schemathesis.toml")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(SETTINGS % (held["table"], tournament["tournament"], api_base.METRICS_TOKEN, api_base.HOST_TOKEN, player["token"]))
        run = subprocess.run([os.path.join(HOME, "bin", "schemathesis"), "--config-file", settings, "run",
                              os.path.join(ROOT, "src", "server", "openapi.json"), "--url", "http://127.0.0.1:%d" % server.port,
                              "--header", "Authorization: Bearer " + held["token"], "--exclude-path-regex", "/events$",
                              "--phases", "coverage,fuzzing", "--max-examples", str(EXAMPLES), "--seed", str(SEED),
                              "--generation-database", "none", "--request-timeout", "120", "--no-color"],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=3600, cwd=server.folder)
        alive = server.process.poll() is None
    finally:
        server.stop()
    print(run.stdout if run.returncode != 0 else run.stdout[run.stdout.rfind("Test cases:"):])
    return 0 if run.returncode == 0 and alive else 1


if __name__ == "__main__":
    sys.exit(main())
