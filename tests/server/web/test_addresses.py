"""Addresses of drawings: each game has a version of its own, and the same files give the same one."""

import formicarium as fm
from formicarium.server.web import addresses


def test_the_version_goes_by_the_files_of_the_game():
    versions = {addresses.address("/picture", name) for name in fm.game_names()}
    assert len(versions) == len(fm.game_names()) and all(one.startswith("/picture?v=") for one in versions)
    before = addresses.address("/picture", "formica")
    addresses._version.cache_clear()
    assert addresses.address("/picture", "formica") == before
