// The frame around a lesson: the course bar, the question, the picture, the way on.
// Streamlit calls it again whenever data or theme change, so mounting twice must change nothing.

import { answerClass, askClass } from "../classroom/hooks.js";
import { h, s } from "../shared/dom.js";
import { copyText, icon } from "./controls.js";
import { forgetAll, keep, recall } from "./memory.js";
import { pictureFold } from "./pictures.js";
import { present } from "./presenter.js";

// "**term**" becomes bold; everything else stays text, so nothing is ever read as HTML.
const rich = (text) => text.split("**").map((part, i) => (i % 2 ? h("strong", {}, part) : part));
const answerKey = (lesson) => `answer ${lesson}`;

// What an address says; what is empty is left out.
export function addressOf(data, settings, changes = {}) {
  const of = { lesson: data.key, seed: data.seed, ...data.around, ...settings, ...changes };
  return Object.fromEntries(Object.entries(of)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => [name, String(value)]));
}

// With what the page was embedded by, which is none of the course's business.
function search(address) {
  const query = new URLSearchParams(address);
  for (const [name, value] of new URLSearchParams(window.location.search)) if (name.startsWith("embed")) query.append(name, value);
  return `?${query}`;
}

const nameOf = (data, number) => data.lessons[number - 1].name;
const hrefOf = (data, name) => search({ lesson: name, seed: data.seed });

const overviewLine = (data, go, entry, i) => h("tr", { class: i + 1 === data.lesson ? "now" : "" },
  h("td", {}, i + 1), h("td", {}, h("a", { href: hrefOf(data, entry.name), onclick: (event) => go(event, { lesson: entry.name }, true) }, entry.title)),
  h("td", {}, `${entry.minutes} min`), h("td", {}, recall(answerKey(entry.name)) ? "✓" : ""),
  ...data.routes.map((route) => h("td", {}, route.lessons.includes(i + 1) ? "•" : "")));

function overview(data, go) {
  const total = (numbers) => numbers.reduce((sum, number) => sum + data.lessons[number - 1].minutes, 0);
  const ways = [{ name: "", label: "The whole course", lessons: data.lessons.map((_, i) => i + 1) }, ...data.routes];
  const pick = ways.map((way) => h("button", {
    type: "button", "aria-pressed": (data.around.route ?? "") === way.name ? "true" : "false",
    onclick: (event) => go(event, { route: way.name, lesson: data.lessons[way.lessons[0] - 1].name }, true),
  }, `${way.label} (${total(way.lessons)} min)`));
  const forget = h("button", { type: "button", class: "quiet", onclick: () => { forgetAll(); window.location.reload(); } }, "Forget my answers");
  return h("details", { class: "fold overview" }, h("summary", {}, "Overview"),
    h("div", { class: "choice", role: "group", "aria-label": "Route" }, pick),
    h("div", { class: "scroll" }, h("table", {}, h("tr", {}, ["", "lesson", "", "done", ...data.routes.map((route) => route.label)].map((head) => h("th", { scope: "col" }, head))),
      data.lessons.map((entry, i) => overviewLine(data, go, entry, i)))), forget);
}

function courseBar(data, go) {
  const on = data.route;
  const pills = data.lessons.map(({ title, name }, i) => {
    const lesson = i + 1;
    const done = Boolean(recall(answerKey(name)));
    const state = lesson === data.lesson ? "now" : done ? "done" : "open";
    return on.includes(lesson) && h("li", {}, h("a", {
      class: state, href: hrefOf(data, name), title,
      "aria-label": `Lesson ${lesson}: ${title}${done ? ", done" : ""}`,
      "aria-current": lesson === data.lesson ? "step" : null,
      onclick: (event) => go(event, { lesson: name }, true),
    }, done && lesson !== data.lesson ? "✓" : lesson));
  });
  return h("nav", { class: "bar", "aria-label": "Course" }, h("ol", {}, pills), h("div", { class: "tools scroll" }, tools(data, go)));
}

const tool = (label, onclick, ...inside) => h("button", { type: "button", class: "quiet", onclick }, ...inside, label);

function tools(data, go) {
  if (data.print) {
    return [tool("Print", () => window.print()), tool("Back to the lesson", (event) => go(event, { view: "" }))];
  }
  if (data.present) return [tool("Leave", () => leavePresenting(go))];
  const copy = tool("Copy link", () => copyText(window.location.href, copy));
  return [
    data.seeded && h("button", {
      type: "button", class: "quiet draw", title: `Seed ${data.seed}: draw another one`,
      onclick: (event) => go(event, { seed: anySeed(data) }),
    }, icon("again"), "New draw"),
    copy,
    tool("Worksheet", (event) => go(event, { view: "print" })),
    data.instructor && tool("Solutions", (event) => go(event, { view: "solutions" })),
    h("button", {
      type: "button", class: "quiet", "aria-pressed": data.instructor ? "true" : "false",
      title: "Teacher notes and solutions", onclick: (event) => go(event, { for: data.instructor ? "" : "instructor" }),
    }, "Instructor"),
    tool("Present", (event) => {
      document.documentElement.requestFullscreen?.().catch(() => {}); // without it, it fills the window
      go(event, { view: "present" });
    }),
  ];
}

