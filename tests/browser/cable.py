"""A cable between browser and server that a test can pull: the server stays alive."""

from __future__ import annotations

import asyncio
import contextlib
import threading


class Cable:
    """Passes everything on to a port, until it is pulled or held."""

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
        asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=10)  # type: ignore[arg-type]

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
