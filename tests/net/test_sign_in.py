"""Sign-in by an identity provider: a real one on this machine, real keys, real sockets."""

import asyncio
import base64
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clients.sdk import Back, connect
from clients.sdk import Refusal as SdkRefusal
from protocol import replies, requests
from server.commands.failure import Failure
from server.commands.join import proof_of
from server.net.credentials import NotFetched, SignIn
from server.net.credentials.fetching import json_at
from server.net.credentials.sign_in import AGAIN_AFTER, FRESH, LONGEST_KEY, SKEW
from server.process import app
from server.runtime.refusal import Refusal
from server.settings import BadSetting, Settings, load
from tests.net.conftest import Serve, url_of
from tests.net.issuer import AUDIENCE, DISCOVERY, KEYS, Issuer, Key, key
from tests.net.player import Player
from tests.service.clocks import ManualClock

HOUR = 3600


@pytest.fixture
def issuer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Issuer]:
    monkeypatch.setattr("server.net.credentials.fetching.PATIENCE", 60)
    found = Issuer()
    yield found
    found.stop()


@pytest.fixture
def signing(issuer: Issuer) -> Key:
    issuer.keys.append(key("first"))
    return issuer.keys[0]


async def club(serve: Serve, issuer: Issuer, **settings: Any) -> str:
    """A server that takes the issuer's sign-ins; gives its address."""
    wish = {"oidc_issuer": issuer.url, "oidc_audience": AUDIENCE, "hello_timeout": 60, **settings}
    return url_of(await serve(**wish))


async def hello(url: str, proof: str, name: str = "", **headers: str) -> Any:
    """The answer to somebody's first hello."""
    player = await Player(url).open(**headers)
    ref = await player.say(requests.Hello(0, None, name, proof=proof))
    answer = await player.wait(lambda: player.reply_to(ref))
    await player.close()
    return answer


# Whom a token lets in


@pytest.mark.parametrize("alg", ["RS256", "ES256", "EdDSA"])
async def test_a_member_is_the_same_player_on_every_device(
    serve: Serve, issuer: Issuer, alg: str
) -> None:
    issuer.keys.append(key("k", alg))
    url = await club(serve, issuer)
    first = await hello(url, issuer.token(issuer.keys[0], "ann"))
    other_device = await hello(url, issuer.token(issuer.keys[0], "ann"))
    other_member = await hello(url, issuer.token(issuer.keys[0], "bob"))
    assert isinstance(first, replies.Welcome)
    assert first.player == other_device.player != other_member.player
    assert (first.name, first.token) == ("Ann of the club", "")


async def test_a_member_who_has_chosen_a_name_keeps_it(
    serve: Serve, issuer: Issuer, signing: Key
) -> None:
    url = await club(serve, issuer)
    await hello(url, issuer.token(signing), name="Annie")
    assert (await hello(url, issuer.token(signing))).name == "Annie"


async def test_a_proxy_may_bring_the_sign_in_with_the_upgrade(
    serve: Serve, issuer: Issuer, signing: Key
) -> None:
    url = await club(serve, issuer, guests=False)
    token = issuer.token(signing)
    said = await hello(url, token)
    for header in ({"Authorization": f"Bearer {token}"}, {"X-Forwarded-Access-Token": token}):
        brought = await hello(url, "", **header)
        assert brought.player == said.player


async def test_where_guests_may_come_they_still_do(
    serve: Serve, issuer: Issuer, signing: Key
) -> None:
    url = await club(serve, issuer)
    guest = await Player(url).hello("Guest")
    assert guest.token
    await guest.close()
    again = await guest.hello()
    assert again.player == guest.player


async def test_where_guests_are_switched_off_only_members_come_in(
    serve: Serve, issuer: Issuer, signing: Key
) -> None:
    url = await club(serve, issuer, guests=False)
    refused = await hello(url, "")
    assert (refused.code, "sign in" in refused.text) == ("not_allowed", True)
    assert isinstance(await hello(url, issuer.token(signing)), replies.Welcome)


