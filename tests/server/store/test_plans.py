"""What is asked often finds its rows by an index, however many tables were ever stored."""

import sqlalchemy as sa

from formicarium.server.store.leases import Leases
from formicarium.server.store.schema import alarms, claims, processes, seats, tables, turns

from ..conftest import with_storage

ROWS = 5_000  # tables, each with its own owner
SCANS = ("SCAN ", "Seq Scan on ")  # how SQLite and PostgreSQL say that they look through everything
LARGE = {table.name for table in (tables, seats, turns, claims, alarms)}


async def fill(storage):
    """Store many tables of many people, in a few statements."""
    filler = {"game": "sisimizi", "options": {}, "clock": {}, "seed": "", "commitment": "", "given": 0, "first": None}
    filler |= {"state": "over", "rematch": None, "created": 0.0}
    async with storage.transaction() as connection:
        for start in range(0, ROWS, 1000):
            names = [(f"t{number}", number) for number in range(start, start + 1000)]
            some = {"name": "", "level": "", "away": False, "kind": "human"}
            rows = {
                tables: [filler | {"id": name, "owner": name, "changed": n, "open": not n % 50} for name, n in names],
                seats: [some | {"table_id": name, "seat": 0, "owner": name} for name, _ in names],
                turns: [{"table_id": name, "to_act": 1} for name, _ in names],
                alarms: [{"table_id": name, "rings": float(n)} for name, n in names],
                claims: [{"table_id": name, "process": f"p{n % 50}"} for name, n in names],
            }
            for table, values in rows.items():
                await connection.execute(sa.insert(table), values)
        lives = [{"id": f"p{number}", "until": 1e12} for number in range(50)]
        await connection.execute(sa.insert(processes), lives)
    async with storage.transaction() as connection:
        await connection.execute(sa.text("analyze"))


async def plans(storage, ask):
    """How the database would do all that some work asks for."""
    asked = []

    def note(connection, cursor, statement, parameters, context, many):
        if statement.lstrip().upper().startswith("SELECT"):
            asked.append((statement, parameters))

    engine = storage.database.engine
    sa.event.listen(engine.sync_engine, "before_cursor_execute", note)
    await ask()
    sa.event.remove(engine.sync_engine, "before_cursor_execute", note)
    explain = "explain " if storage.shared else "explain query plan "
    lines = []
    async with engine.connect() as connection:
        for statement, parameters in asked:
            found = await connection.exec_driver_sql(explain + statement, parameters)
            lines += [" ".join(map(str, row)) for row in found]
    return lines


def scans(lines):
    """The large tables that a plan looks through as a whole."""
    whole = [word for line in lines for scan in SCANS if scan in line for word in [line.partition(scan)[2].split()[0]]]
    return [name for name in whole if name in LARGE and not any(f"SCAN {name} USING" in line for line in lines)]


def test_a_scan_is_seen(database_url):
    async def work(storage):
        await fill(storage)

        async def ask():
            async with storage.reading() as connection:
                await connection.execute(sa.select(tables.c.id).where(tables.c.game == "antics"))

        return scans(await plans(storage, ask))

    assert with_storage(database_url, work) == ["tables"]


def test_lists_and_clocks_do_not_grow_with_what_is_stored(database_url):
    async def work(storage):
        await fill(storage)
        lines = [
            *await plans(storage, lambda: storage.tables_of("t7", "over")),
            *await plans(storage, storage.open_tables),
            *await plans(storage, lambda: storage.next_rings(50)),
        ]
        mine = await storage.tables_of("t7", "over")
        return lines, [listed.row.id for listed in mine]

    lines, mine = with_storage(database_url, work)
    assert scans(lines) == [] and mine == ["t7"]
    assert all(any(index in line for line in lines) for index in ("tables_owner", "seats_owner", "alarms_rings"))


def test_claims_of_the_dead_are_looked_for_by_process(postgres):
    async def work(storage):
        await fill(storage)
        leases = Leases(storage)
        await leases.renew()
        usual = await plans(storage, leases.renew)
        async with storage.transaction() as connection:
            await connection.execute(sa.update(processes).where(processes.c.id == "p7").values(until=1.0))
        lines = await plans(storage, leases.renew)
        orphans = await leases.renew()
        async with storage.transaction() as connection:
            await connection.execute(sa.delete(processes).where(processes.c.id == "p8"))
        assert await leases.renew() == orphans  # of whom nobody knows anything
        thorough = await leases.renew(thorough=True)
        async with storage.transaction() as connection:
            await connection.execute(sa.delete(claims).where(claims.c.process == "p7"))
        await leases.renew()
        async with storage.transaction() as connection:
            known = {row.id for row in await connection.execute(sa.select(processes))}
        return usual, lines, orphans, thorough, known

    usual, lines, orphans, thorough, known = with_storage(postgres.new_database(), work)
    assert not any("claims" in line for line in usual)
    assert scans(lines) == [] and any("claims_process" in line for line in lines)
    assert len(orphans) == ROWS // 50 and len(thorough) == 2 * len(orphans)
    assert "p7" not in known and "p9" in known  # dead for long, and nothing is left of it
