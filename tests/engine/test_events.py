"""Events: their sentences are put together from parts, and their changes add up."""

import formicarium as fm
from formicarium.engine.events import Event, Part, Said, Who, sentence, told, total

WORDS = fm.game("sisimizi").words("en")
NAMES = ["Ada", "Ben"]


def test_a_sentence_has_the_names_of_people():
    assert sentence(Event("first", {"who": Who(1)}), WORDS, NAMES) == "Ben begins, drawn by lot."


def test_what_lights_up_is_a_part_of_its_own():
    region = Said("and", nodes=("field:e5",))  # any text that there is
    parts = told(Event("placed-ant", {"who": Who(0), "place": region}), WORDS, NAMES)
    assert parts == (Part("Ada placed an ant on "), Part("and", ("field:e5",)), Part("."))


def test_several_values_are_a_list():
    parts = told(Event("joined", {"who": Who(0), "count": 3, "regions": (1, 2, 3)}), WORDS, NAMES)
    assert "".join(part.text for part in parts) == "Ada joined 3 hills: 1, 2 and 3."


def test_changes_add_up_and_what_comes_to_nothing_is_left_out():
    first, second = Event("first", changes={"a": 2, "b": 1}), Event("first", changes={"a": -2, "b": 1})
    assert total([first, second]) == {"b": 2} and total([]) == {}
