"""What deploy/ names exists: figures, settings, paths; and its files agree with each other."""

import json
import re
from typing import Any

import yaml

from server.commands import admin, join
from server.net.http import site
from server.net.telemetry import Metrics
from server.settings import Settings, describe
from tests.deploy import files
from tests.deploy.files import DEPLOY, compose, container, manifest, manifests

VARIABLES = {each.variable: each for each in describe()}
# Read by the proxy, not by the server.
PROXYS = {"HEXWARDEN_SITE", "HEXWARDEN_SERVERS"}
_NAME = re.compile(r"\b(?:hexwarden|process)_[a-z_]+\b")
_ALERT = re.compile(r"^### (\w+)", re.MULTILINE)


def shown() -> dict[str, frozenset[str]]:
    """The names of the figures at /metrics, with the labels that each may bear."""
    metrics = Metrics()
    # A counter by label shows no sample before it is counted on.
    for each in (metrics.refusals, metrics.append_failures, metrics.rejected):
        each.labels("x").inc()
    for each in (metrics.closed, metrics.aborts):
        each.labels("x").inc()
    metrics.requests.inc(label="x")
    metrics.intents.inc(label="x")
    metrics.limited.inc(label="x")
    metrics.tasks_died.inc(label="x")
    found = {}
    for family in metrics.collectors.collect():
        for sample in family.samples:
            found[sample.name] = frozenset(sample.labels)
    return found


