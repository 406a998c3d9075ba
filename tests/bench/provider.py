"""An identity provider for the benchmark: its slowest keys, and whatever they are asked to sign."""

import time
from functools import cache
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from server.net.credentials import SignIn
from server.net.credentials.sign_in import LONGEST_KEY
from server.runtime.clock import Clock
from server.settings import Settings
from tests.net.issuer import AUDIENCE, Key, key

ISSUER = "https://sign-in.example"


def _longest() -> Key:
    private = rsa.generate_private_key(public_exponent=65537, key_size=LONGEST_KEY)
    jwk = RSAAlgorithm.to_jwk(private.public_key(), as_dict=True)
    return Key("rsa", "RS256", private, {**jwk, "kid": "rsa", "alg": "RS256", "use": "sig"})


@cache
def published() -> tuple[Key, ...]:
    """One of each kind, RSA of the most bits that are taken; always the same ones."""
    return _longest(), key("ec"), key("ed", "EdDSA")


def sign_in(clock: Clock) -> SignIn:
    """The server's end, which finds the keys without asking anybody."""

    async def fetch(_: str) -> dict[str, Any]:
        return {"keys": [each.jwk for each in published()]}

    settings = Settings(oidc_issuer=ISSUER, oidc_audience=AUDIENCE, oidc_jwks=f"{ISSUER}/keys")
    return SignIn(settings, clock, fetch)


def signed(by: Key, claims: dict[str, Any], header: dict[str, Any] | None = None) -> str:
    """A token that lets somebody in, with further claims and further fields in its header."""
    said = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "exp": int(time.time()) + 3600}
    headers = {"kid": by.kid, **(header or {})}
    return jwt.encode({**said, **claims}, by.private, algorithm=by.alg, headers=headers)


def forged(proof: str) -> str:
    """The same with a signature that does not hold, of the same form."""
    signed_part, _, seal = proof.rpartition(".")
    return f"{signed_part}.{seal[:20]}{'A' * 20}{seal[40:]}"
