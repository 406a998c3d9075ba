"""What things are known by: one type for each kind of id, so that none is taken for another.

On the wire and in the journal an id is the text (a question's: the number) that it always was.
The type checker alone tells them apart, and a test plants mix-ups for it to find. A text becomes an
id where it enters: where a message or an event is read, or where the thing is made.

The codes of questions (`Question.why`) stand here, too. A ruleset's own questions have codes of a
closed list, so a misspelt one fails the type checker wherever it is asked, awaited or answered;
what a component or a moment asks bears that one's name (`NamedCode`).
"""

from typing import TYPE_CHECKING, Annotated, Literal, NewType, TypeVar

if TYPE_CHECKING:
    T = TypeVar("T")
    Text = Annotated[T, "a text on the wire"]
else:

    class Text:
        """A field whose words the type checker knows, while any text is decoded: old journals have
        words that are gone, and a newer server may say one that is new.
        """

        def __class_getitem__(cls, words: object) -> type[str]:
            """Return what msgspec decodes."""
            return str


BattleId = NewType("BattleId", str)
"""A battle, and its journal."""

TableId = NewType("TableId", str)
"""A table, at which players meet and choose their seats."""

PlayerId = NewType("PlayerId", str)
"""A player's identity, whatever name it has."""

SeatId = NewType("SeatId", str)
"""A seat of a table and of its battles: "1" to "4"."""

NO_SEAT = SeatId("")
"""Stands where no seat is meant: nobody leads a unit."""

UnitId = NewType("UnitId", str)
"""A unit of a battle: an adventurer, an enemy, a companion, a quest unit or an objective unit."""

NOBODY = UnitId("")
"""Stands where no unit is meant: damage that nobody dealt, an engage without a target."""

DieId = NewType("DieId", str)
"""A skill die of a battle."""

NO_DIE = DieId("")
"""Stands where no die is meant."""

DieKind = NewType("DieKind", str)
"""A kind of skill die, as the catalogue names it: "bow-1"."""

NO_KIND = DieKind("")
"""Stands where no kind of die is meant: a stat grew, not a line."""

ItemId = NewType("ItemId", str)
"""An item card, as the catalogue names it, of which an inventory has a copy (`CardId`)."""

CardId = NewType("CardId", str)
"""A copy of an item card in an inventory."""

NO_ITEM, NO_CARD = ItemId(""), CardId("")
"""Stand where no item card, and no copy of one, is meant."""

LineId = NewType("LineId", str)
"""A skill line, as the catalogue names it: "bow"."""

QuestionId = NewType("QuestionId", int)
"""A question of a battle: its position in the log."""

NoteName = NewType("NoteName", str)
"""What a battle remembers of a limited use or of an effect; the rules' `notes` make and read it."""

CallId = NewType("CallId", int)
"""A call for another game: its position in the log of the game that calls."""

NO_BATTLE, NO_TABLE, NO_PLAYER = BattleId(""), TableId(""), PlayerId("")
"""What stands on the wire where there is none."""

Who = SeatId | UnitId
"""For whom a stretch of rules runs, or who rolls: the unit, or the seat before it has one."""

AnswerOrigin = Literal["player", "default", "bot", "standing", "foreseen"]
"""Who gave an answer: the player, the clock (the question's default), a bot, the player's standing
answer, or (in no journal) foresight, which runs the rules on the side."""

AuthorOrigin = AnswerOrigin | Literal["undo", "server"]
"""Whence a commit came: an answer of that origin, an undo, or the server itself."""

QuestionCode = Literal[
    # the battle: creating adventurers and setting up
    "create.advance",
    "create.class",
    "create.dice",
    "create.line",
    "create.race",
    "create.ready",
    "create.rows",
    "create.slot",
    "create.train",
    "deploy",
    "deploy.companion",
    "deploy.items",
    "jailbreak.class",
    "jailbreak.order",
    "kit.choose",
    "setup.first",
    "setup.hex",
    # an adventurer's turn, moving and engaging (the small game has turns, too)
    "ability.form",
    "anytime",
    "engage.drop",
    "engage.exhaust",
    "engage.land",
    "engage.resolve",
    "engage.settle",
    "engage.slot",
    "enter.order",
    "explore.here",
    "interrupt.form",
    "make-way",
    "move.continue",
    "move.push",
    "turn.act",
    "turn.drop",
    "turn.early",
    "turn.engage",
    "turn.explore",
    "turn.move",
    "turn.reform",
    "turn.worth",
    # dice, items, locks, effects
    "cache.pick",
    "effect.spare",
    "fatigue.place",
    "heal.less",
    "item.discard",
    "item.gained",
    "item.refresh",
    "item.room",
    "lockpick.adjust",
    "lockpick.keep",
    "slots.exhaust",
    "social.dice",
    "social.tenacity",
    "track.relieve",
    # what the party decides for enemies, companions and the map
    "companion.engage",
    "companion.move",
    "companion.order",
    "delve.cache",
    "delve.enemy",
    "delve.place",
    "enemy.closest",
    "enemy.destination",
    "enemy.order",
    "enemy.target",
    "enemy.way",
    "ground.cache",
    "ground.unit",
    "trap.order",
    # rounds, the guild's assist, the end
    "assist.dice",
    "assist.hex",
    "assist.round",
    "cleanup.stay",
    "round.assist",
    "round.retreat",
    # the days of a session
    "encounter.adventurer",
    "encounter.choice",
    "encounter.hex",
    "encounter.may",
    "encounter.pick",
    "growth.die",
    "growth.line",
    "kiosk.pledged",
    "kiosk.ways",
    "overland.again",
    "overland.gate",
    "overland.look",
    "overland.move",
    "overland.place",
    "overland.refuge",
    "overland.way",
    "quest.encounter",
    "quest.room",
    "quest.side",
    "rest.assist",
    "rest.assist.move",
    "session.guild",
    "session.may",
    "session.next",
    "together.advance",
    "together.rest.dice",
    "together.rest.items",
    "together.rest.price",
    "together.road",
    "together.town",
    "together.town.join",
    "town.again",
    "town.fingers",
    # A match of the skirmish.
    "match.cast",
    "match.cast.place",
    "match.deploy",
    "match.engage",
    "match.go",
    "match.intercept",
    "match.intercept.place",
    "match.melee.next",
    "match.melee.order",
    "match.melee.split",
    "match.move",
    "match.muster",
    "match.rout",
    "match.secure",
    "match.shoot",
    "match.shoot.protect",
    "match.shoot.target",
    "match.treasure",
]
"""Every code of a question that a ruleset itself asks."""

NamedCode = NewType("NamedCode", str)
"""A code that begins with the name of what asks: "acid-spray", "acid-spray.hex"."""

Why = Text[QuestionCode | NamedCode]
"""What a question is about."""
