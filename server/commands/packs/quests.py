"""Finds mistakes in guild quests: steps that nobody can complete or reach, circles, bad endings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from server.commands.packs.figures import Fault, nearest
from server.commands.packs.positions import Path

Step = Mapping[str, Any]


def judged(path: Path, row: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the mistakes of a guild quest whose single figures are right."""
    steps: Sequence[Step] = row["steps"]
    if not steps:
        yield Fault((*path, "steps"), "a quest without steps; expected: one at least")
        return
    if not 1 <= row["complexity"] <= 3:
        yield Fault((*path, "complexity"), "expected: a complexity from 1 to 3 (p47)")
    for number, step in enumerate(steps):
        yield from _step((*path, "steps", number), step, is_first=not number)
    yield from _ways(path, row)
    yield from _uncounted(path, steps)
    yield from _declared_twice(path, steps)
    endings = row["epilogue"]["endings"]
    if not endings or endings[-1].get("when"):
        text = "no ending fits every case; expected: a last ending without 'when'"
        yield Fault((*path, "epilogue", "endings"), text)


def _step(path: Path, step: Step, *, is_first: bool) -> Iterator[Fault]:
    choices, trigger, linked = step.get("choices"), step.get("trigger"), step.get("linked")
    name = step["id"]
    if linked and is_first:
        yield Fault((*path, "linked"), f"{name!r} is the first step; expected: none to follow")
    if linked and not choices:
        yield Fault(path, f"{name!r} follows at once with nothing to do; expected: choices")
    if choices and not trigger and not linked:
        text = f"the encounter of {name!r} never comes; expected: a trigger, or linked = true"
        yield Fault(path, text)
    if not choices and not step.get("done"):
        yield Fault(path, f"nobody can complete {name!r}; expected: choices, or done")


def _ways(path: Path, row: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a mistake for each path to a step that is not there, each circle, and each step to
    which no path leads.
    """
    steps: Sequence[Step] = row["steps"]
    names = [str(step["id"]) for step in steps] + [str(row["epilogue"]["id"])]
    for number, name in enumerate(names):
        if name in names[:number]:
            here = (*path, "steps", number) if number < len(steps) else (*path, "epilogue")
            yield Fault(here, f"a second step is called {name!r}; expected: an id of its own")
    reached = {names[0]}
    for number, step in enumerate(steps):
        ways = step.get("next", ())
        for way, one in enumerate(ways):
            here = (*path, "steps", number, "next", way)
            if one["step"] not in names:
                yield Fault(
                    here, f"no step is called {one['step']!r}; {nearest(one['step'], names)}"
                )
            elif names.index(one["step"]) <= number:
                text = (
                    f"{names[number]!r} leads back to {one['step']!r}: a circle; expected: onwards"
                )
                yield Fault(here, text)
        if names[number] in reached:
            reached |= {str(one["step"]) for one in ways}
            if all(one.get("when") for one in ways):
                reached.add(names[number + 1])
    for number, name in enumerate(names):
        if name not in reached:
            here = (*path, "steps", number) if number < len(steps) else (*path, "epilogue")
            yield Fault(here, f"no way leads to {name!r}; expected: a step's 'next', or its place")


def _declared_twice(path: Path, steps: Sequence[Step]) -> Iterator[Fault]:
    """Yield a mistake for each tracker that two steps declare: the second would reset the count of
    the first.
    """
    first: dict[str, str] = {}
    for number, step in enumerate(steps):
        for at, one in enumerate(step.get("trackers", ())):
            if one["id"] in first:
                text = f"the tracker {one['id']!r} is declared in {first[one['id']]!r} too; "
                yield Fault((*path, "steps", number, "trackers", at), f"{text}expected: once")
            first.setdefault(str(one["id"]), str(step["id"]))


def _uncounted(path: Path, steps: Sequence[Step]) -> Iterator[Fault]:
    """Yield a mistake for each tracker that a step waits for and nothing counts."""
    counted = {str(one.get("tracker")) for one in _tables(steps) if one.get("do") == "count"}
    for number, step in enumerate(steps):
        for at, one in enumerate(step.get("done", ())):
            if one.get("need") == "counted" and "least" in one and one["tracker"] not in counted:
                text = (
                    f"{step['id']!r} waits for {one['tracker']!r}, which nothing counts; expected: "
                )
                yield Fault((*path, "steps", number, "done", at), f"{text}do = 'count' in a step")


def _tables(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        yield value
        for one in value.values():
            yield from _tables(one)
    elif isinstance(value, list):
        for one in value:
            yield from _tables(one)
