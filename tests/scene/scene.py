"""A drawn scene in play."""

from collections.abc import Iterable
from dataclasses import replace as figure
from typing import Any

from msgspec.structs import replace

from protocol.events import Event
from protocol.hexes import Hex, disc, key
from protocol.ids import DieId, DieKind, SeatId, UnitId
from protocol.questions import Question, options_of
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.printed import Chip
from server.rules.battle.engage.engage_action import ENEMY_COMBAT_DIE
from server.rules.battle.kernel.state import (
    Adventurer,
    BattleState,
    Deck,
    Die,
    Settings,
    Tile,
    Turn,
    Unit,
)
from server.rules.battle.kernel.words import form_of
from server.rules.battle.rules import BattleRules, start
from server.rules.content.catalogue import catalogue
from server.rules.engine.advance import CommitContents, Illegal, Play
from tests.scene.builders import Foe, Hero
from tests.scene.invariants import BOX, check, total

Refused = Illegal
SUPPLY = {"LF": 20, "OF": 12, "status": 12, "cache": 6}


class Script:
    """Scripted chance: numbers are used up in order, draw by draw."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self._known: dict[tuple[int, int], int] = {}

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """The next scripted number."""
        if (ordinal, index) not in self._known:
            assert self.numbers, "the scene rolls a die that the test did not script"
            self._known[ordinal, index] = self.numbers.pop(0)
        return self._known[ordinal, index]


class Scene:
    """A battle in the middle, drawn by a test."""

    def __init__(
        self,
        *pieces: Hero | Foe,
        turn: str | None = "",
        difficulty: str = "adept",
        encounter: str = "jailbreak",
        tiles: dict[str, tuple[Hex, ...]] | None = None,
        blocked: tuple[Hex, ...] = (),
        caches: dict[Hex, str] | None = None,
        decks: dict[str, Deck] | None = None,
        supply: dict[str, int] | None = None,
        round: int = 1,
        cards: Catalogue | None = None,
        **settings: Any,
    ) -> None:
        """`turn` is whose action step it is ("": the first hero's; None: enemies come next).

        Every question is asked, so that a test can answer it; `asks_all=False` plays as tables do.
        """
        self.heroes = [piece for piece in pieces if isinstance(piece, Hero)]
        foes = [piece for piece in pieces if isinstance(piece, Foe)]
        self.catalogue = _with_chips(cards or catalogue(), foes)
        self.script = Script()
        self.told: list[Event] = []
        acting = self.heroes[0].name if turn == "" else turn
        state = BattleState(
            settings=Settings(
                encounter,
                difficulty,
                party=tuple(SeatId(h.name) for h in self.heroes),
                **{"asks_all": True, **settings},
            ),
            phase="enemies" if acting is None else "adventurers",
            round=round,
            rounds=round,
            order=tuple(UnitId(h.name) for h in self.heroes),
            tiles={
                name: Tile(name, hexes)
                for name, hexes in (tiles or {"clash": disc((0, 0), 4)}).items()
            },
            blocked=blocked,
            caches={key(at): deck for at, deck in (caches or {}).items()},
            supply={**_supply(self.heroes, foes, len(caches or {})), **(supply or {})},
            decks={name: Deck() for name in ("common", "legendary", *_BAGS)} | (decks or {}),
            serial=100,
        )
        for hero in self.heroes:
            state = _with_hero(state, hero, self.catalogue)
        units = dict(state.units)
        for one in foes:
            units[UnitId(one.name)] = _unit(self.catalogue, one)
        state = replace(state, units=units)
        if acting:
            stood = {u.id: u.at for u in units.values() if u.at is not None}
            state = replace(state, turn=Turn(UnitId(acting), "act", start=stood))
        self.play = Play(BattleRules(self.catalogue), state, self.script)
        self._begun = False
        self._box: dict[str, int] = {}

    @classmethod
    def fresh(cls, *seats: str, cards: Catalogue | None = None, **settings: Any) -> "Scene":
        """A battle before anything has happened: adventurers are still to be created."""
        scene = cls.__new__(cls)
        scene.heroes, scene.script, scene.told, scene._begun = [], Script(), [], False
        scene.catalogue = cards or catalogue()
        settings = {"encounter": "jailbreak", "asks_all": True, **settings}
        chosen = Settings(party=tuple(map(SeatId, seats)), **settings)
        scene.play = Play(BattleRules(scene.catalogue), start(chosen), scene.script)
        return scene

    @classmethod
    def at(cls, state: BattleState, cards: Catalogue | None = None) -> "Scene":
        """A battle in any given state."""
        scene = cls.__new__(cls)
        scene.heroes, scene.script, scene.told, scene._begun = [], Script(), [], False
        scene.catalogue = cards or catalogue()
        scene.play = Play(BattleRules(scene.catalogue), state, scene.script)
        return scene

    # what a test does

    def rolls(self, *faces: str | int) -> "Scene":
        """Script the next dice, in the order in which they will be rolled."""
        self.script.numbers += [self._number(face) for face in faces]
        return self

    def _number(self, face: str | int) -> int:
        if isinstance(face, int):
            return face
        kind, _, value = face.partition(":")
        if kind == "enemy":
            return ENEMY_COMBAT_DIE.index(int(value))
        if kind == "d6":
            return int(value) - 1
        if face == "tenacity":
            return 0
        for die in self.catalogue.dice.values():
            if face in die.faces:
                return die.faces.index(face)
        raise AssertionError(f"no die shows {face}")

    @property
    def state(self) -> BattleState:
        """The state now."""
        self._begin()
        return self.play.state

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            start = self.play.start  # the set-up takes everything out of the box anew
            self._box = {**BOX, **({} if start.phase == "setup" else total(start))}
            self._take(self.play.begin())

    def _take(self, told: CommitContents) -> None:
        self.told += told.events
        check(self.play.state, self._box)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions."""
        self._begin()
        return self.play.questions

    def asked(self, why: str, by: str = "") -> Question:
        """The open question of that code, of several the one to that seat. Fails without any."""
        fitting = [question for question in self.questions if question.why == why]
        for question in [one for one in fitting if by in one.to] + fitting:
            return question
        raise AssertionError(f"{why} is not asked; open are {[q.why for q in self.questions]}")

    def offered(self, why: str) -> list[str]:
        """The keys that an open question offers; a route's are the hexes in reach."""
        shape = self.asked(why).shape
        spots = getattr(shape, "spots", ())
        return [spot.key for spot in spots[1:]] or [option.key for option in options_of(shape)]

    def answer(self, why: str, *picks: str, by: str = "") -> "Scene":
        """Answer an open question; picks may be option keys, or a part of one that fits only it."""
        question = self.asked(why, by)
        keys = [option.key for option in options_of(question.shape)]
        picked = tuple(_key(pick, keys) for pick in picks)
        self._take(self.play.answer(question.id, SeatId(by or question.to[0]), picked))
        return self

    def passes(self, why: str, by: str = "") -> "Scene":
        """Pass on an open question."""
        return self.answer(why, by=by)

    def default(self, *declined: str, perhaps: str = "") -> "Scene":
        """Give every open question its default until a menu or the end is reached.

        Name the questions that are passed on the way: one that is declined unnamed, or named and
        never asked, fails. So nothing that must not be offered is declined in silence. `perhaps` is
        one that is asked in some of the cases of a test.
        """
        asked: set[str] = set()
        while self.questions and not self.questions[-1].why.startswith("turn.act"):
            question = self.questions[0]
            if question.default in ((), ("no",)):
                asked.add(question.why)
            self._take(self.play.answer(question.id, question.to[0], question.default))
        assert asked - {perhaps} == set(declined), f"declined were {sorted(asked)}"
        return self

    def engage(
        self,
        hero: str,
        target: str = "",
        dice: Iterable[str] = (),
        *,
        form: str = "",
        weapon: str = "",
        overtax: bool = False,
        why: str = "turn.engage",
    ) -> "Scene":
        """Engage with dice named by kind."""
        picks = [f"form:{form or self.mat(hero).form}"]
        picks += [f"target:{target}"] if target else []
        picks += [f"weapon:{hero}-{weapon}"] if weapon else []
        picks += [f"overtax:{hero}-{weapon}"] if overtax else []
        picks += [f"die:{die}" for die in self._dice(hero, dice)]
        question = self.asked(why)
        self._take(self.play.answer(question.id, question.to[0], tuple(picks)))
        return self

    def _dice(self, hero: str, kinds: Iterable[str]) -> list[str]:
        free = list(self.mat(hero).row)
        found = []
        for kind in kinds:
            die = next((d for d in free if self.state.dice[d].kind == kind), f"no {kind}")
            found.append(die)
            if die in free:
                free.remove(DieId(die))
        return found

    def resolve(self, *dice: str) -> "Scene":
        """Resolve rolled dice, named by kind, in this order; "free": the enemy Combat dice."""
        question = self.asked("engage.resolve")
        left = [option.key for option in options_of(question.shape)]
        picks = []
        for name in dice:
            kinds = {k: self.state.dice[DieId(k)].kind if k in self.state.dice else k for k in left}
            die = next((k for k in left if name in (k, kinds[k])), f"no {name}")
            picks.append(die)
            if die in left:
                left.remove(die)
        self._take(self.play.answer(question.id, question.to[0], tuple(picks)))
        return self

    def move(self, *hexes: Hex) -> "Scene":
        """A move action along these hexes."""
        return self.answer("turn.move", *(key(at) for at in hexes))

    def end_turn(self) -> "Scene":
        """End the turn of the acting adventurer."""
        return self.answer("turn.act", "end")

    def done(self) -> "Scene":
        """Say that every scripted die was rolled."""
        assert not self.script.numbers, f"{len(self.script.numbers)} scripted dice were not rolled"
        return self

    # what a test looks at

    def unit(self, name: str) -> Unit:
        """A unit."""
        return self.state.units[UnitId(name)]

    def mat(self, name: str) -> Adventurer:
        """An adventurer's mat."""
        return self.state.adventurers[UnitId(name)]

    def hp(self, name: str) -> int:
        """A unit's HP."""
        return self.unit(name).hp

    def _names(self, dice: Iterable[str]) -> list[str]:
        return [self.state.dice[DieId(d)].kind if d in self.state.dice else d for d in dice]

    def row(self, name: str) -> list[str]:
        """The kinds of the available dice."""
        return self._names(self.mat(name).row)

    def track(self, name: str) -> list[str]:
        """The cooldown track, leftmost first: kinds, LF, OF, statuses."""
        return self._names(self.mat(name).track)

    def active(self, name: str) -> list[str]:
        """The kinds in the active slots."""
        return self._names(self.mat(name).active)

    def drained(self, name: str) -> list[str]:
        """The kinds on the race sheet."""
        return self._names(self.mat(name).drained)

    def events(self, kind: type[Event]) -> list[Any]:
        """The events of a kind so far, in order."""
        self._begin()
        return [event for event in self.told if isinstance(event, kind)]


_BAGS = ("bag-1", "bag-5", "bag-10", "bag-20")


def _key(pick: str, keys: list[str]) -> str:
    if pick in keys:
        return pick
    fitting = [k for k in keys if k.endswith(pick)] or [k for k in keys if pick in k]
    return fitting[0] if len(fitting) == 1 else pick


def _supply(heroes: list[Hero], foes: list[Foe], caches: int) -> dict[str, int]:
    left = dict(SUPPLY)
    left["cache"] -= caches
    for hero in heroes:
        for token in (*hero.track, *hero.active):
            if token in ("LF", "OF"):
                left[token] -= 1
            elif token in ("bane", "blind", "daze", "fear", "maim", "stealth"):
                left["status"] -= 1
    left["status"] -= sum(len(one.statuses) for one in foes)
    return left


def _with_hero(state: BattleState, hero: Hero, rules: Catalogue) -> BattleState:
    dice: dict[str, Die] = {}

    def lay(names: list[str]) -> tuple[str, ...]:
        laid = []
        for name in names:
            kind, _, shown = name.partition("@")
            if kind not in rules.dice:
                laid.append(name)
                continue
            die = f"{hero.name}.{kind}.{len(dice) + 1}"
            faces = rules.dice[DieKind(kind)].faces
            dice[die] = Die(DieKind(kind), UnitId(hero.name), faces.index(shown) if shown else -1)
            laid.append(die)
        return tuple(laid)

    mat = Adventurer(
        seat=SeatId(hero.name),
        race=hero.race,
        form=form_of(hero.form),
        stamina=hero.stamina,
        magicka=hero.magicka,
        cooldown=hero.cooldown,
        cls=hero.cls,
        master=hero.master,
        tokens=hero.tokens,
        tenacity=hero.tenacity,
        row=tuple(map(DieId, lay(hero.row))),
        active=lay(hero.active),
        track=lay(hero.track),
        drained=tuple(map(DieId, lay(hero.drained))),
        ready=tuple(hero.ready),
        pack=tuple(hero.pack),
    )
    unit = Unit(
        id=UnitId(hero.name),
        kind="adventurer",
        chip=hero.race,
        side="party",
        name=hero.name,
        hp=0 if hero.fate else hero.hp,
        health=hero.health,
        at=None if hero.fate else hero.at,
        bonus=hero.bonus,
        fate=hero.fate,
        controller=SeatId(hero.name),
    )
    return replace(
        state,
        units={**state.units, hero.name: unit},
        adventurers={**state.adventurers, hero.name: mat},
        dice={**state.dice, **dice},
    )


def _with_chips(cards: Catalogue, foes: list[Foe]) -> Catalogue:
    chips = dict(cards.chips)
    for one in foes:
        if one.figures:
            printed: Chip = chips[one.chip]
            chips[f"{one.chip}-{one.name}"] = figure(
                printed, id=f"{one.chip}-{one.name}", **one.figures
            )
    return figure(cards, chips=chips)


def _unit(cards: Catalogue, one: Foe) -> Unit:
    chip = f"{one.chip}-{one.name}" if one.figures else one.chip
    printed = cards.chips[chip]
    return Unit(
        id=UnitId(one.name),
        kind=one.kind,
        chip=chip,
        side=one.side,
        name=printed.name,
        hp=one.hp or printed.health,
        health=printed.health,
        at=one.at,
        level=max(0, printed.level),
        statuses=one.statuses,
        controller=SeatId("a1" if one.side == "party" else ""),
        leaves=one.leaves,
    )
