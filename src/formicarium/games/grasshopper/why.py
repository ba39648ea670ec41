"""Why an action is refused, in words."""
def why(view, seat, action): return None
