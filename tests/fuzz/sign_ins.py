"""What an identity provider publishes and signs, and what strangers say that it has signed.

The keys are the same in every run, so that the seeds are: a fuzzer's first inputs shall not hang on
chance.
"""

import base64
import json
import re
from functools import cache
from ipaddress import ip_address
from typing import Any
from urllib.request import Request

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jwt.algorithms import ECAlgorithm, OKPAlgorithm
from structlog.testing import capture_logs

from server.net.credentials import NotFetched, SignIn
from server.net.credentials.fetching import object_of, request_for
from server.net.credentials.sign_in import ALGORITHMS
from server.players.authentication import Subject
from server.runtime.refusal import Refusal
from server.settings import Settings
from tests.fuzz.looping import run
from tests.service.clocks import ManualClock

ISSUER, AUDIENCE = "https://club.example", "hexwarden"
KEYS = f"{ISSUER}/keys.json"
LATE = 4_000_000_000
SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
CODES = ("bad_token", "paused")
WORTH_HIDING = 16


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _signed(header: bytes, payload: bytes) -> str:
    """A token of these two parts, whatever they hold, under a signature that is right."""
    said = f"{_text(header)}.{_text(payload)}"
    return f"{said}.{_text(SIGNER.sign(said.encode()))}"


def _header(**fields: Any) -> bytes:
    return json.dumps({"alg": "EdDSA", "typ": "JWT", "kid": "k1", **fields}).encode()


def _claims(**others: Any) -> bytes:
    said = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "exp": LATE, "name": "Ann", **others}
    return json.dumps(said).encode()


@cache
def _published() -> list[dict[str, Any]]:
    """A key of each kind, as a provider would publish it; the first is the signer's."""
    curve = derive_private_key(7, SECP256R1())
    rsa = {"kty": "RSA", "n": _text(b"\xc5" * 256), "e": "AQAB"}
    return [
        OKPAlgorithm.to_jwk(SIGNER.public_key(), as_dict=True),
        ECAlgorithm.to_jwk(curve.public_key(), as_dict=True),
        rsa,
        ECAlgorithm.to_jwk(curve, as_dict=True),
        {"kty": "oct", "k": _text(b"secret")},
    ]


def _named(alg: str, jwk: dict[str, Any]) -> dict[str, Any]:
    return {**jwk, "kid": "k1", "alg": alg, "use": "sig"}


def _key_set(*keys: dict[str, Any]) -> bytes:
    return json.dumps({"keys": keys}).encode()


def _kinds() -> list[dict[str, Any]]:
    algorithms = ("EdDSA", "ES256", "RS256", "ES256", "HS256")
    return list(map(_named, algorithms, _published()))


class _Provider:
    """Answers with the same bytes whoever asks for what; `asked` is where."""

    def __init__(self, keys: bytes, discovery: bytes = b"") -> None:
        self._keys, self._discovery = keys, discovery
        self.asked: list[Request] = []

    async def __call__(self, address: str) -> dict[str, Any]:
        try:
            self.asked.append(request_for(address))
        except ValueError as fault:
            raise NotFetched(str(fault)) from None
        first = self._discovery and len(self.asked) == 1
        return object_of(self._discovery if first else self._keys)


def _sign_in(provider: _Provider, jwks: str = KEYS) -> SignIn:
    settings = Settings(oidc_issuer=ISSUER, oidc_audience=AUDIENCE, oidc_jwks=jwks)
    return SignIn(settings, ManualClock(), provider)


def _who(sign_in: SignIn, proof: str) -> Subject | None:
    """Whom a token is about, None for nobody, and not a word of it in what is said."""
    found, code, said = None, "", ""
    with capture_logs() as logs:
        try:
            found = run(sign_in.who(proof))
        except Refusal as no:
            code, said = no.code, no.text
    assert (code in CODES) == (found is None)
    assert len(proof) < WORTH_HIDING or proof not in f"{said} {logs}"
    return found


