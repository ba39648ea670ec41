"""An agent that learns to beat random play: PPO in one file, on `fm.vector`, with nothing but PyTorch.

`python examples/learn.py sisimizi --minutes 10 --seed 1 --curve sisimizi-1.csv` learns on two cores and then plays.

What helps, and is no part of plain PPO: illegal actions are masked; every second match is learned from the second seat;
numbers are scaled by their bounds, those that name something, such as the place of a stone, are embedded, and planes
that belong together are multiplied; and since matches are long and random play hardly wins any, each step is paid by
what it has changed in the estimate that the game makes of the seat's chances.
"""

from __future__ import annotations

import argparse
import csv
import time
from ast import literal_eval
from collections.abc import Callable
from dataclasses import dataclass, replace
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
    measure: str = "odds"  # of how a seat stands: a name of `MEASURES`
    shaping: float = 0.25  # what one of that measure is worth, where victory is 1
    fading: bool = False  # whether shaping becomes less and less, until victory alone counts
    patience: int = 0  # a match that goes on after so many choices is given up as drawn; 0 for never
    named: tuple[str, ...] = ()  # parts whose numbers are names
    crossed: tuple[tuple[str, str], ...] = ()  # planes multiplied with those of another part, cell by cell
    local: bool = False  # whether each field of Sisimizi's board also speaks for itself, by a network that all share


SETTINGS = {
    "antics": Settings(),
    "formica": Settings(matches=256, steps=32, smoothing=0.7, named=("parts", "places")),
    "grasshopper": Settings(
        matches=512,
        steps=32,
        minibatch=2048,
        discount=1.0,
        measure="share",
        shaping=2.0,
        crossed=(("chain", "board"), ("chain", "insects")),
    ),
    "sisimizi": Settings(
        matches=256,
        steps=32,
        epochs=2,
        hidden=128,
        rate=1e-3,
        smoothing=0.8,
        entropy=0.003,
        measure="lead",
        patience=200,
        local=True,
    ),
}


