"""Time the linked view in a real Chromium: `make bench-ui`.

Times are taken inside the page, from the event (button released, key pressed) to the first frame
after the charts have drawn it; medians over several tries.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import ARGS, MISSING, find
from tests.browser.linked_view import drag_over, open_view
from tests.load.server import running
from tests.waiting import wait_until

TRIES = 9
SMALL = "/"
LARGE = "/?data=Blobs&blobs.n=5000&blobs.k=5&k=4&k=6&starts=1"

# From the event to the frame in which `done()` is true and has been painted.
WATCH = """([kind, expression]) => {
    window.__time = null;
    const done = {
        selected: () => window.__aucc.selected !== null,
        focus: () => window.__aucc.focus !== window.__before,
        curves: () => window.__aucc.curves.length !== window.__before,
        hand: () => document.querySelector('[data-part=sentence]').textContent !== window.__before,
    }[expression];
    window.__before = {selected: null, focus: window.__aucc.focus,
                       curves: window.__aucc.curves.length,
                       hand: document.querySelector('[data-part=sentence]').textContent,
                       }[expression];
    window.addEventListener(kind, () => {
        const begin = performance.now();
        const look = () => (done()
            ? requestAnimationFrame(() => { window.__time = performance.now() - begin; })
            : requestAnimationFrame(look));
        look();
    }, {capture: true, once: true});
}"""


def timed(page: Page, kind: str, what: str, act: Callable[[], None]) -> float:
    """Milliseconds from the event that `act` makes to the drawn answer."""
    page.evaluate(WATCH, [kind, what])
    act()
    return float(wait_until(page, "window.__time"))


def clear(page: Page) -> None:
    page.mouse.move(2, 2)
    page.locator("[data-part=roc]").focus()
    page.keyboard.press("Escape")
    wait_until(page, "!window.__aucc.selected && !window.__aucc.active")
    page.wait_for_timeout(400)


def select_times(page: Page) -> list[float]:
    """Drag a frame over the lower left quarter or more of the first panel, again and again."""
    ranges = "['xaxis', 'yaxis'].map((a) => gd._fullLayout[a].range)"
    script = (
        f"() => {{ const gd = document.querySelector('[data-part=scatter]'); return {ranges}; }}"
    )
    (x0, x1), (y0, y1) = page.evaluate(script)
    times = []
    for step in range(TRIES):
        share = 0.45 + 0.05 * step
        low = (x0 + 0.02 * (x1 - x0), y0 + 0.02 * (y1 - y0))
        high = (x0 + share * (x1 - x0), y0 + share * (y1 - y0))
        act = partial(drag_over, page, low, high, panel=0)
        times.append(timed(page, "mouseup", "selected", act))
        clear(page)
    return times


def focus_times(page: Page) -> list[float]:
    """Click one legend entry after the other."""
    buttons = page.locator("[data-part=legend] button")
    count = buttons.count()
    times = []
    for step in range(TRIES):
        at = step % count
        if buttons.nth(at).get_attribute("aria-pressed") == "true":
            at = (at + 1) % count
        button = buttons.nth(at)
        times.append(timed(page, "click", "focus", button.click))
        page.wait_for_timeout(300)
    return times


def range_times(page: Page) -> list[float]:
    """Move the upper end of the k range by one, back and forth."""
    thumb = page.locator("[data-testid=stSidebar] input[type=range]").nth(1)
    times = []
    for step in range(TRIES):
        thumb.focus()
        key = "ArrowRight" if step % 2 else "ArrowLeft"
        times.append(timed(page, "keydown", "curves", partial(page.keyboard.press, key)))
        page.wait_for_timeout(500)
    return times


def edit_times(page: Page) -> list[float]:
    """Move the selected objects from cluster to cluster, once the ranks are there."""
    ranges = "['xaxis', 'yaxis'].map((a) => gd._fullLayout[a].range)"
    script = (
        f"() => {{ const gd = document.querySelector('[data-part=scatter]'); return {ranges}; }}"
    )
    (x0, x1), (y0, y1) = page.evaluate(script)
    reach = (x0 + 0.6 * (x1 - x0), y0 + 0.6 * (y1 - y0))
    drag_over(page, (x0 + 0.02 * (x1 - x0), y0 + 0.02 * (y1 - y0)), reach, panel=0)
    wait_until(page, "window.__aucc.selected")
    page.locator("[data-edit=new]").click()
    wait_until(page, "window.__aucc.hand?.aucc")
    page.wait_for_timeout(1000)
    move = page.locator("[data-part=moveTo]")
    times = []
    for _ in range(TRIES):  # each time to the first cluster that they are not in
        times.append(timed(page, "change", "hand", partial(move.select_option, index=1)))
        page.wait_for_timeout(500)
    return times


# A tab and words that only its body has.
TABS = (
    ("All solutions", "Click a row to bring"),
    ("Take away", "The same numbers in Python"),
    ("Where is it wrong", "the solution in focus"),
    ("Evidence", "AUCC alone cannot choose k"),
)


def tab_times(page: Page) -> list[float]:
    """Open one tab after the other, until its body is there and no script runs; the second round.

    The first round loads what the browser has not seen yet.
    """
    times = []
    for _ in range(2):
        times = [_tab_time(page, title, words) for title, words in TABS]
    return times


def _tab_time(page: Page, title: str, words: str) -> float:
    page.evaluate(
        """(words) => {
            window.__time = null;
            window.addEventListener("click", () => {
                const begin = performance.now();
                const look = () => {
                    const shown = [...document.querySelectorAll("[role=tabpanel]")].some(
                        (panel) => panel.offsetHeight > 0 && panel.innerText.includes(words));
                    if (!shown) return requestAnimationFrame(look);
                    return requestAnimationFrame(() => {
                        window.__time = performance.now() - begin;
                    });
                };
                look();
            }, {capture: true, once: true});
        }""",
        words,
    )
    page.get_by_role("tab", name=title).click()
    found = float(wait_until(page, "window.__time"))
    page.wait_for_timeout(400)
    return found


def verdict_times(browser: Browser, url: str, path: str) -> list[float]:
    """From opening the address to the verdict in the line under the title, without a click.

    ``path`` takes the number of the try, so that each may be about something new.
    """
    times = []
    for number in range(5):
        context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(path.format(number))
        answered = "document.querySelector('.st-key-answer')?.innerText.includes('4 clusters')"
        times.append(float(wait_until(page, f"{answered} && performance.now()")))
        context.close()
    return times


def first_chart_times(browser: Browser, url: str) -> list[float]:
    """From opening the address to drawn charts, each in a browser profile of its own."""
    times = []
    for _ in range(5):
        context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
        page = context.new_page()
        open_view(page, SMALL)
        marks = "performance.getEntriesByName('aucc drawn')[0].startTime"
        times.append(float(page.evaluate(marks)))
        context.close()
    return times


def main() -> int:
    path = find()
    if path is None:
        print(MISSING, file=sys.stderr)
        return 1
    print(f"{'':32}{'median':>10}{'goal':>10}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGS))
        begin = time.monotonic()
        with running(log=Path(folder) / "log.txt") as server:
            context = browser.new_context(
                base_url=server.url, viewport={"width": 1440, "height": 900}
            )
            page = context.new_page()
            open_view(page, SMALL)
            say("server start to first chart", (time.monotonic() - begin) * 1e3, 15000)
            page.wait_for_timeout(5000)  # what warms up in the background should be done
            say("first chart, warm server", median(first_chart_times(browser, server.url)), 3000)
            times = verdict_times(browser, server.url, SMALL)
            say("verdict, Ruspini as it opens", median(times), 3000)
            times = verdict_times(browser, server.url, "/?seed={0}1")
            say("verdict, Ruspini, a new seed", median(times), 3000)
            say("open a tab", median(tab_times(page)), 300)
            say("select, 75 objects", median(select_times(page)), 150)
            say("focus a curve, 75 objects", median(focus_times(page)), 100)
            clear(page)
            say("k range, 75 objects", median(range_times(page)), 1000)
            page.close()
            page = context.new_page()
            open_view(page, LARGE, solutions=3)
            page.wait_for_timeout(1000)
            say("select, 5,000 objects", median(select_times(page)), 250)
            say("focus a curve, 5,000 objects", median(focus_times(page)), 100)
            for n, goal in ((1000, 50), (2000, 150)):
                open_view(page, f"/?data=Blobs&blobs.n={n}&blobs.k=5&k=4&k=6&starts=1", solutions=3)
                say(f"edit by hand, {n:,} objects", median(edit_times(page)), goal)
        browser.close()
    return 0


def say(name: str, value: float, goal: float) -> None:
    over = "" if value <= goal else "  over"
    print(f"{name:32}{value:>7.0f} ms{goal:>7.0f} ms{over}", flush=True)


def median(values: list[float]) -> float:
    return statistics.median(values)


if __name__ == "__main__":
    sys.exit(main())
