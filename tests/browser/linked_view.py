"""Drive the linked view with the mouse and read what its charts draw."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.waiting import NOT_RUNNING, wait_until

STATE = "window.__aucc"


def open_view(page: Page, path: str = "/", *, solutions: int | None = None) -> None:
    """Open Explore and wait for the charts (of that many solutions)."""
    page.goto(path)
    ready = f"{STATE} && {STATE}.curves.length >= {solutions or 1}"
    wait_until(page, ready)
    # The verdict may still be on its way, in its tab.
    bars = "[...document.querySelectorAll('[data-testid=stProgress]')]"
    wait_until(page, f"!{bars}.some((bar) => !bar.closest('[data-testid=stTabs]'))")
    wait_until(page, NOT_RUNNING)


def wait_for_verdict(page: Page) -> None:
    """Wait until the page does not change by itself any more: a download needs its run to last."""
    said = "(document.querySelector('.st-key-answer')?.innerText ?? 'being weighed')"
    wait_until(page, f"!/being weighed|waiting for its turn/.test({said})")
    wait_until(page, NOT_RUNNING)


def state(page: Page) -> dict[str, Any]:
    """The view's own account of itself."""
    return page.evaluate(STATE)


def box(page: Page, part: str) -> dict[str, float]:
    found = page.locator(f"[data-part={part}]").bounding_box()
    assert found is not None
    return found


def chart(page: Page, part: str, expression: str) -> Any:
    """Evaluate an expression with `gd`, the plotly chart."""
    return page.evaluate(
        f"() => {{ const gd = document.querySelector('[data-part={part}]'); return {expression}; }}"
    )


def place(page: Page, part: str, x: float, y: float, axis: str = "") -> tuple[float, float]:
    """Where on the screen a data point of a chart is."""
    corner = box(page, part)
    px, py = chart(
        page,
        part,
        f"[gd._fullLayout.xaxis{axis}._offset + gd._fullLayout.xaxis{axis}.d2p({x}),"
        f" gd._fullLayout.yaxis{axis}._offset + gd._fullLayout.yaxis{axis}.d2p({y})]",
    )
    return corner["x"] + px, corner["y"] + py


def click_point(page: Page, part: str, x: float, y: float, axis: str = "") -> None:
    """Click a point of a chart, once plotly has noticed that the mouse is over it."""
    hover_point(page, part, x, y, axis)
    click_hovered(page, part)


def hover_point(page: Page, part: str, x: float, y: float, axis: str = "") -> None:
    """Move the mouse over a point, in two steps as a hand does; what was below it is forgotten."""
    chart(page, part, "delete gd._hoverdata")
    left, top = place(page, part, x, y, axis)
    page.mouse.move(left - 4, top - 2)
    page.mouse.move(left, top)


def click_object(page: Page, x: float, y: float, axis: str = "") -> None:
    """Click an object of a scatter plot, which the canvas draws."""
    page.locator("[data-part=scatter]").scroll_into_view_if_needed()
    page.mouse.click(*place(page, "scatter", x, y, axis))


def ink(page: Page, panel: int, points: list[list[float]]) -> list[int]:
    """Strength (0 to 255) of what the canvas shows at some places of a panel."""
    return page.evaluate(
        """([panel, points]) => {
            const canvas = document.querySelector('[data-part=points]');
            const gd = document.querySelector('[data-part=scatter]');
            const suffix = panel ? String(panel + 1) : '';
            const x = gd._fullLayout['xaxis' + suffix];
            const y = gd._fullLayout['yaxis' + suffix];
            const context = canvas.getContext('2d', {willReadFrequently: true});
            const at = (axis, value) => Math.round(axis._offset + axis.l2p(value));
            return points.map(
                ([px, py]) => context.getImageData(at(x, px), at(y, py), 1, 1).data[3]);
        }""",
        [panel, points],
    )


def click_hovered(page: Page, part: str) -> None:
    """Click where the mouse is: plotly clicks what it has noticed below the mouse, or nothing."""
    wait_until(page, f"document.querySelector('[data-part={part}]')._hoverdata?.length")
    page.mouse.down()
    page.mouse.up()


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
    page.mouse.up()


def drag_over(page: Page, low: tuple[float, float], high: tuple[float, float], panel: int) -> None:
    """Drag a frame around a region (data coordinates) of one scatter plot."""
    axis = "" if panel == 0 else str(panel + 1)
    page.locator("[data-part=scatter]").scroll_into_view_if_needed()
    drag(page, place(page, "scatter", *low, axis), place(page, "scatter", *high, axis))


def vertex(page: Page, solution: str, share: float) -> dict[str, Any]:
    """A vertex some way along a curve: its number, rates and distance as drawn."""
    return chart(
        page,
        "roc",
        f"(() => {{ const t = gd.data.find((t) => t.name === '{solution}');"
        f" const v = Math.round((t.x.length - 1) * {share});"
        " return {vertex: v, fpr: t.x[v], tpr: t.y[v], distance: t.customdata[v]}; })()",
    )


def hover_vertex(page: Page, solution: str, share: float) -> dict[str, Any]:
    found = vertex(page, solution, share)
    page.locator("[data-part=roc]").scroll_into_view_if_needed()
    hover_point(page, "roc", found["fpr"], found["tpr"])
    return found


def trace_style(page: Page, solution: str) -> dict[str, Any]:
    """Colour, width and strength of a curve as drawn."""
    return chart(
        page,
        "roc",
        f"(() => {{ const t = gd._fullData.find((t) => t.name === '{solution}');"
        " return {color: t.line.color, width: t.line.width, opacity: t.opacity}; })()",
    )


def pair_lines(page: Page, name: str) -> list[list[float]]:
    """Error pairs drawn on a scatter plot: x, y, x, y of each line, from the chart's own path."""
    path = chart(page, "scatter", f"gd.layout.shapes.find((s) => s.name === '{name}')?.path ?? ''")
    lines = [part.replace("L", ",") for part in path.split("M") if part]
    return [[float(value) for value in line.split(",")] for line in lines]
