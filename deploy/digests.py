"""Asks the registries for what the images' tags mean today, and writes the digests down.

    make digests                                    # the images of others
    make digests IMAGE=YOURS/hexwarden:0.1.0     # and yours, once it is pushed

Compose reads them from .env beside this file, Kubernetes from kubernetes/images/kustomization.yaml.
Nothing runs by a tag: whoever can move a tag could otherwise change what runs here. Asks by the
first of docker (with buildx), crane and skopeo that is there. Exit codes: 0 all written, 1 nothing
written, as one could not be had.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
IMAGES = {
    "PYTHON_IMAGE": "docker.io/library/python:3.11-slim-bookworm",
    "CADDY_IMAGE": "docker.io/library/caddy:2.8",
    "VALKEY_IMAGE": "docker.io/valkey/valkey:8.1",
    "PROMETHEUS_IMAGE": "docker.io/prom/prometheus:v2.55.1",
    "GRAFANA_IMAGE": "docker.io/grafana/grafana:11.3.0",
}
"""What Compose calls each image, and the tag that is meant."""

IN_KUBERNETES = {"HEXWARDEN_IMAGE": "hexwarden", "VALKEY_IMAGE": "valkey"}
WAYS = {
    "docker": ("docker", "buildx", "imagetools", "inspect", "--format", "{{.Manifest.Digest}}"),
    "crane": ("crane", "digest"),
    "skopeo": ("skopeo", "inspect", "--format", "{{.Digest}}"),
}
PATIENCE = 60  # seconds for one image
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


class NoDigest(Exception):
    """A digest cannot be had; the text says why."""


def digest_of(image: str) -> str:
    """What a tag means today. Raises NoDigest."""
    way = next((each for each in WAYS if shutil.which(each)), "")
    if not way:
        raise NoDigest(f"one of {', '.join(WAYS)} is needed to ask a registry")
    place = f"docker://{image}" if way == "skopeo" else image
    try:
        done = subprocess.run(
            (*WAYS[way], place), capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise NoDigest(f"{image}: the registry does not answer") from None
    said = done.stdout.strip()
    if done.returncode or not _DIGEST.fullmatch(said):
        why = (done.stderr.strip() or said or "nothing").splitlines()[-1]
        raise NoDigest(f"{image}: {way} says: {why}")
    return said


def untagged(image: str) -> str:
    """An image's place: a digest takes the place of the tag."""
    return re.sub(r":[^:/]+$", "", image)


def write_env(path: Path, found: dict[str, str]) -> None:
    """Set the lines of .env that name images; every other line stays."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    kept = [line for line in lines if line.partition("=")[0] not in found]
    text = "\n".join((*kept, *(f"{name}={image}" for name, image in found.items()))) + "\n"
    if not path.exists():
        path.touch(mode=0o600)  # it will hold passwords, too
    path.write_text(text, "utf-8")


def write_component(path: Path, found: dict[str, str]) -> None:
    """Write the images of the Kubernetes folders; those that were not asked for stay."""
    head, _, before = path.read_text("utf-8").partition("images:")
    entries = dict(re.findall(r"- name: images\.invalid/(\w+)\n((?: {4}.*\n)+)", before))
    for name, called in IN_KUBERNETES.items():
        if name in found:
            place, _, digest = found[name].partition("@")
            entries[called] = f"    newName: {place}\n    digest: {digest}\n"
    text = "".join(f"  - name: images.invalid/{one}\n{entries[one]}" for one in sorted(entries))
    path.write_text(f"{head}images:\n{text}", "utf-8")


def main(own: str = "") -> int:
    """Ask for all of them, then write; see the head of this file."""
    wanted = {**IMAGES, "HEXWARDEN_IMAGE": own} if own else IMAGES
    try:
        found = {name: f"{untagged(one)}@{digest_of(one)}" for name, one in wanted.items()}
    except NoDigest as fault:
        print(fault, file=sys.stderr)
        return 1
    write_env(HERE / ".env", {name: image for name, image in found.items() if name in IMAGES})
    write_component(HERE / "kubernetes" / "images" / "kustomization.yaml", found)
    for name, image in found.items():
        print(f"{wanted[name]} is {image}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
