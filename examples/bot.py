"""A bot that plays at a table: `python examples/bot.py http://127.0.0.1:8000 TABLE SEAT INVITE`; it needs `websockets`.

It takes a seat by an invitation and plays the action that it likes best, until the match is over.
"""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect


def like(action: str) -> float:
    """How much the bot likes an action: here is the place for a better idea."""
    return random.random()


def ask(address: str, token: str = "", **body: object) -> dict:
    """One request to the API."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def main(site: str, table: str, seat: str, invite: str) -> None:
    token = ask(f"{site}/api/tokens", name="example bot")["token"]
    ask(f"{site}/api/tables/{table}/seats/{seat}", token, do="join", invite=invite)
    address = f"{site.replace('http', 'ws', 1)}/api/tables/{table}/live?seat={seat}&scene=no"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as live:
        for message in map(json.loads, live):
            if message.get("outcome"):
                print(message["outcome"]["text"])
                return
            if message.get("choices"):
                action = max(message["choices"], key=like)
                live.send(json.dumps({"type": "act", "id": action, "number": message["number"], "action": action}))


if __name__ == "__main__":
    main(*sys.argv[1:])
