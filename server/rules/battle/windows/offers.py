"""The acts of a moment: what active effects must do, and what they and interrupts may do."""

from collections.abc import Iterator

from protocol.battle import Noted
from protocol.ids import NO_SEAT, NamedCode
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import inventory
from server.rules.battle.components import active_effects, unit_effects
from server.rules.battle.components.effects import Hook, described
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import (
    BEFOREHAND,
    EITHER_WAY,
    QUIET,
    REACTIONS,
    Happening,
    Moment,
    quiet,
)
from server.rules.battle.windows import interrupts, preventing, prompts
from server.rules.engine.windows import Act, Offered, may, must

AHEAD = "What comes by itself would leave nothing of it."
"""How the question ends that offers a prevention before one that takes all of the damage."""
CODES = {moment: NamedCode(moment.name.lower()) for moment in Moment}
"""The code of the questions of each moment."""
ALONE = {moment: (moment,) for moment in Moment}
NOTHING = frozenset[str]()
"""The keys of no acts."""


def acts(battle: Battle, now: Happening, *, forced: bool) -> list[Act]:
    """Return the forced (or the optional) acts of a moment: of the encounter, of environments, then
    of units in the order of their arrival.
    """
    seen = unit_effects.in_play(battle)
    found: list[Act] = []
    if now.moment in seen.of_encounter:
        found += _encounter_acts(battle, now, seen.of_encounter[now.moment], forced)
    if battle.game.state.delve is not None:
        found += _environment_acts(battle, now, forced)
    moments = _moments(battle, now) if now.moment in QUIET else ALONE[now.moment]
    if having_a_say := seen.table.acting(moments, forced):
        found += _acts_of_units(battle, now, having_a_say)
    return found


def offered(battle: Battle, now: Happening) -> list[Act]:
    """Return the optional acts of a moment. The caller offers them beside its own questions."""
    if now.moment not in unit_effects.in_play(battle).moments and battle.game.state.delve is None:
        return []  # as mostly
    return acts(battle, now, forced=False)


def _acts_of_units(
    battle: Battle, now: Happening, having_a_say: unit_effects.Acting
) -> Iterator[Act]:
    asleep = _asleep(now) if now.engage is not None or now.instance is not None else ()
    for name, active, pays in having_a_say:
        unit = battle.unit(name)
        gone = unit.fate or (unit.at is None and now.moment not in BEFOREHAND)
        for me, one in active:
            if gone and not one.defeated:
                continue
            # `sleeping` names skills of chips: an adventurer's effect of the same name works.
            if me.source in asleep and me.unit not in battle.state.adventurers:
                continue
            # Between battles a use once per battle could not be counted, so it is not offered.
            if one.once == "battle" and battle.between_battles:
                continue
            # Most hooks are about something else, which is found sooner than a note of their use.
            if not one.when(battle, me, now):
                continue
            if one.once and interrupts.used_up(battle, me, one, now):
                continue
            yield _act(battle, me, one, now)
        if pays:
            yield from interrupts.payable(battle, unit, now)


def _asleep(now: Happening) -> tuple[str, ...]:
    """Return the skills of chips that sleep in an engage, or against an instance of damage."""
    in_engage = now.engage.sleeping if now.engage is not None else ()
    against_it = now.instance.sleeping if now.instance is not None else ()
    return (*in_engage, *against_it)


def _moments(battle: Battle, now: Happening) -> tuple[Moment, ...]:
    """Return the moment, and `ANYTIME` as well if such effects are offered at it (`quiet`)."""
    if quiet(now, battle.game.state.turn):
        return (now.moment, Moment.ANYTIME)
    return ALONE[now.moment]


def _answered(battle: Battle, now: Happening, seen: unit_effects.InPlay) -> tuple[bool, bool]:
    """Return whether any forced effect may act at a moment, and whether any optional one may."""
    if battle.game.state.delve is not None:
        return True, True
    moments = _moments(battle, now) if now.moment in QUIET else ALONE[now.moment]
    return seen.answered(moments)


def _encounter_acts(
    battle: Battle, now: Happening, hooks: tuple[Hook, ...], forced: bool
) -> Iterator[Act]:
    me = Me(now.unit, battle.game.state.settings.encounter)
    for one in hooks:
        if one.forced is forced and one.when(battle, me, now):
            yield _act(battle, me, one, now)


def _environment_acts(battle: Battle, now: Happening, forced: bool) -> Iterator[Act]:
    for name, card, works in active_effects.environments(battle):
        me = Me(now.unit, card, tile=name)
        for one in works.at.get(now.moment, ()):
            if one.forced is forced and one.when(battle, me, now):
                yield _act(battle, me, one, now)


