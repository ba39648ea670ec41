"""An agent that learns to beat random play: PPO in one file, on `fm.vector`, with nothing but PyTorch.

`python examples/learn.py sisimizi --minutes 5 --seed 1 --curve sisimizi-1.csv` learns for so many minutes of processor
time, on two cores half as long, and then plays.

What helps, and is no part of plain PPO: illegal actions are masked; every second match is learned from the second seat,
unless the game shows seats by their numbers; numbers are scaled by their bounds, those that name something, such as the
place of a stone, are embedded, and planes that belong together are multiplied; actions that name a place are weighed by
what lies there and around it, alike for all places; and since matches are long and random play hardly wins any, each
step is paid by what it has changed in the estimate that the game makes of one's chances.
"""

from __future__ import annotations

import argparse
import csv
import time
from ast import literal_eval
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from math import prod
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

import formicarium as fm


@dataclass
class Settings:
    """What is set for a game. Where nothing is said, the same for all."""

    matches: int = 64  # side by side
    steps: int = 64  # of each between two updates
    epochs: int = 3
    minibatch: int = 1024
    hidden: int = 256
    rate: float = 5e-4
    discount: float = 0.99
    smoothing: float = 0.9  # lambda of generalised advantage estimation
    entropy: float = 0.01
    clip: float = 0.2
    measure: str = "odds"  # of how a seat stands, which pays for steps: a name of `MEASURES`
    shaping: float = 0.25  # what one of that measure is worth, where victory is 1
    plain: bool = False  # whether to pay its change as it is, `after - before`, and not `discount · after - before`
    patience: int = 0  # a match that goes on after so many choices is given up; 0 for never
    named: tuple[str, ...] = ()  # parts whose numbers are names
    crossed: tuple[tuple[str, str], ...] = ()  # planes multiplied with those of another part, cell by cell
    planes: tuple[str, ...] = ()  # parts that say what lies in each place
    verbs: tuple[str, ...] = ()  # whose actions name such a place
    far: str = ""  # the part that begins with how many steps are to be made; where none does, neighbours matter
    apart: bool = False  # whether the value has a network of its own, so that its noise does not disturb the policy
    sides: int = 2  # 1 to learn from the first seat alone, where a game does not show seats from the viewer on


SETTINGS = {
    "antics": Settings(),
    "formica": Settings(
        matches=256,
        steps=32,
        rate=1e-3,
        smoothing=0.7,
        named=("parts", "places"),
        planes=("tops", "towers", "barriers"),
        verbs=("from", "to"),
        far="turn",
        apart=True,
        sides=1,
    ),
    "grasshopper": Settings(
        matches=512,
        steps=32,
        epochs=4,
        minibatch=4096,
        rate=2e-3,
        discount=1.0,
        smoothing=0.8,
        measure="share",
        shaping=2.0,
        crossed=(("chain", "board"), ("chain", "insects")),
        planes=("board", "insects", "chain"),
        verbs=("ant", "guess"),
        apart=True,
    ),
    "sisimizi": Settings(
        matches=32,
        steps=32,
        minibatch=256,
        hidden=128,
        rate=1e-3,
        discount=0.98,
        smoothing=0.8,
        entropy=0.003,
        measure="rounds",
        plain=True,
        patience=200,
        planes=("board", "bridges", "touched", "lifted"),
        verbs=("ant", "hill", "lift", "drop"),
    ),
}


class Trunk(nn.Module):
    """Features to so many numbers, of which something can be said."""

    def __init__(self, game: fm.Game, seats: int, settings: Settings) -> None:
        super().__init__()
        self.shapes, scale, at = {}, [], 0
        for feature in game.seen(seats):
            size = prod(feature.shape)
            most = np.broadcast_to(np.asarray(feature.most, np.float32), feature.shape).ravel()
            scale.append(0 * most if feature.name in settings.named else 1 / most)
            self.shapes[feature.name] = slice(at, at + size), feature.shape, int(most.max()) + 1
            at += size
        self.register_buffer("scale", torch.from_numpy(np.concatenate(scale)))
        self.named, self.crossed = settings.named, settings.crossed
        wide = settings.hidden
        self.first = nn.Linear(at, wide)
        self.met = nn.ModuleList(nn.Linear(prod(self.shapes[other][1]), wide) for _, other in self.crossed)
        bags = [(prod(self.shapes[name][1]) * self.shapes[name][2]) for name in self.named]
        self.embedded = nn.ModuleList(nn.EmbeddingBag(size, wide, mode="sum") for size in bags)
        self.body = nn.Sequential(nn.ReLU(), nn.Linear(wide, wide), nn.ReLU())
        for bag in self.embedded:
            nn.init.normal_(bag.weight, std=0.02)

    def part(self, observations: Tensor, name: str) -> Tensor:
        """A part of the features in its shape."""
        where, shape, _ = self.shapes[name]
        return observations[:, where].reshape(-1, *shape)

    def forward(self, observations: Tensor) -> Tensor:
        """The numbers."""
        x = nn.functional.linear(observations, self.first.weight * self.scale, self.first.bias)
        for (name, other), layer in zip(self.crossed, self.met, strict=True):
            both = self.part(observations, other) * (self.part(observations, name) > 0).unsqueeze(1)
            x = x + layer(both.flatten(1))
        for bag, name in zip(self.embedded, self.named, strict=True):
            numbers, values = self.part(observations, name).flatten(1).long(), self.shapes[name][2]
            x = x + bag(numbers + torch.arange(numbers.shape[1]) * values)
        return self.body(x)


