"""An adventurer's turn: start, recovery, actions, end (p59)."""

from protocol.battle import Step, TurnBegan, TurnEnded, TurnGranted, TurnStepped
from protocol.hexes import key, parse
from protocol.ids import UnitId, Why
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Picks, Question, options_of
from server.rules.battle.adventurer import abilities, active_slots, cooldown, statuses
from server.rules.battle.components import unit_effects
from server.rules.battle.components.effects import Ability
from server.rules.battle.delve import exploring
from server.rules.battle.engage import engage_action, plan
from server.rules.battle.kernel import forms
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import OF
from server.rules.battle.movement import move, passing
from server.rules.battle.turn import guild, rounds
from server.rules.battle.windows import ANYTIME, AnytimeWindow, interrupts
from server.rules.engine.game import Defect

END: Step = "end"
RETREAT, ASSIST, FORM = "retreat", "assist", "form"
SPENT = "nothing else is left to do in this turn"


def begin(battle: Battle, unit: UnitId, *, extra: bool = False) -> None:
    """Begin a turn: effects before it, the start of the turn, the Recovery step (TRN-1, TRN-3)."""
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


def _start(battle: Battle, unit: UnitId) -> None:
    """Run the effects of the start of the turn, and offer to explore from there (DLX-1, TRN-3).

    If optional effects could come first or second, exploring is offered both before and after them
    (TIM-3).
    """
    start, explored = battle.unit(unit).at, False
    answers = unit_effects.hooks(battle, battle.unit(unit), Moment.TURN_STARTS)
    if start is not None and any(not one.forced for _, one in answers):
        explored = exploring.offer(battle, unit, start)
    if battle.unit(unit).fate:
        return
    battle.at(Happening(Moment.TURN_STARTS, unit=unit))
    if start is not None and not explored and start == battle.unit(unit).at:
        exploring.offer(battle, unit, start)


def _gone(battle: Battle, unit: UnitId) -> bool:
    """Return whether a turn's unit has left the map, and end the turn at once if it has."""
    if not battle.unit(unit).fate:
        return False
    battle.emit(TurnEnded(unit))
    return True


