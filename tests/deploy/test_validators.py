"""Each file of deploy/ is accepted by the program that reads it, or by its schema."""

import json
import os
import sys
from pathlib import Path

import kubernetes_validate
import pytest
import yaml
from compose_spec import PyCompose

from tests.deploy import files
from tests.deploy.files import DEPLOY, OVERLAYS, ROOT, checked, tool

BESIDE = Path(sys.executable).parent
STYLE = """
extends: default
rules:
  line-length: {max: 120}
  document-start: disable
"""
KUBERNETES = ("1.30", "1.37")


def test_the_dockerfile_passes_its_linter() -> None:
    checked(str(BESIDE / "hadolint"), "Dockerfile")


def test_every_yaml_file_is_well_written() -> None:
    checked(str(BESIDE / "yamllint"), "--strict", "-d", STYLE, ".")


@pytest.mark.parametrize("given", [{}, {"SITE": "play.example.org", "REPLAYS": "s3://bucket/x"}])
def test_compose_yaml_fits_the_compose_specification(given: dict[str, str]) -> None:
    read = PyCompose.from_yaml(yaml.safe_dump(files.compose(**given)))
    read.validate()
    assert len(files.compose(**given)["services"]) == 6


def test_compose_itself_accepts_the_file() -> None:
    path = os.environ["PATH"]
    checked(tool("docker-compose"), "-f", "compose.yaml", "config", "-q", PATH=path, **files.GIVEN)


@pytest.mark.parametrize("version", KUBERNETES)
def test_every_manifest_fits_the_schemas_of_kubernetes(version: str) -> None:
    kinds = set()
    for each in files.manifests():
        kubernetes_validate.validate(each, version, strict=True)
        kinds.add(each["kind"])
    assert kinds >= {"Deployment", "PodDisruptionBudget", "HorizontalPodAutoscaler"}
    assert kinds >= {"NetworkPolicy", "StatefulSet", "Ingress"}


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_kustomize_builds_the_manifests_of_each_folder(overlay: str) -> None:
    objects = files.built(overlay)
    for each in objects:
        kubernetes_validate.validate(each, KUBERNETES[0], strict=True)
    named = {(each["kind"], each["metadata"]["name"]): each for each in objects}
    [stores] = [each["spec"] for each in objects if each["kind"] == "StatefulSet"]
    durability = named["ConfigMap", "hexwarden"]["data"]["HEXWARDEN_DURABILITY"]
    wanted = {
        "single": (1, "fsync"),
        "replicated": (2, "replicas=1"),
        "cluster": (6, "replicas=1"),
    }[overlay]
    assert (stores["replicas"], durability) == wanted
    [settings] = stores["template"]["spec"]["volumes"]
    assert ("ConfigMap", settings["configMap"]["name"]) in named


def test_prometheus_accepts_its_settings_and_the_alerts() -> None:
    program = tool("promtool")
    count = files.text("prometheus/alerts.yaml").count("- alert: ")
    told = checked(program, "check", "rules", "prometheus/alerts.yaml")
    assert f"{count} rules found" in told
    checked(program, "check", "config", "prometheus/prometheus.yaml")


def test_the_alerts_ring_when_they_should_and_not_else() -> None:
    cases = Path(__file__).with_name("alerts.yaml")
    checked(tool("promtool"), "test", "rules", str(cases))


def test_caddy_accepts_its_file() -> None:
    home = os.environ.get("HOME", "/tmp")
    command = (tool("caddy"), "validate", "--adapter", "caddyfile", "--config", "caddy/Caddyfile")
    checked(*command, HOME=home, PATH=os.environ["PATH"])
    checked(*command, HOME=home, PATH=os.environ["PATH"], HEXWARDEN_SITE=":8080")


def test_the_dashboard_is_one_that_grafana_can_lay_out() -> None:
    """Every panel has an id of its own and a place that no other one covers."""
    panels = json.loads(files.text("grafana/hexwarden.json"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    covered: set[tuple[int, int]] = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in _rows(at)}
        assert not cells & covered, panel["title"]
        assert max(x for x, _ in cells) < 24
        covered |= cells


def _rows(at: dict[str, int]) -> range:
    return range(at["y"], at["y"] + at["h"])


def test_the_image_is_built_from_what_the_context_lets_through() -> None:
    let_in = [
        line[1:] for line in files.text("Dockerfile.dockerignore").splitlines() if "!" in line
    ]
    copied = []
    for line in files.text("Dockerfile").splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            copied += line.split()[1:-1]
    assert set(copied) - {"clients/web"} == set(let_in)  # which is also copied alone
    assert all((ROOT / each).exists() for each in copied)
