"""TorchRL's own checker on our games in the forms of Gymnasium and PettingZoo. `make checkers` tries every variant."""

import gymnasium
import pytest

import formicarium as fm
from interop.variants import for_every_game, for_every_variant

pytestmark = pytest.mark.filterwarnings("ignore")  # TorchRL's own


def check(environment, **how):
    from torchrl.envs.utils import check_env_specs  # here, since it warns while it loads

    check_env_specs(environment, return_contiguous=False, **how)


@for_every_variant
def test_specs(variant):
    from torchrl.envs import PettingZooWrapper

    table = fm.interop.pettingzoo(variant.game, variant.seats, options=variant.options)
    check(PettingZooWrapper(table, use_mask=True))


@for_every_game
def test_specs_of_the_parallel_form(variant):
    from torchrl.envs import PettingZooWrapper

    table = fm.interop.pettingzoo(variant.game, variant.seats, parallel=True, options=variant.options)
    check(PettingZooWrapper(table, use_mask=True))


@for_every_game
def test_specs_of_one_seat(variant):
    from torchrl.envs import GymWrapper

    seat = fm.interop.gymnasium(variant.game, variant.seats, options=variant.options)
    check(GymWrapper(seat, categorical_action_encoding=True), break_when_any_done=False)  # it asks no mask, and loses


@for_every_game
def test_specs_of_many_seats(variant):
    from torchrl.envs import GymWrapper

    name = f"Formicarium/{variant.game.name.capitalize()}-v{variant.game.version}"
    how = {"seats": variant.seats, "options": variant.options, "autoreset_mode": "SameStep"}  # TorchRL takes no other
    many = gymnasium.make_vec(name, 3, vectorization_mode="vector_entry_point", **how)
    check(GymWrapper(many, categorical_action_encoding=True), break_when_any_done=False)


def test_an_environment_is_made_by_its_name():
    """`GymEnv` hands on keywords of its own; the game takes none of them for an option."""
    from torchrl.envs import GymEnv

    seat = GymEnv("Formicarium/Grasshopper-v1", categorical_action_encoding=True, options={"mode": "winter"})
    check(seat, break_when_any_done=False)
