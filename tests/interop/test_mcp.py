"""The MCP server through the client of its own SDK, over a real process and in this one."""

import asyncio
import os
import re
import sys

import pytest
from mcp import Client, StdioServerParameters

import formicarium as fm
from formicarium.interop.mcp_server import create


def text(result):
    return "\n".join(content.text for content in result.content)


async def play(client, **how):
    """Sit down and play the first legal action until the match is over; everything that the model read."""
    told = [text(await client.call_tool("sit", {"opponents": "random", **how}))]
    table = told[0].split()[1]
    for _ in range(3000):
        if "The match is over" in told[-1]:
            return told
        legal = told[-1].rsplit("Your legal actions: ", 1)[1].split(", ")
        told.append(text(await client.call_tool("play", {"table_name": table, "action": legal[-1]})))
    raise AssertionError("the match does not end")


def test_a_whole_match_over_standard_input_and_output():
    async def run():
        server = StdioServerParameters(command=sys.executable, args=["-m", "formicarium", "mcp"], env=dict(os.environ))
        async with Client(server) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"games", "rules", "sit", "look", "play"}
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
    hidden = {"grasshopper": r"^seat \d: choose", "formica": "deal"}[name]
    assert "something in secret" in before
    if name == "formica":
        assert hidden not in before
    else:  # a choice can be read only when it is no secret any more
        assert not re.search(hidden + r"[^\n]*\n\n", before)


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
            assert "Nothing has happened since" in again and "Your legal actions" in again

    asyncio.run(run())


def test_the_view_is_that_of_the_seat():
    async def run():
        async with Client(create()) as client:
            how = {"game": "antics", "seat": 1, "seed": "x", "opponents": "greedy"}
            return text(await client.call_tool("sit", how))

    assert str(fm.Match("antics", seed="x").view(1)).splitlines()[0] in asyncio.run(run())
