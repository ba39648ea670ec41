"""Take the picture of the table: `python -m docs.pictures.shoot`. A kept match goes on in a real browser."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.e2e import browser
from tests.services import Formicarium

from formicarium.server.web import pictures

HERE = Path(__file__).parent
SIZE = {"width": 1280, "height": 800}


def main() -> None:
    """Open the record of the home page, go on from its end, and keep what is seen."""
    record = (pictures.FOLDER / "sisimizi.txt").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        server = Formicarium()
        try:
            server.start()
            chromium = playwright.chromium.launch(executable_path=browser.get(), args=["--no-sandbox"])
            page = chromium.new_page(viewport=SIZE, base_url=server.url, reduced_motion="reduce")
            page.goto("/import")
            page.get_by_label("Text").fill(record)
            page.get_by_role("button", name="Open the record").click()
            page.locator("#board .node").first.wait_for()
            page.get_by_role("button", name="To the end").click()
            page.get_by_role("tab", name="Share").click()
            page.get_by_role("button", name="Continue").click()
            page.locator("#board .target").first.wait_for(timeout=120_000)
            page.wait_for_timeout(1000)
            image = Image.open(BytesIO(page.screenshot())).convert("RGB")
            image.quantize(256, kmeans=3, dither=Image.Dither.NONE).save(HERE / "table.png", optimize=True)
            chromium.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