// Out of full screen first, if it is: its end is what the presenter waits for.
function leavePresenting(go) {
  if (document.fullscreenElement) document.exitFullscreen();
  else go(null, { view: "" });
}

const anySeed = (data) => Math.floor(Math.random() * (data.maxSeed + 1));

// The question strip. `whenShown` runs once the answer is out, at once if it already was.
function questionStrip(data, { whenShown, again }) {
  const asked = data.question;
  const why = h("p", { class: "why", "aria-live": "polite" });
  const buttons = asked.options.map((option, i) =>
    h("button", { type: "button", onclick: () => choose(i) }, option));
  const skip = h("button", { type: "button", class: "quiet skip", onclick: () => choose(null) }, "Just show me");
  const hide = h("button", { type: "button", class: "quiet hide", onclick: again }, "Hide again");
  const options = h("div", { class: "options", role: "group", "aria-label": "Answers" }, buttons, !data.print && skip);
  const node = h("section", { class: "question", "aria-label": "Predict first" },
    h("div", { class: "ask" }, h("span", { class: "tag" }, "Predict first"), h("p", {}, rich(asked.text))), options, why);
  let shown = false;
  let picked = null;
  const press = () => buttons.forEach((button, i) => button.setAttribute("aria-pressed", i === picked ? "true" : "false"));
  // In a live class the answer may have to wait for the lecturer.
  function choose(i) {
    picked = i;
    if (!shown && answerClass({ lesson: data.key, kind: "choice", question: 0, draw: 0, value: i, hold: true })) press();
    else reveal(i);
  }
  function reveal(chosen, remember = true) {
    picked = chosen;
    press();
    buttons.forEach((button, i) => {
      button.classList.toggle("right", i === asked.right);
      button.classList.toggle("wrong", i === chosen && i !== asked.right);
    });
    const verdict = chosen === null ? "" : chosen === asked.right ? "Yes. " : "Not quite. ";
    why.replaceChildren(h("strong", {}, verdict), ...rich(asked.why));
    node.classList.add("open");
    if (!data.print) {
      skip.replaceWith(hide);
      if (remember) keep(answerKey(data.key), { chosen });
    }
    if (!shown) {
      shown = true;
      whenShown();
    }
  }
  return { node, reveal, revealPicked: () => shown || reveal(picked) };
}

// Takes out of the page what gives the answer away, and leaves a place of the same size.
function takeOut(node, said) {
  let stand = h("span");
  if (node.ownerSVGElement) stand = s("g");
  else if (node.tagName !== "SPAN") {
    const height = Math.round(node.getBoundingClientRect().height);
    stand = h("div", { class: "cover", style: { minHeight: `${height}px` } }, height > 60 ? said : null);
  }
  node.replaceWith(stand);
  return () => stand.replaceWith(node);
}

// What a picture may ask of its frame.
function courseOf(root, stage, data, go) {
  const settings = { ...data.settings };
  const inAddress = () => new URLSearchParams(window.location.search).get("lesson");
  // A link may call this lesson otherwise, or not at all; what names another is not our address, also
  // if this lesson comes late, when the reader has gone back already.
  const others = data.lessons.map((lesson) => lesson.name).filter((name) => name !== data.key);
  const [waiting, out] = [[], []];
  const asks = data.question ? [{ kind: "choice", question: 0, ...data.question }] : [];
  let shown = data.question === null;
  return {
    data,
    settings,
    send: (name, value) => root.lesson.send(name, value),
    // Settings go to the address bar at once: the link on screen always shows this picture.
    // Not when the reader is on the way to another lesson: its entry in the history is not ours.
    set: (changes) => {
      Object.assign(settings, changes);
      if (!others.includes(inAddress())) window.history.replaceState(window.history.state, "", search(addressOf(data, settings)));
      root.classList.toggle("fixed", Object.entries(data.fixed).some(([name, values]) => values.includes(settings[name])));
    },
    draw: () => go(null, { seed: anySeed(data) }),
    open: (changes) => go(null, changes), // what only the server can draw
    link: (name, title) => h("a", { href: hrefOf(data, name), onclick: (event) => go(event, { lesson: name }, true) }, title),
    // A picture that draws anew before the answer is out asks for this.
    veil: () => {
      if (shown) return;
      const all = [...stage.querySelectorAll(".veiled")];
      out.push(...all.filter((node) => !node.parentElement.closest(".veiled")).map((node) => takeOut(node, data.print ? "Room for your sketch" : "After your prediction")));
    },
    recall: (name) => recall(`${data.key} ${name}`),
    keep: (name, value) => keep(`${data.key} ${name}`, value),
    narrow: root.clientWidth < 600, // small screens get charts drawn for them, not shrunk ones
    shown: () => shown,
    whenShown: (then) => (shown ? then() : waiting.push(then)),
    finish: () => keep(answerKey(data.key), { chosen: null }),
    // For a live class: what else this lesson asks, and what somebody answered to it.
    ask: (more) => asks.push(...more),
    tell: (answer) => answerClass({ lesson: data.key, question: 0, draw: 0, hold: false, ...answer }),
    asks,
    reveal: () => {
      shown = true;
      out.splice(0).forEach((bringBack) => bringBack());
      waiting.splice(0).forEach((then) => then());
    },
  };
}

