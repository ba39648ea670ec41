"""What an imported record says besides its moves is stored with its table."""

from formicarium.server.store.remarks import remarks_at, remarks_write
from formicarium.server.store.schema import table_writes
from formicarium.server.table.remarks import Remarks
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table

from ..conftest import with_storage

SAID: Remarks = {"tags": {"Event": "Grüße, 蟻"}, "comments": [(0, 'a "word"')], "variations": []}


def test_remarks_are_kept_with_their_table(database_url):
    seats = [SeatRow(seat, "open", "", None, "random") for seat in range(2)]
    stored = new_table("sisimizi", seats, {}, 1.0, owner="me", record=True)

    async def work(storage):
        await storage.commit([*table_writes(stored, 0), remarks_write(stored.row.id, SAID)])
        return await remarks_at(storage, stored.row.id), await remarks_at(storage, "nowhere")

    assert with_storage(database_url, work) == ({**SAID, "comments": [[0, 'a "word"']]}, None)
