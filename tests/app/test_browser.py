"""The page in a real browser, with the shipped encoder: what a person does and sees."""

import pytest

pytest.importorskip("streamlit", reason="the page needs the extra 'app'")
pytest.importorskip("selenium", reason="browser tests need selenium, of the extra 'dev'")

from itertools import islice

from tests.app import browser
from tests.app.conftest import EVIL, more_reports
from tests.app.serving import serve

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (browser.CHROMIUM and browser.DRIVER),
        reason="no chromium with chromedriver on this machine (Debian: chromium chromium-driver)",
    ),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The page as `radsearch app` serves it."""
    from indexer.build import build_index
    from radsearch.encoder import load_encoder
    from radsearch.projection import write_map
    from radsearch.store import open_store

    folder = tmp_path_factory.mktemp("browser")
    index = folder / "index"
    chosen = [report for report in more_reports() if report.report_id[:2] in ("t-", "pt")]
    build_index([*islice(chosen, 24), EVIL], index, encoder=load_encoder())
    write_map(open_store(index), index)
    with serve(index, folder) as running:
        yield running


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    driver = browser.start(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture
def page(driver, address):
    """The search page without filters; loaded anew only if another page is shown."""
    page = browser.Page(driver, address)
    if not page.url.startswith(address) or not page.all(".st-key-q input"):
        page.open()
    page.one(".st-key-q input")
    if page.param("modality"):
        page.click(".st-key-clear button")
        page.wait(lambda: not page.param("modality"))
    page.wait(page.settled)
    return page


def test_a_search_is_typed_and_shared_and_gone_back_to(page):
    page.search("small left pneumothorax")
    first = page.wait(page.card_texts)[0]
    assert "pneumothorax" in first and "score" in first
    address = page.url
    page.search("nodule")
    page.driver.back()
    page.wait(lambda: page.param("q") == "small left pneumothorax")
    page.wait(lambda: page.card_texts()[:1] == [first])
    page.wait(lambda: page.value(".st-key-q input") == "small left pneumothorax")
    page.driver.get(address)
    page.wait(lambda: page.card_texts()[:1] == [first])


def test_a_filter_is_chosen_and_a_report_opened(page):
    page.search("pneumothorax")
    page.click(".st-key-modality input")
    page.wait(lambda: [o for o in page.all("[role=option]") if o.text.startswith("CT")])[0].click()
    page.wait(lambda: page.param("modality") == "CT")
    # The address changes before the cards do: wait for what the filter shows, not for a moment.
    cards = page.wait(
        lambda: (texts := page.card_texts()) and all("CT ·" in text for text in texts) and texts
    )
    page.click(".st-key-full_1 summary")
    shown = page.wait_text(".st-key-full_1", "IMPRESSION")
    assert "FINDINGS" in shown.upper()
    assert page.wait(page.card_texts)[0] == cards[0]


def test_a_report_cannot_run_or_style_anything(page):
    page.search("small left pneumothorax")
    text = page.wait(lambda: next((t for t in page.card_texts() if "evil" in t), None))
    assert "<script>window.hacked = 1</script>" in text and "**bold**" in text
    assert "x-<b>evil</b>" in text
    assert page.run("return window.hacked === undefined")
    assert page.run("return document.querySelectorAll('.rs-card img, .rs-card a').length") == 0
    assert page.run("return getComputedStyle(document.body).display") != "none"


def test_two_hits_are_compared(page):
    page.search("pneumothorax")
    for number in (1, 2):
        page.click(f".st-key-compare_{number} button")
        page.wait_text(f".st-key-compare_{number}", "✓ Comparing")
    page.click("a[href*='compare']")
    page.wait(lambda: len(page.all(".rs-sides")) == 2)
    page.wait(lambda: page.all(".rs-sides mark"))
    page.wait(lambda: page.param("a") and page.param("b"))
    link = page.url
    page.open()
    page.one(".st-key-q input")
    page.driver.get(link)
    page.wait(lambda: len(page.all(".rs-sides")) == 2)


def test_j_and_k_move_between_cards_and_slash_goes_to_the_box(page):
    page.search("pneumothorax")
    page.wait(lambda: len(page.cards) >= 4)
    page.run("document.activeElement.blur()")
    focused = "return [...document.querySelectorAll('.rs-card')].indexOf(document.activeElement)"
    for key, place in (("j", 0), ("j", 1), ("j", 2), ("k", 1)):
        page.press(key)
        page.wait(lambda place=place: page.run(focused) == place)
    page.press("/")
    page.wait(lambda: page.run("return document.activeElement.closest('.st-key-q') !== null"))


def test_every_page_fits_a_phone_and_asks_nobody_else(page, address):
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True},
    )
    try:
        page.search("right pneumothorax")
        for path in (
            f"?{page.url.partition('?')[2]}",
            "compare",
            "explore",
            "cohort",
            "benchmarks",
        ):
            page.open(path)
            page.one(".rs-card" if path.startswith("?") else "h1")
            page.wait(page.settled)
            # a chart takes the width of the window a moment after it is drawn
            page.wait(lambda: page.width(".stMain") <= 390, lambda: f"{page.width('.stMain')} wide")
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    outside = [url for url in page.requests() if address.split("//")[1] not in url]
    assert outside == []


def test_the_map_is_drawn(page):
    page.open("explore")
    page.wait(lambda: page.all("[data-testid='stVegaLiteChart'] canvas, .vega-embed svg"))
    page.wait_text(".stMain", "25 of 25 reports")
