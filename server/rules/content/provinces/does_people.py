"""Outcomes for adventurers: health, fatigue, tenacity, items, growth."""

from collections.abc import Sequence

from protocol.battle import Status
from protocol.ids import UnitId
from server.rules.campaign.components.session import Running, Seen
from server.rules.campaign.components.words import Constellation, ItemDeck, Subtype
from server.rules.content.provinces.blocks import ForWhom, OutcomeBlock, block, shelf


def some(count: int, what: str, more: str = "") -> str:
    """Return an amount in words: "1 item", "2 items"."""
    return f"{count} {what if count == 1 else more or what + 's'}"


@block("heal")
class Heal(ForWhom, frozen=True, kw_only=True):
    """They heal, up to Health."""

    hp: int

    @property
    def text(self) -> str:
        """Return how much they heal."""
        return f"{self.whom} heals {self.hp} HP."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Heal each of them."""
        session.heal(self.meant(session, who), self.hp)


@block("harm")
class Harm(ForWhom, frozen=True, kw_only=True):
    """They are dealt true damage."""

    hp: int

    @property
    def text(self) -> str:
        """Return how much damage it is."""
        return f"{self.whom} is dealt {self.hp} true damage."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Deal the damage to each of them."""
        session.harm(self.meant(session, who), self.hp)


@block("fatigue")
class Fatigue(ForWhom, frozen=True, kw_only=True):
    """They gain light fatigue, or with `over` overfatigue."""

    dice: int
    over: bool = False

    @property
    def text(self) -> str:
        """Return how much fatigue it is."""
        return f"{self.whom} gains {self.dice} {'over' if self.over else 'light '}fatigue."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Give it to each of them."""
        session.fatigue(self.meant(session, who), self.dice, over=self.over)


@block("ail")
class Ail(ForWhom, frozen=True, kw_only=True):
    """They gain a status die in the cooldown track."""

    status: Status

    @property
    def text(self) -> str:
        """Return which status it is."""
        return f"{self.whom} gains {self.status.capitalize()}."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Give it to each of them."""
        session.ail(self.meant(session, who), self.status)


@block("relieve")
class Relieve(ForWhom, frozen=True, kw_only=True):
    """They remove dice of their choice from their cooldown tracks."""

    dice: int

    @property
    def text(self) -> str:
        """Return how many dice leave."""
        return f"{self.whom} removes {some(self.dice, 'die', 'dice')} from the cooldown track."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Let each of them remove dice."""
        session.relieve(self.meant(session, who), self.dice)


@block("restore")
class Restore(ForWhom, frozen=True, kw_only=True):
    """They are restored as by an inn: full HP, no fatigue, no status, all skill dice back."""

    @property
    def text(self) -> str:
        """Return that they are restored as at an inn."""
        return f"{self.whom} is restored as by an inn."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Restore each of them."""
        session.restore(self.meant(session, who))


@block("tenacity")
class Tenacity(ForWhom, frozen=True, kw_only=True):
    """They gain tenacity; a negative number is a cost, which each has to be able to pay."""

    by: int

    @property
    def text(self) -> str:
        """Return how much tenacity it is."""
        return f"{self.whom} {'gains' if self.by > 0 else 'spends'} {abs(self.by)} tenacity."

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """Return whether they have what it costs."""
        have = [session.tenacity_of(one) + self.by >= 0 for one in who]
        return all(have) if self.who == "each" else any(have)

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Move the peg of each of them; the one is picked among those who can pay."""
        rich = [one for one in who if session.tenacity_of(one) + self.by >= 0]
        session.tenacity(self.meant(session, rich if self.who == "one" else who), self.by)


@block("bonus-xp")
class BonusXp(ForWhom, frozen=True, kw_only=True):
    """They gain XP that the dial does not count; a negative number is spent from saved XP."""

    xp: int

    @property
    def text(self) -> str:
        """Return how much XP it is."""
        if self.xp < 0:
            return f"{self.whom} spends {-self.xp} saved XP."
        return f"{self.whom} gains {self.xp} bonus XP."

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """Return whether they have what it costs."""
        have = [session.xp_of(one) + self.xp >= 0 for one in who]
        return all(have) if self.who == "each" else any(have)

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Change the saved XP of each of them; the one is picked among those who can pay."""
        rich = [one for one in who if session.xp_of(one) + self.xp >= 0]
        session.bonus_xp(self.meant(session, rich if self.who == "one" else who), self.xp)


