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

// Gives a node these children (of h or s, without listeners of their own) in the elements that it
// has: a new element under the pointer would swallow a click, and close a list that is open.
export function refill(node, children) {
  children.forEach((child, place) => {
    const there = node.childNodes[place];
    if (!there) node.append(child);
    else if (there.nodeName === child.nodeName) revise(there, child);
    else there.replaceWith(child);
  });
  while (node.childNodes.length > children.length) node.lastChild.remove();
}

function revise(there, wanted) {
  if (there.nodeType === Node.TEXT_NODE) {
    if (there.data !== wanted.data) there.data = wanted.data;
    return;
  }
  for (const { name } of [...there.attributes]) if (!wanted.hasAttribute(name)) there.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (there.getAttribute(name) === value) continue;
    if (name === "style") there.style.cssText = wanted.style.cssText;
    else there.setAttribute(name, value);
  }
  refill(there, [...wanted.childNodes]);
}

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