def expressions() -> list[str]:
    """Every query of the dashboard and of the alerts."""
    panels = json.loads(files.text("grafana/hexwarden.json"))["panels"]
    [alerts] = files.documents("prometheus/alerts.yaml")
    rules = [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    return rules + [one["expr"] for panel in panels for one in panel.get("targets", ())]


def environments() -> list[dict[str, str]]:
    """Every server's environment in deploy/."""
    services = compose()["services"]
    found = [services[name]["environment"] for name in ("server-a", "server-b")]
    settings = manifest("ConfigMap", "hexwarden")["data"]
    return [*found, settings, {one["name"]: one["value"] for one in _valued("Deployment")}]


def _valued(kind: str) -> list[dict[str, Any]]:
    return [one for one in container(kind, "hexwarden")["env"] if "value" in one]


def test_every_figure_in_dashboard_and_alerts_is_one_that_the_server_shows() -> None:
    known = shown()
    asked = {name for each in expressions() for name in _NAME.findall(each)}
    assert asked - set(known) == set()
    assert len(asked) > 15


def test_every_figure_of_the_server_is_on_the_dashboard() -> None:
    drawn = "".join(expressions())
    ours = {name for name in shown() if name.startswith("hexwarden_")}
    ours -= {name for name in ours if name.endswith(("_created", "_sum", "_count"))}
    assert {name for name in ours if name not in drawn} == set()


def test_the_autoscaler_goes_by_a_figure_of_the_server_that_the_adapter_hands_on() -> None:
    """Given a figure of tables, then the manifests ask for it by the name that it has."""
    [adapter] = files.documents("kubernetes/adapter.yaml")
    metrics = manifest("HorizontalPodAutoscaler", "hexwarden")["spec"]["metrics"]
    [asked] = [one["pods"]["metric"]["name"] for one in metrics if one["type"] == "Pods"]
    [rule] = adapter["rules"]
    assert asked in shown()
    assert rule["seriesQuery"].startswith(asked + "{")
    assert (rule["name"]["matches"], rule["name"]["as"]) == (f"^{asked}$", asked)


def test_the_image_can_do_all_that_a_setting_asks_of_it() -> None:
    """Given settings that need an extra, then the image has every one of them, pinned."""
    assert "--require-hashes -r deploy/constraints.txt" in files.text("Dockerfile")
    pinned = files.text("constraints.txt").lower()
    for package in ("obstore", "pyjwt", "cryptography", "opentelemetry-exporter-otlp-proto-http"):
        assert f"\n{package}==" in pinned


def test_every_label_that_is_asked_for_is_one_that_the_figure_bears() -> None:
    known, everywhere = shown(), {"instance", "job"}
    for each in expressions():
        # What others show (the kubelet) is theirs to label.
        each = re.sub(r"\bkubelet_\w+(\{[^}]*\})?", "", each)
        names = _NAME.findall(each)
        bears = everywhere.union(*(known[name] for name in names))
        by = {
            label.strip()
            for found in re.findall(r"by \(([^)]*)\)", each)
            for label in found.split(",")
        }
        in_braces = set(re.findall(r"[{,]\s*(\w+)\s*[=!]", each))
        assert by | in_braces <= bears, each


def test_every_setting_named_in_an_environment_exists_and_takes_the_value() -> None:
    from argparse import Namespace

    from server.settings import load

    for each in environments():
        ours = {name: value for name, value in each.items() if name.startswith("HEXWARDEN_")}
        assert set(ours) <= set(VARIABLES)
        load(Namespace(), ours)
    found = re.findall(r"HEXWARDEN_\w+", files.text("Dockerfile") + files.text("OPERATING.md"))
    others = {"HEXWARDEN_CONFIG", admin.VARIABLE, admin.SERVER, join.VARIABLE}
    assert set(found) - set(VARIABLES) <= others
    assert set(re.findall(r"HEXWARDEN_\w+", files.text("caddy/Caddyfile"))) == PROXYS


def test_every_flag_that_the_guide_names_exists() -> None:
    flags = {each.flag for each in VARIABLES.values()} | {"--config", "--content", "--profile"}
    named = set(re.findall(r"`(--[a-z-]+)", files.text("OPERATING.md")))
    assert named
    assert named <= flags


def test_one_port_everywhere() -> None:
    port = Settings().port
    dockerfile = files.text("Dockerfile")
    assert f"EXPOSE {port}\n" in dockerfile
    assert f"HEXWARDEN_PORT={port} " in dockerfile
    assert compose()["services"]["proxy"]["environment"]["HEXWARDEN_SERVERS"].split() == [
        f"server-a:{port}",
        f"server-b:{port}",
    ]
    [scrape] = files.documents("prometheus/prometheus.yaml")[0]["scrape_configs"]
    assert scrape["static_configs"][0]["targets"] == [f"server-a:{port}", f"server-b:{port}"]
    [http] = container("Deployment", "hexwarden")["ports"]
    assert http["containerPort"] == port
    pod = manifest("Deployment", "hexwarden")["spec"]["template"]["metadata"]
    assert pod["annotations"]["prometheus.io/port"] == str(port)
    [reached] = manifest("NetworkPolicy", "hexwarden")["spec"]["ingress"]
    assert [each["port"] for each in reached["ports"]] == [port]


def test_the_proxy_and_the_ingress_show_players_paths_and_keep_the_operators_inside() -> None:
    lines = [line for line in (site.__doc__ or "").splitlines() if line.startswith("    /")]
    served = {path for line in lines for path in re.findall(r"(?:^| )(/[\w.]*)", line[:20])}
    rules = manifest("Ingress", "hexwarden")["spec"]["rules"]
    public = {path["path"] for path in rules[0]["http"]["paths"]}
    inner = {"/metrics", "/healthz", "/readyz"}
    assert served >= public | inner
    assert served - public <= inner | {"/admin", "/operator"}
    [passed] = re.findall(r"@others not path (.*)", files.text("caddy/Caddyfile"))
    assert {path.removesuffix("/*") for path in passed.split()} == public


def test_a_stop_is_never_cut_off() -> None:
    """The time until the kill is more than that of the stop, and of the pause before it."""
    settings = manifest("ConfigMap", "hexwarden")["data"]
    pod = manifest("Deployment", "hexwarden")["spec"]["template"]["spec"]
    [pause] = [
        int(word)
        for word in pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"]
        if word.isdecimal()
    ]
    stop = float(settings["HEXWARDEN_STOP_TIMEOUT"])
    assert pod["terminationGracePeriodSeconds"] > stop + pause
    server = compose()["services"]["server-a"]
    grace = float(server["stop_grace_period"].removesuffix("s"))
    assert grace > float(server["environment"]["HEXWARDEN_STOP_TIMEOUT"])
    # Process 1 does not hear a SIGTERM before it listens for it.
    assert server["init"] is True


def test_probes_ask_what_they_mean() -> None:
    probes = container("Deployment", "hexwarden")
    for name, path in (("livenessProbe", "/healthz"), ("readinessProbe", "/readyz")):
        assert probes[name]["httpGet"]["path"] == path
    assert "/healthz" in files.text("Dockerfile")
    assert "health_uri /readyz" in files.text("caddy/Caddyfile")


def test_nothing_runs_as_root_or_writes_to_its_image() -> None:
    for each in manifests():
        if each["kind"] not in ("Deployment", "StatefulSet", "Job"):
            continue
        pod = each["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"]
        for one in pod["containers"]:
            assert one["securityContext"]["readOnlyRootFilesystem"]
            assert one["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert re.search(r"^USER (\d+):\d+$", files.text("Dockerfile"), re.MULTILINE)
    for name, service in compose()["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert set(service.get("cap_add", ())) <= {"NET_BIND_SERVICE"}, name


def test_every_selector_finds_the_pods_that_it_means() -> None:
    pods = [each["spec"]["template"]["metadata"]["labels"] for each in _workloads()]
    for each in manifests():
        spec = each.get("spec", {})
        wanted = spec.get("selector") if each["kind"] == "Service" else None
        if each["kind"] in ("PodDisruptionBudget", "Deployment", "StatefulSet"):
            wanted = spec["selector"]["matchLabels"]
        if each["kind"] == "NetworkPolicy":
            wanted = spec["podSelector"]["matchLabels"]
        if wanted is None:
            continue
        named = {k: v for k, v in wanted.items() if not k.startswith("statefulset.")}
        assert any(named.items() <= labels.items() for labels in pods), each["metadata"]["name"]


def _workloads() -> list[dict[str, Any]]:
    return [each for each in manifests() if each["kind"] in ("Deployment", "StatefulSet")]


def test_the_guide_explains_every_alert() -> None:
    rules = yaml.safe_load(files.text("prometheus/alerts.yaml"))["groups"][0]["rules"]
    explained = _ALERT.findall(files.text("OPERATING.md"))
    assert [rule["alert"] for rule in rules] == [name for name in explained if "Hexwarden" in name]


def test_the_store_keeps_what_the_servers_ask_for() -> None:
    lines = files.text("valkey/valkey.conf").splitlines()
    asked = dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))
    assert asked["appendonly"] == "yes"
    assert asked["appendfsync"] == "always"
    assert asked["maxmemory-policy"] == "noeviction"
    most = _bytes(asked["maxmemory"])
    assert most > 0
    assert _bytes(compose()["services"]["store"]["mem_limit"]) >= 2 * most
    for name in ("hexwarden-store", "hexwarden-shard"):
        limit = container("StatefulSet", name)["resources"]["limits"]["memory"]
        assert _bytes(limit) >= 2 * most
    assert (DEPLOY / "valkey" / "kustomization.yaml").is_file()


def test_every_store_that_is_started_reads_those_settings() -> None:
    """Given each command that starts a store, then the file with its limits is its first argument,
    and lies where it is looked for."""
    place = "/etc/valkey/valkey.conf"
    store = compose()["services"]["store"]
    assert f"exec valkey-server {place} " in store["command"][-1]
    assert f"./valkey/valkey.conf:{place}:ro" in store["volumes"]
    started = [each for each in manifests() if "exec valkey-server " in str(each.get("spec"))]
    names = {each["metadata"]["name"] for each in started}
    assert names == {"hexwarden-store", "hexwarden-shard"}
    for each in started:
        pod = each["spec"]["template"]["spec"]
        [one] = pod["containers"]
        assert re.search(rf"(exec valkey-server|set --) {place} --dir /data", one["args"][0])
        [mount] = [one for one in one["volumeMounts"] if one["mountPath"] == "/etc/valkey"]
        [volume] = [one for one in pod["volumes"] if one["name"] == mount["name"]]
        assert volume["configMap"]["name"] == "hexwarden-store"
    [made] = files.documents("valkey/kustomization.yaml")[0]["configMapGenerator"]
    assert made == {"name": "hexwarden-store", "files": ["valkey.conf"]}
    for folder in ("store", "cluster"):
        [read] = files.documents(f"kubernetes/{folder}/kustomization.yaml")
        assert "../../valkey" in read["resources"]


def _bytes(text: str) -> int:
    """Of Valkey, Compose and Kubernetes alike: 1gb, 2g and 2Gi are powers of 1024."""
    number, unit = re.fullmatch(r"(\d+)([kmgKMG])(?:[bi]?)", text).groups()  # type: ignore[union-attr]
    return int(number) << {"k": 10, "m": 20, "g": 30}[unit.lower()]
