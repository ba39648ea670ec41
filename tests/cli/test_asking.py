"""What commands ask for: options of a game, as they are typed."""

import pytest
import typer

from formicarium.cli.asking import read_options


def test_options_are_names_and_values():
    assert read_options(["mode=winter", " first_ant = 1"]) == {"mode": "winter", "first_ant": "1"}
    assert read_options(None) == {}


def test_what_is_no_pair_is_refused():
    with pytest.raises(typer.BadParameter, match="'winter' is not of the form NAME=VALUE"):
        read_options(["winter"])
