"""What the browser itself says of its frames: the page's own work, and the time between frames.

A trace of the renderer's main thread is cut where each frame begins. The work of a frame is the
time that the thread was busy with it: scripts, styles, layout, painting lists, all but drawing
pixels, which other threads do. `busy` counts processor time alone, so that a machine with other
work on its cores does not spoil it; `spent` is the clock's time. In both, work that lies between
two frames counts, too. There the browser also collects its garbage, in small tasks that let a
frame go first: `own` is a frame's work without those, `collecting` the longest of them, and a frame
may have to wait for that one, but not for all of them.
"""

import json
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "cc"]
MAIN, FRAME, TASK = "CrRendererMain", "ProxyMain::BeginMainFrame", "RunTask"
POSTED, COLLECTOR = "ThreadControllerImpl::RunTask", "v8/src/heap/"
MILLISECOND = 1000.0


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of all values does not exceed."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))], 1)


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median, 95th, 99th percentile and greatest value."""
    return {
        "median": share(values, 0.5),
        "p95": share(values, 0.95),
        "p99": share(values, 0.99),
        "max": share(values, 1.0),
    }


def frames(trace: bytes) -> dict[str, Any]:
    """`busy`, `own`, `collecting`, `spent` and `interval` of the traced frames in milliseconds.

    `frames` tells how many those are.

    Raises ValueError where the trace holds no frames.
    """
    events = json.loads(trace)["traceEvents"]
    threads = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == MAIN
    }
    work = [one for one in events if one.get("ph") == "X" and (one["pid"], one["tid"]) in threads]
    begun = sorted(one["ts"] for one in work if one["name"] == FRAME)
    if len(begun) < 2:
        raise ValueError("the trace holds no frames")
    busy, spent, own, collecting = ([0.0] * len(begun) for _ in range(4))
    for one in work:
        at = bisect_right(begun, one["ts"]) - 1
        if at < 0:
            continue
        took = one.get("tdur", one["dur"]) / MILLISECOND
        if one["name"] == TASK:
            busy[at] += took
            spent[at] += one["dur"] / MILLISECOND
        elif one["name"] == POSTED and COLLECTOR in one["args"].get("src_file", ""):
            collecting[at] = max(collecting[at], took)
        elif one["name"] == POSTED:
            own[at] += took
    gaps = [(later - sooner) / MILLISECOND for sooner, later in pairwise(begun)]
    return {
        "frames": len(begun),
        "busy": spread(busy),
        "own": spread(own),
        "collecting": spread(collecting),
        "spent": spread(spent),
        "interval": spread(gaps),
    }
