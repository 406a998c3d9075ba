"""Log lines: JSON in production, readable on a terminal, and never a secret.

`start` sends structlog and the standard library's logging (websockets, asyncio) through one handler
and one chain. The chain ends with `hide_secrets`, whatever a caller passes: values of telling keys
are masked at any depth, tokens and passwords in addresses are cut out of texts, and a protocol
message, which may carry a token, is shown by its type alone.

A line of a battle carries `table`, `battle`, `version` and `seat`; bind them to the logger, or with
`structlog.contextvars` for a whole task.
"""

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, Literal, TextIO

import msgspec
import structlog
from structlog.typing import Processor

MASK = "***"
_SECRET_KEYS = re.compile(
    r"(^|_)(token|proof|tokens|password|passwd|secret|seed|invite|authorization|cookie|credentials?)($|_)",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\b(?P<player>p[0-9a-f]{16})\.[A-Za-z0-9_-]{20,}")
_SIGNED = re.compile(r"\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")
_PASSWORD_IN_URL = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*://)[^/@\s]*@", re.IGNORECASE)
_MOST_DEPTH = 6  # of what is logged, deeper than any of it is: a circle must not keep us for ever


def hide_secrets(_logger: Any, _name: str, line: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Mask what must not be logged (a structlog processor)."""
    return {key: _hidden(key, value, 0) for key, value in line.items()}


def _hidden(key: str, value: Any, depth: int) -> Any:
    if _SECRET_KEYS.search(key) and value not in (None, "", False, True):
        return MASK
    if isinstance(value, str):
        value = _SIGNED.sub(MASK, _TOKEN.sub(r"\g<player>." + MASK, value))
        return _PASSWORD_IN_URL.sub(r"\g<scheme>" + MASK + "@", value)
    if isinstance(value, bytes):
        return f"<{len(value)} bytes>"
    if isinstance(value, msgspec.Struct):
        return f"<{type(value).__name__}>"
    if depth < _MOST_DEPTH:
        if isinstance(value, Mapping):
            return {str(k): _hidden(str(k), v, depth + 1) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [_hidden("", each, depth + 1) for each in value]
    return value


def start(
    shape: Literal["auto", "json", "terminal"] = "auto",
    level: str = "info",
    stream: TextIO | None = None,
) -> None:
    """Send every log line of the process to `stream` (default: stderr)."""
    stream = stream or sys.stderr
    readable = shape == "terminal" or (shape == "auto" and stream.isatty())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_last_steps(readable, stream.isatty()),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # One line for every connection that opens or closes is ours to write, not the library's.
    logging.getLogger("websockets").setLevel(max(root.level, logging.WARNING))
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(root.level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def _last_steps(readable: bool, colors: bool) -> list[Processor]:
    # Tracebacks become text before secrets are masked, and never show local variables.
    first: list[Processor] = [structlog.processors.format_exc_info, hide_secrets]
    if readable:
        plain = structlog.dev.plain_traceback
        return [*first, structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)]
    return [*first, structlog.processors.JSONRenderer(serializer=_to_json)]


def _to_json(line: Mapping[str, Any], **_options: Any) -> str:
    return msgspec.json.encode(line, enc_hook=str).decode()
