"""The buffer: lessons come back, and what was not written whole is not there."""

import numpy as np

from formicarium.train.buffer import Buffer
from formicarium.train.selfplay import Task, play


def test_lessons_come_back_in_order(tmp_path):
    buffer = Buffer(tmp_path)
    lessons = {number: play(Task("grasshopper", number, "b", 1, 2, 4, 2)) for number in (7, 3)}
    for number, lesson in lessons.items():
        buffer.add(number, lesson)
    assert buffer.numbers() == [3, 7]
    assert 3 in buffer and 4 not in buffer
    both = buffer.read([7, 3])
    for name, array in both.items():
        assert (array == np.concatenate([lessons[3][name], lessons[7][name]])).all()


def test_what_was_not_written_whole_is_not_there(tmp_path):
    buffer = Buffer(tmp_path)
    (tmp_path / ".000005.draft").write_bytes(b"torn")
    assert buffer.numbers() == []
    assert 5 not in buffer
    buffer.add(5, play(Task("grasshopper", 5, "b", 1, 2, 4, 2)))
    assert Buffer(tmp_path).numbers() == [5]
    assert not list(tmp_path.glob(".*"))
