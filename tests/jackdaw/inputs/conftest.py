"""Fixtures for games by their addresses: a server that tests trust, and an empty cache."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from https_server import AUTHORITY, HttpsServer, https_server

from jackdaw.inputs import addresses
from movegen import configs


@pytest.fixture(autouse=True)
def trust(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Trust the authority of the tests, use no proxy, and begin with an empty cache."""
    monkeypatch.setenv("SSL_CERT_FILE", str(AUTHORITY))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def server() -> Iterator[HttpsServer]:
    """Serve on this machine, with a valid certificate."""
    with https_server() as found:
        yield found


@pytest.fixture
def sites(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, server: HttpsServer) -> Path:
    """Let the server be all sites, by copies of their files in this folder."""
    folder = tmp_path / "configs" / "addresses"
    folder.mkdir(parents=True)
    for path in (configs.config_folder() / "addresses").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        for host in ("www.cross-tables.com", "woogles.io"):
            text = text.replace(f'url = "https://{host}', f'url = "https://127.0.0.1:{server.port}')
        (folder / path.name).write_text(text, encoding="utf-8")
    known = configs.config_folder()

    def folder_of(kind: str, name: str | Path) -> Path:
        return (folder if kind == "addresses" else known / kind) / f"{name}.toml"

    monkeypatch.setattr(addresses, "find_config", folder_of)
    monkeypatch.setattr(configs, "find_config", folder_of)
    return folder
