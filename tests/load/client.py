"""`Visitor`: a browser session without a browser. It speaks Streamlit's websocket protocol.

>>> async with Visitor("127.0.0.1:8501") as visitor:                     # doctest: +SKIP
...     await visitor.rerun()                                           # first run of the page
...     seconds = await visitor.press("Run")
...     print(visitor.texts())
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import time
import urllib.request
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.waiting import PATIENCE


class Visitor:
    """One session: sends reruns with its widgets' values, keeps what the server draws."""

    def __init__(self, address: str, page: str = "", query: str = "") -> None:
        self.address = address
        self.page = page
        self.query = query
        self.session_id = ""
        self.elements: dict[tuple[int, ...], Element] = {}
        self.exceptions: list[str] = []
        self.auto_reruns: dict[str, float] = {}  # fragment -> seconds
        self._values: dict[str, WidgetState] = {}
        self._socket: Any = None
        self._file_urls: asyncio.Queue[Any] = asyncio.Queue()
        self._finished: asyncio.Queue[ForwardMsg] = asyncio.Queue()
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Visitor:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.drop()

    async def connect(self) -> None:
        """Open the connection, or reopen it as the same session, as a browser does."""
        protocols = ["streamlit", "token", *([self.session_id] if self.session_id else [])]
        self._socket = await websockets.connect(
            f"ws://{self.address}/_stcore/stream",
            subprotocols=protocols,
            max_size=None,
            open_timeout=PATIENCE,
        )
        self._reader = asyncio.create_task(self._read())

    async def drop(self) -> None:
        """Lose the connection."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        await self._socket.close()

    async def rerun(self, *, fragment: str = "", **changes: WidgetState) -> float:
        """Run the page (or a fragment) and wait until it has; return the seconds that took."""
        message = BackMsg()
        state = message.rerun_script
        state.page_name = self.page
        state.query_string = self.query
        state.fragment_id = fragment
        state.widget_states.widgets.extend({**self._values, **changes}.values())
        begin = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        while True:
            done = await self._next(self._finished)
            if done.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return time.perf_counter() - begin

    async def set(self, label: str, **value: Any) -> float:
        """Give a widget a value, such as ``double_value=3``, and rerun."""
        widget = self.widget(label)
        state = WidgetState(id=widget.id, **value)
        self._values[widget.id] = state
        return await self.rerun()

    async def press(self, label: str) -> float:
        """Press a button and rerun."""
        widget = self.widget(label)
        return await self.rerun(**{label: WidgetState(id=widget.id, trigger_value=True)})

    async def upload(self, label: str, name: str, data: bytes) -> float:
        """Send a file through the upload route, then rerun with it."""
        widget = self.widget(label)
        info = await self._send_file(name, data)
        state = WidgetState(id=widget.id)
        one = state.file_uploader_state_value.uploaded_file_info.add()
        one.file_id, one.name, one.size = info.file_id, name, len(data)
        one.file_urls.CopyFrom(info)
        self._values[widget.id] = state
        return await self.rerun()

    async def _send_file(self, name: str, data: bytes) -> Any:
        message = BackMsg()
        message.file_urls_request.request_id = name
        message.file_urls_request.file_names.append(name)
        message.file_urls_request.session_id = self.session_id
        await self._socket.send(message.SerializeToString())
        info = (await self._next(self._file_urls)).file_urls[0]
        status = await asyncio.to_thread(put_file, self.address, info.upload_url, name, data)
        assert status == 204, f"the upload of {name} was answered {status}"
        return info

    async def look_until(self, text: str, timeout: float = PATIENCE) -> float:
        """Let the page's own timers tick until some text appears; return the seconds waited."""
        begin = time.perf_counter()
        while text not in "\n".join(self.texts()):
            if time.perf_counter() - begin > timeout:
                raise TimeoutError(f"no {text!r} among {self.texts()}")
            for fragment in list(self.auto_reruns) or [""]:
                await self.rerun(fragment=fragment)
            await asyncio.sleep(0.05)
        return time.perf_counter() - begin

    def widget(self, label: str) -> Any:
        """The widget with this label."""
        for element in self.elements.values():
            found = getattr(element, element.WhichOneof("type") or "", None)
            if getattr(found, "label", None) == label:
                return found
        raise LookupError(f"no widget {label!r}")

    def texts(self) -> list[str]:
        """Everything readable on the page."""
        found = []
        for element in self.elements.values():
            body = getattr(element, element.WhichOneof("type") or "", None)
            found += [str(getattr(body, name, "")) for name in ("body", "text", "label", "message")]
        return [text for text in found if text]

    async def _next(self, queue: asyncio.Queue[Any]) -> Any:
        """The next message of a kind; fails at once when the connection has ended."""
        assert self._reader is not None
        waiting = asyncio.create_task(queue.get())
        await asyncio.wait(
            {waiting, self._reader}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
        )
        if waiting.done():
            return waiting.result()
        waiting.cancel()
        if self._reader.done():
            self._reader.result()
            raise ConnectionError("the server closed the connection")
        raise TimeoutError(f"no answer within {PATIENCE:g} s")

    async def _read(self) -> None:
        async for data in self._socket:
            message = ForwardMsg()
            message.ParseFromString(data)
            self._take(message)

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.session_id = message.new_session.initialize.session_id or self.session_id
            if not message.metadata.run.fragment_ids:
                self.elements.clear()
                self.auto_reruns.clear()
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            element = message.delta.new_element
            self.elements[tuple(message.metadata.delta_path)] = element
            if element.WhichOneof("type") == "exception":
                self.exceptions.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "script_finished":
            self._finished.put_nowait(message)
        elif kind == "auto_rerun":
            self.auto_reruns[message.auto_rerun.fragment_id] = message.auto_rerun.interval
        elif kind == "file_urls_response":
            self._file_urls.put_nowait(message.file_urls_response)


def put_file(address: str, path: str, name: str, data: bytes) -> int:
    """Upload as a browser does: fetch the token cookie, then PUT a form with it."""
    with urllib.request.urlopen(f"http://{address}/_stcore/health", timeout=PATIENCE) as answer:
        cookie = answer.headers.get("Set-Cookie", "").split(";")[0]
    border = "border-of-the-form"
    head = f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + data + f"\r\n--{border}--\r\n".encode()
    headers = {
        "Content-Type": f"multipart/form-data; boundary={border}",
        "Cookie": cookie,
        "X-Xsrftoken": cookie.partition("=")[2].strip('"'),
    }
    connection = http.client.HTTPConnection(address, timeout=PATIENCE)
    # A server may refuse, and close its end, before all has been sent: its answer is there to read.
    with contextlib.closing(connection):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.request("PUT", path, body, headers)
        return connection.getresponse().status


def to_the_end(story: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread of its own: browser tests leave a loop running in theirs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, story).result()
