"""What the log of a match tells a seat: nothing that its views did not show."""

import formicarium as fm


def played(match, count):
    bots = [fm.bot(match.game, "random", seed=("secrecy", seat)) for seat in range(match.seats)]
    for _ in range(count):
        if match.over:
            break
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    return match


def test_nobody_reads_the_deal_of_formica():
    match = played(fm.Match("formica", seats=4, seed=2), 10)
    for witness in (0, 1, fm.SPECTATOR):
        told = match.log(witness)
        for move, (_, action) in zip(match.history, told, strict=True):
            assert (action is None) == (move.action.verb == "deal")


def test_the_grasshopper_does_not_read_the_tokens():
    match = fm.Match("grasshopper", seats=4, seed=3, mode="winter")
    while not any(move.action.verb == "guess" for move in match.history):
        played(match, 1)
    secrets = {"choose", "name"}
    (grasshopper,) = {move.seat for move in match.history if move.action.verb == "guess"}
    for move, (seat, action) in zip(match.history, match.log(grasshopper), strict=True):
        assert (action is None) == (move.action.verb in secrets and seat != grasshopper)


def test_own_choices_can_be_read():
    match = fm.Match("grasshopper", seats=2, seed=3)
    while not any(move.action.verb == "choose" for move in match.history):
        played(match, 1)
    assert match.log(match.history[-1].seat)[-1][1].verb == "choose"
    assert match.log(fm.SPECTATOR)[-1] == (match.history[-1].seat, None)


def test_where_nothing_is_hidden_everything_can_be_read():
    for name in ("sisimizi", "antics"):
        match = played(fm.Match(name, seed=1), 30)
        assert [action for _, action in match.log(0)] == [move.action for move in match.history]
