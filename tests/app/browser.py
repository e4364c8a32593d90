"""A headless Chromium, and what the tests do with it."""

import json
import shutil
import time

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
PATIENCE = 120
"""Seconds; a busy machine is slow, not broken."""
IDLE = "[data-testid='stApp'][data-test-script-state='notRunning']"
"""Set by the page itself: the request for a new run ends it at once, the last element begins it."""
PICTURE = """
if (document.readyState !== 'complete') return '?document';
if (document.fonts.status !== 'loaded') return '?fonts';
const waiting = ['stSkeleton', 'stSpinner', 'stStatusWidget'];
const busy = waiting.find((name) => document.querySelector(`[data-testid="${name}"]`));
if (busy) return '?' + busy;
if ([...document.images].some((image) => !image.complete)) return '?image';
const charts = [...document.querySelectorAll('[data-testid="stVegaLiteChart"]')];
const shown = charts.filter((chart) => chart.checkVisibility());
const drawn = shown.map((chart) => chart.querySelector('canvas, svg'));
if (drawn.some((mark) => !mark || !mark.getBoundingClientRect().width)) return '?chart';
const boxes = [...document.querySelectorAll('[data-testid="stElementContainer"]')];
const places = boxes.map((box) => box.getBoundingClientRect()).map((b) => [b.top, b.left, b.width]);
return JSON.stringify([innerWidth, document.body.innerText.length, places, drawn.length]);
"""
"""What is to be seen, as text that stays the same once nothing moves; "?" and what is due yet."""
STILL = 1.5
"""Seconds in which nothing may move."""


def start(profile, width=1280, height=1000):
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))


class Page:
    """One window on the running page."""

    def __init__(self, driver, address):
        self.driver = driver
        self.address = address

    def open(self, path=""):
        self.driver.get(f"{self.address}/{path}")
        return self

    def all(self, css):
        return self.driver.find_elements("css selector", css)

    def wait(self, what, instead=lambda: "nothing came"):
        """The first true value of `what()`; an element that was redrawn meanwhile is no fault."""
        from selenium.common.exceptions import WebDriverException

        until = time.monotonic() + PATIENCE
        while True:
            try:
                found = what()
                if found:
                    return found
            except WebDriverException:
                pass
            assert time.monotonic() < until, f"{instead()} after {PATIENCE} s at {self.url}"
            time.sleep(0.1)

    def one(self, css):
        return self.wait(lambda: self.all(css))[0]

    def type(self, css, text):
        from selenium.webdriver.common.keys import Keys

        self.wait(self.settled)  # a run that ends while we type would put the old text back
        box = self.one(css)
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(text)
        self.wait(lambda: self.one(css).get_attribute("value") == text)
        self.one(css).send_keys(Keys.ENTER)

    def search(self, text):
        self.type(".st-key-q input", text)
        self.wait(lambda: self.param("q") == text and self.settled())

    def param(self, name):
        from urllib.parse import parse_qs, urlsplit

        return parse_qs(urlsplit(self.url).query).get(name, [""])[0]

    def settled(self):
        """Whether the script has run to its end and nothing of the run before is left."""
        return self.all(IDLE) and not self.all("[data-stale='true']")

    def still(self):
        """Wait until the page has run, everything on it is drawn, and nothing moves any more."""
        before, since = "", time.monotonic()

        def at_rest():
            nonlocal before, since
            seen = self.run(PICTURE) if self.settled() else "?run"
            if seen.startswith("?") or seen != before:
                before, since = seen, time.monotonic()
                return False
            return time.monotonic() - since >= STILL

        self.wait(at_rest, lambda: f"no rest ({before[:60]})")

    def click(self, css):
        self.wait(self.settled)
        self.wait(lambda: self.all(css) and (self.all(css)[0].click(), True)[1])
        self.wait(self.settled)

    def press(self, key):
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(key).perform()

    @property
    def url(self):
        return self.driver.current_url

    @property
    def cards(self):
        return self.all(".rs-card")

    def card_texts(self):
        return [text for card in self.cards if (text := card.text)]

    def wait_text(self, css, wanted):
        """The text of an element once it contains `wanted`, in any case."""

        def text():
            found = self.one(css).text
            return found if wanted.upper() in found.upper() else None

        return self.wait(text)

    def value(self, css):
        return self.one(css).get_attribute("value")

    def width(self, css):
        return self.run(f"return document.querySelector({css!r}).scrollWidth")

    def run(self, script):
        return self.driver.execute_script(script)

    def requests(self):
        """Addresses that the page asked for, those of the browser's own first tab left out."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not url.startswith(("chrome:", "data:", "blob:")):
                    yield url
