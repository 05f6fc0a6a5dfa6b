"""A peer that knows only the three fields of the lock record, as a program in another language would.

Usage: seed_peer.py LOCK_FILE MARKER ROUNDS

Takes the lock ROUNDS times by the rules of the record alone (free, ours, owner dead, or older than ten
seconds). While it leads it creates MARKER exclusively and removes it again: two leaders at once collide
there. Prints "won N" for every round; exits 1 on a collision.
"""

import datetime
import fcntl
import json
import os
import sys
import time

lock_path, marker, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
my_id = "py-%d" % os.getpid()


def locked():
    while True:
        fd = os.open(lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(fd, fcntl.LOCK_EX)
        here = os.fstat(fd)
        try:
            there = os.stat(lock_path)
            if (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino):
                return fd
        except FileNotFoundError:
            pass
        os.close(fd)


def takeable(text):
    try:
        record = json.loads(text)
        owner, pid = record["instance_id"], record["pid"]
        claimed = datetime.datetime.fromisoformat(record["claimed_at"].replace("Z", "+00:00"))
    except (ValueError, KeyError, TypeError):
        return True
    if owner == my_id:
        return True
    age = datetime.datetime.now(datetime.timezone.utc) - claimed
    if age > datetime.timedelta(seconds=10):
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def acquire():
    fd = locked()
    try:
        if not takeable(os.pread(fd, 65536, 0).decode("utf-8", "replace")):
            return False
        now = datetime.datetime.now(datetime.timezone.utc).isoformat()
        line = json.dumps({"instance_id": my_id, "pid": os.getpid(), "claimed_at": now}).encode()
        os.ftruncate(fd, 0)
        os.pwrite(fd, line, 0)
        return True
    finally:
        os.close(fd)


def release():
    fd = locked()
    try:
        record = json.loads(os.pread(fd, 65536, 0))
        if record["instance_id"] == my_id:
            os.ftruncate(fd, 0)
    finally:
        os.close(fd)


won = 0
while won < rounds:
    if not acquire():
        time.sleep(0.0005)
        continue
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        print("collision", flush=True)
        sys.exit(1)
    time.sleep(0.001)
    os.unlink(marker)
    release()
    won += 1
    print("won %d" % won, flush=True)
    time.sleep(0.002)
