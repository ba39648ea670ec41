"""Work for crews in tests: tasks that wait for a file, and tasks that kill or disappoint."""

import os
import signal
import time
from pathlib import Path


def double(task):
    return 2 * task


def die(task):
    os.kill(os.getpid(), signal.SIGKILL)


def fail(task):
    raise ValueError(f"no {task}")


def wait_for(task):
    """Say who is at the task, and go on when the file `go` is there."""
    folder, number = task
    begun = Path(folder) / f"{number}-{os.getpid()}"
    begun.touch()
    for _ in range(600):
        if (Path(folder) / "go").exists():
            return number
        time.sleep(0.05)
    raise TimeoutError


def begun(folder, count):
    """The names of the tasks that were begun, each with its process, once there are so many."""
    for _ in range(1200):
        found = sorted(path.name for path in folder.iterdir())
        if len(found) == count:
            return found
        time.sleep(0.05)
    raise TimeoutError