@block("gain-item")
class GainItem(ForWhom, frozen=True, kw_only=True):
    """They draw and gain items; with `of` the first of these subtypes in the deck."""

    deck: ItemDeck = "common"
    count: int = 1
    of: tuple[Subtype, ...] = ()

    @property
    def text(self) -> str:
        """Return what they gain."""
        if self.of:
            kinds = " or ".join(self.of)
            return f"{self.whom} gains the first {self.deck} {kinds} of the deck."
        return f"{self.whom} gains {some(self.count, f'{self.deck} item')}."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Give items to each of them."""
        whom = self.meant(session, who)
        if self.of:
            session.search_item(whom, self.deck, self.of)
        else:
            session.gain_items(whom, self.deck, self.count)


@block("give-item")
class GiveItem(ForWhom, frozen=True, kw_only=True):
    """They discard an item, of these subtypes and this deck where they are given; a cost."""

    of: tuple[Subtype, ...] = ()
    deck: ItemDeck | None = None

    @property
    def text(self) -> str:
        """Return what they discard."""
        kind = " or ".join(self.of) or "item"
        return f"{self.whom} discards 1 {f'{self.deck} ' if self.deck else ''}{kind}."

    def _has(self, session: Seen, one: UnitId) -> bool:
        return any(session.has_item(one, kind, self.deck) for kind in self.of or (None,))

    def can(self, session: Seen, who: Sequence[UnitId]) -> bool:
        """Return whether they have such an item."""
        have = [self._has(session, one) for one in who]
        return all(have) if self.who == "each" else any(have)

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Let each of them discard one; the one is picked among those who have one."""
        rich = [one for one in who if self._has(session, one)]
        session.discard_item(self.meant(session, rich), self.of, self.deck)


@block("refresh")
class Refresh(ForWhom, frozen=True, kw_only=True):
    """They refresh an expended potion each."""

    @property
    def text(self) -> str:
        """Return that a potion is refreshed as at an alchemy station."""
        return f"{self.whom} refreshes 1 expended potion."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Let each of them refresh one."""
        session.refresh_potion(self.meant(session, who))


@block("train")
class Train(ForWhom, frozen=True, kw_only=True):
    """They may train a skill line of these constellations: one of two tokens drawn, or, where they
    may `choose`, any of the trainer bag.
    """

    of: tuple[Constellation, ...] = ("mage", "thief", "warrior")
    choose: bool = False

    @property
    def text(self) -> str:
        """Return which lines they may train."""
        kinds = "" if len(self.of) > 2 else f"{' or '.join(self.of)} "
        which = f"any {kinds}skill line" if self.choose else f"one of two {kinds}skill lines drawn"
        return f"{self.whom} may train {which}."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Let each of them train."""
        for one in self.meant(session, who):
            session.train(one, self.of, any_token=self.choose)


@block("gain-die")
class GainDie(ForWhom, frozen=True, kw_only=True):
    """They may add a skill die of this level at most to a line they have trained."""

    level: int = 1

    @property
    def text(self) -> str:
        """Return which die they may add."""
        return f"{self.whom} may add a skill die of level {self.level} or less."

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Let each of them add a die."""
        for one in self.meant(session, who):
            session.gain_die(one, self.level)


@block("special")
class Special(OutcomeBlock, frozen=True):
    """An effect that the rules know by its name: a guild's town action (p41)."""

    name_of: str
    says: str

    @property
    def text(self) -> str:
        """Return what its card says."""
        return self.says

    def do(self, session: Running, who: Sequence[UnitId]) -> None:
        """Let it happen to those meant."""
        session.special(who, self.name_of)


PEOPLE = shelf(
    Heal,
    Harm,
    Fatigue,
    Ail,
    Relieve,
    Restore,
    Tenacity,
    BonusXp,
    GainItem,
    GiveItem,
    Refresh,
    Train,
    GainDie,
    Special,
)
