"""People as a whole: a site can be without them, and then nothing shows that there are such."""

import httpx

from formicarium.server.settings import Settings

from ..conftest import QUICK, running


def test_a_site_without_people_has_none(database_url):
    for people in (True, False):
        with running(Settings(database_url=database_url, people=people, **QUICK)) as site:
            assert (site.app.state.server.people is not None) is people
            with httpx.Client(base_url=site.base, timeout=60) as http:
                addresses = http.get("/api/openapi.json").json()["paths"]
                assert any(path.startswith(("/api/account", "/api/sign-")) for path in addresses) is people
                assert ('href="/account"' in http.get("/").text) is people
                assert (http.get("/account").status_code == 200) is people
