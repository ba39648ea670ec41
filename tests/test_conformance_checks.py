"""The conformance checks themselves: the tiny game passes them all, and each fails when its promise is broken."""

import dataclasses
import shutil
from itertools import count, pairwise

import numpy as np
import pytest

from formicarium import conformance
from formicarium.conformance import Variant
from formicarium.core import random
from formicarium.core.jit import compiled, record
from formicarium.engine.events import Event, Moment, Said, Who
from formicarium.engine.game import Game, find, names
from formicarium.errors import UnknownName

SISIMIZI = find("sisimizi")


def test_variants_leave_out_what_does_not_go_together(tiny):
    found = [variant.options for variant in conformance.variants(tiny)]
    assert found == [{"fold": "yes"}, {"fold": "no"}, {"fold": "yes", "shown": "yes"}]


@pytest.mark.parametrize(
    "check",
    [
        conformance.check_play,
        conformance.check_record,
        conformance.check_undo,
        conformance.check_secrecy,
        conformance.check_scene,
        conformance.check_events,
        conformance.check_sample,
        conformance.check_census,
    ],
)
def test_the_tiny_game_conforms(tiny, check, monkeypatch):
    monkeypatch.setattr(conformance, "loads", _loads_tiny(tiny))
    for variant in conformance.variants(tiny):
        check(variant)


def test_the_tiny_game_as_a_whole_conforms(tiny):
    conformance.check_words(tiny)
    conformance.check_secrets(tiny)
    conformance.check_showcase(tiny)


@pytest.mark.parametrize(
    ("edit", "missing"),
    [
        (lambda text: text.replace('no = "not allowed"', "").replace('no = "nicht erlaubt"', ""), "option.fold.no"),
        (lambda text: text.replace("title =", "heading ="), "option.shown.title"),
        (lambda text: text.replace("stand =", "stay ="), "actions.stand"),
    ],
)
def test_a_missing_word_is_caught(tiny, tmp_path, edit, missing):
    shutil.copytree(tiny.folder / "texts", tmp_path / "texts")
    for path in (tmp_path / "texts").glob("*/words.toml"):
        path.write_text(edit(path.read_text()))
    with pytest.raises(AssertionError, match=missing):
        conformance.check_words(dataclasses.replace(tiny, folder=tmp_path))


def test_english_must_be_there_and_stands_in_for_what_only_other_games_speak(tiny, tmp_path):
    shutil.copytree(tiny.folder / "texts", tmp_path / "texts")
    shutil.rmtree(tmp_path / "texts" / "de")
    game = dataclasses.replace(tiny, folder=tmp_path)
    conformance.check_words(game)
    assert game.words("de") is game.words("it") is game.words("en")
    with pytest.raises(UnknownName, match="xx"):
        game.words("xx")
    shutil.copytree(tiny.folder / "texts" / "de", tmp_path / "german" / "texts" / "de")
    with pytest.raises(AssertionError, match="no words in English"):
        conformance.check_words(dataclasses.replace(tiny, folder=tmp_path / "german"))


def test_what_is_said_about_secrets_must_be_so(tiny):
    with pytest.raises(AssertionError, match="which is not so"):
        conformance.check_secrets(dataclasses.replace(tiny, private=False))
    with pytest.raises(ValueError, match="has a `redact` and no secrets"):
        dataclasses.replace(tiny, secrets=False)


def test_the_showcase_of_another_game_is_caught(tiny, tmp_path):
    import formicarium as fm

    (tmp_path / "showcase.txt").write_text(fm.game("sisimizi").showcase)
    with pytest.raises(AssertionError, match="its showcase is of sisimizi"):
        conformance.check_showcase(dataclasses.replace(tiny, folder=tmp_path))


def _loads_tiny(tiny):
    """Record files find games by name, and the tiny one is not among them: replay without looking it up."""

    def loads(text):
        import formicarium as fm
        from formicarium.engine import record_file

        record = record_file.read(text)
        options = dict(part.strip().split("=") for part in record.tags["Options"].split(";"))
        match = fm.Match(tiny, int(record.tags["Seats"]), nature=False, **options)
        for line in record.lines:
            record_file.replay(match, line)
        return match

    return loads


@compiled
def descending(s, seat, out):
    out[0], out[1] = 4, 3
    return 2


@compiled
def wrong_world(s, seat, rng):
    s.card = 1


@compiled
def first_only(s, seat, rng):
    random.below(rng, 3)
    return np.int64(6 if s.spoken[0] and s.spoken[1] else 3)