def _act(battle: Battle, me: Me, one: Hook, now: Happening) -> Act:
    def do() -> None:
        if one.spare is not None and one.spare(battle, me, now) and _spared(battle, me, one):
            return
        # Noted before it acts, as its effects may lead to the same moment again.
        if one.once == "engage" and now.engage is not None:
            now.engage.used.append(me.key(one.key))
        elif one.once:
            battle.emit(Noted(me.key(one.key), one.once))
        one.do(battle, me, now)
        if me.card:
            inventory.spend(battle, me.unit, me.card)

    seat = battle.seat(me.unit) if me.unit else NO_SEAT
    label = one.text if not me.value else f"{one.text} ({me.value})"
    note = prompts.note(battle, me, one, now, words=": " not in label)
    return Act(me.key(one.key), label, do, seat, note, one.rule)


def _spared(battle: Battle, me: Me, one: Hook) -> bool:
    """Ask whether the owner does without a forced hook (CLS-17). Returns whether it does; a pass
    lets the hook act.
    """
    question = Question(
        to=battle.deciders(me.unit),
        why="effect.spare",
        text=f"{one.text}. Would you rather do without it?",
        shape=One((Option("without", "Do without it", described(one.do)),)),
        rule="CLS-17",
        may_pass=True,
        about=me.unit,
    )
    return bool(battle.pick(question))


def announce(battle: Battle, now: Happening) -> None:
    """Run the forced effects of a moment, then offer the optional ones (see `Battle.at`)."""
    # At most moments nobody in play has anything to do.
    before, over = battle.game.state, NOTHING
    seen = unit_effects.in_play(battle)
    if now.moment not in seen.moments and before.delve is None:
        return
    forces, offers = _answered(battle, now, seen)
    if forces:
        ahead: list[Act] | None = None
        if offers:
            over, ahead = _offered_ahead(battle, now)
        ahead = acts(battle, now, forced=True) if ahead is None else ahead
        if ahead:
            _force(battle, now, ahead)
        if ahead or battle.game.state is not before:
            _, offers = _answered(battle, now, unit_effects.in_play(battle))
    if offers and (listed := _left(battle, now, over)):
        _offer(battle, now, listed, over)


def _force(battle: Battle, now: Happening, listed: list[Act]) -> None:
    """Do the forced acts of a moment. `listed` holds the acts that are possible now."""
    first = [listed]
    must(
        battle.game,
        lambda: first.pop() if first else acts(battle, now, forced=True),
        battle.party,
        CODES[now.moment],
    )


def _left(battle: Battle, now: Happening, over: frozenset[str]) -> list[Act]:
    """Return the optional acts of a moment that are possible now, but for those that are `over`."""
    listed = acts(battle, now, forced=False)
    return [act for act in listed if act.key not in over] if over else listed


def _offer(battle: Battle, now: Happening, listed: list[Act], over: frozenset[str]) -> None:
    """Offer the optional acts of a moment, of which those are `listed` that are possible now."""
    first = [listed]
    may(
        battle.game,
        lambda: first.pop() if first else _left(battle, now, over),
        CODES[now.moment],
        lambda: prompts.text(battle, now),
    )


def _offered_ahead(battle: Battle, now: Happening) -> tuple[frozenset[str], list[Act] | None]:
    """Offer what may come before the forced effects of a moment. Returns the keys of the acts that
    are not offered again after them, and the forced acts if they have been listed and nothing has
    happened since.
    """
    if now.moment in REACTIONS:
        # What was offered here and passed is not offered again later. Without forced acts the
        # window after them is enough.
        ahead = acts(battle, now, forced=True)
        seen = _offered(battle, now, "").seen if ahead else NOTHING
        return seen, None if seen else ahead
    if now.moment in EITHER_WAY:
        ahead = acts(battle, now, forced=True)
        if not ahead or not (texts := [act.text for act in ahead if act.text]):
            return NOTHING, ahead
        later = ", ".join(dict.fromkeys(texts))
        # What was passed is offered again later, as it may have waited for the forced effects
        # (test_healing_at_the_start_of_a_turn_may_wait_for_bane); what was done is not.
        found = _offered(battle, now, f" Still to come: {later}")
        return found.done, None if found.seen else ahead
    if now.moment is Moment.DAMAGE_COMING and preventing.comes_by_itself(battle, now):
        return _offered_before(battle, now).done, None
    return NOTHING, None


def _offered(battle: Battle, now: Happening, more: str) -> Offered:
    """Offer the optional acts of a moment; the question ends with `more`."""
    return may(
        battle.game,
        lambda: acts(battle, now, forced=False),
        CODES[now.moment],
        lambda: f"{prompts.text(battle, now)}{more}",
    )


def _offered_before(battle: Battle, now: Happening) -> Offered:
    """Offer the optional acts that have an effect only before the forced preventions."""
    return may(
        battle.game,
        lambda: preventing.only_before(battle, now, lambda then: acts(battle, then, forced=False)),
        CODES[now.moment],
        lambda: f"{prompts.text(battle, now)} {AHEAD}",
    )
