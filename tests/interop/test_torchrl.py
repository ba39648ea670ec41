"""TorchRL's own checker on the PettingZoo form of our games."""

import pytest

import formicarium as fm
from interop.variants import for_every_variant


@pytest.mark.filterwarnings("ignore")  # TorchRL's own
@for_every_variant
def test_specs(variant):
    from torchrl.envs import PettingZooWrapper  # here, since it warns while it loads
    from torchrl.envs.utils import check_env_specs

    table = fm.interop.pettingzoo(variant.game, variant.seats, options=variant.options)
    environment = PettingZooWrapper(table, use_mask=True)
    check_env_specs(environment, return_contiguous=False)
