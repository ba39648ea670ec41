"""Training: bots play themselves, a small network learns from that, and replaces the old one only if it wins."""
