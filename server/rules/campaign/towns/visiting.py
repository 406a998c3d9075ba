"""A town encounter, step by step (p38; TWN-1)."""

from collections.abc import Callable

from protocol.campaign import Recorded, TownActionTaken, TownEntered, TownLeft
from protocol.ids import UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Picks, Question
from server.rules.campaign.adventurers import anytime, deciding, stalls, together
from server.rules.campaign.adventurers.together import Follow
from server.rules.campaign.components import blocks
from server.rules.campaign.components.towns import Town
from server.rules.campaign.encounter import choosing
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.quests import side_quests
from server.rules.campaign.towns import class_acts, dice_acts, features, suggesting
from server.rules.campaign.towns.features import Act
from server.rules.campaign.towns.proposing import Proposal

ACTIONS = 2
"""Town actions of each adventurer (TWN-7)."""
KEPT = "It is kept for what you have joined in"
"""What the menu says of the last action of whoever has joined a group action. Bots read it."""


def visit(session: Session, town: Town) -> bool:
    """Resolve the next part of a town encounter. Returns whether the encounter is over (TWN-1)."""
    if session.state.visit is None:
        _arrive(session, town)
        return False
    _Visit(session, town).act()
    stalls.clear_shop(session)
    session.emit(TownLeft())
    return True


def _arrive(session: Session, town: Town) -> None:
    """Carry out the town's effect, show the shop's and trainer's wares, complete side quests that
    end here.
    """
    session.emit(TownEntered(town.id, ACTIONS))
    _effect(session, town)
    if town.shop is not None:
        stalls.show_shop(session, town.shop)
    if town.trainer is not None:
        stalls.show_trainer(session, town.trainer)
    side_quests.settle_in_town(session)


def _effect(session: Session, town: Town) -> None:
    """Let the party take exactly one choice of the town effect, if it applies (TWN-18, TWN-19)."""
    effect, note = town.effect, option_key("town-effect", town.id)
    if effect is None or not blocks.all_met(effect.when, session):
        return
    if effect.once and session.state.journal.get(note):
        return
    session.emit(Recorded(note))
    choosing.take(session, choosing.Printed(effect.title, effect.text, effect.choices))


def act_of(session: Session, unit: UnitId, key: str) -> Callable[[Session], None] | None:
    """Return the function that takes a town action, by the key of its option, on a session of its
    own (a preview); None if the action cannot be taken now.
    """
    visit = session.state.visit
    if visit is None:
        return None

    def found(now: Session) -> Act | None:
        here = now.province.towns.get(visit.town, now.province.caravan)
        known = _Visit(now, here).acts(unit)
        return next((one for one in known if one.option.key == key), None)

    def take(now: Session) -> None:
        act = found(now)
        assert act is not None
        free = act.feature in (class_acts.CLASS, dice_acts.DICE)
        for one in now.party if act.group else (unit,):
            now.emit(TownActionTaken(one, act.feature, act.about, free))
        act.do()

    return take if found(session) is not None else None


