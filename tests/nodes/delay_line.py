#!/usr/bin/env python3
"""A line that takes long: delay_line.py NAME LEAST MOST makes a device NAME of the net. Each packet that is sent into it
comes out of it again between LEAST and MOST seconds later, so that packets overtake one another. Says `ready` when it is
there."""
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

MAKE_DEVICE, PACKETS_ALONE = 0x400454CA, 0x1001  # TUNSETIFF; IFF_TUN | IFF_NO_PI


def main():
    name, least, most = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
    line = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(line, MAKE_DEVICE, struct.pack("16sH22x", name.encode(), PACKETS_ALONE))
    subprocess.run(["ip", "link", "set", name, "up"], check=True)
    print("ready", flush=True)
    waiting, count = [], 0  # what is under way, by the time at which it arrives
    while True:
        left = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        if select.select([line], [], [], left)[0]:
            count += 1
            heapq.heappush(waiting, (time.monotonic() + random.uniform(least, most), count, os.read(line, 65536)))
        while waiting and waiting[0][0] <= time.monotonic():
            os.write(line, heapq.heappop(waiting)[2])


if __name__ == "__main__":
    main()
