"""Sign-in by an outside identity provider: a JSON Web Token, checked against its published keys.

    the keys      from `oidc_jwks`, or where the issuer's discovery document says; kept for an hour,
                  and fetched again at once for a key id that is not among them, though no
                  more often than every ten seconds, whoever asks
    the token     one signature by one of these keys, with an algorithm of `ALGORITHMS` and no
                  other; `iss`, `aud`, `exp` and `sub` must be there and be right, `nbf`, `iat`
                  and `azp` where they are, `azp` also where the token is for several services;
                  clocks may differ by a minute

Nothing of a token is ever logged or repeated to anybody.
"""

import asyncio
import hashlib
import importlib.util
import ipaddress
import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeGuard
from urllib.parse import urlsplit

import structlog

from protocol.ids import PlayerId
from server.net.credentials.fetching import NotFetched, json_at
from server.players import Door, Subject
from server.runtime import Clock, Refusal, Tasks
from server.settings import Settings

ALGORITHMS = ("RS256", "ES256", "EdDSA")
LONGEST = 8192  # characters of a token: several times the longest that issuers give
LONGEST_KEY = 4096
"""Bits of an RSA key: checking a signature takes four times as long with one of twice the length,
and anybody can ask for that before they have said who they are (see `players.effort.of_proof`)."""

SKEW = 60.0  # seconds that our clock and the issuer's may differ
FRESH = 3600.0  # seconds for which an issuer's keys count; one that it takes back counts no longer
AGAIN_AFTER = 10.0  # seconds between two looks: made-up key ids must not make us ask all the time

WELL_KNOWN = "/.well-known/openid-configuration"
_NAMES = ("name", "preferred_username", "nickname")
_HALF = re.compile("[\ud800-\udfff]")
_PLACE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:\d{1,5})?")

Fetch = Callable[[str], Awaitable[dict[str, Any]]]

log = structlog.get_logger(__name__)


class Keys(NamedTuple):
    """The keys that an issuer has published, and when they were fetched (clock seconds)."""

    by_id: dict[str, Any]
    looked: float


class SignIn:
    """Checks tokens of one issuer. Raises ValueError if the settings contradict each other."""

    def __init__(self, settings: Settings, clock: Clock, fetch: Fetch | None = None) -> None:
        if importlib.util.find_spec("jwt") is None:
            raise ValueError("oidc_issuer needs the extra `oidc`: pip install 'hexwarden[oidc]'")
        self._issuer, self._audience = settings.oidc_issuer, settings.oidc_audience
        self._jwks = settings.oidc_jwks
        for address in filter(None, (self._issuer, self._jwks)):
            _check(address)
        self._clock, self._fetch = clock, fetch or json_at
        self._keys: Keys | None = None
        self._tried = float("-inf")
        self._tasks = Tasks()
        self._fetching: asyncio.Task[None] | None = None

    async def who(self, proof: str) -> Subject:
        """Return whom a token is about. Raises `Refusal`, whose text is for the one who
        signs in.
        """
        import jwt

        if len(proof) > LONGEST:
            raise Refusal("bad_token", "The sign-in is longer than any that this server takes.")
        try:
            header = jwt.get_unverified_header(proof)
        except jwt.PyJWTError:
            raise Refusal("bad_token", "The sign-in is no signed token.") from None
        if header.get("alg") not in ALGORITHMS:
            raise Refusal("bad_token", f"The sign-in must be signed by {', '.join(ALGORITHMS)}.")
        key = await self._key(header.get("kid"))
        try:
            claims = jwt.decode(
                proof,
                key,
                algorithms=list(ALGORITHMS),
                audience=self._audience,
                issuer=self._issuer,
                leeway=SKEW,
                options={
                    "require": ["iss", "aud", "exp", "sub"],
                    "enforce_minimum_key_length": True,
                },
            )
        except jwt.PyJWTError as fault:
            raise Refusal("bad_token", _sentence(fault)) from None
        self._check_party(claims)
        return self._subject(claims)

    def _check_party(self, claims: dict[str, Any]) -> None:
        """Refuse a token that another program has got for itself and that names us as well (OpenID
        Connect Core 3.1.3.7, 4 and 5). Raises `Refusal`.
        """
        party = claims.get("azp")
        if party is None and isinstance(claims["aud"], list) and len(claims["aud"]) > 1:
            raise Refusal("bad_token", "The sign-in is for several services, and lacks 'azp'.")
        if party is not None and party != self._audience:
            raise Refusal("bad_token", "The sign-in was issued to another program.")

    def _subject(self, claims: dict[str, Any]) -> Subject:
        if not _is_text(claims["sub"]):
            raise Refusal("bad_token", "The sign-in names nobody.")
        whole = f"{len(self._issuer)}:{self._issuer}{claims['sub']}"
        player = PlayerId(f"o{hashlib.sha256(whole.encode()).hexdigest()[:32]}")
        names = (claims.get(each) for each in _NAMES)
        return Subject(player, next(filter(_is_text, names), ""))

    # Keys

    async def _key(self, kid: object) -> Any:
        """Return the published key of an id. Raises `Refusal`."""
        if self._keys is None or self._clock.now() - self._keys.looked > FRESH:
            await self._look()
        if (key := self._find(kid)) is not None:
            return key
        was_too_early = not self._may_look
        await self._look()
        if (key := self._find(kid)) is not None:
            return key
        if self._keys is None:
            raise Refusal("paused", "Sign-ins cannot be checked at the moment. Try again soon.")
        if was_too_early:
            raise Refusal("paused", f"The key is not known yet. Try again in {AGAIN_AFTER:g} s.")
        raise Refusal("bad_token", "The sign-in is signed with a key that its issuer has not.")

    def _find(self, kid: object) -> Any:
        keys = self._keys.by_id if self._keys is not None else {}
        if isinstance(kid, str):
            return keys.get(kid)
        return next(iter(keys.values())) if kid is None and len(keys) == 1 else None

    @property
    def _may_look(self) -> bool:
        return self._clock.now() - self._tried >= AGAIN_AFTER

    async def _look(self) -> None:
        """Fetch the keys, once for all who wait; too soon after the last time, nothing happens."""
        if self._fetching is None:
            if not self._may_look:
                return
            self._tried = self._clock.now()
            self._fetching = self._tasks.share(self._fetch_keys())
        fetching = self._fetching
        try:
            await asyncio.shield(fetching)
        finally:
            if fetching.done() and self._fetching is fetching:
                self._fetching = None

    async def _fetch_keys(self) -> None:
        """Fetch the published keys; the old ones stay in use where the new ones cannot be had."""
        try:
            keys = _usable(await self._fetch(self._jwks or await self._where()))
        except NotFetched as fault:
            log.warning("sign_in.no_keys", issuer=self._issuer, error=str(fault))
            return
        self._keys = Keys(keys, self._clock.now())
        log.info("sign_in.keys", issuer=self._issuer, keys=sorted(keys))

    async def _where(self) -> str:
        found = await self._fetch(self._issuer.rstrip("/") + WELL_KNOWN)
        if found.get("issuer") != self._issuer:
            raise NotFetched(f"the issuer calls itself {str(found.get('issuer'))[:200]!r}")
        address = found.get("jwks_uri")
        try:
            _check(str(address))
        except ValueError as fault:
            raise NotFetched(str(fault)) from None
        return str(address)


