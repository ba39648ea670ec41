def why(view, seat, action): return None
