"""What runs is what was meant, it can do no more than it needs, and secrets are in no process list."""

import importlib.util
import os
import json
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from server.store.routed import topology
from server.store.redis import Address
from tests.deploy import files
from tests.deploy.files import DEPLOY, GIVEN, OVERLAYS, ROOT, compose, manifest, manifests

PINS = (
    "constraints.txt",
    "constraints-dev.txt",
    "constraints-fuzz.txt",
    "constraints-mutants.txt",
)
DIGEST = re.compile(r".+@sha256:[0-9a-f]{64}")
_PIN = re.compile(r"^([\w.-]+)==([\w.]+)((?: ;[^\\]*)?) \\\n((?: +--hash=.*\n)+)", re.MULTILINE)


# Packages


def pins(name: str) -> dict[str, str]:
    """The versions of a file of pins. Every line of it belongs to one, or is a comment."""
    text = re.sub(r"^#.*\n", "", files.text(name), flags=re.MULTILINE)
    assert _PIN.sub("", text) == "", "every package is pinned, and every pin has hashes"
    return {canonicalize_name(found[1]): found[2] for found in _PIN.finditer(text)}


@pytest.mark.parametrize("name", PINS)
def test_every_package_is_pinned_with_the_hashes_of_its_files(name: str) -> None:
    assert pins(name)
    hashes = re.findall(r"--hash=(\S+)", files.text(name))
    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes)


