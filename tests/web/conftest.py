"""What these tests need beyond Python: said aloud where it is missing."""

import os
import shutil

collect_ignore: list[str] = []

if os.environ.get("HEXWARDEN_BROWSER") != "1":
    collect_ignore.append("test_browser.py")

if shutil.which("node") is None:
    collect_ignore.append("test_fold.py")
    print("tests/web: node is not installed, the fold in JavaScript is not tested")
