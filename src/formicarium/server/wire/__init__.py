"""What is said: every message, the frames and differences in which viewers are told, the bus between processes."""
