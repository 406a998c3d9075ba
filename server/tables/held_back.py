"""What a table with a delay holds back from its spectators: earlier states of the table, each of
which they see until its time. Pure functions.

A battle's begin and end, who is ready, and the settings are held back. Who sits where, who leads
and who is a member is shown at once, so these are changed in every held state. The first state is
stored whole, each later one as its difference from the one before. There are never more than
`MOST`: if so many battles fall within one delay, spectators keep the last held state until
everything after it is due.
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
    """The difference from the state before; None means unchanged. Of its battles, the first `gone`
    were dropped, the next `kept` are the same, and `battles` follow. The campaign is always stored,
    as it is one line.
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
    """A state that spectators see `until` a time (Unix milliseconds): a whole `state`, or the
    difference `since` the one before.
    """

    until: int
    state: TableState | None
    since: Since | None = None


def states(held: Iterable[Held]) -> Iterator[tuple[int, TableState]]:
    """Yield each held state whole, with the time until which spectators see it (Unix
    milliseconds).
    """
    state = None
    for each in held:
        if each.state is not None:
            state = each.state
        elif each.since is not None and state is not None:
            state = _later(state, each.since)
        if state is not None:
            yield each.until, state


def hold(held: tuple[Held, ...], state: TableState, now: int) -> tuple[Held, ...]:
    """Return what is held after a table changes, at `now` (Unix milliseconds), from `state` to one
    that spectators may not see yet.
    """
    kept = [(until, each) for until, each in states(held) if until > now]
    seconds = state.settings.delay
    if seconds and len(kept) < MOST:
        kept.append((now + 1000 * seconds, state))
    elif seconds:
        until, last = kept[-1]
        kept[-1] = max(until, now + 1000 * seconds), last
    return _packed(kept)


def changed(held: tuple[Held, ...], change: Callable[[TableState], TableState]) -> tuple[Held, ...]:
    """Return what is held, with a change made to every state because spectators see it at once."""
    return _packed([(until, change(each)) for until, each in states(held)])


def as_seen(held: Iterable[Held], state: TableState, now: int) -> TableState:
    """Return the table's state as a spectator sees it at `now` (Unix milliseconds); `state` itself
    if nothing is held.
    """
    return next((each for until, each in states(held) if until > now), state)


def is_held(held: Iterable[Held], now: int) -> bool:
    """Return whether spectators see an earlier state than players at `now` (Unix milliseconds)."""
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
