"""Writing: all processes write in the same order."""

from formicarium.server.store.writing import KEYS, SUBJECTS, WRITES, statements


def test_rows_of_one_kind_go_together_in_one_order_whoever_writes():
    writes = [("chat", {"table_id": "b", "number": 1}), ("action", {"table_id": "a", "number": 2})]
    writes += [("chat", {"table_id": "a", "number": 7}), ("action", {"table_id": "a", "number": 1})]
    made = list(statements(writes))
    assert [statement for statement, _ in made] == [WRITES["action"], WRITES["chat"]]
    assert [[(row["table_id"], row["number"]) for row in rows] for _, rows in made] == [
        [("a", 1), ("a", 2)],
        [("a", 7), ("b", 1)],
    ]
    assert WRITES.keys() == KEYS.keys(), "each kind says what names its row"


def test_no_two_subjects_write_under_one_name():
    assert len(WRITES) == sum(len(subject.WRITES) for subject in SUBJECTS)
