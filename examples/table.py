"""Seats the two bots of docs/learn/first-bot.md at a table of a server of its own, until their game is over.

It opens the table, seals and reveals the share of its own seat, and leaves that seat to the computer as soon as the game has
begun. However it ends, it stops the processes that it started.
"""
import hashlib
import json
import re
import secrets
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

BOTS = ("python3 mybot.py", "node examples/bot.mjs")


def post(path, body, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    body = json.dumps({"id": secrets.token_hex(16), **body}).encode()
    return json.load(urllib.request.urlopen(urllib.request.Request(address + "/api/v1" + path, body, headers)))


def has_begun(table):
    try:
        return urllib.request.urlopen(address + "/api/v1/tables/" + table + "/state").status == 200
    except urllib.error.HTTPError:
        return False


def seal(table, seat, token, share):
    log = json.load(urllib.request.urlopen(address + "/api/v1/tables/" + table))
    commitment = bytes.fromhex(log["entries"][0]["commitment"])
    sealed = hashlib.blake2b(b"tessera seal 1" + commitment + bytes([seat]) + share, digest_size=32).hexdigest()
    post("/tables/" + table + "/actions", {"type": "seal", "seal": sealed}, token)


def tell(table, token, share):
    try:
        post("/tables/" + table + "/actions", {"type": "contribute", "contribution": share.hex()}, token)
    except urllib.error.HTTPError:
        pass  # not everybody has sealed yet, or it was told before


def wait_for_begin(table, token, share, bots):
    last = time.monotonic() + 200
    while not has_begun(table):
        if time.monotonic() > last or any(bot.poll() is not None for bot in bots):
            raise SystemExit("the game has not begun: a bot did not sit down")
        tell(table, token, share)
        time.sleep(0.2)


data = tempfile.TemporaryDirectory()
server = subprocess.Popen(["tessera", "serve", "--listen", "127.0.0.1:0", "--data", data.name],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
bots = []
try:
    address = re.search(r"http://[^/\s]+", server.stdout.readline())[0]
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]
    held = post("/tables", {"name": "Anna", "setup": {"game": "classic", "grace": 0, "seats": seats}})
    table, share = held["table"], secrets.token_bytes(16)
    seal(table, held["seat"], held["token"], share)
    for command in BOTS:
        engine = "cmd='%s' patience=60" % command
        bots.append(subprocess.Popen(["tessera", "bot", "--url", address, "--table", table, "--engine", engine,
                                      "--name", command], stdout=subprocess.PIPE, text=True))
    wait_for_begin(table, held["token"], share, bots)
    post("/tables/" + table + "/actions", {"type": "leave"}, held["token"])
    for bot in bots:
        print(bot.communicate()[0].splitlines()[-1])
finally:
    for process in [*bots, server]:
        process.terminate()
        process.wait()
