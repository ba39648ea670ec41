"""The table: a FastAPI application in which people and bots play over HTTP and WebSocket."""
