"""The kernel of a game: its functions are found by their names, each in one place, and defaults fill the rest."""

from types import ModuleType

import numpy as np
import pytest

from formicarium.core import kernel
from formicarium.core.jit import record
from formicarium.core.kernel import REQUIRED, Kernel

STATE = record("stub", __file__, [("mover", np.int8)])


def module(name: str, *functions: str) -> ModuleType:
    """A module that defines functions of these names."""
    made = ModuleType(name)
    for function in functions:

        def stub(s: object) -> None:
            pass

        stub.__name__, stub.__module__ = function, name
        setattr(made, function, stub)
    return made


RULES = module("rules", *REQUIRED, "helper")


def test_functions_are_found_by_their_names_in_several_modules():
    knowledge = module("knowledge", "redact", "determinize")
    found = Kernel.of(STATE, RULES, knowledge)
    assert found.legal is RULES.legal
    assert found.redact is knowledge.redact
    assert found.hides


def test_an_open_game_without_chance_gets_defaults():
    found = Kernel.of(STATE, RULES)
    assert (found.chance, found.redact, found.determinize) == (
        kernel.no_chance,
        kernel.hide_nothing,
        kernel.fill_nothing,
    )
    assert not found.hides


def test_what_a_module_imports_is_not_its_own():
    policy = module("policy", "prior")
    policy.__dict__.update(legal=RULES.legal, apply=kernel.apply)
    assert Kernel.of(STATE, policy, RULES).legal is RULES.legal


def test_a_function_that_is_given_twice_is_refused():
    with pytest.raises(ValueError, match="two functions 'legal' for one kernel, in rules and in more"):
        Kernel.of(STATE, RULES, module("more", "legal"))


def test_functions_that_are_missing_are_named():
    with pytest.raises(ValueError, match="also needs actors, census; looked in rules"):
        Kernel.of(STATE, module("rules", *(set(REQUIRED) - {"actors", "census"})))


@pytest.mark.parametrize("half", ["redact", "determinize"])
def test_blanks_must_be_made_and_filled(half):
    with pytest.raises(ValueError, match="go together"):
        Kernel.of(STATE, RULES, module("knowledge", half))


def test_every_kernel_function_is_declared_once():
    assert set(kernel.NAMES) == {
        *("setup", "actors", "legal", "chance", "apply", "outcome", "redact", "determinize", "evaluate", "census"),
        *("sample", "prior", "policy", "mask", "observe"),
    }
    for name in kernel.NAMES:
        assert getattr(kernel, name).__doc__
