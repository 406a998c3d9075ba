"""An adventurer's turn: start, recovery, actions, end (p59)."""

from typing import TYPE_CHECKING

from protocol.battle import TurnBegan, TurnEnded, TurnGranted, TurnStepped
from protocol.hexes import key, parse
from protocol.questions import One, Option, Picks, Question
from server.rules.battle import (
    bearers,
    cooldown,
    engage,
    guild,
    move,
    paying,
    plan,
    rounds,
    slots,
    statuses,
    targeting,
)
from server.rules.battle.delve import exploring
from server.rules.battle.effects import Ability, Me
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.standing import Standing
from server.rules.battle.state import OF

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

END, RETREAT, ASSIST = "end", "retreat", "assist"


def begin(battle: "Battle", unit: str, *, extra: bool = False) -> None:
    """Before the turn, start of turn, Recovery step (TRN-1, TRN-3)."""
    battle.at(Happening(Moment.BEFORE_TURN, unit=unit))
    battle.emit(TurnBegan(unit, extra))
    _start(battle, unit)
    if _gone(battle, unit):
        return
    _use_before_recovery(battle, unit)
    if _gone(battle, unit):
        return
    _drop_before_recovery(battle, unit)
    cooldown.recovery_step(battle, unit)
    battle.at(Happening(Moment.AFTER_RECOVERY, unit=unit))
    turn = battle.state.turn
    if not _gone(battle, unit) and turn is not None and turn.step != END:
        battle.emit(TurnStepped("act"))


def _start(battle: "Battle", unit: str) -> None:
    """What the start of the turn brings, and exploring from where it begins (DLX-1, TRN-3).

    Who may use something else at that time says which comes first (TIM-3).
    """
    start, explored = battle.unit(unit).at, False
    answers = bearers.hooks(battle, battle.unit(unit), Moment.TURN_STARTS)
    if start is not None and any(not one.forced for _, one in answers):
        explored = exploring.offer(battle, unit, start)
    if battle.unit(unit).fate:
        return
    battle.at(Happening(Moment.TURN_STARTS, unit=unit))
    if start is not None and not explored and start == battle.unit(unit).at:
        exploring.offer(battle, unit, start)


def _gone(battle: "Battle", unit: str) -> bool:
    """A turn whose unit has left the map is over at once."""
    if not battle.unit(unit).fate:
        return False
    battle.emit(TurnEnded(unit))
    return True


def _use_before_recovery(battle: "Battle", unit: str) -> None:
    """Items and race abilities may be used at any time of the turn (ITM-2, RAC-1).

    Asked for those that shorten the track, where the Recovery step does not empty it anyway.
    """
    while not battle.unit(unit).fate and (uses := _early(battle, unit)):
        found = {me.card or one.id: (me, one) for me, one in uses}
        options = tuple(Option(at, one.name, one.text) for at, (_, one) in found.items())
        chosen = battle.pick(
            Question(
                to=battle.deciders(unit),
                why="turn.early",
                text="Use this before your Recovery step?",
                shape=One(options),
                rule="ITM-2",
                may_pass=True,
                about=unit,
            )
        )
        if not chosen:
            return
        paying.use(battle, *found[chosen])


def _early(battle: "Battle", unit: str) -> list[tuple[Me, Ability]]:
    mat = battle.mat(unit)
    if len(mat.track) <= mat.cooldown and OF not in mat.track:
        return []
    return [(me, one) for me, one in paying.usable(battle, unit) if one.early]


def _drop_before_recovery(battle: "Battle", unit: str) -> None:
    """Active dice may be put away before the Recovery step; asked where it would bring them
    back.
    """
    text = "Put an active die away before your Recovery step?"
    while len(battle.mat(unit).track) < battle.mat(unit).cooldown and slots.droppable(battle, unit):
        chosen = battle.pick(slots.question(battle, unit, "turn.drop", text, "ACT-10"))
        if not chosen:
            return
        slots.drop(battle, unit, chosen)


def action(battle: "Battle", unit: str) -> None:
    """One action, chosen among all that are possible now, or the end of the turn (TRN-2)."""
    questions = _menu(battle, unit)
    standing = Standing(battle, Happening(Moment.ANYTIME, unit=unit))
    choice = battle.ask(*questions, *standing.questions)
    if choice.index >= len(questions):
        standing.take(choice, before=len(questions))
    else:
        _perform(battle, unit, questions[choice.index].why, choice.picks)
    if battle.unit(unit).fate:
        battle.emit(TurnStepped(END))


def _menu(battle: "Battle", unit: str) -> list[Question]:
    questions = []
    if move.may_move(battle, unit):
        way = move.route(
            battle, unit, move.movement(battle, unit), through=move.passes(battle, unit)
        )
        if len(way.spots) > 1:
            text = _move_text(battle, way.budget)
            free = move.unpaid(battle, unit)
            if free < way.budget:
                text += f" Beyond {free} an active die pays for it."
            to = battle.deciders(unit)
            questions.append(Question(to, "turn.move", text, way, rule="MOV-1", about=unit))
    if may_engage(battle, unit):
        questions.append(plan.question(battle, unit, text=_engage_text(battle)))
    if doors := exploring.distant(battle, unit):
        questions.append(
            Question(
                to=battle.deciders(unit),
                why="turn.explore",
                text="Explore from a distance, instead of a move action.",
                shape=One(tuple(Option(key(at), key(at)) for at in doors)),
                rule="EXA-1",
                about=unit,
            )
        )
    if others := _in_other_forms(battle, unit):
        questions.append(
            Question(
                to=battle.deciders(unit),
                why="turn.reform",
                text="Change your battle form for 1 light fatigue and use an ability.",
                shape=One(others),
                rule="CLS-9",
                about=unit,
            )
        )
    questions.append(
        Question(
            to=battle.deciders(unit),
            why="turn.act",
            text="Use an ability, put an active die away, or end your turn.",
            shape=One(_acts(battle, unit)),
            rule="TRN-2",
            default=(END,),
            about=unit,
        )
    )
    return questions