class Places(nn.Module):
    """What speaks for an action that names a place: what lies there, and beside it or so many steps away.

    How much each of that counts depends on the position, and is the same for all places. So what was learned at one
    place is known at all others.
    """

    def __init__(self, game: fm.Game, trunk: Trunk, settings: Settings) -> None:
        super().__init__()
        self.part, self.planes, self.far = trunk.part, settings.planes, settings.far
        self.starts = [game.actions.start(verb) for verb in settings.verbs]
        self.count = trunk.shapes[self.planes[0]][1][-1]
        channels = sum(prod(trunk.shapes[name][1]) // self.count for name in self.planes)
        self.weights = nn.Linear(settings.hidden, len(self.starts) * 2 * channels)
        nn.init.orthogonal_(self.weights.weight, 0.01)
        ways = distances(game.name, self.count)
        if self.far:
            self.register_buffer("away", torch.stack([ways == steps for steps in range(MOST_STEPS + 1)]).float())
        else:
            self.register_buffer("beside", (ways == 1).float().to_sparse())

    def forward(self, acting: Tensor, observations: Tensor, logits: Tensor) -> Tensor:
        """The logits with that added."""
        planes = torch.cat(
            [self.part(observations, name).reshape(len(acting), -1, self.count) for name in self.planes], 1
        )
        if self.far:
            steps = self.part(observations, self.far)[:, 0].long()
            around = torch.bmm(planes, self.away[steps])
        else:
            flat = planes.reshape(-1, self.count).T.contiguous()
            around = (self.beside @ flat).T.reshape(planes.shape)
        both = torch.cat([planes, around], 1)
        found = torch.bmm(self.weights(acting).reshape(len(acting), len(self.starts), -1), both)
        for k, start in enumerate(self.starts):
            logits[:, start : start + self.count] += found[:, k]
        return logits


MOST_STEPS = 12
NOWHERE = 99


def distances(name: str, count: int) -> Tensor:
    """The steps from each place of a board to each other, `NOWHERE` if they are too many."""
    components = import_module(f"formicarium.games.{name}.components")
    ways = torch.full((count, count), NOWHERE)
    if hasattr(components, "NEAR"):
        pairs = [(i, j) for i in range(count) for j in components.NEAR[i].tolist() if 0 <= j < count]
    else:  # a square
        side = round(count**0.5)
        pairs = [(i, j) for i in range(count) for j in (i - side, i + side) if 0 <= j < count]
        pairs += [(i, j) for i in range(count) for j in (i - 1, i + 1) if 0 <= j < count and i // side == j // side]
    beside = torch.eye(count)
    beside[tuple(torch.tensor(pairs).T)] = 1
    reached = torch.eye(count)
    for steps in range(MOST_STEPS + 1):
        ways[(reached > 0) & (ways == NOWHERE)] = steps
        reached = (reached @ beside > 0).float()
    return ways


class Network(nn.Module):
    """Features to one number for each action, and the value of the position."""

    def __init__(self, game: fm.Game, seats: int, settings: Settings) -> None:
        super().__init__()
        self.acting = Trunk(game, seats, settings)
        self.judging = Trunk(game, seats, settings) if settings.apart else self.acting
        self.policy, self.value = nn.Linear(settings.hidden, game.action_count), nn.Linear(settings.hidden, 1)
        self.places = Places(game, self.acting, settings) if settings.verbs else None
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the chances of all actions, and the value."""
        observations = observations.float()
        acting = self.acting(observations)
        judging = acting if self.judging is self.acting else self.judging(observations)
        logits = self.policy(acting)
        if self.places:
            logits = self.places(acting, observations, logits)
        return logits.masked_fill(~masks, -1e9).log_softmax(1), self.value(judging).squeeze(1)

    def halves(self) -> list[list[nn.Parameter]]:
        """What acts and what judges, whose gradients are clipped apart; one list where they are one."""
        judging = {*self.judging.parameters(), *self.value.parameters()}
        acting = set(self.parameters()) - judging
        return [[*judging, *acting]] if self.judging is self.acting else [list(acting), list(judging)]


CERTAIN = 0.99
HILLS_TRIED = 3  # that a network of Sisimizi is planned from
LONG = 28 / 3  # rounds that a network of Sisimizi takes from the start


def share(batch: fm.Vector, seats: np.ndarray) -> np.ndarray:
    """The share of victory that the game promises to one seat of each match."""
    return batch.evaluate()[np.arange(batch.count), seats]


def odds(batch: fm.Vector, seats: np.ndarray) -> np.ndarray:
    """The same as odds, in doublings."""
    shares = np.clip(share(batch, seats), 1 - CERTAIN, CERTAIN)
    return np.log2(shares / (1 - shares))


def rounds(batch: fm.Vector, seats: np.ndarray) -> np.ndarray:
    """How many rounds of Sisimizi a seat still needs, negative: three pieces take one, a hill that must move too.

    Its share of victory does not tell of hills that stand where the network which is planned cannot use them.
    """
    plans = import_module("formicarium.games.sisimizi.network")
    network, counts, found = np.zeros(plans.NODES, np.uint8), np.zeros(plans.COUNTS, np.int64), np.zeros(batch.count)
    for i, seat in enumerate(seats.tolist()):
        state = batch.position(i).record
        plans.plan(state, seat, HILLS_TRIED, network, counts)
        ants, hills = counts[plans.MISSING_ANTS], counts[plans.MISSING_HILLS]
        found[i] = -min(LONG, (ants + hills) / 3 + max(0, hills - state.players[seat].hills))
    return found


# How a seat stands, and what that is at the end of a match that it has won, drawn or lost.
MEASURES: dict[str, tuple[Callable[[fm.Vector, np.ndarray], np.ndarray], tuple[float, float, float]]] = {
    "share": (share, (1, 0.5, 0)),
    "odds": (odds, (np.log2(CERTAIN / (1 - CERTAIN)), 0, -np.log2(CERTAIN / (1 - CERTAIN)))),
    "rounds": (rounds, (0, -LONG, -LONG)),
}


def pay(settings: Settings, before: np.ndarray, now: np.ndarray, got: np.ndarray, ended: np.ndarray) -> np.ndarray:
    """What each step is paid for what it has changed in how its seat stands; `got` tells how a match ended."""
    worth = 1.0 if settings.plain else settings.discount
    won, drawn, lost = MEASURES[settings.measure][1]
    ends = np.select([got > 0, got == 0], [won, drawn], lost)
    return settings.shaping * (np.where(ended, ends, worth * now) - before)


def learn(
    name: str, minutes: float, seed: int, settings: Settings, tell: Callable[..., None], cores: int = 2
) -> Network:
    """Learn against random play, and after each update tell how far it is and how the last matches ended."""
    torch.manual_seed(seed)
    game, count, length = fm.game(name), settings.matches, settings.steps
    everybody, seats = np.arange(count), np.arange(count) % settings.sides
    batch = fm.vector(game, count, 2, seed=seed, learners=seats, threads=cores)
    network = Network(game, 2, settings)
    optimiser = torch.optim.Adam(network.parameters(), settings.rate, eps=1e-5, fused=True)
    observations = torch.zeros((length, count, batch.observations.shape[1]), dtype=torch.int8)
    masks = torch.zeros((length, count, game.action_count), dtype=torch.bool)
    actions = torch.zeros((length, count), dtype=torch.int64)
    logs, values = torch.zeros((2, length, count))
    rewards, over = np.zeros((2, length, count), np.float32)
    measure, _ = MEASURES[settings.measure]
    results, begun, past, total = [], time.process_time(), 0.0, 0
    ages = np.random.default_rng(seed).integers(settings.patience + 1, size=count)  # so that not all end together
    promised = measure(batch, seats)
    while past < 1:
        for t in range(length):
            observations[t], masks[t] = torch.tensor(batch.observations), torch.tensor(batch.masks)
            with torch.inference_mode():
                chances, values[t] = network(observations[t], masks[t])
                actions[t] = choose(chances)
                logs[t] = chances.gather(1, actions[t, :, None]).squeeze(1)
            batch.step(actions[t].numpy())
            got, ages = batch.rewards[everybody, seats], ages + 1
            now, ended = measure(batch, seats), batch.ended.copy()
            paid = pay(settings, promised, now, got, ended)
            given = np.flatnonzero(~ended & (ages > settings.patience)) if settings.patience else everybody[:0]
            if len(given):  # what would have come is taken to be what the network expects
                with torch.inference_mode():
                    _, value = network(torch.tensor(batch.observations[given]), torch.tensor(batch.masks[given]))
                ended[given], got[given] = True, settings.discount * value.numpy()
                batch.restart(given.tolist())
                now = measure(batch, seats)
            rewards[t], over[t] = got + paid, ended
            promised, ages[ended] = now, 0
            got[given] = 0
            results += got[ended].tolist()
        total += length * count
        with torch.inference_mode():
            _, value = network(torch.tensor(batch.observations), torch.tensor(batch.masks))
        advantages, ahead, following = np.zeros_like(rewards), np.zeros(count, np.float32), value.numpy()
        for t in reversed(range(length)):
            goes_on, value = settings.discount * (1 - over[t]), values[t].numpy()
            ahead = rewards[t] + goes_on * following - value + goes_on * settings.smoothing * ahead
            advantages[t], following = ahead, value
        better = torch.from_numpy(advantages)
        returns = (better + values).flatten()
        better = ((better - better.mean()) / (better.std() + 1e-8)).flatten()
        seen, legal, done, before = (part.flatten(0, 1) for part in (observations, masks, actions, logs))
        left = max(0.05, 1 - past)
        for group in optimiser.param_groups:
            group["lr"] = settings.rate * left
        for _ in range(settings.epochs):
            for part in torch.randperm(len(seen)).split(settings.minibatch):
                chances, value = network(seen[part], legal[part])
                ratio = (chances.gather(1, done[part, None]).squeeze(1) - before[part]).exp()
                kept = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                gain = torch.min(ratio * better[part], kept * better[part]).mean()
                entropy = -(chances.exp() * chances).sum(1).mean()
                loss = 0.5 * (value - returns[part]).square().mean() - gain - settings.entropy * left * entropy
                optimiser.zero_grad()
                loss.backward()
                for half in network.halves():
                    nn.utils.clip_grad_norm_(half, 0.5)
                optimiser.step()
        seconds = time.process_time() - begun
        past = seconds / (60 * minutes)
        last = np.array(results[-400:] or [0.0])
        won, lost = round(np.mean(last > 0), 4), round(np.mean(last < 0), 4)
        tell(round(seconds, 1), total, len(results), won, lost, round(float(share(batch, seats).mean()), 4))
    return network


def choose(chances: Tensor) -> Tensor:
    """An action by lot in each row."""
    sums = chances.exp().cumsum(1)
    return torch.searchsorted(sums, sums[:, -1:] * (1 - torch.rand(len(sums), 1))).squeeze(1)


def play(
    network: Network, name: str, matches: int = 400, sides: int = 2, seed: object = "trial", sharpness: float = 3.0
) -> tuple[float, float]:
    """The shares of so many new matches against random play that the network wins and loses, from so many seats.

    What it tried while it learned it need not try any more: chances are raised to a power. The best alone would be
    taken for ever where that leads round in circles.
    """
    seats = np.arange(matches) % sides
    results: list[float] = []
    batch = fm.vector(name, matches, 2, seed=seed, learners=seats, again=False)
    while (batch.movers >= 0).any():
        with torch.inference_mode():
            chances, _ = network(torch.tensor(batch.observations), torch.tensor(batch.masks))
        batch.step(choose((sharpness * chances).log_softmax(1)).numpy())
        results += batch.rewards[np.arange(matches), seats][batch.ended].tolist()
    return float(np.mean(np.array(results) > 0)), float(np.mean(np.array(results) < 0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(SETTINGS))
    parser.add_argument("--minutes", type=float, default=5.0, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--curve", type=Path, help="where to write the curve, as CSV")
    parser.add_argument("--matches", type=int, default=400, help="to be played at the end")
    parser.add_argument("--set", nargs=2, action="append", default=[], metavar=("NAME", "VALUE"), help="a setting")
    chosen = parser.parse_args()
    settings = replace(SETTINGS[chosen.game], **{name: literal_eval(value) for name, value in chosen.set})
    torch.set_num_threads(chosen.cores)
    curve: list[tuple[object, ...]] = [("seconds", "steps", "matches", "won", "lost", "estimate")]

    def tell(*point: float) -> None:
        curve.append(point)
        if chosen.curve:
            with chosen.curve.open("w", newline="") as file:
                csv.writer(file).writerows(curve)

    network = learn(chosen.game, chosen.minutes, chosen.seed, settings, tell, chosen.cores)
    won, lost = play(network, chosen.game, chosen.matches, settings.sides)
    seconds, steps = curve[-1][:2]
    print(f"{chosen.game}, seed {chosen.seed}: won {won:.1%}, lost {lost:.1%} after {steps:,} steps in {seconds:.0f} s")


if __name__ == "__main__":
    main()
