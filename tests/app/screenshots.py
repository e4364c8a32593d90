"""Takes the screenshots: `python -m tests.app.screenshots docs/screenshots`."""

import argparse
import tempfile
from pathlib import Path

import click
from PIL import Image

from tests.app import browser
from tests.app.serving import serve

DATA = Path(__file__).parents[2] / "data"
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
DESKTOP = {"width": 1280, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
QUERY = "?q=small+left+apical+pneumothorax"
MAP = "[data-testid='stVegaLiteChart'] canvas, .vega-embed svg"


def build(index):
    from indexer.build import build_index
    from radsearch import load_encoder, read_corpus
    from radsearch.commands.eval import command as eval_command
    from radsearch.projection import write_map
    from radsearch.store import open_store

    files = ("sample_reports.parquet", "sample_patient.jsonl")
    reports = [report for name in files for report in read_corpus(DATA / name)]
    build_index(reports, index, encoder=load_encoder())
    write_map(open_store(index), index)
    eval_command.main(["-i", str(index), "--out", str(index / "eval")], standalone_mode=False)


def shoot(page, out, name, size, scheme="light"):
    resize(page, size)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    page.still()
    path = out / f"{name}.png"
    page.wait(lambda: page.driver.save_screenshot(str(path)) and is_drawn(path))
    click.echo(path)


def resize(page, size):
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def is_drawn(path):
    """Whether the lower half of a picture is more than its ground."""
    with Image.open(path) as picture:
        lower = picture.convert("L").crop((0, picture.height // 2, *picture.size))
        return len(lower.getcolors(256)) > 16


def opened(page, path, css):
    resize(page, DESKTOP)  # a phone hides the menu
    page.open(path)
    page.one(css)
    page.still()


def take(page, out):
    opened(page, QUERY, ".rs-card")
    shoot(page, out, "search_desktop", DESKTOP)
    shoot(page, out, "search_phone", PHONE)
    opened(page, "?q=no+pneumothorax&mode=dense", ".rs-card")
    shoot(page, out, "search_dark", DESKTOP, "dark")
    opened(page, QUERY, ".st-key-studies_1 summary")
    page.click(".st-key-studies_1 summary")
    page.wait_text(".st-key-studies_1", "This report")
    page.still()
    page.run("document.querySelector('.st-key-studies_1').scrollIntoView({block: 'end'})")
    shoot(page, out, "patient_desktop", DESKTOP)
    opened(page, "compare?a=demo-3&b=demo-4", ".rs-sides")
    shoot(page, out, "compare_desktop", DESKTOP)
    shoot(page, out, "compare_phone", PHONE)
    opened(page, "explore", MAP)
    shoot(page, out, "explore_desktop", DESKTOP)
    shoot(page, out, "explore_phone", PHONE)
    opened(page, "benchmarks", "[data-testid='stTable']")
    shoot(page, out, "benchmarks_desktop", DESKTOP)
    shoot(page, out, "benchmarks_phone", PHONE)
    opened(page, QUERY, ".rs-card")
    for number in (1, 2):
        page.click(f".st-key-keep_{number} button")
        page.wait_text(f".st-key-keep_{number}", "In cohort")
    page.click("a[href*='cohort']")
    page.one(".st-key-download")
    shoot(page, out, "cohort_desktop", DESKTOP)
    shoot(page, out, "cohort_phone", PHONE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--index", type=Path, help="An index of both sample files, made before.")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    browser.PATIENCE = 600  # beside a training
    with tempfile.TemporaryDirectory() as folder:
        index = given.index or Path(folder) / "index"
        if not index.exists():
            build(index)
        driver = browser.start(Path(folder) / "profile")
        try:
            with serve(index, Path(folder)) as address:
                take(browser.Page(driver, address), given.out)
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
