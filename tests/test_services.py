"""The services of the tests: what is missing is said, and nothing is skipped for it."""

import pytest

import services


@pytest.fixture
def bare(monkeypatch):
    """A machine without any of them, on which nothing may be installed."""
    monkeypatch.setattr(services, "_found", lambda name: None)
    monkeypatch.setattr(services.os, "geteuid", lambda: 1000)


@pytest.mark.parametrize("program", services.PACKAGES)
def test_a_missing_server_is_named_with_its_package(bare, program):
    with pytest.raises(services.MissingService, match=f"need {program}: install it .*{services.PACKAGES[program]}"):
        services.find(program)


@pytest.mark.parametrize("service", [services.Postgres, services.Redis, lambda: services.Nginx([1])])
def test_a_service_that_is_missing_fails(bare, service):
    with pytest.raises(services.MissingService):
        service().start()


def test_all_that_is_missing_is_said_at_once(bare):
    with pytest.raises(SystemExit) as ended:
        services.main()
    assert all(f"need {program}:" in str(ended.value.code) for program in services.PACKAGES)


def test_everything_is_found_here():
    assert all(services.find(program) for program in services.PACKAGES)
