"""A page says what happened while its server does not answer, and goes on when it is back."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import ARGS, find
from tests.load.server import Server
from tests.waiting import PATIENCE, wait_until

TABLE = "x,y,kind\n" + "\n".join(f"{i % 7},{i * i % 11},{'ab'[i % 2]}" for i in range(40))
MINE = {"name": "mine.csv", "mimeType": "text/csv", "buffer": TABLE.encode()}
HEAVY = "/?data=Blobs&blobs.n=2000&algorithms=Gaussian+mixture&k=2&k=30&starts=50"
# Everything that the banner ever says, also for a moment.
LISTEN = """
window.said = [];
setInterval(() => {
  const text = document.querySelector('.aucc-banner')?.textContent;
  if (text && text !== window.said.at(-1)) window.said.push(text);
}, 5);
"""


class Cable:
    """A cable between browser and server that a test can pull or hold: the server stays alive."""

    def __init__(self, to_port: int) -> None:
        self.to_port = to_port
        self.port = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._flows = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Cable:
        self._thread.start()
        self._do(self._listen())
        self._do(self._let(True))
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
        self.pull()
        self._do(self._rest())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def pull(self) -> None:
        """Cut every connection and take no new one."""
        self._do(self._cut())

    def plug(self) -> None:
        """Take connections again, at the same port."""
        self._do(self._listen())

    def hold(self) -> None:
        """Let nothing new through, but cut nothing: a network that has become very slow."""
        self._do(self._let(False))

    def release(self) -> None:
        """Let everything through again."""
        self._do(self._let(True))

    def _do(self, work: object) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=PATIENCE)  # type: ignore[arg-type]

    async def _let(self, flow: bool) -> None:
        self._flows.set() if flow else self._flows.clear()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        if self._server is not None:
            self._server.close()
        for writer in list(self._open):
            writer.transport.abort()

    async def _rest(self) -> None:
        """Wait for what still goes on."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to_port)
        self._open |= {writer, far_writer}
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        self._open -= {writer, far_writer}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to be killed."""
    server = Server("app.py", log=tmp_path_factory.mktemp("connection") / "log")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def open_tab(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page; on leaving, fail on anything that it has thrown."""
    thrown: list[str] = []
    contexts: list[BrowserContext] = []

    def make(url: str, *, width: int = 1280, height: int = 800, dark: bool = False) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: thrown.append(str(error)))
        page.add_init_script(LISTEN)
        page.goto(url)
        # A browser never asks again for a script that failed to load: let it load them all.
        page.wait_for_load_state("networkidle")
        settled(page)
        return page

    yield make
    for context in contexts:
        context.close()
    assert thrown == []


def settled(page: Page) -> None:
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")


def banner(page: Page):
    return page.get_by_role("status").and_(page.locator(".aucc-banner"))


def was_said(page: Page, text: str) -> None:
    """Wait for words that the banner shows for a moment only, so that one may look too late."""
    wait_until(page, f"window.said.some(words => words.includes('{text}'))")


def bring(page: Page, go: str) -> None:
    """Upload the table and confirm."""
    page.locator("input[type=file]").set_input_files(MINE)
    expect(page.get_by_test_id("stFileChip")).to_have_count(1)
    page.get_by_role("button", name=go).click()


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_page_outlives_its_server(
    own_server: Server, open_tab: Callable[..., Page], end: str
) -> None:
    page = open_tab(f"{own_server.url}/?data=Iris&k=2&k=5")
    heading = page.get_by_role("heading", name="Iris")
    before = heading.bounding_box()
    wait_until(page, "window.__aucc?.focus")
    getattr(own_server, end)()
    expect(banner(page)).to_contain_text("The server is not answering.")
    expect(banner(page)).to_contain_text("tries again")
    expect(banner(page)).to_contain_text("settings are in the address bar")
    expect(banner(page)).not_to_contain_text("file")  # none was uploaded
    # Past the moment at which Streamlit brings its own dialog, which is for programmers.
    page.wait_for_timeout(3000)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert heading.bounding_box() == before
    # What runs in the browser goes on without a server ...
    page.locator("[data-part=score]").focus()
    page.keyboard.press("ArrowDown")
    focus = wait_until(page, "window.__aucc.focus !== 'kmeans-2' && window.__aucc.focus")
    page.wait_for_timeout(500)  # longer than a choice takes to settle
    own_server.start()
    was_said(page, "Connected again.")
    expect(banner(page)).to_be_empty()
    settled(page)
    expect(heading).to_be_visible()
    # ... and reaches the new server, as everything else that is on the screen.
    wait_until(page, f"window.location.search.includes('focus={focus}')")
    assert "k=2&k=5" in page.url