class _Visit:
    """The town actions of a visit: everybody's are open at once (TWN-8)."""

    def __init__(self, session: Session, town: Town) -> None:
        self._session, self._town = session, town
        # No state of the session: the actions of a visit are one beat, and a beat is run from its
        # start.
        self._more: dict[UnitId, int] = {}
        self._own = class_acts.ClassActs(session, town)
        self._dice = dice_acts.DiceActs(session, town)
        self._begun = False
        self._proposal: Proposal | None = None
        self._follows: list[Follow] = []
        self._under_way = 0
        self._later: list[Callable[[], None]] = []

    def act(self) -> None:
        """Ask everybody for town actions until nobody has one left, or wants another one."""
        together.side_by_side(self._session, self._menu, self._do, self._follows)

    def acts(self, unit: UnitId) -> list[Act]:
        """Return what an adventurer can do now."""
        if self._more.get(unit):
            return list(features.shop(self._session, self._town, unit))
        visit = self._session.state.visit
        assert visit is not None
        own = [
            *self._own.acts(unit, begun=self._begun),
            *self._dice.acts(unit, begun=self._begun),
        ]
        if not visit.actions[unit]:
            return own
        every = features.acts(self._session, self._town, unit)
        return [*(act for act in every if not act.group or self._may_propose(act)), *own]

    def _may_propose(self, act: Act) -> bool:
        """Return whether a group action can be proposed: one at a time."""
        return self._all(act) and (self._proposal is None or not self._proposal.is_open())

    def _all(self, act: Act) -> bool:
        """Return whether everybody has an action to give, where that is asked of everybody
        (TWN-9).
        """
        visit = self._session.state.visit
        return not act.group or (visit is not None and all(visit.actions.values()))

    def _propose(self, unit: UnitId, act: Act) -> None:
        """Ask all others whether they join a group action, beside what everybody does (TWN-9)."""

        def still(now: Act) -> bool:
            return now.option.key == act.option.key and self._all(now)

        def open_() -> bool:
            found = features.acts(self._session, self._town, unit)
            return any(still(one) for one in found)

        def later() -> None:
            if open_():
                self._carry_out(unit, act)

        def carry_out() -> None:
            if not self._under_way:
                self._carry_out(unit, act)
                return
            # It may take from somebody what an act that has begun is about: it comes after that.
            self._later.append(later)

        self._proposal = Proposal(self._session, unit, act, open_, carry_out)
        self._follows += self._proposal.asks()

    def _menu(self, unit: UnitId) -> Question | None:
        acts = self.acts(unit)
        visit = self._session.state.visit
        if not acts or visit is None:
            return None
        left = visit.actions[unit]
        text = (
            f"You are in {self._town.name}, with {left} town action{'' if left == 1 else 's'} left."
        )
        default = suggesting.suggested(self._session, unit, acts)
        if self._more.get(unit):
            text = f"You may take {self._more[unit]} more from the shop."
        elif left == 1 and self._proposal is not None and self._proposal.has_joined(unit):
            # Whoever spends it may: the action falls through then (TWN-9).
            text, default = f"{text} {KEPT}: {self._proposal.name}.", together.DONE
        done = Option(together.DONE, "Done here")
        uses = anytime.options(self._session, unit)
        return Question(
            to=self._session.battle.deciders(unit),
            why="together.town",
            text=text,
            shape=One((done, *(act.option for act in acts), *uses)),
            rule="TWN-7",
            default=(default,),
            about=unit,
        )

    def _do(self, unit: UnitId, picks: Picks) -> tuple[UnitId, ...]:
        how, name = read_key(picks[0])
        if how == anytime.USE:
            anytime.begin(self._session, unit, name, self._follows)
            return ()
        act = self._found(unit, picks[0])
        assert act is not None
        if act.group:
            self._propose(unit, act)
            return ()
        if act.feature in (dice_acts.DICE, "quest-board") or act.about == class_acts.DIPLOMAT:
            # These leave their own questions open, or give others an action.
            return self._carry_out(unit, act)
        self._decide(unit, picks[0])
        return ()

    def _found(self, unit: UnitId, key: str) -> Act | None:
        return next((one for one in self.acts(unit) if one.option.key == key), None)

    def _decide(self, unit: UnitId, key: str) -> None:
        """Take an action once its owner has said all that it asks: which item goes, for one."""

        begun: list[_Visit] = []

        def act(now: Session) -> None:
            # In earnest it is run again after each answer: always as the visit stood at its start.
            visit = (begun[0] if begun else self)._aside(now)
            found = visit._found(unit, key)
            assert found is not None
            visit._carry_out(unit, found)

        def possible() -> bool:
            return self._found(unit, key) is not None

        def on_begin() -> None:
            begun.append(self._aside(self._session))
            found = self._found(unit, key)
            assert found is not None
            self._note(unit, found)
            self._under_way += 1

        def on_end() -> None:
            self._under_way -= 1
            while self._later and not self._under_way:
                self._later.pop(0)()

        deciding.decide(self._session, unit, act, possible, self._follows, on_begin, on_end)

    def _aside(self, now: Session) -> "_Visit":
        """Return the visit as it stands, on another session."""
        visit = _Visit(now, self._town)
        visit._more, visit._begun = dict(self._more), self._begun
        visit._own.used = set(self._own.used)
        return visit

    def _carry_out(self, unit: UnitId, act: Act) -> tuple[UnitId, ...]:
        """Take an action. Returns who was given one by it."""
        extra = act.feature in (class_acts.CLASS, dice_acts.DICE)
        free = bool(self._more.get(unit)) or extra
        for one in self._session.party if act.group else (unit,):
            self._session.emit(TownActionTaken(one, act.feature, act.about, free))
        self._note(unit, act)
        # After the action was counted and before it acts: who has more behind it was given an
        # action, and is asked again (test_a_master_pilgrim_gives_an_action_more).
        before = self._left()
        if (follow := act.do()) is not None:
            self._follows.append(follow)
        now = self._left()
        return tuple(one for one in self._session.party if now[one] > before[one])

    def _left(self) -> dict[UnitId, int]:
        visit = self._session.state.visit
        assert visit is not None
        return visit.actions

    def _note(self, unit: UnitId, act: Act) -> None:
        """Remember that an action was taken: what can be done once, and how many more cards a shop
        action may take for nothing (TWN-11).
        """
        if act.feature == class_acts.CLASS:
            self._own.used.add((unit, act.about))
        elif act.feature != dice_acts.DICE:
            self._begun = True
        if self._more.get(unit):
            self._more[unit] -= 1
        elif act.feature == "shop" and self._town.shop is not None:
            self._more[unit] = self._town.shop.takes - 1