@cache
def _ready() -> SignIn:
    """One that knows the keys, whoever asks first."""
    found = _sign_in(_Provider(_key_set(_kinds()[0])))
    assert _who(found, tokens()[0].decode()) is not None
    return found


def token(data: bytes) -> None:
    """A token as it comes in: of all inputs, only what the provider has signed is good."""
    proof = data.decode("latin-1")
    found = _who(_ready(), proof)
    assert found is not None or proof not in _good()
    assert found is None or proof.rstrip("=") in _good()  # some pad what they sign


def token_inside(data: bytes) -> None:
    """The same with a right signature: a header, a line feed, and the claims."""
    header, _, payload = data.partition(b"\n")
    found = _who(_ready(), _signed(header, payload))
    if found is None:
        return
    said = json.loads(payload)
    assert said["iss"] == ISSUER
    assert AUDIENCE in said["aud"]
    assert said["sub"]
    assert int(said["exp"]) > 0
    msgspec.json.encode(found)


def key_set(data: bytes) -> None:
    """What a provider publishes: where it holds no key that has signed, nobody comes in."""
    for proof in map(bytes.decode, tokens()):
        found = _who(_sign_in(_Provider(data)), proof)
        assert found is None or proof in _good()


def discovery(data: bytes) -> None:
    """Where a provider says that its keys are: nowhere but behind https, or on this machine."""
    provider = _Provider(_key_set(_kinds()[0]), data)
    _who(_sign_in(provider, ""), tokens()[0].decode())
    for request in provider.asked:
        assert request.type == "https" or _is_here(request.host)


def _is_here(host: str) -> bool:
    name = re.sub(r":\d+$", "", host).removeprefix("[").removesuffix("]")
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name.lower() == "localhost"


def document(data: bytes) -> None:
    """The body of what was fetched: a JSON object, or not fetched."""
    try:
        found = object_of(data)
    except NotFetched:
        return
    assert isinstance(found, dict)


# Real inputs


@cache
def _good() -> frozenset[str]:
    return frozenset((_signed(_header(), _claims()), _signed(_header(), _claims(sub="bob"))))


@cache
def tokens() -> list[bytes]:
    """Good ones, one of each algorithm that is forged, and one that is signed by nobody."""
    good = [_signed(_header(), _claims(**more)) for more in ({}, {"sub": "bob"})]
    algorithms = (*ALGORITHMS, "HS256", "none")
    forged = [
        f"{_text(_header(alg=alg))}.{_text(_claims())}.{_text(b'x' * 64)}" for alg in algorithms
    ]
    return [each.encode() for each in (*good, *forged)]


def insides() -> list[bytes]:
    """Header and claims of tokens, good ones first."""
    claims = [
        _claims(),
        _claims(aud=[AUDIENCE, "other"], nbf=1, iat=1.5, jti="7"),
        _claims(preferred_username="ann", name=None),
        _claims(exp=1),
        _claims(nbf=LATE),
    ]
    headers = [_header(), _header(b64=False, crit=["b64"]), b'{"alg":"EdDSA"}']
    return [_header() + b"\n" + each for each in claims] + [
        each + b"\n" + claims[0] for each in headers
    ]


def key_sets() -> list[bytes]:
    """One of each kind of key, all together, and none."""
    kinds = _kinds()
    bare = [
        {key: value for key, value in each.items() if key not in ("alg", "use")} for each in kinds
    ]
    return [_key_set(each) for each in (*kinds, *bare)] + [_key_set(*kinds), _key_set()]


def discoveries() -> list[bytes]:
    """A good document, and some that lead elsewhere."""
    places = (KEYS, "http://127.0.0.1:8/keys", "http://[::1]/", "http://club.example/", "", 7)
    return [json.dumps({"issuer": ISSUER, "jwks_uri": place}).encode() for place in places]
