"""Lists of tables: what the home page asks the database for does not grow with what is listed."""

import sqlalchemy as sa

from formicarium.server.settings import Settings

from ...conftest import QUICK, running

BESIDE = "FROM processes", "FROM claims", "tournaments.state"  # what processes look for by themselves


def questions(said):
    """What was asked for the page; not what processes say of themselves all the time."""
    selects = [one for one in said if one.lstrip().upper().startswith("SELECT")]
    return [one for one in selects if not any(name in one for name in BESIDE)]


def test_twelve_tables_after_a_restart_take_few_statements(database_url):
    """They took 74: every running table was rebuilt to know whose turn it is, and each asked for its seats."""
    settings = Settings(database_url=database_url, secret="the same again, and not a short one", **QUICK)
    with running(settings) as site:
        ada = site.guest("Ada")
        turns = [ada.table("me", "local" if number % 2 else "friend", first=0)["id"] for number in range(12)]
        cookies = ada.http.cookies
    with running(settings) as site:
        again = site.guest("Ada")
        again.http.cookies = cookies
        engine = site.app.state.server.storage.database.engine.sync_engine
        said = []
        sa.event.listen(engine, "before_cursor_execute", lambda c, cur, statement, *rest: said.append(statement))
        mine = again.get("/api/tables")["mine"]
        assert 0 < len(questions(said)) <= 5, said
        assert {line["id"]: line["your_turn"] for line in mine} == {
            table: bool(number % 2) for number, table in enumerate(turns)
        }
        said.clear()
        assert again.http.get("/").status_code == 200
        assert 0 < len(questions(said)) <= 5, said
        assert site.app.state.server.room.all_held() == []