def test_run_time_is_pinned_apart_from_development_and_both_agree() -> None:
    """Given what the image is made of, then no tool of development is in it; and what is tested is
    what runs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    run, develop = pins("constraints.txt"), pins("constraints-dev.txt")
    assert run.items() <= develop.items()
    for words in (
        project["dependencies"],
        *(extras[one] for one in ("s3", "oidc", "otel", "pictures")),
    ):
        assert all(_fits(run, word) for word in words)
    assert all(_fits(develop, word) for word in extras["dev"])
    assert all(_fits(pins("constraints-fuzz.txt"), word) for word in extras["fuzz"])
    ours = {canonicalize_name(Requirement(word).name) for word in extras["dev"]}
    assert ours & run.keys() == {"obstore", "pyjwt", "opentelemetry-sdk", "pillow"} | {
        "opentelemetry-exporter-otlp-proto-http"
    }
    assert {"pytest", "mypy", "moto", "boto3"} & run.keys() == set()


def _fits(pinned: dict[str, str], word: str) -> bool:
    wanted = Requirement(word)
    return pinned[canonicalize_name(wanted.name)] in wanted.specifier


def test_nothing_is_installed_but_by_its_hash() -> None:
    """Given every command that installs, then it checks hashes, or fetches nothing."""
    dockerfile = files.text("Dockerfile").replace("\\\n", " ")
    makefile = (ROOT / "Makefile").read_text()
    found = [line for line in dockerfile.splitlines() if "pip install" in line]
    found += [line for line in makefile.splitlines() if re.search(r"\$\(PIP\).* install", line)]
    found = [line for line in found if "$(UV)" not in line]  # what writes the pins, by its version
    assert len(found) == 7
    fetches_nothing = ("--no-deps", "--no-build-isolation")
    for line in found:
        assert "--require-hashes" in line or all(word in line for word in fetches_nothing), line


def test_no_library_of_the_browser_client_is_installed_but_by_its_hash() -> None:
    """Given what npm installs, then it is what the lock file has, which names no registry."""
    commands = files.text("Dockerfile") + (ROOT / "Makefile").read_text()
    assert not re.search(r"(?:npm\S*|NPM\)).*\b(?:install|i|add|exec|x)\b", commands)
    lock = json.loads((ROOT / "clients" / "web" / "package-lock.json").read_text())
    libraries = {name: each for name, each in lock["packages"].items() if name}
    assert len(libraries) > 50
    assert all(each["integrity"].startswith("sha512-") for each in libraries.values())
    assert not any("resolved" in each for each in libraries.values())


# Images


def test_no_image_is_run_by_its_tag() -> None:
    """Given every image that is named, then it comes from what `make digests` has written, and
    without that nothing starts."""
    raw = yaml.safe_load(files.text("compose.yaml"))["services"]
    for name, service in raw.items():
        asked = r"\$\{\w+_IMAGE:\?run make digests\}"
        if "build" in service:
            assert service["pull_policy"] == "build", name
            assert re.fullmatch(asked, service["build"]["args"]["PYTHON_IMAGE"])
        else:
            assert re.fullmatch(asked, service["image"]), name
    assert set(re.findall(r"^FROM (.*?)(?: AS \w+)?$", files.text("Dockerfile"), re.M)) == {
        "${PYTHON_IMAGE}"
    }
    assert "ARG PYTHON_IMAGE\n" in files.text("Dockerfile")
    for each in manifests():
        template = each.get("spec", {}).get("template")
        for one in template["spec"]["containers"] if template else ():
            assert one["image"].startswith("images.invalid/")


@pytest.fixture
def digests(tmp_path: Path) -> ModuleType:
    """The script that asks registries, on a copy of deploy/."""
    copy = tmp_path / "deploy"
    shutil.copytree(DEPLOY, copy, ignore=shutil.ignore_patterns(".env", "__pycache__"))
    spec = importlib.util.spec_from_file_location("digests", copy / "digests.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def registry(folder: Path, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `crane` that says what a test likes, and no other program."""
    program = folder / "crane"
    program.write_text(f"#!{sys.executable}\nimport hashlib, sys\n{answer}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


TRUE = "print('sha256:' + hashlib.sha256(sys.argv[2].encode()).hexdigest())"


def test_digests_are_asked_of_the_registry_and_written_where_they_are_read(
    digests: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a registry that answers, then .env and the Kubernetes folder name every image by its
    digest; what stood in .env besides is left, and asking again replaces."""
    env, path = tmp_path / "deploy" / ".env", os.environ["PATH"]
    env.write_text("STORE_PASSWORD=abc\nVALKEY_IMAGE=old\n")
    registry(tmp_path, TRUE, monkeypatch)
    for _ in range(2):
        assert digests.main("images.example.org:5000/club/hexwarden:0.1.0") == 0
    monkeypatch.setenv("PATH", path)
    said = dict(line.split("=", 1) for line in env.read_text().splitlines())
    assert said["STORE_PASSWORD"] == "abc"
    assert len(env.read_text().splitlines()) == 1 + len(files.IMAGES)
    services = compose(**said)["services"].values()
    assert all(DIGEST.fullmatch(one["image"]) for one in services if "build" not in one)
    for overlay in OVERLAYS:
        for each in files.built(tmp_path / "deploy" / "kubernetes" / overlay):
            template = each.get("spec", {}).get("template")
            for one in template["spec"]["containers"] if template else ():
                assert DIGEST.fullmatch(one["image"])
                place = one["image"].partition("@")[0]
                assert place in (
                    "docker.io/valkey/valkey",
                    "images.example.org:5000/club/hexwarden",
                )


@pytest.mark.parametrize("answer", ["print('latest')", "sys.exit('no such image')", "print()"])
def test_what_is_no_digest_is_never_written(
    digests: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    before = files.text("kubernetes/images/kustomization.yaml")
    registry(tmp_path, answer, monkeypatch)
    assert digests.main() == 1
    assert not (tmp_path / "deploy" / ".env").exists()
    written = tmp_path / "deploy" / "kubernetes" / "images" / "kustomization.yaml"
    assert written.read_text() == before


# Secrets and ways


def test_the_stores_password_is_in_no_argument() -> None:
    """Given every command of the shipped files, then the password is filled in by no argument."""
    commands = [one["command"] for one in compose()["services"].values() if "command" in one]
    for each in manifests():
        template = each.get("spec", {}).get("template")
        for one in template["spec"]["containers"] if template else ():
            commands += [one.get("command", []) + one.get("args", [])]
    assert len(commands) >= 5
    for command in commands:
        said = "\n".join(command)
        assert GIVEN["STORE_PASSWORD"] not in said
        arguments, _, _ = said.partition("<<END")
        assert "STORE_PASSWORD" not in arguments
        assert "-a " not in arguments


def test_the_shipped_store_takes_its_password_from_standard_input(tmp_path: Path) -> None:
    """Given the command of Compose, then its arguments tell no password, and what it is told
    besides them does."""
    *shell, script = compose()["services"]["store"]["command"]
    spy = tmp_path / "valkey-server"
    spy.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\necho --\ncat\n')
    spy.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "STORE_PASSWORD": "open-sesame"}
    told = subprocess.run(
        (*shell, script), env=environment | {"STORE_TLS": ""}, capture_output=True, check=True
    ).stdout.decode()
    arguments, _, given = told.partition("\n-\n--\n")
    assert "open-sesame" not in arguments
    assert given == 'requirepass "open-sesame"\n'


def test_nobody_sits_in_grafana_without_a_password() -> None:
    raw = yaml.safe_load(files.text("compose.yaml"))["services"]["grafana"]["environment"]
    assert raw["GF_SECURITY_ADMIN_PASSWORD"].startswith("${GRAFANA_PASSWORD:?")
    assert raw["GF_AUTH_ANONYMOUS_ENABLED"] == "false"
    assert "GRAFANA_PASSWORD=\n" in files.text("env.example")


def test_the_store_is_reached_by_the_servers_alone_and_every_way_has_a_name() -> None:
    read = compose()
    on = {name: set(service["networks"]) for name, service in read["services"].items()}
    assert {name for name, ways in on.items() if "journal" in ways} == {
        "store",
        "server-a",
        "server-b",
    }
    open_ways = {name for name, way in read["networks"].items() if not way.get("internal")}
    assert open_ways == {"players", "desk"}
    assert {name for name, ways in on.items() if ways & open_ways} == {"proxy", "grafana"}
    assert compose(OUTWARD_SHUT="false")["networks"]["outward"]["internal"] is False
    trusted = read["services"]["server-a"]["environment"]["HEXWARDEN_TRUST_PROXY"]
    assert read["networks"]["inner"]["ipam"]["config"] == [{"subnet": trusted}]


def test_every_way_out_of_a_pod_says_where_it_leads() -> None:
    policies = [each for each in manifests() if each["kind"] == "NetworkPolicy"]
    ways = [(each, way) for each in policies for way in each["spec"].get("egress", ())]
    assert len(ways) >= 8
    for policy, way in ways:
        name = policy["metadata"]["name"]
        assert way["ports"], name
        assert way["to"], name
        for where in way["to"]:
            assert where.get("podSelector") or where.get("ipBlock") or _named(where), name
            if "namespaceSelector" in where:
                assert _named(where), name
            assert not where.get("ipBlock", {}).get("cidr", "").endswith("/0"), name


def _named(where: dict[str, Any]) -> bool:
    return bool(where.get("namespaceSelector", {}).get("matchLabels"))


# TLS between servers and store


def environment_of(objects: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """A server's environment as Kubernetes fills it in: what stands before can be named."""
    [pod] = [each["spec"]["template"]["spec"] for each in objects if each["kind"] == "Deployment"]
    known: dict[str, str] = {}
    for one in pod["containers"][0]["env"]:
        value = one.get("value", f"the-{one['name'].lower()}")
        for name in re.findall(r"\$\((\w+)\)", value):
            assert name in known, f"{one['name']} names {name}, which stands behind it"
            value = value.replace(f"$({name})", known[name])
        known[one["name"]] = value
    return list(known.items())


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("tls", [False, True])
def test_the_stores_address_is_one_with_and_without_tls(
    overlay: str, tls: bool, tmp_path: Path
) -> None:
    """Given each Kubernetes folder, alone and with kubernetes/tls, then its servers are told an
    address, and store and probes are told of TLS just there."""
    kubernetes = tmp_path / "kubernetes"
    shutil.copytree(DEPLOY, tmp_path, dirs_exist_ok=True)
    (kubernetes / "own").mkdir()
    own = {"resources": [f"../{overlay}"], "components": ["../tls"] * tls}
    (kubernetes / "own" / "kustomization.yaml").write_text(yaml.safe_dump(own))
    objects = files.built(kubernetes / "own")
    address = dict(environment_of(objects))["HEXWARDEN_STORE"]
    scheme, _, rest = address.partition("://")
    assert scheme.startswith("rediss") is tls
    assert ("cluster" in scheme) is (overlay == "cluster")
    assert rest.startswith(":the-store_password@hexwarden-")
    options = "ssl_ca_certs=/tls/ca.crt&ssl_certfile=/tls/tls.crt&ssl_keyfile=/tls/tls.key"
    assert rest.endswith(f"?{options}") is tls
    if not tls:
        read = topology.parse_servers(address).at[0] if topology.is_several(address) else None
        assert (read or Address.parse(address)).tls is None
    [store] = [
        each["spec"]["template"]["spec"] for each in objects if each["kind"] == "StatefulSet"
    ]
    told = {one["name"]: one.get("value", "") for one in store["containers"][0]["env"]}
    words = told.get("STORE_TLS", "").split()
    assert ("--tls-auth-clients yes" in " ".join(words)) is tls
    assert (("--port", "0") in pairwise(words)) is tls
    mounts = [one["mountPath"] for one in store["containers"][0]["volumeMounts"]]
    assert ("/tls" in mounts) is tls


def test_compose_speaks_tls_with_the_store_by_one_file_more() -> None:
    services = compose("compose.tls.yaml")["services"]
    plain = compose()["services"]["server-a"]["environment"]["HEXWARDEN_STORE"]
    for name in ("server-a", "server-b"):
        secure = services[name]["environment"]["HEXWARDEN_STORE"]
        assert secure.startswith(plain.replace("redis://", "rediss://") + "?ssl_ca_certs=/tls/")
        assert services[name]["volumes"] == ["./tls:/tls:ro"]
    said = services["store"]["environment"]
    assert "--port 0 --tls-port 6379 --tls-auth-clients yes" in said["STORE_TLS"]
    assert said["CLI_TLS"].startswith("--tls --cacert /tls/ca.crt")
    assert manifest("StatefulSet", "hexwarden-store")