def _use_before_recovery(battle: Battle, unit: UnitId) -> None:
    """Offer items and race abilities, usable at any time of the turn, before recovery (ITM-2,
    RAC-1).

    Only those that shorten the track, and only if the Recovery step would not empty it.
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
        abilities.use(battle, *found[chosen])


def _early(battle: Battle, unit: UnitId) -> list[tuple[Me, Ability]]:
    mat = battle.mat(unit)
    if len(mat.track) <= mat.cooldown and OF not in mat.track:
        return []
    return [(me, one) for me, one in abilities.usable(battle, unit) if one.early]


def _drop_before_recovery(battle: Battle, unit: UnitId) -> None:
    """Offer to put active dice away before the Recovery step (ACT-10), only if that step would then
    recover them, or move overfatigue behind them.
    """
    text = "Put an active die away before your Recovery step?"
    while _recovery_minds(battle, unit) and active_slots.droppable(battle, unit):
        chosen = battle.pick(active_slots.question(battle, unit, "turn.drop", text, "ACT-10"))
        if not chosen:
            return
        active_slots.drop(battle, unit, chosen)


def _recovery_minds(battle: Battle, unit: UnitId) -> bool:
    mat = battle.mat(unit)
    return len(mat.track) < mat.cooldown or OF in mat.track[: mat.cooldown]


def action(battle: Battle, unit: UnitId) -> None:
    """Ask for one of the actions that are possible now or the end of the turn, and do it
    (TRN-2).
    """
    questions = _questions(battle, unit)
    if not questions:
        return
    choice = battle.game.ask(*questions)
    why = questions[choice.index].why
    if why == ANYTIME:
        before = sum(asked.why != ANYTIME for asked in questions)
        _anytime(battle, unit).take(choice, before)
    else:
        _perform(battle, unit, why, choice.picks)
    if battle.unit(unit).fate:
        battle.emit(TurnStepped(END))


def _questions(battle: Battle, unit: UnitId) -> tuple[Question, ...]:
    """Return the questions of a turn now; () if it ended by itself, as nothing was left to do.

    Finding them is most of the cost of a turn. When the beat is run again with the answer, they are
    taken from the log.
    """
    if asked := battle.game.logged_questions():
        return asked
    questions, anytime = _menu(battle, unit), _anytime(battle, unit).questions
    if _is_spent(battle, questions) and not anytime:
        end = Option(END, "End your turn")
        _perform(battle, unit, "turn.act", battle.spare(questions[0], (end,), SPENT))
        return ()
    return battle.distinct(*questions, *anytime)


def _anytime(battle: Battle, unit: UnitId) -> AnytimeWindow:
    return AnytimeWindow(battle, Happening(Moment.ANYTIME, unit=unit))


def _is_spent(battle: Battle, questions: list[Question]) -> bool:
    """Return whether an action was taken in this turn, and nothing is left but to end it or to
    propose a retreat or the guild's assist.
    """
    turn = battle.game.state.turn
    if battle.asks_all or len(questions) > 1 or turn is None:
        return False
    acted = turn.moves or turn.engages or turn.explores
    keys = {option.key for option in options_of(questions[0].shape)}
    return bool(acted) and keys <= {END, RETREAT, ASSIST}


def _menu(battle: Battle, unit: UnitId) -> list[Question]:
    questions, to = [], battle.deciders(unit)
    if move.may_move(battle, unit):
        free = move.unpaid(battle, unit)
        budget = move.movement(battle, unit, free)
        way = move.route(battle, unit, budget, through=passing.passes(battle, unit))
        if len(way.spots) > 1:
            text = _move_text(battle, way.budget)
            if free < way.budget:
                text += f" Beyond {free} an active die pays for it."
            questions.append(Question(to, "turn.move", text, way, rule="MOV-1", about=unit))
    if may_engage(battle, unit):
        questions.append(plan.question(battle, unit, text=_engage_text(battle)))
    if doors := exploring.distant(battle, unit):
        questions.append(
            Question(
                to=to,
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
                to=to,
                why="turn.reform",
                text="Change your battle form for 1 light fatigue and use an ability.",
                shape=One(others),
                rule="CLS-9",
                about=unit,
            )
        )
    questions.append(
        Question(
            to=to,
            why="turn.act",
            text="Use an ability, put an active die away, or end your turn.",
            shape=One(_acts(battle, unit)),
            rule="TRN-2",
            default=(END,),
            about=unit,
        )
    )
    return questions


def _acts(battle: Battle, unit: UnitId) -> tuple[Option, ...]:
    options = [
        Option(END, "End your turn"),
        *_abilities(battle, unit),
        *active_slots.droppable(battle, unit),
        *_bare_forms(battle, unit),
    ]
    if not rounds.is_retreat_proposed(battle):
        options.append(Option(RETREAT, *_retreat_words(battle)))
    if guild.may_call(battle) and not guild.is_proposed(battle):
        options.append(Option(ASSIST, "Propose to call the guild", "asked at the round's end"))
    return tuple(options)


def _retreat_words(battle: Battle) -> tuple[str, str]:
    if battle.asks_all:
        return "Propose to retreat", "asked of all at the round's end"
    if len(battle.party) == 1:
        return "Retreat at the round's end", "the encounter is over then, and failed unless won"
    return "Propose to retreat", "you agree; the others are asked at the round's end"


def _bare_forms(battle: Battle, unit: UnitId) -> list[Option]:
    """Return an option for each form that is useful outside engages: an engage without dice changes
    to it (ENG-14). [] if every question is asked, as the plan may then be without dice.
    """
    turn = battle.game.state.turn
    if battle.asks_all or turn is None or turn.moves > 1:
        return []
    cost = f", {engage_action.light_fatigue(battle)} light fatigue" if turn.engages else ""
    return [
        Option(
            option_key(FORM, form),
            f"Only change your form: {form}",
            f"an engage without dice{cost}",
        )
        for form in interrupts.serving_forms(battle, unit)
    ]


def may_engage(battle: Battle, unit: UnitId) -> bool:
    """Return whether an engage action is allowed: not after a second move action (MOV-2).

    It needs no dice (ENG-14), but without any it must be able to do something.
    """
    turn = battle.game.state.turn
    assert turn is not None
    return turn.moves < 2 and (battle.asks_all or plan.serves(battle, unit))


def _move_text(battle: Battle, hexes: int) -> str:
    """Return the text of a move action, which says that a second one excludes engages (MOV-2)."""
    turn = battle.state.turn
    again = turn is not None and turn.moves > 0
    upto = f"up to {hexes} hex{'es' if hexes > 1 else ''}"
    return f"Move again, {upto}: you cannot attack after it." if again else f"Move {upto}."


def _engage_text(battle: Battle) -> str:
    """Return the text of an engage action with the fatigue that it costs; "" for the first
    (ENG-2).
    """
    turn = battle.state.turn
    if turn is None or not turn.engages:
        return ""
    light = engage_action.light_fatigue(battle)
    return f"Attack again, for {light} light fatigue: choose form, target, weapon and dice."


def _abilities(battle: Battle, unit: UnitId) -> list[Option]:
    return [
        Option(
            _use(me, one),
            one.name,
            _ability_note(battle, unit, one),
        )
        for me, one in abilities.usable(battle, unit)
    ]


def _use(me: Me, one: Ability, *form: str) -> str:
    return option_key("use", me.card or me.source, one.id, *form)


def _ability_note(battle: Battle, unit: UnitId, one: Ability) -> str:
    price = f"{abilities.price(battle, unit, one.cost)} tenacity: " if one.cost else ""
    rare = "once per battle: " if one.once == "battle" else ""
    return f"{price}{rare}{one.text}"


def _in_other_forms(battle: Battle, unit: UnitId) -> tuple[Option, ...]:
    return tuple(
        Option(
            _use(me, one, form),
            f"{one.name}, {forms.in_form(form)}",
            one.text,
        )
        for me, one, form in abilities.reformable(battle, unit)
    )


def _perform(battle: Battle, unit: UnitId, why: Why, picks: Picks) -> None:
    if why == "turn.move":
        move.move_action(battle, unit, picks)
    elif why == "turn.engage" or read_key(picks[0]).kind == FORM:
        engage_action.engage_action(battle, unit, picks)
        _end_as_planned(battle, unit, picks)
    elif why == "turn.explore":
        exploring.action(battle, unit, parse(picks[0]))
    elif picks[0] == END:
        battle.emit(TurnStepped(END))
    elif picks[0] == RETREAT:
        rounds.propose_retreat(battle, battle.seat(unit))
    elif picks[0] == ASSIST:
        guild.propose(battle)
    elif read_key(picks[0]).kind == active_slots.DROP:
        active_slots.drop(battle, unit, picks[0])
    elif why == "turn.reform":
        for me, one, form in abilities.reformable(battle, unit):
            if picks[0] == _use(me, one, form):
                abilities.use(battle, me, one, form)
                return
        raise Defect(f"{picks[0]!r} is no ability in another form")
    else:
        for me, one in abilities.usable(battle, unit):
            if picks[0] == _use(me, one):
                abilities.use(battle, me, one)
                return
        raise Defect(f"{picks[0]!r} is no action of a turn")


def _end_as_planned(battle: Battle, unit: UnitId, picks: Picks) -> None:
    """End the turn after an engage if its plan said so."""
    turn = battle.state.turn
    goes_on = turn is not None and turn.unit == unit and turn.step != END
    if plan.read(picks).is_last and goes_on and not battle.unit(unit).fate:
        battle.emit(TurnStepped(END))


def take(battle: Battle, unit: UnitId) -> None:
    """Take a whole turn of an adventurer at once; the turn and engage in progress wait (ENG-30)."""
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


def another(battle: Battle, unit: UnitId) -> None:
    """Grant a unit one more turn, after its turn is over, or at once if another turn waits
    (TRN-6).
    """
    if battle.state.turn is None:
        battle.emit(TurnGranted(unit))
    else:
        take(battle, unit)


def _depth(battle: Battle) -> int:
    """Return how many turns are in progress, one interrupting the other."""
    turn, depth = battle.state.turn, 0
    while turn is not None:
        turn, depth = turn.outer, depth + 1
    return depth


def end(battle: Battle, unit: UnitId) -> None:
    """End the turn. Effects that grant another turn come right after it (TRN-6)."""
    battle.at(Happening(Moment.TURN_ENDS, unit=unit))
    statuses.lose(battle, unit, "daze")
    battle.emit(TurnEnded(unit))
    battle.at(Happening(Moment.TURN_OVER, unit=unit))
