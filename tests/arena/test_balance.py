"""The balance report: what is counted is what happened, and the page says so by itself."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import cycle

import numpy as np
import pytest

import formicarium as fm
from formicarium.arena import Fixture, hire
from formicarium.arena.balance import Study, citations, observe, report
from formicarium.arena.balance.observation import STAGES, stages
from formicarium.arena.balance.study import by_order, by_seat, decisions, endings, verb_uses
from formicarium.arena.crew import carry_out

WINTER = (("mode", "winter"),)


@pytest.fixture(scope="module")
def seen():
    return [observe(Fixture("grasshopper", ("greedy",) * 3, f"seed {number}", WINTER)) for number in range(4)]


@pytest.fixture(scope="module")
def study():
    found = Study(fm.game("grasshopper"), ["random"], [2], {"mode": "winter"}, 3, "s")
    with hire(observe) as crew:
        for (setting, number), observation in carry_out(crew, found.fixtures()):
            found.add(setting, number, observation)
    return found


def test_an_observation_agrees_with_the_match_played_over_again(seen):
    for one in seen:
        match = fm.Match("grasshopper", 3, nature=False, mode="winter")
        taken, order = {}, []
        for seat, code in one.moves:
            if seat != fm.NATURE:
                verb = fm.game("grasshopper").actions[code].verb
                taken[verb] = taken.get(verb, 0) + 1
                order += [seat] if seat not in order else []
            match.play(code, seat)
        assert match.outcome.shares == one.result.shares
        assert (one.taken, one.order) == (taken, tuple(order))
        assert sum(one.taken.values()) == decisions(one)
        assert all(one.taken[verb] <= one.offered[verb] for verb in taken)
        assert one.hopes[-1] == pytest.approx(sum(share**2 for share in one.result.shares)), "at the end it is sure"
        assert np.mean(one.choices) == pytest.approx(one.result.choices / decisions(one), rel=0.2)


def test_stages_cover_a_series():
    assert stages(range(40)) == [2 * k + 0.5 for k in range(STAGES)]
    assert stages([5]) == [5.0] * STAGES
    assert stages([1, 3]) == [1.0] * 10 + [3.0] * 10


def test_who_leads_is_asked_once_a_turn(monkeypatch):
    """A made-up evaluation that gives the lead to the other seat each time it is asked; the match is drawn."""
    from formicarium.engine.position import Position

    leaders = cycle([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)])
    monkeypatch.setattr(Position, "evaluate", lambda self: next(leaders))
    one = observe(Fixture("sisimizi", ("random", "random"), "lead"))
    turns = [seat for seat, code in one.moves if fm.game("sisimizi").actions[code].verb == "done"]
    assert one.result.shares == (0.5, 0.5) and len(turns) > 20
    clear = len(turns) - len(turns) // 3
    assert one.lead_changes == clear - 1, "level positions are nobody's lead"


def test_shares_in_the_order_of_play(seen):
    ordered, seated = by_order(seen), by_seat(seen)
    assert sum(share.mean for share in ordered) == pytest.approx(1)
    first = np.mean([one.result.shares[one.order[0]] for one in seen])
    assert ordered[0].mean == pytest.approx(first)
    assert seated[2].mean == pytest.approx(np.mean([one.result.shares[2] for one in seen]))
    silent = [replace(one, order=one.order[:1]) for one in seen]
    assert by_order(silent)[0] == ordered[0] and len(by_order(silent)) == 3


def test_every_verb_is_accounted_for(seen):
    game = fm.game("grasshopper")
    seats, nature = verb_uses(game, seen)
    assert {use.verb for use in [*seats, *nature]} == {verb.word for verb in game.actions.verbs}
    assert {use.verb for use in nature} == {"first", "card", "provision"}
    first = next(use for use in nature if use.verb == "first")
    assert (first.a_match, first.matches) == (1.0, 1.0)
    assert sum(use.a_match for use in seats) == pytest.approx(np.mean([decisions(one) for one in seen]))
    assert sum(endings(seen).values()) == 4


def test_a_study_plays_every_option_on_the_same_seeds(study):
    assert study.played == study.total == 3 * len(study.observed)
    tried = {(change.option, change.value) for change in study.changes}
    assert {("mode", "autumn"), ("mode", "beetle"), ("first_ant", "1"), ("wild_same_type", "yes")} <= tried
    assert not {("mode", "winter"), ("open_insects", "yes"), ("first_ant", "3")} & tried
    for number in range(3):
        seeds = {fixture.seed for (_, other), fixture in study.fixtures() if other == number}
        assert len(seeds) == 1
    effects = study.effects()
    assert len(effects) == len(study.changes) and all(effect.matches == 3 for effect in effects)
    autumn = next(effect for effect in effects if effect.change.value == "autumn")
    base, changed = study.of(autumn.change.base), study.of(autumn.change.setting)
    assert autumn.decisions.mean == pytest.approx(
        np.mean([decisions(after) - decisions(before) for before, after in zip(base, changed, strict=True)])
    )


def test_rules_are_told_by_the_code_that_names_them():
    """A bridge is rule S5.4, and nobody can build one in a match of passes."""
    game = fm.game("sisimizi")
    with_bridge = next(
        one
        for number in range(50)
        if "bridge" in (one := observe(Fixture("sisimizi", ("random", "random"), f"bridge {number}"))).taken
    )
    lot, *_ = with_bridge.moves
    first = game.actions[lot[1]].arguments[0]
    passes = [lot, *((seat, int(game.actions.parse("done"))) for seat in (int(first), 1 - int(first)))]
    variant = {"seats": 2, "options": {}}
    found = {}
    for name, history in (("bridge", with_bridge.moves), ("passes", passes)):
        matches, cited = citations.count("sisimizi", variant, [history], 60)
        assert matches == 1
        found[name] = {one.rule: one for one in cited}
    assert found["bridge"]["S4.4"].carried_out == found["passes"]["S4.4"].carried_out == 1
    assert found["bridge"]["S5.2"].consulted == 1
    assert found["bridge"]["S11.2"].carried_out != found["passes"]["S11.2"].carried_out, "the round limit"
    assert all(one.says for one in found["passes"].values())


@pytest.mark.parametrize("name", fm.game_names())
def test_every_game_cites_its_rules(name):
    rules = {rule for named in citations.cited(fm.game(name)).values() for rule, _ in named}
    assert len(rules) >= 10


class Checker(HTMLParser):
    """Every element is closed, and nothing is fetched from anywhere."""

    VOID = ("meta", "path", "circle", "rect", "use", "line")

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag)
        for key, value in attributes:
            assert key not in ("src", "href", "xlink:href") or value.startswith("#"), (tag, value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_page_stands_by_itself(study):
    text = report(study, replay_seconds=1)
    checker = Checker()
    checker.feed(text)
    assert checker.open == [] and checker.seen.count("figure") == 7
    assert "<script" not in text and "url(http" not in text and "@import" not in text
    assert not re.findall(r"#0102[0-9a-f]{2}", text), "every paint has become a variable of the page"
    variables = set(re.findall(r"var\(--([\w-]+)\)", text))
    assert all(text.count(f"--{name}:") >= 1 for name in variables)
    assert "DejaVu" not in text and "The Grasshopper &amp; the Ant" in text and "G4.2" in text


def test_a_page_of_an_unfinished_run():
    found = Study(fm.game("sisimizi"), ["random", "greedy"], [2, 3], {}, 5, "s")
    (setting, number), fixture = next(found.fixtures())
    found.add(setting, number, observe(fixture))
    text = report(found, replay_seconds=0)
    assert "stopped after 1 of 20 matches" in text and "There is no option to change" in text


def test_the_recount_is_what_the_module_prints():
    given = {"game": "grasshopper", "seats": 2, "options": {}, "histories": [], "seconds": 1}
    done = subprocess.run(
        [sys.executable, "-m", citations.__name__], input=json.dumps(given), capture_output=True, text=True, check=True
    )
    answer = json.loads(done.stdout)
    assert answer["matches"] == 0 and all(row["carried_out"] == 0 for row in answer["citations"])