async def test_no_token_of_ours_leads_to_a_member(
    serve: Serve, issuer: Issuer, signing: Key
) -> None:
    url = await club(serve, issuer)
    member = await Player(url).open()
    proof = issuer.token(signing)
    welcome = await member.ask(requests.Hello(0, proof=proof), replies.Welcome)
    assert await member.refused(requests.NewToken(0)) == "not_allowed"
    thief = await Player(url).open()
    for secret in ("", "0" * 43):
        assert await thief.refused(requests.Hello(0, f"{welcome.player}.{secret}")) == "bad_token"
    await member.close()
    await thief.close()


async def test_a_connection_outlives_its_token_and_the_next_hello_needs_a_fresh_one(
    serve: Serve, issuer: Issuer, signing: Key
) -> None:
    url = await club(serve, issuer)
    player = await Player(url).open()
    await player.ask(requests.Hello(0, proof=issuer.token(signing)), replies.Welcome)
    issuer.keys.clear()
    await player.ask(requests.ListTables(0), replies.Tables)
    late = await hello(url, issuer.token(signing, exp=1_000_000_000))
    assert (late.code, late.text) == ("bad_token", "The sign-in has expired. Sign in again.")
    await player.close()


async def test_a_server_without_a_provider_takes_no_proof(serve: Serve, signing: Key) -> None:
    url = url_of(await serve())
    assert (await hello(url, "a.b.c")).code == "bad_token"
    header = await hello(url, "", Authorization="Bearer a.b.c")
    assert isinstance(header, replies.Welcome)


async def test_the_sdk_asks_for_a_fresh_proof_at_every_connection(
    serve: Serve, issuer: Issuer, signing: Key
) -> None:
    asked: list[str] = []

    def proof() -> str:
        asked.append(issuer.token(signing))
        return asked[-1]

    url = await club(serve, issuer, guests=False)
    async with connect(url, proof=proof) as client:
        player, known = client.session.player, len(asked)
        client.drop()
        async with asyncio.timeout(60):
            await anext(news async for news in client if isinstance(news, Back))
        assert (client.session.player, len(asked) > known) == (player, True)
    for wrong, text in (("", "takes no guests"), (issuer.token(signing, exp=1), "expired")):
        with pytest.raises(SdkRefusal, match=text):
            await connect(url, proof=partial(str, wrong)).open()


def test_the_command_reads_the_proof_anew_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text("first\n")
    read = proof_of(Namespace(id_token=str(file)))
    file.write_text("second\n")
    assert read() == "second"
    monkeypatch.setenv("HEXWARDEN_ID_TOKEN", "third")
    assert proof_of(Namespace(id_token=None))() == "third"
    with pytest.raises(Failure, match="none"):
        proof_of(Namespace(id_token=str(tmp_path / "none")))


# What is refused


async def checked(issuer: Issuer, proof: str, clock: ManualClock | None = None) -> Refusal:
    settings = Settings(oidc_issuer=issuer.url, oidc_audience=AUDIENCE)
    with pytest.raises(Refusal) as no:
        await SignIn(settings, clock or ManualClock()).who(proof)
    return no.value


async def test_what_a_token_says_must_be_right(issuer: Issuer, signing: Key) -> None:
    async def why(**claims: Any) -> str:
        no = await checked(issuer, issuer.token(signing, **claims))
        assert no.code == "bad_token"
        return no.text

    now = issuer.claims()["exp"] - HOUR
    assert await why(aud="another-club") == "The sign-in is meant for another service."
    assert await why(iss="https://other.example") == "The sign-in comes from another issuer."
    assert await why(exp=now - SKEW - HOUR) == "The sign-in has expired. Sign in again."
    assert await why(nbf=now + HOUR) == "The sign-in is not valid yet."
    assert await why(sub=None) == "The sign-in lacks the claim 'sub'."
    assert await why(exp=None) == "The sign-in lacks the claim 'exp'."
    assert await why(aud=None) == "The sign-in lacks the claim 'aud'."
    assert await why(sub="") == "The sign-in names nobody."


