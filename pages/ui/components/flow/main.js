// The flow of objects from one clustering to the next. A click on a bar or a ribbon is told to Python.

import { s } from "../shared/dom.js";
import { plural } from "../shared/numbers.js";
import { CLUSTER, luminance } from "../shared/palette.js";

const HEIGHT = 300;
const TOP = 24; // for the titles
const BAR = 14;
const LABEL = 26; // for the number beside a bar

const nameOf = (label) => (label < 0 ? "noise" : `cluster ${label + 1}`);

// Each bar's place from the top: heights go with sizes, and gaps take a fifth of the room at most.
export function barsOf({ columns }, height) {
  const n = columns[0].clusters.reduce((sum, { size }) => sum + size, 0);
  const most = Math.max(...columns.map(({ clusters }) => clusters.length));
  const gap = Math.min(8, (0.2 * height) / Math.max(1, most - 1));
  const scale = (height - gap * (most - 1)) / n;
  return columns.map(({ clusters }) => {
    const bars = new Map();
    let top = 0;
    for (const { label, size } of clusters) {
      bars.set(label, { top, height: size * scale, size });
      top += size * scale + gap;
    }
    return bars;
  });
}

// Each ribbon's places on both bars: in the order of the bars that it comes from and goes to.
export function ribbonsOf({ columns, links }, bars) {
  return links.flatMap((step, at) => {
    const rank = (column) => new Map(columns[column].clusters.map(({ label }, place) => [label, place]));
    const [before, after] = [rank(at), rank(at + 1)];
    const used = [new Map(), new Map()];
    const ordered = [...step].sort((a, b) => before.get(a.from) - before.get(b.from) || after.get(a.to) - after.get(b.to));
    return ordered.map(({ from, to, size }) => {
      const ends = [[bars[at].get(from), used[0], from], [bars[at + 1].get(to), used[1], to]].map(([bar, taken, label]) => {
        const start = taken.get(label) ?? 0;
        taken.set(label, start + size);
        return { top: bar.top + (bar.height * start) / bar.size, height: (bar.height * size) / bar.size };
      });
      return { at, from, to, size, ends };
    });
  });
}

function draw(root, data, click) {
  const css = getComputedStyle(root);
  const dark = luminance(css.getPropertyValue("--st-background-color").trim() || "#ffffff") < 0.4;
  const colours = CLUSTER[dark ? "dark" : "light"];
  const colourOf = (label) => (label < 0 ? "#8a8a8a" : colours[label % colours.length]);
  const width = Math.max(240, root.clientWidth);
  const { columns } = data;
  const bars = barsOf(data, HEIGHT);
  const x = (column) => LABEL + (column * (width - BAR - 2 * LABEL)) / Math.max(1, columns.length - 1);
  const button = (attributes, words, what) => s("path", {
    role: "button", tabindex: 0, "aria-label": words, ...attributes,
    onclick: () => click(what),
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      click(what);
    },
  }, s("title", {}, words));
  const ribbons = ribbonsOf(data, bars).map(({ at, from, to, size, ends: [a, b] }) => {
    const [left, right] = [x(at) + BAR, x(at + 1)];
    const middle = (left + right) / 2;
    const [y, z] = [TOP + a.top, TOP + b.top];
    const path = `M${left},${y}C${middle},${y} ${middle},${z} ${right},${z}V${z + b.height}`
      + `C${middle},${z + b.height} ${middle},${y + a.height} ${left},${y + a.height}Z`;
    const words = `${plural(size, "object", "objects")}: ${nameOf(from)} of ${columns[at].title}, ${nameOf(to)} of ${columns[at + 1].title}`;
    return button({ d: path, class: "ribbon", fill: colourOf(from) }, words, { column: at, label: from, to });
  });
  const blocks = columns.flatMap(({ title, clusters }, at) => clusters.map(({ label, size }) => {
    const { top, height } = bars[at].get(label);
    const words = `${plural(size, "object", "objects")}: ${nameOf(label)} of ${title}`;
    return button({ d: `M${x(at)},${TOP + top}h${BAR}v${Math.max(1, height)}h${-BAR}Z`, class: "bar", fill: colourOf(label) }, words,
      { column: at, label, to: null });
  }));
  const last = columns.length - 1;
  const numbers = columns.flatMap(({ clusters }, at) => clusters.flatMap(({ label }) => {
    const { top, height } = bars[at].get(label);
    if (height < 10) return [];
    const place = at === last ? { x: x(at) + BAR + 5, "text-anchor": "start" } : { x: x(at) - 5, "text-anchor": "end" };
    return [s("text", { ...place, y: TOP + top + height / 2 + 4 }, label < 0 ? "–" : String(label + 1))];
  }));
  const anchors = (at) => (at === 0 ? ["start", x(0)] : at === last ? ["end", x(at) + BAR] : ["middle", x(at) + BAR / 2]);
  const titles = columns.map(({ title }, at) => {
    const [anchor, left] = anchors(at);
    // Where columns are narrow, the algorithm goes: k tells them apart.
    const short = title.length * 7 > (width - 2 * LABEL) / columns.length ? title.split(", ").at(-1) : title;
    return s("text", { class: "title", x: left, y: 13, "text-anchor": anchor }, short, s("title", {}, title));
  });
  root.replaceChildren(s("svg", { viewBox: `0 0 ${width} ${TOP + HEIGHT + 4}`, height: TOP + HEIGHT + 4, role: "group", "aria-label": "Flow of objects between the solutions" }, ribbons, blocks, numbers, titles));
}

export default function flow({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".aucc-flow");
  const click = (what) => setTriggerValue("clicked", what);
  const again = () => draw(root, data, click);
  let wide = 0;
  const watch = new ResizeObserver(() => {
    if (root.clientWidth === wide) return;
    wide = root.clientWidth;
    again();
  });
  watch.observe(root);
  again();
  return () => watch.disconnect();
}