def _acts(battle: "Battle", unit: str) -> tuple[Option, ...]:
    options = [
        Option(END, "End your turn"),
        *_abilities(battle, unit),
        *slots.droppable(battle, unit),
    ]
    if rounds.RETREAT not in battle.state.used:
        options.append(Option(RETREAT, "Propose to retreat", "asked of all at the round's end"))
    if guild.may_call(battle) and guild.CALLED not in battle.state.used:
        options.append(Option(ASSIST, "Propose to call the guild", "asked at the round's end"))
    return tuple(options)


def may_engage(battle: "Battle", unit: str) -> bool:
    """No engage action after a second move action (MOV-2); dice are not needed for one (ENG-14)."""
    turn = battle.state.turn
    assert turn is not None
    return turn.moves < 2


def _move_text(battle: "Battle", hexes: int) -> str:
    """What a move action offers, and that a second one leaves no engage (MOV-2)."""
    turn = battle.state.turn
    again = turn is not None and turn.moves > 0
    upto = f"up to {hexes} hex{'es' if hexes > 1 else ''}"
    return f"Move again, {upto}: no engage after it." if again else f"Move {upto}."


def _engage_text(battle: "Battle") -> str:
    """What an engage action asks, and the fatigue that a further one costs (ENG-2)."""
    turn = battle.state.turn
    if turn is None or not turn.engages:
        return ""
    light = engage.light_fatigue(battle)
    return f"Engage again, for {light} light fatigue: choose form, target, weapon and dice."


def _abilities(battle: "Battle", unit: str) -> list[Option]:
    return [
        Option(
            _use(me, one),
            one.name,
            _ability_note(battle, unit, one),
        )
        for me, one in paying.usable(battle, unit)
    ]


def _use(me: Me, one: Ability) -> str:
    return f"use:{me.card or me.source}:{one.id}"


def _ability_note(battle: "Battle", unit: str, one: Ability) -> str:
    price = f"{paying.price(battle, unit, one.cost)} tenacity: " if one.cost else ""
    rare = "once per battle: " if one.once == "battle" else ""
    return f"{price}{rare}{one.text}"


def _in_other_forms(battle: "Battle", unit: str) -> tuple[Option, ...]:
    return tuple(
        Option(
            f"{_use(me, one)}:{form}",
            f"{one.name}, {targeting.in_form(form)}",
            one.text,
        )
        for me, one, form in paying.reformable(battle, unit)
    )


def _perform(battle: "Battle", unit: str, why: str, picks: Picks) -> None:
    if why == "turn.move":
        move.move_action(battle, unit, picks)
    elif why == "turn.engage":
        engage.engage_action(battle, unit, picks)
    elif why == "turn.explore":
        exploring.action(battle, unit, parse(picks[0]))
    elif picks[0] == END:
        battle.emit(TurnStepped(END))
    elif picks[0] == RETREAT:
        rounds.propose_retreat(battle)
    elif picks[0] == ASSIST:
        guild.propose(battle)
    elif picks[0].startswith("drop:"):
        slots.drop(battle, unit, picks[0])
    elif why == "turn.reform":
        for me, one, form in paying.reformable(battle, unit):
            if picks[0] == f"{_use(me, one)}:{form}":
                paying.use(battle, me, one, form)
                return
    else:
        for me, one in paying.usable(battle, unit):
            if picks[0] == _use(me, one):
                paying.use(battle, me, one)
                return


def take(battle: "Battle", unit: str) -> None:
    """A whole turn of an adventurer inside of what is going on, which waits for it (ENG-30)."""
    chip, outer = battle.unit(unit), _depth(battle)
    if chip.fate or chip.at is None:
        return
    with battle.game.deeper():
        begin(battle, unit, extra=True)
        while _depth(battle) > outer:
            turn = battle.state.turn
            if turn is not None and turn.step == "act":
                action(battle, unit)
            else:
                end(battle, unit)


def another(battle: "Battle", unit: str) -> None:
    """One more turn after the one that is over, inside of one that waits if any does (TRN-6)."""
    if battle.state.turn is None:
        battle.emit(TurnGranted(unit))
    else:
        take(battle, unit)


def _depth(battle: "Battle") -> int:
    """How many turns are under way, one inside the other."""
    turn, depth = battle.state.turn, 0
    while turn is not None:
        turn, depth = turn.outer, depth + 1
    return depth


def end(battle: "Battle", unit: str) -> None:
    """End of turn; what grants another turn comes right after it (TRN-6)."""
    battle.at(Happening(Moment.TURN_ENDS, unit=unit))
    statuses.lose(battle, unit, "daze")
    battle.emit(TurnEnded(unit))
    battle.at(Happening(Moment.TURN_OVER, unit=unit))
