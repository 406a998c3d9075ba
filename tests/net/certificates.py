"""Certificates for tests, signed by themselves, for this machine's loopback."""

import datetime
import ipaddress
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

LOOPBACK = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))


def make(folder: Path, name: str = "server") -> tuple[Path, Path]:
    """Write a new certificate and its key; the same names again replace them."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([LOOPBACK]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, secret = folder / "server.pem", folder / "server.key"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(_pem(key))
    return certificate, secret


class Made(NamedTuple):
    """A CA's own certificate, and those that it has signed, each with its key, by name."""

    ca: Path
    pairs: dict[str, tuple[Path, Path]]


def signed(folder: Path, *names: str) -> Made:
    """A new CA in a new folder, and certificates by it for this machine's loopback."""
    folder.mkdir()
    authority = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"CA of {folder.name}")])
    pairs = {}
    for name in ("ca", *names):
        key = authority if name == "ca" else ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.UTC)
        made = (
            x509.CertificateBuilder()
            .subject_name(issuer if name == "ca" else subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=30))
            .add_extension(x509.SubjectAlternativeName([LOOPBACK]), critical=False)
            .add_extension(x509.BasicConstraints(ca=name == "ca", path_length=None), critical=True)
            .sign(authority, hashes.SHA256())
        )
        pairs[name] = folder / f"{name}.crt", folder / f"{name}.key"
        pairs[name][0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
        pairs[name][1].write_bytes(_pem(key))
    return Made(pairs["ca"][0], pairs)


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    plain, form = serialization.NoEncryption(), serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, form, plain)
