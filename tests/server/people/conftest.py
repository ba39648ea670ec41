"""A site that sends letters, and where they arrive."""

import pytest

from formicarium.server.settings import Settings

from ..conftest import QUICK, running
from .letterbox import letterbox

ORIGIN = "http://ants.example"


@pytest.fixture
def box():
    with letterbox() as found:
        yield found


@pytest.fixture
def mailing(box, database_url):
    """A site with an origin of its own that sends letters."""
    how = {"smtp_url": box.url, "mail_from": "ants@ants.example", "origin": ORIGIN}
    with running(Settings(database_url=database_url, **how, **QUICK)) as site:
        site.base = ORIGIN  # what browsers say

        def guest(name="Ada", before=site.guest):
            site.base = f"http://127.0.0.1:{site.port}"
            found = before(name)
            site.base = found.http.headers["Origin"] = ORIGIN
            return found

        site.guest = guest
        yield site
