"""Checks the client's JSDoc types with `tsc`: `python -m tests.web.typecheck`.

The types of the protocol's arrays are made from its JSON Schema, as the namespace `Protocol`. Needs
node and npm; without them it says so and checks nothing.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "protocol" / "schema" / "hexwarden.schema.json"
STATIC = ROOT / "server" / "net" / "static"
WORKSHOP = Path(sys.prefix) / "share" / "hexwarden-typecheck"
TYPESCRIPT = "5.9.3"

PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
    "object": "Record<string, any>",
}
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "target": "es2024",
    "module": "es2022",
    "moduleResolution": "bundler",
    "lib": ["es2024", "dom", "dom.iterable"],
    "strict": False,
    "noImplicitThis": True,
    "strictBindCallApply": True,
    "noFallthroughCasesInSwitch": True,
    "types": [],
}


def declarations(schema: dict[str, Any]) -> str:
    """The schema's definitions as TypeScript types."""
    types = [
        f"  type {name} = {_typed(one)};"
        for name, one in schema["$defs"].items()
        if name.isidentifier()
    ]
    return "declare namespace Protocol {\n" + "\n".join(types) + "\n}\n"


def _typed(one: dict[str, Any]) -> str:
    if "$ref" in one:
        name = str(one["$ref"]).rpartition("/")[2]
        return name if name.isidentifier() else "any"
    if "anyOf" in one:
        return "(" + " | ".join(_typed(each) for each in one["anyOf"]) + ")"
    if "enum" in one:
        return "(" + " | ".join(json.dumps(each) for each in one["enum"]) + ")"
    if one.get("type") == "array":
        return _list(one)
    return PLAIN.get(one.get("type", ""), "any")


def _list(one: dict[str, Any]) -> str:
    fields = one.get("prefixItems")
    if fields is None:
        return f"{_typed(one.get('items', {}))}[]"
    least = one.get("minItems", 0)
    typed = [_typed(each) + ("" if at < least else "?") for at, each in enumerate(fields)]
    return "[" + ", ".join(typed) + "]"


def workshop() -> Path:
    """A folder with the compiler, its settings and the protocol's types."""
    WORKSHOP.mkdir(parents=True, exist_ok=True)
    wanted = {"private": True, "devDependencies": {"typescript": TYPESCRIPT}}
    (WORKSHOP / "package.json").write_text(json.dumps(wanted))
    schema = json.loads(SCHEMA.read_text("utf-8"))
    (WORKSHOP / "protocol.d.ts").write_text(declarations(schema))
    include = [f"{STATIC}/**/*.js", str(WORKSHOP / "protocol.d.ts")]
    settings = {"compilerOptions": OPTIONS, "include": include}
    (WORKSHOP / "tsconfig.json").write_text(json.dumps(settings))
    if not (WORKSHOP / "node_modules" / "typescript").is_dir():
        command = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--no-package-lock"]
        subprocess.run(command, cwd=WORKSHOP, check=True)
    return WORKSHOP


def main() -> int:
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        print(f"types of the browser client: not checked, {' and '.join(missing)} not installed")
        return 0
    compiler = workshop() / "node_modules" / "typescript" / "bin" / "tsc"
    return subprocess.run(["node", str(compiler), "-p", str(WORKSHOP)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
