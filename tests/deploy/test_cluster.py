"""The Kubernetes option of a cluster, as far as it can be tried without Kubernetes."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from server.store.routed import topology
from tests.deploy import files
from tests.deploy.files import container, manifest
from tests.store.servers import Server

FOLDER = "kubernetes/cluster"
PASSWORD = "open-sesame"
SHARDS_OF_TWO = 6


def given() -> dict[str, str]:
    """The settings that the pods give their program besides the file."""
    [text] = container("StatefulSet", "hexwarden-shard")["args"]
    return dict(re.findall(r"--([a-z-]+) (\S+)", text))


@pytest.fixture
def pod() -> Iterator[Server]:
    """A server started as a pod is: with the file's settings, and those of the command."""
    lines = [line for line in files.text("valkey/valkey.conf").splitlines() if line[:1].isalpha()]
    asked = dict(line.split(maxsplit=1) for line in lines) | given()
    for ours in ("dir", "cluster-announce-ip", "cluster-config-file"):
        asked.pop(ours)
    save = asked.pop("save").strip('"')
    limit = asked.pop("client-output-buffer-limit")
    running = Server(PASSWORD, **asked, save=save, client_output_buffer_limit=limit)
    yield running
    running.stop()


def test_a_pod_starts_with_its_settings_as_part_of_a_cluster(pod: Server) -> None:
    with pod.client() as client:
        assert client.cluster("info")["cluster_slots_assigned"] == "0"
        assert client.config_get("cluster-require-full-coverage") == {
            "cluster-require-full-coverage": "no"
        }


def test_the_servers_are_told_of_the_cluster_in_a_way_that_they_understand() -> None:
    patches = yaml.safe_load(files.text(f"{FOLDER}/kustomization.yaml"))["patches"]
    [patched] = [one["patch"] for one in patches if "HEXWARDEN_STORE" in one["patch"]]
    address = yaml.safe_load(patched)[-1]["value"]
    for name, value in (("STORE_PASSWORD", PASSWORD), ("STORE_S", ""), ("STORE_OPTIONS", "")):
        address = address.replace(f"$({name})", value)
    read = topology.parse_servers(address)
    assert (read.kind, read.at[0].password) == ("cluster", PASSWORD)
    service = manifest("Service", read.at[0].host)["spec"]
    assert [port["port"] for port in service["ports"]] == [read.at[0].port]


def test_the_job_joins_as_many_pods_as_there_are() -> None:
    pods: dict[str, Any] = manifest("StatefulSet", "hexwarden-shard")["spec"]
    assert pods["replicas"] == SHARDS_OF_TWO
    [script] = container("Job", "hexwarden-meeting")["args"]
    everyone = " ".join(str(number) for number in range(SHARDS_OF_TWO))
    assert script.count(f"for number in {everyone}; do") == 2
    assert f"hexwarden-shard-$1.{pods['serviceName']}" in script
    assert "--cluster-replicas 1" in script