class Network(nn.Module):
    """Features to one number for each action, and the value of the position."""

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
        self.policy, self.value = nn.Linear(wide, game.action_count), nn.Linear(wide, 1)
        self.local = Local(wide) if settings.local else None
        for bag in self.embedded:
            nn.init.normal_(bag.weight, std=0.02)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def part(self, observations: Tensor, name: str) -> Tensor:
        """A part of the features in its shape."""
        where, shape, _ = self.shapes[name]
        return observations[:, where].reshape(-1, *shape)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the chances of all actions, and the value."""
        observations = observations.float()
        x = nn.functional.linear(observations, self.first.weight * self.scale, self.first.bias)
        for (name, other), layer in zip(self.crossed, self.met, strict=True):
            both = self.part(observations, other) * (self.part(observations, name) > 0).unsqueeze(1)
            x = x + layer(both.flatten(1))
        for bag, name in zip(self.embedded, self.named, strict=True):
            numbers, values = self.part(observations, name).flatten(1).long(), self.shapes[name][2]
            x = x + bag(numbers + torch.arange(numbers.shape[1]) * values)
        x = self.body(x)
        wanted = self.policy(x)
        if self.local is not None:
            pieces = [self.part(observations, "board"), self.part(observations, "bridges")]
            mine = torch.stack([self.part(observations, "touched"), self.part(observations, "lifted")], 1)
            wanted = wanted + self.local(torch.cat([*pieces, mine], 1), x)
        return wanted.masked_fill(~masks, -1e9).log_softmax(1), self.value(x).squeeze(1)


class Local(nn.Module):
    """Sisimizi: what each field says of itself and its neighbours, by the same small network everywhere."""

    VERBS = 5  # ant, hill, lift, drop, bridge: each has a code for every field, after `done`

    def __init__(self, wide: int, planes: int = 6, size: int = 24) -> None:
        super().__init__()
        from formicarium.games.sisimizi.components import DOT, NEAR

        self.register_buffer("near", torch.from_numpy(NEAR.astype(np.int64)))
        self.register_buffer("dot", torch.from_numpy(DOT.astype(np.float32)))
        self.where = nn.Parameter(torch.zeros(len(DOT), size))
        self.looked = nn.Linear(3 * planes + 1, size)
        self.asked = nn.Linear(wide, size)
        self.said = nn.Linear(size, self.VERBS)
        nn.init.orthogonal_(self.said.weight, 0.01)

    def around(self, planes: Tensor) -> Tensor:
        """The sum over the neighbours of each field; off the board there is nothing."""
        return nn.functional.pad(planes, (0, 1))[:, :, self.near].sum(3)

    def forward(self, planes: Tensor, whole: Tensor) -> Tensor:
        """A number for each action."""
        one = self.around(planes)
        dot = self.dot.expand(len(planes), 1, -1)
        x = torch.cat([planes, one, self.around((one > 0).float()), dot], 1).transpose(1, 2)
        x = torch.relu(self.looked(x) + self.where + self.asked(whole).unsqueeze(1))
        return nn.functional.pad(self.said(x).transpose(1, 2).flatten(1), (1, 0))


CERTAIN = 0.99
ENOUGH = 10  # rounds ahead; a network takes about so many


def odds(shares: np.ndarray) -> np.ndarray:
    """Shares of victory as odds, in doublings."""
    shares = np.clip(shares, 1 - CERTAIN, CERTAIN)
    return np.log2(shares / (1 - shares))


def lead(shares: np.ndarray) -> np.ndarray:
    """Shares of victory in Sisimizi as the rounds that a seat is ahead: they fall with these to the power of 1.5."""
    ahead = np.minimum(2 ** np.abs(odds(shares) / 1.5) - 1, ENOUGH)
    return np.where(shares < 0.5, -ahead, ahead)


MEASURES: dict[str, Callable[[np.ndarray], np.ndarray]] = {"odds": odds, "lead": lead, "share": lambda shares: shares}


def learn(
    name: str, minutes: float, seed: int, settings: Settings, tell: Callable[..., None], cores: int = 2
) -> Network:
    """Learn against random play, and after each update tell how far it is and how the last matches ended."""
    torch.manual_seed(seed)
    game, count, length = fm.game(name), settings.matches, settings.steps
    everybody, seats = np.arange(count), np.arange(count) % 2
    batch = fm.vector(game, count, 2, seed=seed, learners=seats, threads=cores)
    network = Network(game, 2, settings)
    optimiser = torch.optim.Adam(network.parameters(), settings.rate, eps=1e-5)
    observations = torch.zeros((length, count, batch.observations.shape[1]), dtype=torch.int8)
    masks = torch.zeros((length, count, game.action_count), dtype=torch.bool)
    actions = torch.zeros((length, count), dtype=torch.int64)
    logs, values = torch.zeros((2, length, count))
    rewards, over = np.zeros((2, length, count), np.float32)
    measure = MEASURES[settings.measure]
    results, begun, past, total = [], time.perf_counter(), 0.0, 0
    ages = np.random.default_rng(seed).integers(settings.patience + 1, size=count)  # so that not all end together
    promised = measure(batch.evaluate()[everybody, seats])
    while past < 1:
        shaping = settings.shaping * (1 - past if settings.fading else 1)
        for t in range(length):
            observations[t], masks[t] = torch.tensor(batch.observations), torch.tensor(batch.masks)
            with torch.inference_mode():
                chances, values[t] = network(observations[t], masks[t])
                actions[t] = choose(chances)
                logs[t] = chances.gather(1, actions[t, :, None]).squeeze(1)
            batch.step(actions[t].numpy())
            got, ages = batch.rewards[everybody, seats], ages + 1
            ended = batch.ended.copy()
            if settings.patience:
                ended |= ages > settings.patience
                batch.restart(np.flatnonzero(ended & ~batch.ended).tolist())
            shares = batch.evaluate()[everybody, seats]
            now = measure(shares)
            then = np.where(ended, measure((got + 1) / 2), settings.discount * now)
            rewards[t], over[t] = got + shaping * (then - promised), ended
            promised, ages[ended] = now, 0
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
                nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimiser.step()
        seconds = time.perf_counter() - begun
        past = seconds / (60 * minutes)
        last = np.array(results[-400:] or [0.0])
        won, lost = round(np.mean(last > 0), 4), round(np.mean(last < 0), 4)
        tell(round(seconds, 1), total, len(results), won, lost, round(float(shares.mean()), 4))
    return network


def choose(chances: Tensor) -> Tensor:
    """An action by lot in each row."""
    return (chances - torch.empty_like(chances).exponential_().log()).argmax(1)


def play(network: Network, name: str, matches: int = 400, seed: object = "trial") -> tuple[float, float]:
    """The shares of so many new matches against random play that the network wins and loses, from both seats."""
    count = min(matches, 100)
    seats = np.arange(count) % 2
    results: list[float] = []
    for part in range(matches // count):
        batch = fm.vector(name, count, 2, seed=(seed, part), learners=seats, again=False)
        while (batch.movers >= 0).any():
            with torch.inference_mode():
                chances, _ = network(torch.tensor(batch.observations), torch.tensor(batch.masks))
            batch.step(choose(chances).numpy())
            results += batch.rewards[np.arange(count), seats][batch.ended].tolist()
    return float(np.mean(np.array(results) > 0)), float(np.mean(np.array(results) < 0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(SETTINGS))
    parser.add_argument("--minutes", type=float, default=10.0)
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
    won, lost = play(network, chosen.game, chosen.matches)
    seconds, steps = curve[-1][:2]
    print(f"{chosen.game}, seed {chosen.seed}: won {won:.1%}, lost {lost:.1%} after {steps:,} steps in {seconds:.0f} s")


if __name__ == "__main__":
    main()
