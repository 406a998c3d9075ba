"""An identity provider on this machine: publishes keys over HTTP, signs what a test likes."""

import base64
import hashlib
import hmac
import json
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

AUDIENCE = "hexwarden-club"
KEYS = "/keys.json"
DISCOVERY = "/.well-known/openid-configuration"


class Key(NamedTuple):
    """A signing key: its id, its algorithm, and its public half as a JWK."""

    kid: str
    alg: str
    private: Any
    jwk: dict[str, Any]

    @property
    def public_pem(self) -> bytes:
        """The public half, as anybody can have it."""
        form = serialization.PublicFormat.SubjectPublicKeyInfo
        pem: bytes = self.private.public_key().public_bytes(serialization.Encoding.PEM, form)
        return pem


def key(kid: str, alg: str = "ES256") -> Key:
    """A new key."""
    private: Any
    if alg == "RS256":
        private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        jwk = RSAAlgorithm.to_jwk(private.public_key(), as_dict=True)
    elif alg == "EdDSA":
        private = ed25519.Ed25519PrivateKey.generate()
        jwk = OKPAlgorithm.to_jwk(private.public_key(), as_dict=True)
    else:
        private = ec.generate_private_key(ec.SECP256R1())
        jwk = ECAlgorithm.to_jwk(private.public_key(), as_dict=True)
    return Key(kid, alg, private, {**jwk, "kid": kid, "alg": alg, "use": "sig"})


class Issuer:
    """The provider. `keys` are those that it publishes now; `asked` counts who came for what."""

    def __init__(self) -> None:
        self.keys: list[Key] = []
        self.asked: Counter[str] = Counter()
        self.calls_itself = ""
        issuer = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                issuer.asked[self.path] += 1
                found = issuer.published().get(self.path)
                body = json.dumps(found).encode()
                self.send_response(200 if found else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def published(self) -> dict[str, Any]:
        """What is to be had, by path."""
        itself = {"issuer": self.calls_itself or self.url, "jwks_uri": self.url + KEYS}
        return {DISCOVERY: itself, KEYS: {"keys": [each.jwk for each in self.keys]}}

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def claims(self, subject: str = "ann", **others: Any) -> dict[str, Any]:
        """What a good token says; `None` leaves a claim out."""
        said = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": subject,
            "exp": int(time.time()) + 3600,
            "name": "Ann of the club",
            **others,
        }
        return {name: value for name, value in said.items() if value is not None}

    def token(self, by: Key, subject: str = "ann", **others: Any) -> str:
        """A signed token."""
        said = self.claims(subject, **others)
        return jwt.encode(said, by.private, algorithm=by.alg, headers={"kid": by.kid})

    def forged(self, alg: str, secret: bytes, kid: str) -> str:
        """A good token's claims under a MAC of that secret, as no library would sign them."""
        parts = [{"alg": alg, "typ": "JWT", "kid": kid}, self.claims()]
        signed = ".".join(_text(json.dumps(part).encode()) for part in parts)
        mac = hmac.digest(secret, signed.encode(), hashlib.sha256) if secret else b""
        return f"{signed}.{_text(mac)}"


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
