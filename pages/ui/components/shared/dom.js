// Small helpers for everything that is drawn in the browser: elements, motion, files.

const SVG_SPACE = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style" && typeof value === "object") paint(node, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function paint(node, styles) {
  for (const [name, value] of Object.entries(styles)) {
    if (name.startsWith("--")) node.style.setProperty(name, value);
    else node.style[name] = value;
  }
}

// h("p", { class: "small" }, "text", child): an HTML element; s() the same in SVG. Children are
// nodes or text, never read as HTML.
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG_SPACE, tag), attributes, children);

export const reducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// Follows a pointer from its press on a node until it is let go.
export function follow(node, pointerId, move, done = () => {}) {
  node.setPointerCapture(pointerId);
  const end = () => {
    node.removeEventListener("pointermove", move);
    node.removeEventListener("pointerup", end);
    node.removeEventListener("pointercancel", end);
    done();
  };
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", end);
  node.addEventListener("pointercancel", end);
}

export function saveFile(url, name) {
  h("a", { href: url, download: name }).click();
}
