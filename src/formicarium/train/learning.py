"""Learning: a network in PyTorch, fitted to lessons until held-out matches say stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from formicarium.bots.learned import Learned
from formicarium.core.kernel import SEATS
from formicarium.engine.game import Game
from formicarium.interop.torch_network import LearnedNetwork
from formicarium.train.dataset import Dataset
from formicarium.train.layout import table

Array = NDArray[Any]


@dataclass(frozen=True)
class Fit:
    """How a network is fitted.

    Few numbers that mean something are the default. Thousands of features predicted held-out matches as well or better,
    from one to three thousand matches, and played far worse: a search finds the positions that such a network errs in.
    """

    width: int = 32
    narrow: int = 32
    size: int = 0  # of a query; 0 leaves the priors as they are written
    rate: float = 2e-3
    decay: float = 0.001
    dropout: float = 0.0
    batch: int = 512
    epochs: int = 150
    patience: int = 20  # epochs without progress on held-out matches
    search_share: float = 0.25  # how much of the target is what the deep search expected, not what came
    policy: float = 0.3  # what a nat of the prior counts beside one of the value
    part: float = 0.5  # of the correction that is used: half of it played better than all of it
    features: bool = False  # whether it sees them, or only the written value and its hints
    seed: int = 0


def begin(game: Game, fit: Fit) -> LearnedNetwork:
    """A network that has learned nothing yet: it says what is written."""
    rows, scales, inputs = table(game)
    if not fit.features:
        rows, scales, inputs = rows[:0], scales[:0], 0
    network = LearnedNetwork(
        game, rows, scales, inputs, width=fit.width, narrow=fit.narrow, size=fit.size, dropout=fit.dropout
    )
    if inputs:
        nn.init.normal_(network.first.weight, std=0.05)
    nn.init.normal_(network.written.weight, std=0.3)
    nn.init.zeros_(network.third.weight)
    nn.init.zeros_(network.third.bias)
    nn.init.normal_(network.words.weight, std=0.3)
    with torch.no_grad():
        network.words.weight[-1] = 0
        network.words.weight[:, fit.size] = 0
        network.third.weight[SEATS:].normal_(std=0.05)
    return network


class Batches:
    """A dataset on a device, handed out by position numbers."""

    def __init__(self, data: Dataset, device: torch.device) -> None:
        self.device = device
        self.row_starts, self.code_starts = self._on(data.row_starts), self._on(data.code_starts)
        self.rows, self.factors = self._on(data.rows), self._on(data.factors)
        self.codes, self.priors, self.visits = self._on(data.codes), self._on(data.priors), self._on(data.visits)
        self.written, self.playing = self._on(data.written), self._on(data.playing)
        self.outcome, self.worth = self._on(data.outcome), self._on(data.worth)

    def _on(self, array: Array) -> Tensor:
        return torch.as_tensor(array).to(self.device)

    def spans(self, starts: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The places of all that belongs to positions, the number of the position of each, and where each begins."""
        first, sizes = starts[chosen], starts[chosen + 1] - starts[chosen]
        owner = torch.repeat_interleave(torch.arange(len(chosen), device=self.device), sizes)
        begins = torch.cumsum(sizes, 0) - sizes
        places = torch.arange(len(owner), device=self.device) - begins[owner] + first[owner]
        return places, owner, begins


def losses(
    network: LearnedNetwork, batches: Batches, chosen: Tensor, search_share: float
) -> tuple[Tensor, Tensor, int]:
    """The sums of the losses of value and prior over some positions, and how many of them have a prior."""
    places, _, begins = batches.spans(batches.row_starts, chosen)
    logs, query = network(
        batches.rows[places], begins, batches.factors[places], batches.written[chosen], batches.playing[chosen]
    )
    target = batches.outcome[chosen]
    worth = batches.worth[chosen]
    searched = worth.sum(1, keepdim=True) > 0
    target = torch.where(searched, (1 - search_share) * target + search_share * worth, target)
    value = -(target * logs.clamp(min=-50)).sum()
    if network.size == 0:
        return value, value * 0, 0
    places, owner, _ = batches.spans(batches.code_starts, chosen)
    if not len(places):
        return value, value * 0, 0
    leaning = network.lean(query, owner, batches.codes[places], batches.priors[places], len(chosen))
    prior = -(batches.visits[places] * leaning).sum()
    return value, prior, int(torch.unique(owner).numel())


def measure(network: LearnedNetwork, batches: Batches, chosen: Tensor) -> tuple[float, float]:
    """The mean losses over positions against what really came."""
    network.eval()
    value = prior = 0.0
    with_prior = 0
    with torch.no_grad():
        for part in chosen.split(4096):
            one, other, count = losses(network, batches, part, 0.0)
            value, prior, with_prior = value + float(one), prior + float(other), with_prior + count
    return value / max(1, len(chosen)), prior / max(1, with_prior)


def learn(
    game: Game, data: Dataset, fit: Fit, seconds: float | None = None, tell: Callable[[dict[str, Any]], None] = print
) -> tuple[Learned, list[dict[str, Any]]]:
    """Fit a network; the best one on held-out matches, and the curve. Epoch 0 is the written evaluation."""
    torch.manual_seed(fit.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = begin(game, fit).to(device)
    batches = Batches(data, device)
    held = torch.as_tensor(np.flatnonzero(data.held_out)).to(device)
    used = torch.as_tensor(np.flatnonzero(~data.held_out)).to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=fit.rate, weight_decay=fit.decay)
    value, prior = measure(network, batches, held)
    curve = [{"epoch": 0, "value": value, "prior": prior, "learned_value": None, "learned_prior": None}]
    tell(curve[-1])
    best, best_state, since = float("inf"), _state(network), 0
    began = time.monotonic()
    order = torch.Generator().manual_seed(fit.seed)
    for epoch in range(1, fit.epochs + 1):
        network.train()
        sums = [0.0, 0.0, 0]
        for group in optimizer.param_groups:
            group["lr"] = fit.rate * min(1.0, (fit.epochs - epoch + 1) / fit.epochs * 1.5)
        for part in used[torch.randperm(len(used), generator=order).to(device)].split(fit.batch):
            one, other, count = losses(network, batches, part, fit.search_share)
            loss = one / len(part) + fit.policy * other / max(1, count)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            sums = [sums[0] + float(one.detach()), sums[1] + float(other.detach()), sums[2] + count]
        value, prior = measure(network, batches, held)
        curve.append(
            {
                "epoch": epoch,
                "value": value,
                "prior": prior,
                "learned_value": sums[0] / max(1, len(used)),
                "learned_prior": sums[1] / max(1, sums[2]),
            }
        )
        tell(curve[-1])
        total = value + fit.policy * prior
        if total < best - 1e-5:
            best, best_state, since = total, _state(network), 0
        else:
            since += 1
        if since >= fit.patience or (seconds is not None and time.monotonic() - began > seconds):
            break
    network.load_state_dict(best_state)
    damp(network, fit.part)
    return network.export({"positions": len(data), "matches": len(np.unique(data.match))}), curve


def damp(network: LearnedNetwork, part: float) -> None:
    """Leave only a part of the correction of the written chances; 0 is what is written."""
    with torch.no_grad():
        network.third.weight[:SEATS] *= part
        network.third.bias[:SEATS] *= part
        network.trust[0] = 1 + part * (network.trust[0] - 1)


def _state(network: LearnedNetwork) -> dict[str, Tensor]:
    return {name: tensor.detach().clone() for name, tensor in network.state_dict().items()}