def test_a_lost_table_is_said_and_asked_for_again(
    own_server: Server, open_tab: Callable[..., Page]
) -> None:
    page = open_tab(f"{own_server.url}/?k=2&k=5")
    page.get_by_text("Use your own table").click()
    bring(page, "Explore this table")
    expect(page.get_by_role("heading", name="mine.csv")).to_be_visible()
    settled(page)
    own_server.kill()
    expect(banner(page)).to_contain_text("Keep your file at hand")
    own_server.start()
    expect(banner(page)).to_contain_text("The server was restarted.")
    expect(banner(page)).to_contain_text("choose your file again")
    settled(page)
    expect(page.get_by_text("Your table is not on the server")).to_be_visible()
    expect(page.get_by_text("Ruspini")).to_have_count(0)
    expect(page.get_by_test_id("stFileChip")).to_have_count(0)
    bring(page, "Explore this table")
    expect(page.get_by_role("heading", name="mine.csv")).to_be_visible()
    settled(page)
    assert "k=2&k=5" in page.url
    wait_until(page, "window.__aucc.curves.length === 4")
    expect(banner(page)).to_be_empty()


def test_score_asks_for_a_lost_table_and_the_words_can_be_closed(
    own_server: Server, open_tab: Callable[..., Page]
) -> None:
    page = open_tab(f"{own_server.url}/score", width=390, height=844, dark=True)
    bring(page, "Score this table")
    expect(page.get_by_test_id("stMetric").first).to_be_visible()
    settled(page)
    own_server.kill()
    own_server.start()  # so soon that nothing needed to be said meanwhile
    expect(banner(page)).to_contain_text("choose your file again")
    box = banner(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["y"] + box["height"] <= 844
    expect(page.get_by_text("no longer has your file")).to_be_visible()
    expect(page.get_by_test_id("stFileChip")).to_have_count(0)
    banner(page).get_by_role("button", name="Got it").click()
    expect(banner(page)).to_be_empty()


def test_a_lost_calculation_is_said_and_begins_anew(
    own_server: Server, open_tab: Callable[..., Page]
) -> None:
    page = open_tab(f"{own_server.url}/")
    page.goto(f"{own_server.url}{HEAVY}")
    progress = page.get_by_test_id("stProgress")
    expect(progress).to_be_visible()
    own_server.kill()
    expect(banner(page)).to_contain_text("The server is not answering.")
    own_server.start()
    expect(banner(page)).to_contain_text("The calculation that was running was lost")
    expect(progress).to_be_visible()


def test_a_cut_cable_loses_nothing(own_server: Server, open_tab: Callable[..., Page]) -> None:
    with Cable(own_server.port) as cable:
        page = open_tab(f"{cable.url}/score")
        bring(page, "Score this table")
        expect(page.get_by_test_id("stMetric").first).to_be_visible()
        settled(page)
        cable.pull()
        expect(banner(page)).to_contain_text("The server is not answering.")
        page.wait_for_timeout(5000)
        expect(page.get_by_role("dialog")).to_have_count(0)
        cable.plug()
        was_said(page, "Connected again.")
        expect(banner(page)).to_be_empty()
        settled(page)
        expect(page.get_by_test_id("stFileChip")).to_have_count(1)
        expect(page.get_by_text("no longer has your file")).to_have_count(0)


def test_lessons_go_on_without_a_server(own_server: Server, open_tab: Callable[..., Page]) -> None:
    page = open_tab(f"{own_server.url}/learn?lesson=under_over")
    own_server.kill()
    expect(banner(page)).to_contain_text("The server is not answering.")
    page.get_by_role("link", name="Lesson 4").first.click()  # needs the server: nothing happens
    page.wait_for_timeout(500)
    own_server.start()
    expect(banner(page)).to_be_empty()
    settled(page)
    page.get_by_role("link", name="Lesson 4").first.click()
    wait_until(page, "window.location.search.includes('lesson=quiz')")


def test_nothing_is_said_as_long_as_all_is_well(
    own_server: Server, open_tab: Callable[..., Page]
) -> None:
    with Cable(own_server.port) as cable:
        page = open_tab(f"{cable.url}/?data=Iris")
        for name in ("Score", "Learn", "Criteria", "Paper", "Explore"):
            page.get_by_role("link", name=name, exact=True).first.click()
            settled(page)
        page.get_by_text("More", exact=True).click()
        page.get_by_role("spinbutton", name="Seed").fill("7")
        page.keyboard.press("Enter")
        cable.hold()  # a slow answer is not a lost connection
        page.wait_for_timeout(3500)
        cable.release()
        wait_until(page, "window.location.search.includes('seed=7')")
        settled(page)
        assert page.evaluate("window.said") == []
        cable.hold()
        page.evaluate("window.location.reload()")
        page.wait_for_timeout(3500)
        cable.release()
        expect(page.get_by_role("heading", name="Iris")).to_be_visible()
        settled(page)
        page.wait_for_timeout(2500)  # longer than the banner waits before it speaks
        assert page.evaluate("window.said") == []


def test_a_browser_without_a_network_is_told_at_once(own_server: Server, chromium: Browser) -> None:
    # Its connection may seem to stand for minutes. Not so on the server's own machine, which needs
    # no network: so the test visits it under another name.
    rules = "--host-resolver-rules=MAP aucc.test 127.0.0.1"
    browser = chromium.browser_type.launch(executable_path=find(), args=[*ARGS, rules])
    try:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"http://aucc.test:{own_server.port}/")
        settled(page)
        context.set_offline(True)
        expect(banner(page)).to_contain_text("tell whoever runs the server")
        context.set_offline(False)
        expect(banner(page)).to_be_empty()
        settled(page)
    finally:
        browser.close()
