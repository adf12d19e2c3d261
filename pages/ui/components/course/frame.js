// Shared by all lessons: small DOM helpers, the frame around a lesson, and the player.
// All scripts of this folder are one module in the browser; each lesson adds its picture below.
// The scripts run again whenever data or theme change, so mounting twice must change nothing.

const SVG_SPACE = "http://www.w3.org/2000/svg";
const DONE_KEY = "aucc.learn.done";
const PICTURES = {};

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
const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG_SPACE, tag), attributes, children);

// Icons are drawn, because fonts differ in which arrows they have.
const ICONS = {
  start: "M4 3v10M13 3L6 8l7 5z", back: "M11 3L4 8l7 5z", forward: "M5 3l7 5-7 5z", play: "M5 3l8 5-8 5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z", again: "M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3",
};
const icon = (name) => s("svg", { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

// "**term**" becomes bold; everything else stays text, so nothing is ever read as HTML.
const rich = (text) => text.split("**").map((part, i) => (i % 2 ? h("strong", {}, part) : part));
const fixed = (value, digits = 4) => Number(value).toFixed(digits);
const reducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function remembered() {
  try {
    return JSON.parse(window.sessionStorage.getItem(DONE_KEY)) ?? {};
  } catch {
    return {}; // private windows may refuse storage; the course works without memory
  }
}
function remember(lesson, value) {
  try {
    window.sessionStorage.setItem(DONE_KEY, JSON.stringify({ ...remembered(), [lesson]: value }));
  } catch {
    return;
  }
}

// Runs `frame(0..1)` for `ms`; jumps to the end where motion is not wanted. Returns stop().
function animate(ms, frame, done = () => {}) {
  if (reducedMotion() || document.hidden) {
    frame(1);
    done();
    return () => {};
  }
  let handle = 0;
  let start = null;
  const tick = (now) => {
    start ??= now;
    const t = Math.min(1, (now - start) / ms);
    frame(t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
    if (t < 1) handle = requestAnimationFrame(tick);
    else done();
  };
  handle = requestAnimationFrame(tick);
  return () => cancelAnimationFrame(handle);
}

// Buttons and a slider over steps 0..last. Space and arrows work because they are plain controls.
function player({ last, pace = 600, name, onStep, start = 0, say = (step) => `${step} / ${last}` }) {
  let step = start;
  let timer = null;
  const slider = h("input", {
    type: "range", min: 0, max: last, value: start, "aria-label": name,
    oninput: () => { pause(); show(Number(slider.value)); },
  });
  const playButton = h("button", { type: "button", class: "play", onclick: () => (timer ? pause() : play()) });
  const count = h("output", { class: "count" });
  const node = h("div", { class: "player", role: "group", "aria-label": name },
    h("button", { type: "button", "aria-label": "Back to the start", onclick: () => { pause(); show(0); } }, icon("start")),
    h("button", { type: "button", "aria-label": "One step back", onclick: () => { pause(); show(step - 1); } }, icon("back")),
    playButton,
    h("button", { type: "button", "aria-label": "One step forward", onclick: () => { pause(); show(step + 1); } }, icon("forward")),
    slider, count);

  function label() {
    playButton.replaceChildren(icon(timer ? "pause" : "play"), timer ? "Pause" : "Play");
    playButton.setAttribute("aria-pressed", timer ? "true" : "false");
  }
  function show(next) {
    step = Math.max(0, Math.min(last, next));
    slider.value = step;
    count.textContent = say(step);
    onStep(step);
  }
  function play() {
    if (reducedMotion()) return show(last);
    if (step >= last) show(0);
    timer = window.setInterval(() => {
      show(step + 1);
      if (step >= last) pause();
    }, pace);
    label();
  }
  function pause() {
    window.clearInterval(timer);
    timer = null;
    label();
  }
  label();
  return { node, show, pause, play, step: () => step };
}

// A row of buttons of which one is on.
function choice({ name, options, value, onChoose }) {
  const buttons = options.map(({ value: own, label, color }) =>
    h("button", { type: "button", "data-value": own, style: color ? { "--own": color } : null, onclick: () => set(own) }, label));
  const node = h("div", { class: "choice", role: "group", "aria-label": name }, buttons);
  function mark(chosen) {
    options.forEach(({ value: own }, i) => buttons[i].setAttribute("aria-pressed", own === chosen ? "true" : "false"));
  }
  function set(chosen) {
    mark(chosen);
    onChoose(chosen);
  }
  mark(value);
  return { node, set, mark };
}

function slider({ name, min, max, step = 1, value, show = String, onInput }) {
  const text = h("output", {}, show(value));
  const input = h("input", {
    type: "range", min, max, step, value, "aria-label": name,
    oninput: () => { text.textContent = show(Number(input.value)); onInput(Number(input.value)); },
  });
  const node = h("label", { class: "slider" }, h("span", {}, name), input, text);
  const put = (next) => { input.value = next; text.textContent = show(next); }; // moves it silently
  return { node, put };
}

function search(data, settings) {
  const query = new URLSearchParams({ lesson: data.lesson, seed: data.seed });
  for (const [name, value] of Object.entries(settings)) {
    if (name !== "seed" && value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  return `?${query}`;
}

async function copyText(text, button, said = "Copied") {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = said;
  } catch {
    window.prompt("Copy this:", text); // no clipboard without HTTPS
  }
  window.setTimeout(() => { button.textContent = before; }, 1500);
}

function courseBar(data, go) {
  const done = remembered();
  const pills = data.titles.map((title, i) => {
    const lesson = i + 1;
    const state = lesson === data.lesson ? "now" : done[lesson] ? "done" : "open";
    return h("li", {}, h("a", {
      class: state, href: `?lesson=${lesson}&seed=${data.seed}`, title,
      "aria-label": `Lesson ${lesson}: ${title}${done[lesson] ? ", done" : ""}`,
      "aria-current": lesson === data.lesson ? "step" : null,
      onclick: (event) => go(event, { lesson }),
    }, done[lesson] && lesson !== data.lesson ? "✓" : lesson));
  });
  const copy = h("button", { type: "button", class: "quiet", onclick: () => copyText(window.location.href, copy) }, "Copy link");
  const tools = [
    data.seeded && h("button", {
      type: "button", class: "quiet", title: `Seed ${data.seed}: draw another one`,
      onclick: (event) => go(event, { seed: Math.floor(Math.random() * (data.maxSeed + 1)) }),
    }, icon("again"), "New draw"),
    copy,
    h("button", { type: "button", class: "quiet", onclick: (event) => go(event, { view: "print" }) }, "Print view"),
  ];
  const printTools = [
    h("button", { type: "button", class: "quiet", onclick: () => window.print() }, "Print"),
    h("button", { type: "button", class: "quiet", onclick: (event) => go(event, {}) }, "Back to the lesson"),
  ];
  return h("nav", { class: "bar", "aria-label": "Course" }, h("ol", {}, pills),
    h("div", { class: "tools" }, data.print ? printTools : tools));
}

// The question strip. `whenShown` runs once the answer is out, at once if it already was.
function questionStrip(data, whenShown) {
  const asked = data.question;
  const why = h("p", { class: "why", "aria-live": "polite" });
  const buttons = asked.options.map((option, i) =>
    h("button", { type: "button", onclick: () => reveal(i) }, option));
  const skip = h("button", { type: "button", class: "quiet skip", onclick: () => reveal(null) }, "Just show me");
  const node = h("section", { class: "question", "aria-label": "Predict first" },
    h("div", { class: "ask" }, h("span", { class: "tag" }, "Predict first"), h("p", {}, rich(asked.text))),
    h("div", { class: "options", role: "group", "aria-label": "Answers" }, buttons, skip), why);
  let shown = false;
  function reveal(chosen) {
    buttons.forEach((button, i) => {
      button.classList.toggle("right", i === asked.right);
      button.classList.toggle("wrong", i === chosen && i !== asked.right);
      button.setAttribute("aria-pressed", i === chosen ? "true" : "false");
    });
    const verdict = chosen === null ? "" : chosen === asked.right ? "Yes. " : "Not quite. ";
    why.replaceChildren(h("strong", {}, verdict), ...rich(asked.why));
    node.classList.add("open");
    skip.remove();
    remember(data.lesson, { chosen });
    if (!shown) {
      shown = true;
      whenShown();
    }
  }
  return { node, reveal };
}

function mountLesson(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".aucc-learn");
  const identity = JSON.stringify([data.lesson, data.seed, data.print, data.picture.version ?? 0]);
  if (root.lesson?.identity === identity) {
    root.lesson.send = setTriggerValue;
    root.lesson.view.update?.(data);
    return root.lesson.stop;
  }
  root.lesson?.stop();

  const go = (event, wish) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // let people open a new tab
    event.preventDefault();
    root.lesson.send("go", { lesson: data.lesson, seed: data.seed, ...wish });
    window.scrollTo?.({ top: 0 });
  };
  const stage = h("div", { class: "stage" });
  const settings = { ...data.settings };
  let shown = data.question === null;
  const waiting = [];
  const course = {
    data,
    send: (name, value) => root.lesson.send(name, value),
    // Settings go to the address bar at once: the link on screen always shows this picture.
    set: (changes) => {
      Object.assign(settings, changes);
      window.history.replaceState(window.history.state, "", search(data, settings));
    },
    narrow: root.clientWidth < 600, // small screens get charts drawn for them, not shrunk ones
    shown: () => shown,
    whenShown: (then) => (shown ? then() : waiting.push(then)),
    finish: () => remember(data.lesson, { chosen: null }),
  };
  const last = data.titles.length;
  const step = (lesson, label) => h("a", {
    class: "step", href: `?lesson=${lesson}&seed=${data.seed}`, onclick: (event) => go(event, { lesson }),
  }, label);
  const asked = data.question && questionStrip(data, () => {
    shown = true;
    root.classList.add("revealed");
    stage.querySelectorAll(".veiled").forEach((node) => { node.inert = false; });
    waiting.splice(0).forEach((then) => then());
  });
  root.classList.toggle("revealed", shown);
  root.classList.toggle("printing", Boolean(data.print));
  root.replaceChildren(
    courseBar(data, go),
    h("header", {},
      h("h2", {}, h("span", { class: "number" }, data.lesson), data.title),
      h("p", { class: "idea" }, rich(data.idea))),
    ...(asked ? [asked.node] : []),
    stage,
    h("footer", {},
      data.lesson > 1 ? step(data.lesson - 1, `← ${data.titles[data.lesson - 2]}`) : h("span"),
      data.lesson < last ? step(data.lesson + 1, `${data.titles[data.lesson]} →`) : h("span")));

  const view = PICTURES[data.key](stage, data.picture, course) ?? {};
  if (!shown) stage.querySelectorAll(".veiled").forEach((node) => { node.inert = true; });
  const stop = () => view.stop?.();
  root.lesson = { identity, send: setTriggerValue, view, stop };
  const before = remembered()[data.lesson];
  if (asked && (data.print || before)) asked.reveal(data.print ? null : before.chosen);
  if (data.reply) view.update?.(data);
  return stop;
}

export default mountLesson;