@compiled
def growing_census(s, out):
    out[0] = 1 + s.dealt
    return 1


@pytest.mark.parametrize(
    ("field", "function", "check"),
    [
        ("legal", descending, conformance.check_play),
        ("determinize", wrong_world, conformance.check_secrecy),
        ("sample", first_only, conformance.check_sample),
        ("census", growing_census, conformance.check_census),
    ],
)
def test_a_broken_kernel_is_caught(tiny, field, function, check, monkeypatch):
    usual = tiny.kernel.record
    layout = record(f"broken_{field}", __file__, [(name, usual[name]) for name in usual.names[1:]])
    broken = dataclasses.replace(tiny.kernel, record=layout, **{field: function})
    game = dataclasses.replace(tiny, kernel=broken)
    with pytest.raises(AssertionError):
        check(Variant(game, 2))


def silent(before, after):
    return []


def untrue(before, after):
    return [*SISIMIZI.events(before, after), Event("passed", {"who": Who(0)}, changes={"hand.0": 1})]


def wordless(before, after):
    return [*SISIMIZI.events(before, after), Event("danced", {"who": Who(0)})]


def incomplete(before, after):
    return [*SISIMIZI.events(before, after), Event("passed")]


def cancelled(before, after):
    lies = (Event("passed", {"who": Who(0)}, changes={"hand.0": change}) for change in (1, -1))
    return [*SISIMIZI.events(before, after), *lies]


def taken_back(before, after):
    """The same by two kinds of events, as if it had come and gone at once."""
    lies = (("passed", 1), ("first", -1))
    told = (Event(kind, {"who": Who(0)}, changes={"hand.0": change}) for kind, change in lies)
    return [*SISIMIZI.events(before, after), *told]


def nowhere(before, after):
    return [*SISIMIZI.events(before, after), Event("passed", {"who": Who(0)}, ("field:z99",))]


def endless(before, after):
    return [event for event in SISIMIZI.events(before, after) if event.kind != "drawn-rounds"]


@pytest.mark.parametrize(
    ("events", "complaint"),
    [
        (silent, "holdings {"),
        (untrue, "'hand.0': 1"),
        (cancelled, "cancel each other"),
        (taken_back, "cancel each other"),
        (wordless, "no text events.danced"),
        (incomplete, "cannot be told"),
        (nowhere, "not drawn"),
        (endless, "the end is not told"),
    ],
)
def test_events_that_are_silent_untrue_or_cannot_be_told_are_caught(events, complaint):
    game = dataclasses.replace(SISIMIZI, events=events)
    with pytest.raises(AssertionError, match=complaint):
        conformance.check_events(Variant(game, 2))


def test_every_game_of_ours_tells():
    """What tells nothing is not checked."""
    assert all(find(name).tells for name in names())


@pytest.mark.parametrize(
    ("holdings", "complaint"),
    [
        (lambda view: {}, "give it `holdings`"),
        (lambda view: {**SISIMIZI.holdings(view), "joined.1": 0}, "the points .* are not among"),
    ],
)
def test_books_that_are_empty_or_leave_out_the_points_are_caught(holdings, complaint):
    with pytest.raises(AssertionError, match=complaint):
        conformance.check_events(Variant(dataclasses.replace(SISIMIZI, holdings=holdings), 2))


BOOKED = [
    Variant(find("antics"), 2),
    Variant(find("formica"), 4),
    Variant(find("grasshopper"), 3, {"mode": "autumn"}),
    Variant(find("grasshopper"), 4, {"mode": "beetle"}),
    Variant(SISIMIZI, 3),
]


@pytest.mark.parametrize("variant", BOOKED, ids=str)
def test_each_kind_of_event_that_changes_something_is_missed_when_it_is_left_out(variant):
    game, match = variant.game, conformance._random_match(variant, "events")
    views = [position.view(0) for _, position in match.positions()]
    books, left_out = conformance._Books(views[0], views[-1]), set()
    for before, after in pairwise(views):
        events, books.owned = game.events(before, after), game.holdings(before)
        for kind in {event.kind for event in events if event.changes} - left_out:
            left_out.add(kind)
            with pytest.raises(AssertionError, match="holdings"):
                books.enter([event for event in events if event.kind != kind], after, kind)
    assert len(left_out) > 3


