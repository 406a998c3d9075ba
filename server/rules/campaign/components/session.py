"""What named blocks see of a running session, and what they do to it.

The session's kernel has these methods; blocks know no more of it. `who` are adventurers of the
party, defeated ones included; amounts are for each of them. A method that asks somebody (which die,
which item, which hex) asks the owner of the adventurer, or the party.
"""

from collections.abc import Sequence
from typing import Protocol

from protocol.battle import Status
from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.campaign.components.words import (
    Constellation,
    Deck,
    Difficulty,
    Encounter,
    Icon,
    ItemDeck,
    Landmark,
    Subtype,
    Token,
)


class Seen(Protocol):
    """The facts of a session that requirements may look at; looking changes nothing."""

    @property
    def day(self) -> int:
        """Return the day dial; 0 during setup."""

    @property
    def session(self) -> int:
        """Return which session of the campaign this is: 1, 2 or 3."""

    @property
    def difficulty(self) -> Difficulty:
        """Return the difficulty that the party chose."""

    @property
    def guild(self) -> str:
        """Return the id of the guild whose quest is played; "" in an endgame."""

    @property
    def party(self) -> tuple[UnitId, ...]:
        """Return all adventurers, in seat order; how many they are is the party size (p36)."""

    @property
    def here(self) -> Hex | None:
        """Return where the party token lies; None in an endgame."""

    @property
    def encounter(self) -> Encounter:
        """Return what the party triggered today."""

    @property
    def won(self) -> bool | None:
        """Return whether the last battle of today was won; None: there was none."""

    def token(self, name: Token) -> Hex | None:
        """Return where an overland token lies; None: not on the map."""

    def mark(self, place: str) -> tuple[Hex, ...]:
        """Return the hexes of a place, town or label of the province's map; () if it has none."""

    def landmark(self, at: Hex) -> Landmark:
        """Return the landmark printed in a hex."""

    def terrain(self, at: Hex) -> str:
        """Return the terrain of a hex; "" beyond the map."""

    def town(self, at: Hex) -> str:
        """Return the id of the town in a hex; "": none."""

    def icons(self) -> tuple[Icon, ...]:
        """Return the icons of the peaceful card drawn today, left to right; () before one is
        drawn.
        """

    def count(self, name: str) -> int:
        """Return a tracker by name: a gauge, a quest's counter; 0 if nobody counted yet."""

    def keywords(self, keyword: str) -> int:
        """Return how often a keyword is recorded in this campaign, majors included (KEY-3)."""

    def is_closed(self, town: str) -> bool:
        """Return whether a town is closed (TWN-20)."""

    def battle_fact(self, name: str) -> int:
        """Return a figure that the last battle of today gave back for quests; 0 if it gave none."""

    def has_item(self, who: UnitId, subtype: Subtype | None, deck: ItemDeck | None) -> bool:
        """Return whether an adventurer holds an item of this subtype and deck (None: of any)."""

    def tenacity_of(self, who: UnitId) -> int:
        """Return an adventurer's tenacity."""

    def hp_of(self, who: UnitId) -> int:
        """Return an adventurer's HP without bonus HP; 0: defeated."""

    def xp_of(self, who: UnitId) -> int:
        """Return an adventurer's saved XP."""


