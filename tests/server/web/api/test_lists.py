"""Lists of tables: what the home page asks the database for does not grow with what is listed."""

import sqlalchemy as sa

from formicarium.server.settings import Settings

from ...conftest import QUICK, running


def questions(said, ask):
    """The fewest questions of three times: what processes look for by themselves comes in between now and then."""
    counts = []
    for _ in range(3):
        said.clear()
        ask()
        counts.append(sum(one.lstrip().upper().startswith("SELECT") for one in said))
    return min(counts)


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
        assert {line["id"]: line["your_turn"] for line in mine} == {
            table: bool(number % 2) for number, table in enumerate(turns)
        }
        assert 0 < questions(said, lambda: again.get("/api/tables")) <= 5, said
        assert 0 < questions(said, lambda: again.http.get("/").raise_for_status()) <= 5, said
        assert site.app.state.server.room.all_held() == []
