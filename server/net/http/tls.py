"""TLS by the server itself: certificate files, read again when they are renewed."""

import ssl
from pathlib import Path

import structlog

from server.settings import Settings

log = structlog.get_logger(__name__)


class BadCertificate(ValueError):
    """Raised when the files hold no certificate with its key. The text is for the operator."""


class Certificate:
    """The certificate of a server, PEM files: `context` is what a listener needs."""

    def __init__(self, certificate: str, key: str) -> None:
        """Read the files; the key may stand in the certificate's. Raises `BadCertificate`."""
        self._files = Path(certificate).expanduser(), Path(key or certificate).expanduser()
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._load(self.context)

    def reload(self) -> bool:
        """Read the files again, for new connections.

        Returns False, and keeps the old certificate, if they cannot be used.
        """
        try:
            self._load(ssl.create_default_context(ssl.Purpose.CLIENT_AUTH))
            self._load(self.context)
        except BadCertificate as fault:
            log.error("certificate.not_read", error=str(fault))
            return False
        log.info("certificate.read", file=str(self._files[0]))
        return True

    def _load(self, into: ssl.SSLContext) -> None:
        certificate, key = self._files
        try:
            into.load_cert_chain(certificate, key, password=_no_password)
        except (OSError, ValueError) as fault:
            reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
            text = f"{certificate} and {key} are no certificate with its key: {reason}"
            raise BadCertificate(text) from None


def certificate_of(settings: Settings) -> Certificate | None:
    """Return the certificate that the settings name, None without TLS. Raises `BadCertificate`."""
    return Certificate(settings.tls_cert, settings.tls_key) if settings.tls_cert else None


def _no_password() -> str:
    raise ValueError("the key has a password, which nobody is there to type")
