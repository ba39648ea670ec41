"""People as a whole: a site can be without them, and then nothing shows that there are such."""

import httpx

from formicarium.server.settings import Settings

from ..conftest import QUICK, running


def test_a_site_without_people_has_none(database_url):
    for people in (True, False):
        with running(Settings(database_url=database_url, people=people, **QUICK)) as site:
            assert (site.app.state.server.people is not None) is people
            guest, status = site.guest(), 200 if people else 404
            for path in ("/tournaments", "/tournaments/new", "/api/tournaments", "/api/clubs"):
                assert guest.http.get(path).status_code == status
            assert ("/tournaments" in guest.http.get("/").text) is people
            described = guest.get("/api/openapi.json")["paths"]
            assert any("tournament" in path or "club" in path for path in described) is people
            assert guest.http.get("/new?club=x").status_code == (403 if people else 200)
            with httpx.Client(base_url=site.base, timeout=60) as http:
                addresses = http.get("/api/openapi.json").json()["paths"]
                assert any(path.startswith(("/api/account", "/api/sign-")) for path in addresses) is people
                assert ('href="/account"' in http.get("/").text) is people
                assert (http.get("/account").status_code == 200) is people
