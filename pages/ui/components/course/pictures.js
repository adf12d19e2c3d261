// Takes the charts of a lesson away: as SVG that stands alone, or as PNG three times as large.

import { h, saveFile } from "../shared/dom.js";

const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "visibility",
  "display", "font-family", "font-size", "font-weight", "text-anchor",
];
const SCALE = 3;

// The chart with all that the page's style sheet says about it written into it.
export function standAlone(chart) {
  const copy = chart.cloneNode(true);
  const [from, to] = [chart, copy].map((svg) => [svg, ...svg.querySelectorAll("*")]);
  from.forEach((node, i) => {
    const looks = getComputedStyle(node);
    to[i].style.cssText = LOOKS.map((name) => `${name}:${looks.getPropertyValue(name)}`).join(";");
  });
  const [, , width, height] = chart.getAttribute("viewBox").split(" ");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return { text: new XMLSerializer().serializeToString(copy), width: Number(width), height: Number(height) };
}

function saveSvg(chart, name) {
  const url = URL.createObjectURL(new Blob([standAlone(chart).text], { type: "image/svg+xml" }));
  saveFile(url, `${name}.svg`);
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function savePng(chart, name) {
  const { text, width, height } = standAlone(chart);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h("canvas", { width: width * SCALE, height: height * SCALE });
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(document.querySelector(".stApp") ?? document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  saveFile(canvas.toDataURL("image/png"), `${name}.png`);
}

// A fold that offers every chart that is on the stage when it is opened.
export function pictureFold(stage, name) {
  const list = h("ul", {});
  const fold = h("details", { class: "fold", ontoggle: () => fold.open && fill() }, h("summary", {}, "Save figures"), list);
  function fill() {
    const charts = [...stage.querySelectorAll("svg.chart")];
    list.replaceChildren(...charts.map((chart, i) => {
      const own = `aucc-${name}-${i + 1}`;
      const title = chart.getAttribute("aria-label") ?? `Figure ${i + 1}`;
      return h("li", {}, h("span", {}, title),
        h("button", { type: "button", class: "quiet", "aria-label": `${title} as SVG`, onclick: () => saveSvg(chart, own) }, "SVG"),
        h("button", { type: "button", class: "quiet", "aria-label": `${title} as PNG`, onclick: () => savePng(chart, own) }, "PNG"));
    }));
    const out = stage.closest(".revealed");
    if (!charts.length) list.replaceChildren(h("li", {}, out ? "This lesson draws none." : "There are none before the answer."));
  }
  return fold;
}
