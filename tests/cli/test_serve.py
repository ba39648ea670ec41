"""The commands backup, restore and ratings; serve itself is tried by the tests of the server."""


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


def test_ratings_are_reckoned_anew_also_where_there_are_none(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("FORMICARIUM_DATA", str(tmp_path))
    assert "0 rated matches, 0 ratings, 0 changed" in cli("ratings")
