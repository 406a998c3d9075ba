"""A wheel brings the browser client along, built: whoever installs it needs no Node."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PAGE = Path(__file__).parent / "server" / "net" / "built" / "index.html"


class WithPages(build_py):
    """Copies packages as setuptools does, but makes no wheel of a tree without the built client."""

    def run(self) -> None:
        """Copy. Raises SystemExit without the client; an editable install may build it later."""
        if not self.editable_mode and not PAGE.is_file():
            raise SystemExit(
                f"The browser client is not built, {PAGE} is missing: run `make client` first."
            )
        super().run()


setup(cmdclass={"build_py": WithPages})
