"""What happens: tables in memory, changes to them, bots that think, who is there."""
