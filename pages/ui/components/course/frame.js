// The frame around a lesson: the course bar, the question, the picture, the way on.
// Streamlit calls it again whenever data or theme change, so mounting twice must change nothing.

import { answerClass, askClass } from "../classroom/hooks.js";
import { h } from "../shared/dom.js";
import { copyText, icon } from "./controls.js";

const DONE_KEY = "aucc.learn.done";

// "**term**" becomes bold; everything else stays text, so nothing is ever read as HTML.
const rich = (text) => text.split("**").map((part, i) => (i % 2 ? h("strong", {}, part) : part));
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

// The address of a lesson as it is set.
export function search(data, settings) {
  const query = new URLSearchParams({ lesson: data.lesson, seed: data.seed });
  for (const [name, value] of Object.entries(settings)) {
    if (name !== "seed" && value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  return `?${query}`;
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
  return h("nav", { class: "bar", "aria-label": "Course" }, h("ol", {}, pills),
    h("div", { class: "tools" }, data.print ? printTools(go) : lessonTools(data, go)));
}

function lessonTools(data, go) {
  const copy = h("button", { type: "button", class: "quiet", onclick: () => copyText(window.location.href, copy) }, "Copy link");
  return [
    data.seeded && h("button", {
      type: "button", class: "quiet", title: `Seed ${data.seed}: draw another one`,
      onclick: (event) => go(event, { seed: Math.floor(Math.random() * (data.maxSeed + 1)) }),
    }, icon("again"), "New draw"),
    copy,
    h("button", { type: "button", class: "quiet", onclick: (event) => go(event, { view: "print" }) }, "Print view"),
  ];
}

function printTools(go) {
  return [
    h("button", { type: "button", class: "quiet", onclick: () => window.print() }, "Print"),
    h("button", { type: "button", class: "quiet", onclick: (event) => go(event, {}) }, "Back to the lesson"),
  ];
}

// The question strip. `whenShown` runs once the answer is out, at once if it already was.
function questionStrip(data, whenShown) {
  const asked = data.question;
  const why = h("p", { class: "why", "aria-live": "polite" });
  const buttons = asked.options.map((option, i) =>
    h("button", { type: "button", onclick: () => choose(i) }, option));
  const skip = h("button", { type: "button", class: "quiet skip", onclick: () => choose(null) }, "Just show me");
  const node = h("section", { class: "question", "aria-label": "Predict first" },
    h("div", { class: "ask" }, h("span", { class: "tag" }, "Predict first"), h("p", {}, rich(asked.text))),
    h("div", { class: "options", role: "group", "aria-label": "Answers" }, buttons, skip), why);
  let shown = false;
  let picked = null;
  const press = () => buttons.forEach((button, i) => button.setAttribute("aria-pressed", i === picked ? "true" : "false"));
  // In a live class the answer may have to wait for the lecturer.
  function choose(i) {
    picked = i;
    if (!shown && answerClass({ lesson: data.key, kind: "choice", question: 0, draw: 0, value: i, hold: true })) press();
    else reveal(i);
  }
  function reveal(chosen) {
    picked = chosen;
    press();
    buttons.forEach((button, i) => {
      button.classList.toggle("right", i === asked.right);
      button.classList.toggle("wrong", i === chosen && i !== asked.right);
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
  return { node, reveal, revealPicked: () => shown || reveal(picked) };
}

// What a picture may ask of its frame.
function courseOf(root, data) {
  const settings = { ...data.settings };
  const waiting = [];
  const asks = data.question ? [{ kind: "choice", question: 0, ...data.question }] : [];
  let shown = data.question === null;
  return {
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
    // For a live class: what else this lesson asks, and what somebody answered to it.
    ask: (more) => asks.push(...more),
    tell: (answer) => answerClass({ lesson: data.key, question: 0, draw: 0, hold: false, ...answer }),
    asks,
    reveal: () => {
      shown = true;
      waiting.splice(0).forEach((then) => then());
    },
  };
}

function goer(root, data) {
  return (event, wish) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // let people open a new tab
    event.preventDefault();
    root.lesson.send("go", { lesson: data.lesson, seed: data.seed, ...wish });
    window.scrollTo?.({ top: 0 });
  };
}

function setVeiled(stage, inert) {
  stage.querySelectorAll(".veiled").forEach((node) => { node.inert = inert; });
}

function lessonHeader(data) {
  return h("header", {},
    h("h2", {}, h("span", { class: "number" }, data.lesson), data.title),
    h("p", { class: "idea" }, rich(data.idea)));
}

function lessonFooter(data, go) {
  const step = (lesson, label) => h("a", {
    class: "step", href: `?lesson=${lesson}&seed=${data.seed}`, onclick: (event) => go(event, { lesson }),
  }, label);
  return h("footer", {},
    data.lesson > 1 ? step(data.lesson - 1, `← ${data.titles[data.lesson - 2]}`) : h("span"),
    data.lesson < data.titles.length ? step(data.lesson + 1, `${data.titles[data.lesson]} →`) : h("span"));
}

// `pictures` has what builds each lesson's picture, by the lesson's key.
export function mountLesson(component, pictures) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".aucc-learn");
  const identity = JSON.stringify([data.lesson, data.seed, data.print, data.picture.version ?? 0]);
  if (root.lesson?.identity === identity) {
    root.lesson.send = setTriggerValue;
    root.lesson.view.update?.(data);
    return root.lesson.stop;
  }
  root.lesson?.stop();

  const go = goer(root, data);
  const stage = h("div", { class: "stage" });
  const course = courseOf(root, data);
  const asked = data.question && questionStrip(data, () => {
    root.classList.add("revealed");
    setVeiled(stage, false);
    course.reveal();
  });
  root.classList.toggle("revealed", course.shown());
  root.classList.toggle("printing", Boolean(data.print));
  root.replaceChildren(courseBar(data, go), lessonHeader(data), ...(asked ? [asked.node] : []), stage, lessonFooter(data, go));

  const view = pictures[data.key](stage, data.picture, course) ?? {};
  if (!course.shown()) setVeiled(stage, true);
  const stop = () => view.stop?.();
  root.lesson = { identity, send: setTriggerValue, view, stop };
  const before = remembered()[data.lesson];
  if (asked && (data.print || before)) asked.reveal(data.print ? null : before.chosen);
  if (data.reply) view.update?.(data);
  if (!data.print) askClass({ lesson: data.key, questions: course.asks, reveal: () => asked?.revealPicked() });
  return stop;
}
