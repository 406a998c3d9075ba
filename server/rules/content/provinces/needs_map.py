"""Requirements about the map: where the party is, where tokens lie, which towns are closed."""

from protocol.hexes import Hex, distance
from server.rules.campaign.components.session import Seen
from server.rules.campaign.components.words import Landmark, PlaceId, Token, TownId
from server.rules.content.provinces.blocks import (
    RequirementBlock,
    as_subject,
    block,
    in_words,
    shelf,
    token_in_words,
)


def within_reach(session: Seen, at: Hex | None, hexes: tuple[Hex, ...], within: int) -> bool:
    """Return whether a hex is at most `within` hexes from one of these; False for None."""
    return at is not None and any(distance(at, one) <= within for one in hexes)


@block("at")
class At(RequirementBlock, frozen=True):
    """The party is in a place, town or terrain of the map, or at most `within` hexes away."""

    place: PlaceId
    within: int = 0

    @property
    def text(self) -> str:
        """Return where that is."""
        near = f"within {self.within} hexes of " if self.within else "at "
        return f"{near}{in_words(self.place)}"

    def met(self, session: Seen) -> bool:
        """Return whether the party token is there."""
        return within_reach(session, session.here, session.mark(self.place), self.within)


@block("away")
class Away(RequirementBlock, frozen=True):
    """The party is at least so many hexes from a place."""

    place: PlaceId
    hexes: int

    @property
    def text(self) -> str:
        """Return how far from where."""
        return f"at least {self.hexes} hexes from {in_words(self.place)}"

    def met(self, session: Seen) -> bool:
        """Return whether the party token is so far away."""
        here = session.here
        hexes = session.mark(self.place)
        return here is not None and all(distance(here, one) >= self.hexes for one in hexes)


@block("landmark")
class OnLandmark(RequirementBlock, frozen=True):
    """The party ended its move on a landmark of this kind ("": on a hex without one)."""

    kind: Landmark

    @property
    def text(self) -> str:
        """Return which kind it is."""
        return f"at a landmark: {self.kind}" if self.kind else "in a hex without a landmark"

    def met(self, session: Seen) -> bool:
        """Return whether the party token's hex has such a landmark. A town has none, and does not
        count as a hex without one either.
        """
        here = session.here
        if here is None or session.town(here):
            return False
        return session.landmark(here) == self.kind


@block("in-town")
class InTown(RequirementBlock, frozen=True):
    """The party is in a town: one of these, or without `towns` in any."""

    towns: tuple[TownId, ...] = ()

    @property
    def text(self) -> str:
        """Return which towns these are."""
        return "in " + (" or ".join(map(in_words, self.towns)) if self.towns else "a town")

    def met(self, session: Seen) -> bool:
        """Return whether the party token's hex is one of them."""
        here = session.here
        town = session.town(here) if here is not None else ""
        return bool(town) and (not self.towns or town in self.towns)


@block("token-at")
class TokenAt(RequirementBlock, frozen=True):
    """An overland token lies in a place, or at most `within` hexes away."""

    token: Token
    place: PlaceId
    within: int = 0
    called: str = ""

    @property
    def text(self) -> str:
        """Return which token, and where."""
        token = as_subject(self.called) or token_in_words(self.token)
        return f"once {token} reaches {in_words(self.place)}"

    def met(self, session: Seen) -> bool:
        """Return whether it lies there; a token that is off the map is nowhere."""
        hexes = session.mark(self.place)
        return within_reach(session, session.token(self.token), hexes, self.within)


@block("meets")
class Meets(RequirementBlock, frozen=True):
    """The party is where an overland token lies, or at most `within` hexes away."""

    token: Token
    within: int = 0
    called: str = ""

    @property
    def text(self) -> str:
        """Return which token it is."""
        near = f"within {self.within} hexes of" if self.within else "in the hex of"
        return f"{near} {as_subject(self.called) or token_in_words(self.token)}"

    def met(self, session: Seen) -> bool:
        """Return whether the party is there; a token that is off the map meets nobody."""
        at = session.token(self.token)
        return at is not None and within_reach(session, session.here, (at,), self.within)


@block("closed")
class Closed(RequirementBlock, frozen=True):
    """A town is closed."""

    town: TownId

    @property
    def text(self) -> str:
        """Return which town it is."""
        return f"while {in_words(self.town)} is closed"

    def met(self, session: Seen) -> bool:
        """Return whether the town is closed now."""
        return session.is_closed(self.town)


PLACES = shelf(At, Away, OnLandmark, InTown, TokenAt, Meets, Closed)