async def test_a_token_that_another_program_got_for_itself_is_refused(
    issuer: Issuer, signing: Key
) -> None:
    """Given tokens that name this service and another one, then only those that were issued to
    this one let anybody in."""
    sign_in = SignIn(Settings(oidc_issuer=issuer.url, oidc_audience=AUDIENCE), ManualClock())
    both = [AUDIENCE, "another-program"]
    ours: list[dict[str, Any]] = [
        {},
        {"azp": AUDIENCE},
        {"aud": both, "azp": AUDIENCE},
        {"aud": [AUDIENCE]},
    ]
    for claims in ours:
        assert (await sign_in.who(issuer.token(signing, **claims))).player
    anothers: list[dict[str, Any]] = [{"azp": both[1]}, {"aud": both, "azp": both[1]}]
    for claims in (*anothers, {"azp": 7}, {"azp": ""}):
        no = await checked(issuer, issuer.token(signing, **claims))
        assert (no.code, no.text) == ("bad_token", "The sign-in was issued to another program.")
    no = await checked(issuer, issuer.token(signing, aud=both))
    assert (no.code, "lacks 'azp'" in no.text) == ("bad_token", True)


async def test_clocks_may_differ_a_little(issuer: Issuer, signing: Key) -> None:
    sign_in = SignIn(Settings(oidc_issuer=issuer.url, oidc_audience=AUDIENCE), ManualClock())
    now = issuer.claims()["exp"] - HOUR
    slow, fast = issuer.token(signing, exp=now - 5), issuer.token(signing, nbf=now + SKEW / 2)
    assert (await sign_in.who(slow)).player == (await sign_in.who(fast)).player


async def test_unsigned_and_wrongly_signed_tokens_are_refused(issuer: Issuer) -> None:
    issuer.keys.append(key("rsa", "RS256"))
    [published], stranger = issuer.keys, key("rsa")
    forged = {
        "unsigned": issuer.forged("none", b"", "rsa"),
        "signed by MAC with the public key": issuer.forged("HS256", published.public_pem, "rsa"),
        "by another's key under the same id": issuer.token(stranger),
        "by an algorithm that is no key's": issuer.token(published._replace(alg="RS512")),
        "with other claims": _swapped(issuer.token(published), issuer.token(published, "bob")),
        "no token at all": "good evening",
        "endless": "a" * 9000,
    }
    for what, proof in forged.items():
        assert (await checked(issuer, proof)).code == "bad_token", what
    assert isinstance(issuer.token(published), str)


def _swapped(one: str, other: str) -> str:
    head, _, seal = one.split(".")
    return f"{head}.{other.split('.')[1]}.{seal}"


async def test_a_key_for_another_use_signs_nothing(issuer: Issuer) -> None:
    made = key("enc")
    issuer.keys.append(made._replace(jwk={**made.jwk, "use": "enc"}))
    assert (await checked(issuer, issuer.token(made))).code == "paused"


async def test_a_key_that_cannot_be_read_hinders_none_of_the_others(
    issuer: Issuer, signing: Key
) -> None:
    odd: list[dict[str, Any]] = [{"kty": "oct"}, {"kty": "RSA", "alg": []}]
    issuer.keys[:0] = [signing._replace(jwk=jwk) for jwk in odd]
    sign_in = SignIn(Settings(oidc_issuer=issuer.url, oidc_audience=AUDIENCE), ManualClock())
    assert (await sign_in.who(issuer.token(signing))).name == "Ann of the club"


