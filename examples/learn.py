"""An agent that learns to beat random play: PPO in one file, on `fm.vector`, with nothing but PyTorch.

`python examples/learn.py sisimizi --minutes 8 --seed 1 --curve sisimizi-1.csv` learns and then plays.

What helps, and is no part of plain PPO: illegal actions are masked; every second match is learned from the second seat;
numbers are scaled by their bounds, those that name something, such as the place of a stone, are embedded, and planes
that belong together are multiplied; and since matches are long and random play hardly wins any, each step is paid by
what it has changed in the estimate that the game makes of the seat's chances, up to certainty at the end.
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
from torch.distributions import Categorical

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
    shaping: float = 0.25  # what doubling one's odds is worth, where victory is 1
    named: tuple[str, ...] = ()  # parts whose numbers are names
    crossed: tuple[tuple[str, str], ...] = ()  # planes multiplied with those of another part, cell by cell
    local: bool = False  # whether each field of the board has a small network of its own, the same for all


SETTINGS = {
    "antics": Settings(),
    "formica": Settings(named=("parts", "places")),
    "grasshopper": Settings(matches=256, steps=32, crossed=(("chain", "board"), ("chain", "insects"))),
    "sisimizi": Settings(discount=0.9, shaping=0.5),
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
        self.first = nn.Linear(at + sum(prod(self.shapes[other][1]) for _, other in self.crossed), wide)
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

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """The policy over the legal actions, and the value."""
        planes = [observations * self.scale]
        for name, other in self.crossed:
            both = self.part(observations, other) * (self.part(observations, name) > 0).unsqueeze(1)
            planes.append(both.flatten(1))
        x = self.first(torch.cat(planes, 1))
        for bag, name in zip(self.embedded, self.named, strict=True):
            numbers, values = self.part(observations, name).flatten(1).long(), self.shapes[name][2]
            x = x + bag(numbers + torch.arange(numbers.shape[1]) * values)
        x = self.body(x)
        wanted = self.policy(x)
        if self.local is not None:
            board, bridges = self.part(observations, "board"), self.part(observations, "bridges")
            mine = torch.stack([self.part(observations, "touched"), self.part(observations, "lifted")], 1)
            wanted = wanted + self.local(torch.cat([board, bridges, mine], 1), x)
        return Categorical(logits=wanted.masked_fill(~masks, -1e9)), self.value(x).squeeze(1)


class Local(nn.Module):
    """Sisimizi: what each field says of itself and its neighbours, by the same small network everywhere."""

    VERBS = 5  # ant, hill, lift, drop, bridge: each has a code for every field, after `done`

    def __init__(self, wide: int, planes: int = 6, size: int = 24) -> None:
        super().__init__()
        from formicarium.games.sisimizi.components import DOT, NEAR

        self.register_buffer("near", torch.from_numpy(NEAR.astype(np.int64)))
        self.register_buffer("dot", torch.from_numpy(DOT.astype(np.float32)))
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
        x = torch.relu(self.looked(x) + self.asked(whole).unsqueeze(1))
        return nn.functional.pad(self.said(x).transpose(1, 2).flatten(1), (1, 0))


CERTAIN = 0.99


def odds(shares: np.ndarray) -> np.ndarray:
    """Shares of victory as odds, in doublings."""
    shares = np.clip(shares, 1 - CERTAIN, CERTAIN)
    return np.log2(shares / (1 - shares)).astype(np.float32)


def promises(batch: fm.Vector, seats: np.ndarray) -> np.ndarray:
    """The odds of each learner, as the game estimates them. The agent is paid by them, but never sees them."""
    return odds(np.array([batch.position(i).evaluate()[seat] for i, seat in enumerate(seats)]))


def learn(
    name: str, minutes: float, seed: int, settings: Settings, tell: Callable[..., None], recent: int = 400
) -> Network:
    """Learn against random play, and after each update tell how far it is and how the last matches ended."""
    torch.manual_seed(seed)
    game, count, length = fm.game(name), settings.matches, settings.steps
    seats = np.arange(count) % 2
    batch = fm.vector(game, count, 2, seed=seed, learners=seats)
    network = Network(game, 2, settings)
    optimiser = torch.optim.Adam(network.parameters(), settings.rate, eps=1e-5)
    observations = np.zeros((length, count, batch.observations.shape[1]), np.int8)
    masks = np.zeros((length, count, game.action_count), np.bool_)
    actions = np.zeros((length, count), np.int64)
    logs, values, rewards, over = np.zeros((4, length, count), np.float32)
    results, begun, past, total = [], time.process_time(), 0.0, 0
    promised = settings.shaping * promises(batch, seats)
    while past < 1:
        for t in range(length):
            observations[t], masks[t] = batch.observations, batch.masks
            with torch.inference_mode():
                policy, value = network(torch.from_numpy(observations[t]).float(), torch.from_numpy(masks[t]))
                chosen = policy.sample()
                logs[t], values[t], actions[t] = policy.log_prob(chosen), value, chosen
            batch.step(actions[t])
            over[t] = batch.ended
            got = batch.rewards[np.arange(count), seats]
            now = settings.shaping * promises(batch, seats)
            at_the_end = settings.shaping * odds((got + 1) / 2)
            rewards[t] = got + np.where(batch.ended, at_the_end, now) - promised
            promised = now
            results += got[batch.ended].tolist()
        total += length * count
        with torch.inference_mode():
            _, value = network(torch.tensor(batch.observations).float(), torch.tensor(batch.masks))
        advantages, ahead, following = np.zeros_like(rewards), np.zeros(count, np.float32), value.numpy()
        for t in reversed(range(length)):
            goes_on = settings.discount * (1 - over[t])
            ahead = rewards[t] + goes_on * following - values[t] + goes_on * settings.smoothing * ahead
            advantages[t], following = ahead, values[t]
        flat = [part.reshape(-1, *part.shape[2:]) for part in (observations, masks, actions, logs, advantages)]
        seen, legal, done, before, better = map(torch.from_numpy, flat)
        returns = better + torch.from_numpy(values).reshape(-1)
        better = (better - better.mean()) / (better.std() + 1e-8)
        for group in optimiser.param_groups:
            group["lr"] = settings.rate * max(0.05, 1 - past)
        for _ in range(settings.epochs):
            for part in torch.randperm(len(seen)).split(settings.minibatch):
                policy, value = network(seen[part].float(), legal[part])
                ratio = (policy.log_prob(done[part]) - before[part]).exp()
                gain = torch.min(
                    ratio * better[part], ratio.clamp(1 - settings.clip, 1 + settings.clip) * better[part]
                ).mean()
                loss = 0.5 * (value - returns[part]).square().mean() - gain - settings.entropy * policy.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimiser.step()
        seconds = time.process_time() - begun
        past = seconds / (60 * minutes)
        last = np.array(results[-recent:] or [0.0])
        tell(round(seconds, 1), total, len(results), round(np.mean(last > 0), 4), round(np.mean(last < 0), 4))
    return network


def play(network: Network, name: str, matches: int = 400, seed: object = "trial") -> tuple[float, float]:
    """The shares of so many new matches against random play that the network wins and loses, from both seats."""
    count = min(matches, 100)
    seats = np.arange(count) % 2
    results: list[float] = []
    for part in range(matches // count):
        batch = fm.vector(name, count, 2, seed=(seed, part), learners=seats, again=False)
        while (batch.movers >= 0).any():
            with torch.inference_mode():
                policy, _ = network(torch.tensor(batch.observations).float(), torch.tensor(batch.masks))
            batch.step(policy.sample().numpy())
            results += batch.rewards[np.arange(count), seats][batch.ended].tolist()
    return float(np.mean(np.array(results) > 0)), float(np.mean(np.array(results) < 0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(SETTINGS))
    parser.add_argument("--minutes", type=float, default=8.0, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="where to write the curve, as CSV")
    parser.add_argument("--matches", type=int, default=400, help="to be played at the end")
    parser.add_argument("--set", nargs=2, action="append", default=[], metavar=("NAME", "VALUE"), help="a setting")
    chosen = parser.parse_args()
    settings = replace(SETTINGS[chosen.game], **{name: literal_eval(value) for name, value in chosen.set})
    torch.set_num_threads(chosen.cores)
    curve = [("seconds", "steps", "matches", "won", "lost")]

    def tell(*point: float) -> None:
        curve.append(point)
        if chosen.curve:
            with chosen.curve.open("w", newline="") as file:
                csv.writer(file).writerows(curve)

    network = learn(chosen.game, chosen.minutes, chosen.seed, settings, tell)
    won, lost = play(network, chosen.game, chosen.matches)
    seconds, steps = curve[-1][:2]
    print(f"{chosen.game}, seed {chosen.seed}: won {won:.1%}, lost {lost:.1%} after {steps:,} steps in {seconds:.0f} s")


if __name__ == "__main__":
    main()
