"""Settings: they come from the environment, and what cannot be is refused in words."""

import pytest

from formicarium.errors import SettingError
from formicarium.server.settings import Settings


def test_the_environment_changes_the_defaults_and_who_starts_it_both(monkeypatch):
    monkeypatch.setenv("FORMICARIUM_THINKERS", "7")
    monkeypatch.setenv("FORMICARIUM_LOG", "info")
    settings = Settings(log="error", host=None)
    assert (settings.thinkers, settings.log, settings.host) == (7, "error", "127.0.0.1")


def test_a_value_that_cannot_be_is_refused_by_its_name(monkeypatch):
    monkeypatch.setenv("FORMICARIUM_THINKERS", "many")
    with pytest.raises(SettingError, match="FORMICARIUM_THINKERS is 'many'") as refused:
        Settings()
    assert refused.value.code == "setting/wrong"


def test_a_name_that_is_no_setting_is_refused_with_what_was_meant(monkeypatch):
    monkeypatch.setenv("FORMICARIUM_THINKER", "7")
    with pytest.raises(SettingError, match="FORMICARIUM_THINKER is no setting; FORMICARIUM_THINKERS is") as refused:
        Settings().check()
    assert refused.value.code == "setting/unknown"


def test_every_price_is_one():
    assert Settings(price_hint=9).prices["hint"] == 9 and {"request", "table"} < Settings().prices.keys()