class Running(Seen, Protocol):
    """The running session: everything that printed outcomes do."""

    # ---- to adventurers
    def heal(self, who: Sequence[UnitId], hp: int) -> None:
        """Heal each of them, up to Health."""

    def harm(self, who: Sequence[UnitId], hp: int) -> None:
        """Deal each of them true damage."""

    def fatigue(self, who: Sequence[UnitId], dice: int, *, over: bool = False) -> None:
        """Give each of them light fatigue, or overfatigue."""

    def ail(self, who: Sequence[UnitId], status: Status) -> None:
        """Give each of them a status die in the cooldown track."""

    def relieve(self, who: Sequence[UnitId], dice: int) -> None:
        """Let each of them remove so many dice of its choice from its cooldown track (as EOD-6)."""

    def restore(self, who: Sequence[UnitId]) -> None:
        """Restore each of them as an inn does (TWN-13)."""

    def tenacity(self, who: Sequence[UnitId], by: int) -> None:
        """Change each one's tenacity, within 0 and its most."""

    def bonus_xp(self, who: Sequence[UnitId], xp: int) -> None:
        """Add to saved XP, not to the dial (RWD-4); negative: spend it."""

    def gain_items(self, who: Sequence[UnitId], deck: ItemDeck, count: int = 1) -> None:
        """Let each of them draw and gain items of a deck."""

    def search_item(self, who: Sequence[UnitId], deck: ItemDeck, of: Sequence[Subtype]) -> None:
        """Give each of them the first item of these subtypes in a deck, which is shuffled then."""

    def discard_item(
        self, who: Sequence[UnitId], of: Sequence[Subtype] = (), deck: ItemDeck | None = None
    ) -> None:
        """Let each of them discard one item of these subtypes (none: any), if it has one."""

    def refresh_potion(self, who: Sequence[UnitId]) -> None:
        """Refresh one expended potion of each, as an alchemy station does (TWN-17)."""

    def train(self, who: UnitId, of: Sequence[Constellation], *, any_token: bool = False) -> None:
        """Let an adventurer train a line as at a trainer: of these constellations; with `any_token`
        any line of the trainer bag, else one of two tokens drawn.
        """

    def gain_die(self, who: UnitId, level: int) -> None:
        """Let an adventurer add a die of this level at most to a trained line (RWD-7)."""

    def special(self, who: Sequence[UnitId], name: str) -> None:
        """Carry out an effect that the rules know by name and no other method has (a guild's
        kiosk).
        """

    # ---- to the session
    def xp(self, xp: int) -> None:
        """Add to the reward of today's encounter, for dial and everybody (RWD-2)."""

    def counted(self, name: str, to: int) -> None:
        """Set a tracker."""

    def record(self, keyword: str) -> None:
        """Write a minor keyword down (KEY-3)."""

    def place(self, token: Token, at: Hex | None) -> None:
        """Put an overland token into a hex, or take it off the map; "party" moves the party."""

    def advance(self, token: Token, to: Hex, hexes: int) -> None:
        """Move a token towards a hex on a shortest way over the map (NPC-1 to NPC-3)."""

    def drift(self, token: Token, hexes: int) -> None:
        """Roll a die for a direction of the compass and move a token so far (NPC-4)."""

    def faster(self, hexes: int, days: int = 1) -> None:
        """Change the base overland movement by so many hexes for so many coming days."""

    def close(self, town: str) -> None:
        """Close a town (TWN-20)."""

    def reopen(self, town: str) -> None:
        """Open a closed town."""

    def skip_rest(self) -> None:
        """Skip today's rest step (EOD-10)."""

    def gain_side_quest(self, draw: int = 2) -> None:
        """Draw side quests and keep at most one, as at a quest board (TWN-14)."""

    def look(self, deck: Deck, cards: int) -> None:
        """Show the party the top cards of a deck; it puts each on top or at the bottom."""

    def twist(self, name: str) -> None:
        """Note a twist: the next battle of the session is fought with this change of its
        encounter.
        """

    def roll(self, sides: int = 6) -> int:
        """Roll a die that everybody sees. Returns 1 to `sides`."""

    def pick(self, text: str, options: Sequence[tuple[str, str]]) -> str:
        """Let the party pick one of several options, each a key and its words. Returns the key."""

    def pick_adventurer(self, text: str, among: Sequence[UnitId]) -> UnitId:
        """Let the party pick one adventurer. Returns its id."""

    def pick_hex(self, text: str, among: Sequence[Hex]) -> Hex:
        """Let the party pick a hex of the map. Returns it."""

    def asks(self, who: UnitId, text: str) -> bool:
        """Ask an adventurer's owner whether something shall happen. Returns the answer; without one
        False.
        """

    def check(self, difficulty: int, text: str) -> bool:
        """Make a social check (p42). Returns whether it succeeded."""

    def tell(self, text: str) -> None:
        """Tell everybody a line of story."""

    def fail(self, why: str) -> None:
        """Fail the guild quest's step, and with it the campaign (QST-5)."""
