"""People as a whole: a site can be without them."""

from formicarium.server.settings import Settings

from ..conftest import QUICK, running


def test_a_site_without_people_has_none(database_url):
    for people in (True, False):
        with running(Settings(database_url=database_url, people=people, **QUICK)) as site:
            assert (site.app.state.server.people is not None) is people
