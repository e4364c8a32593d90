"""How many cores this process may use."""

import os


def usable_cores() -> int:
    """At least 1; all of the machine where the system, such as macOS, keeps no list of them."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
