"""The commands backup and restore; serve itself is tried by the tests of the server."""


def test_what_is_backed_up_is_put_into_an_empty_database(cli, tmp_path, monkeypatch):
    file = tmp_path / "all.backup"
    monkeypatch.setenv("FORMICARIUM_DATA", str(tmp_path / "first"))
    assert "nothing yet" in cli("backup", file)
    monkeypatch.setenv("FORMICARIUM_DATA", str(tmp_path / "second"))
    assert "nothing yet" in cli("restore", file)
    assert (tmp_path / "second" / "tables.db").exists()


def test_moderators_are_members(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("FORMICARIUM_DATA", str(tmp_path))
    assert "nobody yet" in cli("moderators")
    cli("moderators", "Ada", code=1)
