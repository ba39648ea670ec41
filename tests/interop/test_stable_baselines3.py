"""The checker of Stable-Baselines3 on our games, in every form in which a seat sees."""

import pytest

import formicarium as fm
from interop.variants import for_every_variant


@pytest.mark.parametrize("form", ["flat", "float", "parts"])
@for_every_variant
def test_checker(variant, form):
    from stable_baselines3.common.env_checker import check_env  # here, since it takes long to load

    seat = fm.interop.gymnasium(variant.game, variant.seats, form=form, options=variant.options)
    check_env(seat, warn=form != "parts")  # it advises against boards; parts are for networks of one's own
