#!/usr/bin/env python3
"""Holds Dockerfile and compose.yaml to what docs/do/host.md promises: container.py REPOSITORY PROGRAM ADDRESS

Two stages, of which the last has the program alone; a user without rights, a volume and a health check. The health check's
own command must find the server that runs at ADDRESS (127.0.0.1:PORT), and none at a port where nothing listens; the
program must know the options by which it is started. Prints what is wrong and exits with 1 if anything is.
"""
import json
import pathlib
import re
import subprocess
import sys


def instructions(text):
    """(word, the rest) of each instruction, lines that go on joined, without comments."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    joined = re.sub(r"\s*\\\n\s*", " ", "\n".join(lines))
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]


def healthy(command, port):
    """Whether the health check's command is content with the server at a port."""
    return subprocess.run([part.replace("/8080", f"/{port}") for part in command], stderr=subprocess.DEVNULL,
                          timeout=60).returncode == 0


def faults(repository, program, address):
    every = instructions((repository / "Dockerfile").read_text(encoding="utf-8"))
    starts = [i for i, (word, _) in enumerate(every) if word == "FROM"]
    if len(starts) != 2:
        yield f"Dockerfile: expected 2 stages, found {len(starts)}"
        return
    last = dict(every[starts[1]:])
    for _, image in (every[i] for i in starts):
        if ":" not in image.split()[0]:
            yield f"Dockerfile: the image {image} has no version"
    for word in ("USER", "VOLUME", "HEALTHCHECK", "ENTRYPOINT"):
        if word not in last:
            yield f"Dockerfile: the last stage has no {word}"
            return
    if last["USER"].split(":")[0] in ("root", "0"):
        yield "Dockerfile: the server would run as root"
    if "ca-certificates" not in last["RUN"]:
        yield "Dockerfile: the last stage has no certificates by which to send notices"
    if "rm -rf" not in last["RUN"] or "--no-install-recommends" not in last["RUN"]:
        yield "Dockerfile: the last stage keeps what it installed by"
    if not last["COPY"].startswith(f"--from={every[starts[0]][1].split()[-1]} "):
        yield "Dockerfile: the last stage copies from elsewhere than the first"

    check = json.loads(last["HEALTHCHECK"].split("CMD", 1)[1])
    if not healthy(check, address.rsplit(":", 1)[1]):
        yield "Dockerfile: the health check does not find the server that runs"
    if healthy(check, 1):
        yield "Dockerfile: the health check is content without a server"
    started = json.loads(last["ENTRYPOINT"])
    known = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    for option in (word for word in started if word.startswith("--")):
        if f"{option}=" not in known:
            yield f"Dockerfile: `tessera serve` has no option {option}"
    if last["VOLUME"].strip() not in started:
        yield "Dockerfile: the volume is not where the server keeps its tables"

    compose = (repository / "compose.yaml").read_text(encoding="utf-8")
    if f"tables:{last['VOLUME'].strip()}" not in compose:
        yield "compose.yaml: the volume is not that of the Dockerfile"
    for wanted in ("read_only: true", "- ALL", "no-new-privileges:true", f":{last['EXPOSE'].strip()}\""):
        if wanted not in compose:
            yield f"compose.yaml: {wanted} is missing"
    for variable in re.findall(r"^ +(TESSERA_\w+):", compose, re.M):
        if f"--{variable.removeprefix('TESSERA_').lower().replace('_', '-')}=" not in known:
            yield f"compose.yaml: the server knows no {variable}"


wrong = list(faults(pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
print("\n".join(wrong) or "Dockerfile and compose.yaml are as they should be")
sys.exit(bool(wrong))
