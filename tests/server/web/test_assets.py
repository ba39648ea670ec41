"""Scripts and styles: what a page names is kept for ever, and its address changes with it."""

import re

from formicarium.server.web import assets


def test_what_a_page_names_is_asked_for_once(ada):
    names = set(re.findall(r'"(/static/[^"]+)"', ada.http.get("/").text))
    assert len(names) > 5
    for name in names:
        answer = ada.http.get(name)
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"], name


def test_another_version_gets_todays_files_and_asks_again(ada):
    """A page that was open during an upgrade still finds its scripts; nothing wrong is kept."""
    for path in ("/static/v-0123456789abcdef/js/page.js", "/static/js/page.js"):
        answer = ada.http.get(path)
        assert answer.content == (assets.FOLDER / "js" / "page.js").read_bytes()
        assert answer.headers["cache-control"] == "no-cache"
    for path in ("/static/v-0/../../app.py", "/static/v-0/%2e%2e/app.py", "/static/v-0", "/static/v-0/nothing.js"):
        assert ada.http.get(path).status_code == 404, path


def test_the_version_changes_with_any_file(tmp_path, monkeypatch):
    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "one.js").write_text("1")
    versions = {assets._version()}
    (tmp_path / "js" / "one.js").write_text("2")
    versions.add(assets._version())
    (tmp_path / "js" / "one.js").rename(tmp_path / "js" / "two.js")
    versions.add(assets._version())
    assert len(versions) == 3
