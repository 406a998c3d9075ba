"""What a table with a delay holds back from its spectators: earlier states of the table, each shown
until its time. Pure.

A battle's begin and end, who is ready and what is set are held back; who sits where, who leads and
who belongs to the table is everybody's to know at once, and is changed in every state that is held.
The first state is kept whole, each later one as what differs from the one before it, and there are
never more than `MOST`: with so many battles within one delay that this is not enough, spectators
stay with the last state that is held until all that came after it is due.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from protocol.ids import PlayerId
from protocol.tables import (
    BattleLine,
    CampaignLine,
    Chair,
    Member,
    Phase,
    Settings,
    TableState,
)

MOST = 64
"""States held at once, two for each battle. A short battle's two take some 700 bytes."""


class Since(Struct, frozen=True, array_like=True):
    """What differs from the state before; None is as it was. Of the battles that were there, `gone`
    are forgotten at the beginning, `kept` are as they were, and then come `battles`. The campaign
    stands whole: it is a line.
    """

    revision: int
    name: str | None
    leader: PlayerId | None
    phase: Phase | None
    settings: Settings | None
    chairs: tuple[Chair, ...] | None
    members: tuple[Member, ...] | None
    commitment: str | None
    gone: int
    kept: int
    battles: tuple[BattleLine, ...]
    campaign: CampaignLine | None = None


class Held(Struct, frozen=True, array_like=True):
    """How a table is shown to spectators until then (Unix milliseconds): a whole `state`, or what
    differs `since` the one before.
    """

    until: int
    state: TableState | None
    since: Since | None = None


def states(held: Iterable[Held]) -> Iterator[tuple[int, TableState]]:
    """Yield each state that is held, whole, with the time until which it is shown."""
    state = None
    for each in held:
        if each.state is not None:
            state = each.state
        elif each.since is not None and state is not None:
            state = _later(state, each.since)
        if state is not None:
            yield each.until, state


def hold(held: tuple[Held, ...], state: TableState, now: int) -> tuple[Held, ...]:
    """Return what is held once a table changes unseen from `state` at `now` (Unix ms)."""
    kept = [(until, each) for until, each in states(held) if until > now]
    seconds = state.settings.delay
    if seconds and len(kept) < MOST:
        kept.append((now + 1000 * seconds, state))
    elif seconds:
        until, last = kept[-1]
        kept[-1] = max(until, now + 1000 * seconds), last
    return _packed(kept)


def changed(held: tuple[Held, ...], change: Callable[[TableState], TableState]) -> tuple[Held, ...]:
    """Return what is held, each state with a change that everybody sees at once."""
    return _packed([(until, change(each)) for until, each in states(held)])


def as_seen(held: Iterable[Held], state: TableState, now: int) -> TableState:
    """Return a table's state as a spectator sees it; `state` itself where nothing is held."""
    return next((each for until, each in states(held) if until > now), state)


def is_held(held: Iterable[Held], now: int) -> bool:
    """Return whether spectators see another state than the players."""
    return any(each.until > now for each in held)


def _packed(found: list[tuple[int, TableState]]) -> tuple[Held, ...]:
    packed: list[Held] = []
    before: TableState | None = None
    for until, state in found:
        if before is None:
            packed.append(Held(until, state))
        else:
            packed.append(Held(until, None, _since(before, state)))
        before = state
    return tuple(packed)


def _since(before: TableState, state: TableState) -> Since:
    was, now = before.battles, state.battles
    first = now[0].battle if now else ""
    gone = next((at for at, line in enumerate(was) if line.battle == first), len(was))
    left = was[gone:]
    pairs = zip(left, now, strict=False)
    kept = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(left), len(now)))
    return Since(
        state.revision,
        None if state.name == before.name else state.name,
        None if state.leader == before.leader else state.leader,
        None if state.phase == before.phase else state.phase,
        None if state.settings == before.settings else state.settings,
        None if state.chairs == before.chairs else state.chairs,
        None if state.members == before.members else state.members,
        None if state.commitment == before.commitment else state.commitment,
        gone,
        kept,
        now[kept:],
        state.campaign,
    )


def _later(before: TableState, since: Since) -> TableState:
    return replace(
        before,
        revision=since.revision,
        name=before.name if since.name is None else since.name,
        leader=before.leader if since.leader is None else since.leader,
        phase=before.phase if since.phase is None else since.phase,
        settings=before.settings if since.settings is None else since.settings,
        chairs=before.chairs if since.chairs is None else since.chairs,
        members=before.members if since.members is None else since.members,
        commitment=before.commitment if since.commitment is None else since.commitment,
        battles=(*before.battles[since.gone : since.gone + since.kept], *since.battles),
        campaign=since.campaign,
    )
