"""What a browser or a program meets: pages, the API, the live connection, the limits."""