@pytest.mark.parametrize(
    ("variant", "kind", "name", "lie", "complaint"),
    [
        (BOOKED[1], "caught", "count", 77, "says 77, which none of its changes is"),
        (BOOKED[3], "gained", "count", 7, "says 7, which none of its changes is"),
        (BOOKED[2], "pantry", "gain", Said("gain.points", {"count": 9}), "says 9 points"),
    ],
)
def test_a_number_that_is_not_so_is_caught(variant, kind, name, lie, complaint):
    def lying(before, after):
        return [
            dataclasses.replace(event, values={**event.values, name: lie}) if event.kind == kind else event
            for event in variant.game.events(before, after)
        ]

    game = dataclasses.replace(variant.game, events=lying)
    with pytest.raises(AssertionError, match=complaint):
        conformance.check_events(dataclasses.replace(variant, game=game))


@pytest.mark.parametrize(
    ("variant", "kind"),
    [
        (BOOKED[1], "built"),
        (Variant(find("formica"), 2), "jailed-several"),
        (BOOKED[3], "red-wrong"),
        (BOOKED[3], "caught"),
    ],
)
def test_a_sum_that_leaves_out_what_was_revealed_is_caught(variant, kind):
    game = variant.game

    def forgetful(before, after, events):
        return game.sum_up(before, after, [event for event in events if event.kind != kind] or events)

    with pytest.raises(AssertionError, match=f"does not say in en what Event\\(kind='{kind}'|is bigger than that"):
        conformance.check_events(dataclasses.replace(variant, game=dataclasses.replace(game, sum_up=forgetful)))


def test_a_turn_that_goes_by_without_a_word_is_caught():
    antics = find("antics")

    def unheard(before, after):
        return [event for event in antics.events(before, after) if event.kind != "idle"]

    with pytest.raises(AssertionError, match="a turn went by in silence"):
        conformance.check_events(Variant(dataclasses.replace(antics, events=unheard), 2))


def test_an_identifier_that_the_board_does_not_draw_is_caught():
    formica = find("formica")

    def raw(before, after):
        place = Said("place.outer-0")
        found = formica.events(before, after)
        return [*found, Event("barrier", {"who": Said("field.field", {"field": "O5"}), "place": place})]

    with pytest.raises(AssertionError, match="says O5, which is not drawn"):
        conformance.check_events(Variant(dataclasses.replace(formica, events=raw), 2))


@pytest.mark.parametrize(
    ("game", "kind", "name"),
    [("grasshopper", "guess", "C-be"), ("grasshopper", "guess", "card:C-1"), ("formica", "moved", "ZYb"),
     ("antics", "took", "PT")],
)  # fmt: skip
def test_an_identifier_without_a_number_is_caught_in_whichever_sentence_it_stands(game, kind, name):
    """Not in the first few of a kind: later."""
    known, number = find(game), count()

    def raw(before, after):
        return [
            dataclasses.replace(event, values={**event.values, "who": name})
            if event.kind == kind and next(number) > conformance._Telling.DRAWN
            else event
            for event in known.events(before, after)
        ]

    with pytest.raises(AssertionError, match=f"says {name}, which is not drawn|'{name} .* names a node"):
        conformance.check_events(Variant(dataclasses.replace(known, events=raw), known.seats[-1]))


def test_events_that_tell_a_secret_are_caught():
    """A view never shows a pole; a function that knows the position does."""
    formica = find("formica")
    rng = random.stream("leak")

    def leaking(before, after):
        pole = int(after.world(rng).record.pole[0])
        return [*formica.events(before, after), Event("rolled", {"who": Who(0), "low": pole, "high": pole})]

    with pytest.raises(AssertionError, match=r"tell seat \d a secret"):
        conformance.check_events(Variant(dataclasses.replace(formica, events=leaking), 2))


def test_turns_that_do_not_add_up_and_rounds_that_come_again_are_caught():
    wrong = dataclasses.replace(SISIMIZI, sum_up=lambda before, after, events: Event("last-round"))
    with pytest.raises(AssertionError, match="is bigger than that"):
        conformance.check_events(Variant(wrong, 2))
    wrong = dataclasses.replace(SISIMIZI, moment=lambda view: Moment(9 - int(view.record.mover)), sum_up=Game.sum_up)
    with pytest.raises(AssertionError, match="comes again"):
        conformance.check_events(Variant(wrong, 2))


def test_a_wrong_interpreted_run_is_caught(tiny, monkeypatch):
    monkeypatch.setattr(conformance, "trace", lambda variant, actions: iter(["something else"] * 400))
    import formicarium as fm

    with pytest.raises((AssertionError, ValueError)):
        conformance.check_parity(Variant(fm.game("sisimizi"), 2), actions=5)