async def test_a_key_that_takes_long_to_check_with_is_not_taken(
    issuer: Issuer, signing: Key
) -> None:
    """Given an issuer with an RSA key of more bits than are taken, then whoever names it is refused
    before anything is computed, and the issuer's other keys serve."""
    long = (1 << LONGEST_KEY) + 1
    number = base64.urlsafe_b64encode(long.to_bytes(LONGEST_KEY // 8 + 1, "big")).decode()
    jwk = {"kty": "RSA", "n": number.rstrip("="), "e": "AQAB", "kid": "long", "alg": "RS256"}
    issuer.keys.append(signing._replace(jwk=jwk))
    sign_in = SignIn(Settings(oidc_issuer=issuer.url, oidc_audience=AUDIENCE), ManualClock())
    assert (await sign_in.who(issuer.token(signing))).name == "Ann of the club"
    no = await _refusal(sign_in, issuer.token(signing._replace(kid="long")))
    assert "key" in no.text


# Keys that change


async def test_a_new_key_is_fetched_when_it_is_first_seen_but_not_too_often(
    issuer: Issuer, signing: Key
) -> None:
    clock = ManualClock()
    sign_in = SignIn(Settings(oidc_issuer=issuer.url, oidc_audience=AUDIENCE), clock)
    known = await sign_in.who(issuer.token(signing))
    issuer.keys[:] = [second] = [key("second")]
    early = await _refusal(sign_in, issuer.token(second))
    assert (early.code, issuer.asked[KEYS]) == ("paused", 1)
    await clock.advance(AGAIN_AFTER)
    assert await sign_in.who(issuer.token(second)) == known
    assert issuer.asked[KEYS] == 2
    withdrawn = await _refusal(sign_in, issuer.token(signing))
    assert (withdrawn.code, issuer.asked[KEYS]) == ("paused", 2)
    await clock.advance(AGAIN_AFTER)
    assert (await _refusal(sign_in, issuer.token(signing))).code == "bad_token"
    assert issuer.asked[KEYS] == 3


async def test_keys_are_kept_for_an_hour_and_a_withdrawn_one_counts_no_longer(
    issuer: Issuer, signing: Key
) -> None:
    clock = ManualClock()
    sign_in = SignIn(Settings(oidc_issuer=issuer.url, oidc_audience=AUDIENCE), clock)
    for _ in range(3):
        await sign_in.who(issuer.token(signing))
        await clock.advance(FRESH / 4)
    assert issuer.asked[KEYS] == 1
    issuer.keys[:] = [key("second")]
    await clock.advance(FRESH)
    await _refusal(sign_in, issuer.token(signing))
    assert issuer.asked[KEYS] == 2


async def test_while_the_issuer_is_away_known_keys_serve_and_unknown_ones_have_to_wait(
    issuer: Issuer, signing: Key
) -> None:
    clock = ManualClock()
    settings = Settings(oidc_issuer=issuer.url, oidc_audience=AUDIENCE, oidc_jwks=issuer.url + KEYS)
    sign_in, newly_started = SignIn(settings, clock), SignIn(settings, clock)
    await sign_in.who(issuer.token(signing))
    assert issuer.asked[DISCOVERY] == 0
    issuer.keys.clear()
    await clock.advance(FRESH * 2)
    assert (await sign_in.who(issuer.token(signing))).name == "Ann of the club"
    assert (await _refusal(newly_started, issuer.token(signing))).code == "paused"


async def test_an_issuer_that_calls_itself_otherwise_is_not_believed(
    issuer: Issuer, signing: Key
) -> None:
    issuer.calls_itself = "https://other.example"
    assert (await checked(issuer, issuer.token(signing))).code == "paused"
    assert issuer.asked[KEYS] == 0


@pytest.mark.parametrize("address", ["\x01https://club.example", "club.example", "http://a b/", ""])
async def test_what_is_no_address_is_not_fetched(address: str) -> None:
    with pytest.raises(NotFetched):
        await json_at(address)


async def _refusal(sign_in: SignIn, proof: str) -> Refusal:
    with pytest.raises(Refusal) as no:
        await sign_in.who(proof)
    return no.value


# Settings


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"oidc_issuer": "https://id.example"}, "oidc_audience"),
        ({"guests": False}, "nobody can come in"),
    ],
)
def test_settings_that_would_let_nobody_in_are_refused(settings: dict[str, Any], text: str) -> None:
    with pytest.raises(BadSetting, match=text):
        load(Namespace(config=None, **{k: str(v) for k, v in settings.items()}), {})


@pytest.mark.parametrize(
    "issuer", ["http://id.example", "https://me@id.example", "https://me:word@id.example"]
)
async def test_keys_are_fetched_over_https_and_with_no_password_or_not_at_all(
    tmp_path: Path, issuer: str
) -> None:
    settings = Settings(oidc_issuer=issuer, oidc_audience=AUDIENCE, store="memory://", port=0)
    async with asyncio.timeout(60):  # seconds: a server that begins does not end by itself
        assert await app.serve(settings, setups=[], bots={}) == app.EXIT_SETTINGS
