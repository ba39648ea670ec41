"""The MCP server through the client of its own SDK, over a real process and in this one."""

import asyncio
import os
import re
import sys
from functools import partial

import numpy as np
import pytest
from mcp import Client, StdioServerParameters

import formicarium as fm
from formicarium.engine.events import Part
from formicarium.engine.telling import Told
from formicarium.interop.mcp_server import Sitting, create, last


def text(result):
    return "\n".join(content.text for content in result.content)


async def play(client, **how):
    """Sit down and play the first legal action until the match is over; everything that the model read."""
    told = [text(await client.call_tool("sit", {"opponents": "random", **how}))]
    table = told[0].split()[1]
    for _ in range(3000):
        if "The match is over" in told[-1]:
            return told
        legal = told[-1].rsplit("Your legal actions", 1)[1].split(": ", 1)[1]
        action = legal.split("; ")[0].split(" and ")[0] if "; " in legal else legal.split(", ")[-1]
        told.append(text(await client.call_tool("play", {"table_name": table, "action": action})))
    raise AssertionError("the match does not end")


def test_a_whole_match_over_standard_input_and_output():
    async def run():
        server = StdioServerParameters(command=sys.executable, args=["-m", "formicarium", "mcp"], env=dict(os.environ))
        async with Client(server) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"games", "rules", "sit", "look", "legal", "play"}
            assert "grasshopper" in text(await client.call_tool("games", {}))
            assert len(text(await client.call_tool("rules", {"game": "grasshopper"}))) > 500
            return await play(client, game="grasshopper", seed="7")

    told = asyncio.run(run())
    assert "Your share of the victory" in told[-1]


@pytest.mark.parametrize("name", ["grasshopper", "formica"])
def test_the_model_is_told_no_secret(name):
    async def run():
        async with Client(create()) as client:
            return await play(client, game=name, seats=3, seed="7")

    told = asyncio.run(run())
    before = "\n".join(part for part in told if "The match is over" not in part)
    if name == "formica":
        assert "The stones lie face down in the nests" in before and "deal" not in before
    else:  # what another chose is told when it is guessed
        assert "chose in secret" in before and "had chosen" in before
        assert not re.search(r"^(?!Amber)\w+ chose \w+ in secret\.", before, re.MULTILINE)


def test_what_happened_is_told_in_sentences_a_turn_of_a_bot_in_one():
    async def run():
        async with Client(create()) as client:
            how = {"game": "sisimizi", "opponents": "random", "seats": 3, "seed": "3"}
            told = text(await client.call_tool("sit", how))
            table = told.split()[1]
            act = partial(client.call_tool, "play")
            mine = text(await act({"table_name": table, "action": "ant c3"}))
            return told, mine, text(await act({"table_name": table, "action": "done"}))

    begun, mine, others = asyncio.run(run())
    assert "Red begins, drawn by lot.\nRed placed 2 ants and built a hill.\n\nYou are seat 0, Amber." in begun
    assert mine.startswith("Since your last look:\nAmber placed an ant on c3 (meadow).\n\n")
    lines = others.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["Blue", "Red"]  # a sentence each


def test_action_number_0_is_told_as_any_other():
    match = fm.Match("grasshopper", 2, seed=1, first_ant=1)
    match.play(match.game.actions[0], 1)
    assert re.search(r"^Blue placed an ant on a \w+ card", Sitting(match, 0, "random").look(), re.MULTILINE)


def test_what_cannot_be_done_is_answered():
    async def run():
        async with Client(create()) as client:
            told = text(await client.call_tool("sit", {"game": "sisimizi", "opponents": "random"}))
            table = told.split()[1]
            wrong = await client.call_tool("play", {"table_name": table, "action": "dance"})
            assert wrong.is_error and "action/unreadable" in text(wrong) and "there is no verb 'dance'" in text(wrong)
            nowhere = await client.call_tool("look", {"table_name": "nowhere"})
            assert nowhere.is_error and "there is no table 'nowhere'" in text(nowhere)
            again = text(await client.call_tool("look", {"table_name": table}))
            assert "Nothing has happened since" in again and "Your legal actions, in short" in again

    asyncio.run(run())