// The address changes at the click, and Streamlit is told as if the reader had gone on in the history:
// were it the server that writes the address, whoever goes back before it answers would be one off.
function goer(root, data, settings) {
  return (event, changes, elsewhere = false) => {
    if (event?.ctrlKey || event?.metaKey || event?.shiftKey) return; // let people open a new tab
    event?.preventDefault();
    const address = addressOf(data, elsewhere ? {} : settings(), changes);
    window.history.pushState(window.history.state, "", search(address));
    window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
    window.scrollTo?.({ top: 0 });
  };
}

function lessonHeader(data) {
  return h("header", {},
    h("h2", { tabindex: -1 }, h("span", { class: "number" }, data.lesson), data.title),
    h("p", { class: "idea" }, rich(data.idea)));
}

// The lessons before and after this one on the route; a lesson beside it leads back to it.
export function neighbours(route, lesson) {
  return { before: route.filter((one) => one < lesson).at(-1), after: route.find((one) => one > lesson) };
}

function lessonFooter(data, go, folds) {
  const { before, after } = neighbours(data.route, data.lesson);
  const step = (lesson, label) => h("a", {
    class: "step", href: hrefOf(data, nameOf(data, lesson)), onclick: (event) => go(event, { lesson: nameOf(data, lesson) }, true),
  }, label);
  return h("footer", {},
    before ? step(before, `← ${data.lessons[before - 1].title}`) : h("span"), folds,
    after ? step(after, `${data.lessons[after - 1].title} →`) : h("span"));
}

// A line to write on, on paper.
const line = (label) => h("p", { class: "write" }, label);

// `pictures` has what builds each lesson's picture, by the lesson's key.
export function mountLesson(component, pictures) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".aucc-learn");
  const identity = JSON.stringify([data.lesson, data.seed, data.around, data.table, data.picture.version ?? 0]);
  if (root.lesson?.identity === identity) {
    root.lesson.send = setTriggerValue;
    root.lesson.view.update?.(data);
    return root.lesson.stop;
  }
  const before = root.lesson?.number;
  root.lesson?.stop();

  const go = goer(root, data, () => course.settings);
  const stage = h("div", { class: "stage" });
  const course = courseOf(root, stage, data, go);
  const again = () => {
    keep(answerKey(data.key), undefined);
    root.lesson.identity = null;
    mountLesson({ ...component, setTriggerValue: root.lesson.send }, pictures);
    root.querySelector(".options button")?.focus();
  };
  const asked = data.question && questionStrip(data, {
    whenShown: () => {
      root.classList.add("revealed");
      course.reveal();
    }, again,
  });
  root.classList.toggle("revealed", course.shown());
  root.classList.toggle("printing", Boolean(data.print));
  root.classList.toggle("presenting", Boolean(data.present));
  root.classList.toggle("embedded", new URLSearchParams(window.location.search).get("embed") === "true");
  root.classList.remove("fixed");
  const header = lessonHeader(data);
  const folds = data.print || data.present ? [] : [overview(data, go), pictureFold(stage, data.key)];
  const blank = data.print && !data.solutions;
  root.replaceChildren(courseBar(data, go), ...(blank ? [line("Name")] : []), header, ...(asked ? [asked.node] : []), ...(blank && asked ? [line("Because"), line("")] : []), stage, lessonFooter(data, go, folds));

  const view = pictures[data.key](stage, data.picture, course) ?? {};
  course.veil();
  const { before: back, after: on } = neighbours(data.route, data.lesson);
  const leave = data.present ? present(root, {
    forward: () => (course.shown() ? on && go(null, { lesson: nameOf(data, on) }, true) : asked.reveal(null, false)),
    back: () => back && go(null, { lesson: nameOf(data, back) }, true),
    leave: () => go(null, { view: "" }),
  }) : () => {};
  const stop = () => {
    leave();
    view.stop?.();
  };
  root.lesson = { identity, number: data.lesson, send: setTriggerValue, view, stop };
  if (before !== undefined && before !== data.lesson) header.firstChild.focus({ preventScroll: true });
  const answer = recall(answerKey(data.key));
  if (asked && data.solutions) asked.reveal(null);
  else if (asked && answer && !data.print && !data.present) asked.reveal(answer.chosen);
  if (data.reply) view.update?.(data);
  if (!data.print) askClass({ lesson: data.key, questions: course.asks, reveal: () => asked?.revealPicked() });
  return stop;
}
