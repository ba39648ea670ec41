"""Branches: kept for those who sat at the table, or brought its record; of others, nothing is kept."""

from formicarium.server.web.branches import note

from ..tables import ADA, BEN, table


def test_only_those_who_belong_to_a_match_add_to_its_record():
    source = table(people=(ADA, ADA))
    made = table(people=(BEN, BEN)).row
    source.row.owner = ADA.id

    class Made:
        row = made

    assert note(source, Made, ADA) == [  # type: ignore[arg-type]  # the row is all that is asked for
        ("branch", {"table_id": made.id, "source": source.id, "created": made.created})
    ]
    assert note(source, Made, BEN) == []  # type: ignore[arg-type]