def test_the_view_is_that_of_the_seat():
    async def run():
        async with Client(create()) as client:
            how = {"game": "antics", "seat": 1, "seed": "x", "opponents": "greedy"}
            return text(await client.call_tool("sit", how))

    assert str(fm.Match("antics", seed="x").view(1)).splitlines()[0] in asyncio.run(run())


@pytest.mark.parametrize("name", fm.game_names())
def test_every_answer_to_a_move_is_short(name):
    """With the most seats, where most happens between two turns, up to the end or to many moves."""
    match = fm.Match(name, fm.game(name).seats[-1], seed=7)
    sitting, chance = Sitting(match, 0, "random"), np.random.default_rng(1)
    sitting.let_bots_act()
    sitting.look()
    for _ in range(200):
        legal = match.view(0).legal()
        match.play(legal[chance.integers(len(legal))], 0)
        sitting.let_bots_act()
        assert len(sitting.look(board=False)) <= 1500
        if match.over:
            break


def test_of_a_long_story_the_last_is_told_and_what_was_revealed():
    texts = [f"{number} {'ant' * 100}" for number in range(5)]
    lines = [Told("turn", 2, (Part(text),)) for text in texts]
    assert last(lines) == ["… 3 more left out …", *texts[3:]] and last(lines[:2]) == texts[:2]
    lines[1] = lines[1]._replace(reveals=True)
    assert last(lines) == ["… 3 more left out …", texts[1], texts[4]]
    shown = [line._replace(reveals=True) for line in lines[:3]]
    assert last([*shown, lines[3]]) == texts[:4]


def test_a_long_turn_loses_nothing_that_was_revealed():
    """Red Ants, who are told of it in the turn of another: what was named is in the sum of that turn."""
    match = fm.Match("grasshopper", 4, seed=7, mode="winter")
    sitting, chance, heard = Sitting(match, 0, "random"), np.random.default_rng(1), []
    while len(heard) < 60:
        sitting.let_bots_act()
        heard.append(sitting.look(board=False))
        if match.over:
            break
        legal = match.view(0).legal()
        match.play(legal[chance.integers(len(legal))], 0)
    told = fm.engine.telling.Telling(match.ledger, 0).lines()
    wrong = [one.text for line in told for one in line.told if one.kind == "red-wrong"]
    assert len(wrong) > 2
    assert all(any(text in answer for answer in heard) for text in wrong[:-2])


def test_every_parameter_is_described():
    offered: dict[str, list[str]] = {}

    async def run():
        nonlocal offered
        async with Client(create()) as client:
            assert (client.server_info.name, client.server_info.version) == ("formicarium", fm.__version__)
            for tool in (await client.list_tools()).tools:
                assert tool.annotations.read_only_hint == (tool.name not in ("sit", "play"))
                assert all("description" in one for one in tool.input_schema["properties"].values())
                offered |= {name: one["enum"] for name, one in tool.input_schema["properties"].items() if "enum" in one}
            assert set(offered) == {"game", "language", "opponents"}
            assert tuple(offered["game"]) == fm.game_names() and set(offered["language"]) == {
                "de",
                "en",
                "es",
                "fr",
                "it",
            }
            assert {"random", "greedy", *fm.game("sisimizi").levels} == {*offered["opponents"]}
            how = {"game": "sisimizi", "opponents": "random", "seed": "7"}
            table = text(await client.call_tool("sit", how)).split()[1]
            listed = text(await client.call_tool("legal", {"table_name": table, "verb": "hill"}))
            assert listed.startswith("Your legal actions: hill ") and "ant" not in listed

    asyncio.run(run())
