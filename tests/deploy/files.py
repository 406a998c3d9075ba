"""What stands in deploy/, read: text, YAML, and what is filled in at its use."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
OVERLAYS = ("single", "replicated", "cluster")
GIVEN = {"STORE_PASSWORD": "open-sesame", "PUBLIC_URL": "https://play.example.org"}
GIVEN |= {"GRAFANA_PASSWORD": "another-secret"}
IMAGES = ("PYTHON", "CADDY", "VALKEY", "PROMETHEUS", "GRAFANA")
GIVEN |= {f"{name}_IMAGE": f"{name.lower()}@sha256:{'0' * 64}" for name in IMAGES}

_FILLED_IN = re.compile(r"\$(\$)|\$\{(\w+)(?::([-?])([^}]*))?\}")


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def documents(name: str) -> list[Any]:
    """The documents of a YAML file."""
    return list(yaml.safe_load_all(text(name)))


def compose(name: str = "compose.yaml", **given: str) -> dict[str, Any]:
    """A file of Compose as it is read with these values in .env."""
    values = {**GIVEN, **given}

    def fill(found: re.Match[str]) -> str:
        dollar, name, kind, word = found.groups()
        if dollar:
            return "$"
        if name in values:
            return values[name]
        assert kind == "-", f"{name} has to be given"
        return str(word)

    read: dict[str, Any] = yaml.safe_load(_FILLED_IN.sub(fill, text(name)))
    return read


def built(folder: Path | str) -> list[dict[str, Any]]:
    """The objects that kustomize makes of a folder, below kubernetes/ unless it is a path."""
    made = checked(tool("kubectl"), "kustomize", str(DEPLOY / "kubernetes" / folder))
    return [each for each in yaml.safe_load_all(made) if each]


def manifests() -> Iterator[dict[str, Any]]:
    """Every object of the Kubernetes folders, before any overlay."""
    for path in sorted((DEPLOY / "kubernetes").glob("*/*.yaml")):
        if path.name != "kustomization.yaml":
            yield from yaml.safe_load_all(path.read_text("utf-8"))


def manifest(kind: str, name: str) -> dict[str, Any]:
    """One object of the Kubernetes folders."""
    [found] = [
        each for each in manifests() if (each["kind"], each["metadata"]["name"]) == (kind, name)
    ]
    return found


def container(kind: str, name: str) -> dict[str, Any]:
    """The one container of a workload."""
    [found] = manifest(kind, name)["spec"]["template"]["spec"]["containers"]
    assert isinstance(found, dict)
    return found


def tool(name: str) -> str:
    """The path of a program that is no package of ours; without it the test is left out."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name} here")
    return found


def checked(*command: str, **environment: str) -> str:
    """Run a validator; gives what it says, and fails where it does."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment or None, cwd=DEPLOY
    )
    assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"
    return done.stdout