def door_of(settings: Settings, clock: Clock) -> Door:
    """Return whom the settings let in: guests, tokens of an issuer, or both. Raises ValueError."""
    return Door(settings.guests, SignIn(settings, clock) if settings.oidc_issuer else None)


def _usable(published: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that may sign tokens for us, by id. Raises `NotFetched` where there
    are none.
    """
    import jwt

    found: dict[str, Any] = {}
    keys = published.get("keys")
    for data in keys if isinstance(keys, list) else ():
        if not isinstance(data, dict) or data.get("use", "sig") != "sig":
            continue
        try:
            key = jwt.PyJWK.from_dict(data)
        except (jwt.PyJWTError, LookupError, TypeError):  # the last two for what it did not expect
            continue
        if key.algorithm_name not in ALGORITHMS:
            continue
        if getattr(key.key, "key_size", 0) > LONGEST_KEY:
            log.warning("sign_in.key_too_long", kid=str(data.get("kid", ""))[:200])
        else:
            found[str(data.get("kid", ""))] = key
    if not found:
        raise NotFetched("none of the published keys can be used")
    return found


def _check(address: str) -> None:
    """Refuse an address without TLS: keys that come over an open wire are worth nothing. Raises
    ValueError.
    """
    parts = urlsplit(address)
    place = _PLACE.fullmatch(parts.netloc.lower())
    if place is not None and parts.scheme == "https":
        return
    if place is not None and parts.scheme == "http" and _is_local(place["host"].strip("[]")):
        return
    raise ValueError(f"an identity provider is reached by https, not by {address[:200]!r}")


def _is_text(said: object) -> TypeGuard[str]:
    """Return whether that says something. JSON can spell halves of characters, which nobody can
    send.
    """
    return isinstance(said, str) and said != "" and _HALF.search(said) is None


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _sentence(fault: Exception) -> str:
    import jwt

    match fault:
        case jwt.ExpiredSignatureError():
            return "The sign-in has expired. Sign in again."
        case jwt.InvalidAudienceError():
            return "The sign-in is meant for another service."
        case jwt.InvalidIssuerError():
            return "The sign-in comes from another issuer."
        case jwt.ImmatureSignatureError():
            return "The sign-in is not valid yet."
        case jwt.MissingRequiredClaimError():
            return f"The sign-in lacks the claim {fault.claim!r}."
        case _:
            return "The sign-in does not hold: its signature or its form is wrong."
