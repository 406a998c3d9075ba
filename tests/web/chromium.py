"""Which browser the tests drive, or why there is none: said aloud wherever tests are left out."""

import importlib.util
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def executable() -> str:
    """The browser's program: HEXWARDEN_CHROMIUM, else the system's; "" if there is none."""
    wished = os.environ.get("HEXWARDEN_CHROMIUM", "")
    if wished:
        return wished if Path(wished).is_file() else ""
    return next((path for name in NAMES if (path := shutil.which(name))), "")


def why_not() -> str:
    """Why no browser can be driven here, "" if one can."""
    if os.environ.get("HEXWARDEN_BROWSER") == "0":
        return "HEXWARDEN_BROWSER=0"
    if importlib.util.find_spec("playwright") is None:
        return "the Python package playwright is not installed"
    if not executable():
        return "no Chromium is installed (Debian: apt install chromium)"
    return ""


@asynccontextmanager
async def opened() -> AsyncIterator["Browser"]:
    """A browser."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser
        await browser.close()


def is_required() -> bool:
    """Whether a missing browser is a failure: HEXWARDEN_BROWSER=1, as `.ci/run` sets."""
    return os.environ.get("HEXWARDEN_BROWSER") == "1"
