"""The networks of our champions in PyTorch: what `search.network` computes, to be asked or to be trained on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from formicarium.bots.learned import Learned, as_priors, as_written, card_of, places_in_full, vocabulary, weighed
from formicarium.core import random
from formicarium.core.kernel import MOST_ACTIONS, SEATS
from formicarium.engine.game import Game
from formicarium.engine.position import View
from formicarium.search.network import ROOM, describe

Array = NDArray[Any]


class Opinion(NamedTuple):
    """What a network says of a view: the share of victory of each seat, and the chance of each legal action."""

    shares: Tensor
    actions: Tensor  # codes
    chances: Tensor  # none where the choice is best made by lot


class LearnedNetwork(nn.Module):
    """A network of a game; `network.rate(view)` asks it, `forward` and `lean` are for training."""

    def __init__(
        self,
        game: Game,
        rows: Array,
        scales: Array,
        inputs: int,
        *,
        width: int = 32,
        narrow: int = 32,
        size: int = 16,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        words, count = vocabulary(game)
        self.game, self.rows, self.scales, self.size = game, rows, scales, size
        self.first = nn.EmbeddingBag(inputs, width, mode="sum")
        self.written = nn.Linear(ROOM, width)
        self.second = nn.Linear(width, narrow)
        self.third = nn.Linear(narrow, SEATS + size)
        self.words = nn.Embedding(count + 1, size + 1, padding_idx=count)
        self.trust = nn.Parameter(torch.ones(2))
        self.dropout = nn.Dropout(dropout)
        self.vocabulary: Tensor
        self.register_buffer("vocabulary", torch.as_tensor(words), persistent=False)

    def forward(
        self, rows: Tensor, starts: Tensor, factors: Tensor, written: Tensor, playing: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Logarithms of the shares of each seat, and the query."""
        hidden = self.written(written)
        if self.first.num_embeddings:
            hidden = hidden + self.first(rows, starts, per_sample_weights=factors)
        middle = torch.relu(self.second(self.dropout(torch.relu(hidden))))
        said = self.third(self.dropout(middle))
        logits = self.trust[0] * written[:, :SEATS] + said[:, :SEATS]
        return torch.log_softmax(logits.masked_fill(~playing, -1e9), 1), said[:, SEATS:]

    def lean(self, query: Tensor, owner: Tensor, codes: Tensor, priors: Tensor, count: int) -> Tensor:
        """Logarithms of the chances of actions, given in one row; `owner` is the position that each belongs to."""
        vectors = self.words(self.vocabulary[codes]).sum(1)
        logits = self.trust[1] * priors + (vectors[:, :-1] * query[owner]).sum(1) + vectors[:, -1]
        most = torch.full((count,), -1e9, device=logits.device).scatter_reduce(0, owner, logits, "amax")
        total = torch.zeros(count, device=logits.device).index_add(0, owner, torch.exp(logits - most[owner]))
        chances: Tensor = logits - most[owner] - torch.log(total)[owner]
        return chances

    def rate(self, view: View, seed: object = 0) -> Opinion:
        """What the network says of a view; what is hidden from its seat is imagined by lot for the written value."""
        seat, seats = view.seat, view.seats
        world = view.world(random.stream(seed))
        features, shares = np.zeros(self.game.feature_count(SEATS) + 8, np.int8), np.zeros(ROOM)
        codes, chances = np.array(view.codes(seat)), np.zeros(MOST_ACTIONS)
        by_lot = describe(world.records, view.copy().records, 0, seat, codes, features, shares, chances)
        rows, factors = np.zeros(0, np.int32), np.zeros(0, np.float32)
        if len(self.rows):
            places = places_in_full(self.game, seats)
            rows, factors = weighed(features[: len(places)], self.rows[places], self.scales[places])
        written = torch.as_tensor(as_written(shares, seat, seats))[None]
        playing = torch.arange(SEATS)[None] < seats
        start = torch.zeros(1, dtype=torch.int64)
        logs, query = self(torch.as_tensor(rows), start, torch.as_tensor(factors), written, playing)
        around = (np.arange(seats) - seat) % seats
        actions = torch.as_tensor(codes[:0] if by_lot else codes)
        priors = torch.as_tensor(as_priors(chances[: len(actions)]))
        if self.size and len(actions):
            priors = self.lean(query, torch.zeros(len(actions), dtype=torch.int64), actions, priors, 1)
        return Opinion(torch.exp(logs[0, :seats])[around], actions, torch.softmax(priors, 0))

    def export(self, story: dict[str, Any]) -> Learned:
        """The weights as the search takes them."""

        def plain(tensor: Tensor) -> Array:
            return np.ascontiguousarray(tensor.detach().cpu().numpy().astype(np.float32))

        def layer(linear: nn.Linear) -> Array:
            return np.concatenate([plain(linear.weight.T), plain(linear.bias)[None]])

        arrays = {
            "rows": self.rows,
            "scales": self.scales,
            "first": np.concatenate([plain(self.first.weight), layer(self.written)]),
            "second": layer(self.second),
            "third": layer(self.third),
            "words": plain(self.words.weight)[: -1 if self.size else 0].copy(),
            "trust": plain(self.trust),
        }
        card = card_of(self.game, len(self.rows) > 0, self.size > 0)
        return Learned(self.game, {**card, "trained": story}, arrays)


def load(learned: Learned) -> LearnedNetwork:
    """A network from its weights."""
    arrays = learned.arrays
    inputs, width = arrays["first"].shape
    network = LearnedNetwork(
        learned.game,
        arrays["rows"],
        arrays["scales"],
        inputs - ROOM - 1,
        width=width,
        narrow=arrays["second"].shape[1],
        size=learned.size,
    )
    with torch.no_grad():
        network.first.weight.copy_(torch.as_tensor(arrays["first"][: -ROOM - 1]))
        for linear, array in (
            (network.written, arrays["first"][-ROOM - 1 :]),
            (network.second, arrays["second"]),
            (network.third, arrays["third"]),
        ):
            linear.weight.copy_(torch.as_tensor(array[:-1].T.copy()))
            linear.bias.copy_(torch.as_tensor(array[-1]))
        network.words.weight.zero_()
        network.words.weight[: len(arrays["words"])] = torch.as_tensor(arrays["words"])
        network.trust.copy_(torch.as_tensor(arrays["trust"]))
    return network.eval()
