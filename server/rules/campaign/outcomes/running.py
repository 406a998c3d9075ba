"""The methods that printed outcomes use (`components.session.Running`): those for the session are
here, those for adventurers in `adventurers`.
"""

from collections.abc import Sequence

from protocol.battle import Status, Told
from protocol.campaign import (
    EffectBegan,
    KeywordRecorded,
    RewardRaised,
    SessionEnded,
    StepEnded,
    TrackerSet,
    TwistLaid,
)
from protocol.hexes import Hex, key, parse
from protocol.ids import NOBODY, UnitId, Why
from protocol.questions import One, Option, Question
from server.rules.campaign.adventurers import belongings, conditions, growth
from server.rules.campaign.adventurers.each import each
from server.rules.campaign.components.words import (
    Constellation,
    Deck,
    ItemDeck,
    Subtype,
    Token,
)
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import drawing, social, specials
from server.rules.campaign.overland import movement, tokens, towns

SKIPPED_REST = "skipped-rest"
"""The effect that waits for the rest step."""
BEFORE_MOVE = ("new-day", "overland")


class RunningSession(Session):
    """A running session with the methods that outcomes use."""

    @classmethod
    def of(cls, session: Session) -> "RunningSession":
        """Return the same session with these methods."""
        return cls(session.game, session.atlas, session.catalogue, session.procedures)

    # to adventurers

    def heal(self, who: Sequence[UnitId], hp: int) -> None:
        """Heal each of them, up to Health; a defeated one is undefeated again."""
        for unit in who:
            conditions.heal(self, unit, hp)

    def harm(self, who: Sequence[UnitId], hp: int) -> None:
        """Deal each of them true damage."""
        for unit in who:
            conditions.harm(self, unit, hp, "encounter")

    def fatigue(self, who: Sequence[UnitId], dice: int, *, over: bool = False) -> None:
        """Give each of them light fatigue, or overfatigue."""
        for unit in who:
            conditions.fatigue(self, unit, dice, over=over)

    def ail(self, who: Sequence[UnitId], status: Status) -> None:
        """Give each of them a status die in the cooldown track."""
        for unit in who:
            conditions.ail(self, unit, status)

    def relieve(self, who: Sequence[UnitId], dice: int) -> None:
        """Let each of them remove so many dice of its choice from its cooldown track."""
        for unit in who:
            conditions.relieve(self, unit, dice)

    def restore(self, who: Sequence[UnitId]) -> None:
        """Restore each of them as an inn does (TWN-13)."""
        for unit in who:
            conditions.restore(self, unit)

    def tenacity(self, who: Sequence[UnitId], by: int) -> None:
        """Change each one's tenacity, within 0 and its most."""
        for unit in who:
            conditions.change_tenacity(self, unit, by)

    def bonus_xp(self, who: Sequence[UnitId], xp: int) -> None:
        """Add to saved XP, not to the dial (RWD-4); negative: spend it."""
        for unit in who:
            growth.change_xp(self, unit, xp, "bonus")

    def gain_items(self, who: Sequence[UnitId], deck: ItemDeck, count: int = 1) -> None:
        """Let each of them draw and gain items of a deck."""

        def gain(session: Session, unit: UnitId) -> None:
            for _ in range(count):
                belongings.draw(session, unit, deck)

        each(self, who, gain)

    def search_item(self, who: Sequence[UnitId], deck: ItemDeck, of: Sequence[Subtype]) -> None:
        """Give each of them the first item of these subtypes in a deck, which is shuffled then."""
        each(self, who, lambda session, unit: belongings.search(session, unit, deck, of))

    def discard_item(
        self, who: Sequence[UnitId], of: Sequence[Subtype] = (), deck: ItemDeck | None = None
    ) -> None:
        """Let each of them discard one item of these subtypes (none: any), if it has one."""
        each(self, who, lambda session, unit: belongings.discard(session, unit, of, deck))

    def refresh_potion(self, who: Sequence[UnitId]) -> None:
        """Refresh one expended potion of each, as an alchemy station does (TWN-17)."""
        each(self, who, belongings.refresh)

    def train(self, who: UnitId, of: Sequence[Constellation], *, any_token: bool = False) -> None:
        """Let an adventurer train a line as at a trainer: of these constellations; with `any_token`
        any line of the trainer bag, else one of two tokens drawn.
        """
        growth.learn(self, who, of, any_token=any_token)

    def gain_die(self, who: UnitId, level: int) -> None:
        """Let an adventurer add a die of this level at most to a trained line (RWD-7)."""
        growth.gain_die(self, who, level)

    def special(self, who: Sequence[UnitId], name: str) -> None:
        """Carry out an effect that the rules know by name (a guild's kiosk)."""
        for unit in who:
            specials.do(self, unit, name)

    # to the session

    def xp(self, xp: int) -> None:
        """Add to the reward of today's encounter, for dial and everybody (RWD-2)."""
        self.emit(RewardRaised(xp))

    def counted(self, name: str, to: int) -> None:
        """Set a tracker; a gauge stays within its levels."""
        gauge = self.province.effect.gauge
        value = min(max(to, 0), len(gauge.levels) - 1) if name == gauge.id else to
        if value != self.count(name):
            self.emit(TrackerSet(name, value))

    def record(self, keyword: str) -> None:
        """Write a minor keyword down (KEY-3)."""
        self.emit(KeywordRecorded(keyword))

    def place(self, token: Token, at: Hex | None) -> None:
        """Put an overland token into a hex, or take it off the map."""
        tokens.place(self, token, at)

    def advance(self, token: Token, to: Hex, hexes: int) -> None:
        """Move a token towards a hex on a shortest way (NPC-1 to NPC-3)."""
        tokens.advance(self, token, to, hexes)

    def drift(self, token: Token, hexes: int) -> None:
        """Roll a die for a direction of the compass and move a token so far (NPC-4)."""
        tokens.drift(self, token, hexes)

    def faster(self, hexes: int, days: int = 1) -> None:
        """Change the base overland movement for so many days: from today on before the party's
        move, else from tomorrow on. In an endgame, which has no map, nothing happens (END-3).
        """
        if self.is_endgame():  # END-3
            return
        # Once the party has moved, today's movement is spent: the effect begins tomorrow.
        first = self.day if self.state.day_phase in BEFORE_MOVE else self.day + 1
        for name, value in movement.quicken(self, hexes, first, days).items():
            self.emit(TrackerSet(name, value))

    def close(self, town: str) -> None:
        """Close a town (TWN-20)."""
        towns.set_access(self, town, closed=True)

    def reopen(self, town: str) -> None:
        """Open a closed town."""
        towns.set_access(self, town, closed=False)

    def skip_rest(self) -> None:
        """Skip today's rest step (EOD-10)."""
        self.emit(EffectBegan(SKIPPED_REST, "day"))

    def gain_side_quest(self, draw: int = 2) -> None:
        """Draw side quests and keep at most one (TWN-14)."""
        drawing.side_quest(self, draw)

    def look(self, deck: Deck, cards_: int) -> None:
        """Show the party the top cards of a deck; it puts each on top or at the bottom."""
        drawing.look(self, deck, cards_)

    def twist(self, name: str) -> None:
        """Note a twist: the next battle of the session is fought with this change of its
        encounter.
        """
        self.emit(TwistLaid(name))

    def roll(self, sides: int = 6) -> int:
        """Roll a die that everybody sees. Returns 1 to `sides`."""
        return self.throw("encounter", sides) + 1

    def pick(self, text: str, options: Sequence[tuple[str, str]]) -> str:
        """Let the party pick one of several options, each a key and its words. Returns the key."""
        shown = tuple(Option(name, words) for name, words in options)
        return self.choose(_question(self, "encounter.pick", text, shown))

    def pick_adventurer(self, text: str, among: Sequence[UnitId]) -> UnitId:
        """Let the party pick one adventurer. Returns its id."""
        shown = tuple(Option(unit, self.state.units[unit].name) for unit in among)
        return UnitId(self.choose(_question(self, "encounter.adventurer", text, shown)))

    def pick_hex(self, text: str, among: Sequence[Hex]) -> Hex:
        """Let the party pick a hex of the map. Returns it."""
        shown = tuple(Option(key(at), tokens.name(self, at)) for at in among)
        return parse(self.choose(_question(self, "encounter.hex", text, shown)))

    def asks(self, who: UnitId, text: str) -> bool:
        """Ask an adventurer's owner whether something shall happen. Returns the answer."""
        question = Question(
            to=self.battle.deciders(who),
            why="encounter.may",
            text=text,
            shape=One((Option("yes", "Yes"), Option("no", "No"))),
            rule="GEN-4",
            default=("no",),
            about=who,
        )
        return self.choose(question) == "yes"

    def check(self, difficulty: int, text: str) -> bool:
        """Make a social check (p42), each of today's encounter once. Returns whether it
        succeeded.
        """
        return social.check(self, social.unused_name(self), difficulty)

    def tell(self, text: str) -> None:
        """Tell everybody a line of story."""
        self.emit(Told(NOBODY, text))

    def fail(self, why: str) -> None:
        """Fail the guild quest's step, and with it the campaign (QST-5)."""
        if self.state.outcome:
            return
        # An endgame has days and no steps.
        if self.state.step:
            self.emit(StepEnded(self.state.step, False))
        self.emit(SessionEnded("defeat", why))


def _question(session: Session, why: Why, text: str, shown: tuple[Option, ...]) -> Question:
    return Question(session.seats, why, text, One(shown), "ENC-1", default=(shown[0].key,))
