"""The commands perft, precompile, doctor."""


def test_perft(cli):
    assert [line.split()[1] for line in cli("perft", "sisimizi", "--depth", 2).splitlines()] == ["2", "948"]


def test_doctor_says_what_is_there(cli):
    output = cli("doctor")
    assert "numba" in output and "sisimizi" in output and "cache" in output


def test_precompile(cli):
    assert "sisimizi is ready" in cli("precompile", "sisimizi")
