"""Learning: what PyTorch computes is what the search computes; a network that is not trained is the written one."""

import numpy as np
import pytest
import torch

import formicarium as fm
from formicarium.bots.learned import load
from formicarium.core.kernel import SEATS
from formicarium.engine.game import find
from formicarium.engine.position import Position
from formicarium.search.network import LEAST_PRIOR, LEAST_SHARE, ROOM, SAID, describe, lean, rate
from formicarium.train.dataset import make
from formicarium.train.selfplay import Task, play


@pytest.fixture(scope="module", params=fm.game_names())
def lesson(request):
    """A few positions of a game from a short lesson."""
    return find(request.param), play(Task(request.param, 3, "test", 1, 2, 8, 6))


def network_of(game, fit):
    from formicarium.train.learning import begin

    torch.manual_seed(5)
    network = begin(game, fit)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.1 * torch.randn(parameter.shape))
        network.words.weight[-1] = 0
    return network.eval()


def test_the_compiled_network_says_what_pytorch_says(lesson, tmp_path):
    from formicarium.train.learning import Batches, Fit

    game, lessons = lesson
    network = network_of(game, Fit(features=True, size=16))
    network.export({}).save(tmp_path / "weights.npz")
    learned = load(game, tmp_path / "weights.npz")
    data = make(game, lessons)
    batches = Batches(data, torch.device("cpu"))
    records = lessons["records"].copy().view(game.kernel.record).ravel()
    spare = np.zeros(1, game.kernel.record)
    for i in range(len(data)):
        chosen = torch.tensor([i])
        places, _, begins = batches.spans(batches.row_starts, chosen)
        logs, query = network(
            batches.rows[places], begins, batches.factors[places], batches.written[chosen], batches.playing[chosen]
        )
        seat, seats = int(lessons["seat"][i]), int(lessons["seats"][i])
        position = Position(game, seats, records[i : i + 1].copy())
        shares, desk = np.zeros(ROOM), learned.desk(seats)
        legal, chances = np.array(position.codes(seat)), np.zeros(1024)
        by_lot = describe(records, spare, i, seat, legal, np.zeros(20_000, np.int8), shares, chances)
        shares[:] = 0.0
        rate(np.concatenate([position.records, position.view(seat).records]), seat, shares, learned.network, desk)
        around = (seat + np.arange(seats)) % seats
        assert shares[around] == pytest.approx(np.exp(logs[0, :seats].detach().numpy()), abs=1e-5)
        assert shares[:SEATS].sum() == pytest.approx(1)
        said = desk[1][SAID][SEATS : SEATS + learned.size]
        assert said == pytest.approx(query[0].detach().numpy(), abs=1e-4)
        assert not desk[0].any(), "the desk is clean for the next position"
        if not by_lot:
            written = np.maximum(chances[: len(legal)] / chances[: len(legal)].sum(), LEAST_PRIOR)
            priors = torch.log(torch.as_tensor(written.astype(np.float32)))
            leaning = network.lean(query, torch.zeros(len(legal), dtype=torch.int64), torch.as_tensor(legal), priors, 1)
            lean(said.copy(), legal, len(legal), chances, learned.network)
            assert chances[: len(legal)] == pytest.approx(np.exp(leaning.detach().numpy()), abs=1e-4)


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
def test_a_part_of_a_correction_lies_between_what_is_written_and_all_of_it(part):
    from formicarium.train.learning import Fit, damp

    game = find("formica")
    network = network_of(game, Fit())
    written, playing = torch.randn(5, ROOM), torch.ones(5, SEATS, dtype=torch.bool)
    nothing = torch.zeros(0, dtype=torch.int64), torch.zeros(5, dtype=torch.int64), torch.zeros(0)
    whole, _ = network(*nothing, written, playing)
    damp(network, part)
    less, _ = network(*nothing, written, playing)
    base = torch.log_softmax(written[:, :SEATS], 1)
    expected = torch.log_softmax(part * whole + (1 - part) * base, 1)
    assert less.detach().numpy() == pytest.approx(expected.detach().numpy(), abs=1e-4)


def test_a_network_that_learned_nothing_is_the_written_evaluation(lesson):
    from formicarium.train.learning import Fit, begin

    game, lessons = lesson
    learned = begin(game, Fit(features=True)).export({})
    for i, record in enumerate(lessons["records"]):
        seat, seats = int(lessons["seat"][i]), int(lessons["seats"][i])
        position = Position(game, seats, record.copy().view(game.kernel.record))
        shares, desk = np.zeros(ROOM), learned.desk(seats)
        expected = np.maximum(position.evaluate(), LEAST_SHARE)
        rate(np.concatenate([position.records, position.view(seat).records]), seat, shares, learned.network, desk)
        assert shares[:seats] == pytest.approx(expected / expected.sum(), abs=1e-6)
