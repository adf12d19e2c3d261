// The lecturer's part in a live class: the bar with code and counts, the panel with all answers,
// the picture by which students join.

import { h, saveFile } from "../shared/dom.js";
import { plural } from "../shared/numbers.js";
import { joinPicture, questionBlock } from "./charts.js";
import { answersTo, csv, questionsOf, take, thinking } from "./tally.js";
import { createOutbox, keepAsking, post } from "./wire.js";
import { codeText, lessonAndDraw, overText, placeOf } from "./words.js";

const PACES = [
  { together: true, label: "Everyone follows me", title: "Students see the lesson that you show; answers wait for you to reveal them." },
  { together: false, label: "Own pace", title: "Students go where they like and see each answer at once." },
];

// Whether others could reach this address.
export const onlyHere = (hostname) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

export function createLecturer({ kept, save, leave, bar, data }) {
  const answers = new Map();
  let state = { version: 0, here: [], together: true, shown: [] };
  let query = data().query;
  let chosen = null; // a lesson picked in the panel; else the one on screen
  let over = "";
  let frame = 0;

  const steering = createOutbox({
    kept: { order: 0, unsent: [] }, save: () => {}, refused: (error) => (error.status === 404 || error.status === 403 ? end(error) : false),
    send: (message) => post("steer", { room: kept.room, ...message }, kept.key),
  });
  const stopAsking = keepAsking({
    ask: (stopper) => post("watch", { room: kept.room, since: state.version }, kept.key, stopper),
    take: (news) => {
      take(answers, news.answers);
      state = { ...news, answers: null };
      lead();
      draw();
    },
    over: end,
    lost: (gone) => {
      trouble.textContent = gone ? "No connection; trying again. No answer is lost." : "";
    },
  });

  // The bar
  const counts = h("span", { class: "counts" });
  const trouble = h("span", { class: "trouble", role: "status" });
  const reveal = h("button", { type: "button", class: "primary", onclick: revealToAll }, "Reveal");
  const toggles = {
    answers: h("button", { type: "button", "aria-expanded": "false", onclick: () => open("answers") }, "Answers"),
    join: h("button", { type: "button", "aria-expanded": "false", onclick: () => open("join") }, "How to join"),
  };
  const strip = h("div", { class: "strip" }, h("b", { class: "code" }, `Class ${codeText(kept.room)}`), counts, trouble,
    h("span", { class: "buttons" }, reveal, toggles.answers, toggles.join));

  // The panel
  const lessons = h("select", { "aria-label": "Lesson", onchange: () => { chosen = lessons.value || null; draw(); } });
  const blocks = h("div", { class: "blocks" });
  const paces = PACES.map(({ together, label, title }) =>
    h("button", { type: "button", title, "data-together": String(together), onclick: () => setPace(together) }, label));
  const closing = h("button", { type: "button", onclick: close }, "Close the class");
  const bring = h("button", { type: "button", title: "Lesson, data and settings as you see them", onclick: bringAll }, "Bring everyone here");
  const panel = h("section", { class: "panel", "aria-label": "Answers", hidden: true },
    h("header", {}, lessons, h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => open(null) }, "×")), blocks,
    h("div", { class: "choice", role: "group", "aria-label": "Pace" }, paces),
    h("div", { class: "acts" }, bring, h("button", { type: "button", onclick: saveCsv }, "Save as CSV"), closing),
    h("p", { class: "small" }, "No names are asked; all is gone when the room closes. The room lives in this server's memory: a restart closes it."));

  // How to join
  const address = kept.link.split("?")[0];
  const join = h("section", { class: "join", "aria-label": "How to join", hidden: true },
    h("header", {}, h("span", {}, "Join the class"), h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => open(null) }, "×")),
    joinPicture(kept.picture, `Picture of the link ${kept.link}`),
    h("p", { class: "large" }, codeText(kept.room)),
    h("p", {}, "Point a camera at the picture, or open ", h("a", { href: kept.link, target: "_blank", rel: "noopener" }, address.replace(/^https?:\/\//, "")), " and type the code under ", h("b", {}, "Live class"), "."),
    onlyHere(window.location.hostname) && h("p", { class: "warning" }, "This address works on this machine only. For a class, start the server with HOST=0.0.0.0 and open it here by the machine's name."),
    h("p", { class: "small" }, "No names are asked; all is gone when the room closes."));
  const windows = { answers: panel, join };

  bar.replaceChildren(panel, join, strip);
  bar.dataset.part = "lecturer";
  bar.setAttribute("aria-label", "Live class");
  document.addEventListener("keydown", escape);
  draw();
  if (kept.fresh) {
    kept.fresh = false;
    save();
    open("join");
  }

  function open(name) {
    const before = Object.keys(windows).find((one) => !windows[one].hidden);
    for (const [one, node] of Object.entries(windows)) {
      node.hidden = one !== name || one === before;
      toggles[one].setAttribute("aria-expanded", String(!node.hidden));
    }
    const shown = name && !windows[name].hidden;
    if (shown) windows[name].querySelector(".close").focus();
    else if (before) toggles[before].focus();
  }
  function escape(event) {
    if (event.key !== "Escape" || Object.values(windows).every((node) => node.hidden)) return;
    open(null);
  }

  const current = () => window.auccAsked?.lesson ?? null;
  const isShown = (lesson, question) => state.shown.some(([of, number]) => of === lesson && number === question);
  const known = (lesson) => kept.asked[lesson] ?? [];

  // The prediction and the sketch at once; draws and a quiz's curves when somebody has come to them.
  const isWorthSaying = (question) => (question.question === 0 && question.kind !== "number") || answersTo(answers, question).length > 0;

  function draw() {
    if (!frame) frame = requestAnimationFrame(paint);
  }
  function paint() {
    frame = 0;
    const lesson = chosen ?? current();
    paintBar();
    fillLessons(lesson);
    const found = lesson ? questionsOf(lesson, known(lesson), answers).filter(isWorthSaying) : [];
    const empty = !state.here.length && !answers.size ? "Nobody is here yet. Show the class “How to join”." : found.length ? "" : "This lesson asks nothing.";
    blocks.replaceChildren(...(empty ? [h("p", { class: "empty" }, empty)]
      : found.map((question) => questionBlock(question, answers, state.here, isShown(lesson, question.question)))));
    paces.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.together === String(state.together))));
    bar.dataset.version = state.version; // what is on the screen now
  }
  function paintBar() {
    const lesson = current();
    const prediction = known(lesson).find((question) => question.kind === "choice" && question.question === 0);
    const parts = [state.here.length ? `${state.here.length} here` : "nobody here yet"];
    if (prediction) {
      const given = answersTo(answers, { ...prediction, lesson });
      parts.push(`${given.length} answered`);
      if (state.here.length) parts.push(`${thinking(given, state.here)} still thinking`);
    }
    if (!over) counts.textContent = parts.join(" · ");
    const out = prediction && isShown(lesson, 0);
    reveal.hidden = !prediction || !state.together || Boolean(over);
    reveal.setAttribute("aria-disabled", String(Boolean(out))); // disabled, it would lose the focus
    reveal.textContent = out ? "Revealed" : "Reveal";
  }
  function fillLessons(lesson) {
    const { titles } = data();
    const people = (name) => new Set([...answers.values()].filter((answer) => answer.lesson === name).map((answer) => answer.person)).size;
    const options = Object.entries(titles).map(([name, title]) => {
      const count = people(name);
      return [name, `${title}${count ? ` (${plural(count, "person", "people")})` : ""}${name === current() ? ", on screen" : ""}`];
    });
    const text = JSON.stringify([options, lesson]);
    if (lessons.dataset.shown === text) return;
    lessons.dataset.shown = text; // an open list must not close because nothing changed
    lessons.replaceChildren(...options.map(([value, label]) => h("option", { value, selected: value === lesson }, label)));
  }

  // What the lecturer does
  function steer(wish) {
    if (!over) steering.put(wish);
  }
  // Everyone follows to another lesson or draw; what is the same after a reload moves nobody.
  function lead() {
    const now = lessonAndDraw(query);
    if (!state.together || now === kept.led || query.view === "print") return;
    kept.led = now;
    save();
    steer({ place: placeOf(query) });
  }
  function revealToAll() {
    const lesson = current();
    if (!lesson || reveal.getAttribute("aria-disabled") === "true") return;
    steer({ show: [lesson, 0] });
    window.auccAsked.reveal();
  }
  function setPace(together) {
    state = { ...state, together };
    steer({ together });
    kept.led = null;
    lead();
    draw();
  }
  function bringAll() {
    steer({ place: placeOf(Object.fromEntries(new URLSearchParams(window.location.search))) });
    bring.textContent = "On their way";
    window.setTimeout(() => { bring.textContent = "Bring everyone here"; }, 1500);
  }
  function optionOf({ lesson, kind, question, value }) {
    return known(lesson).find((one) => one.kind === kind && one.question === question)?.options?.[value] ?? "";
  }
  function saveCsv() {
    const address = URL.createObjectURL(new Blob([csv(answers, data().titles, optionOf)], { type: "text/csv" }));
    saveFile(address, `class-${kept.room}.csv`);
    window.setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
  async function close() {
    if (!over && closing.dataset.sure !== "true" && answers.size) {
      closing.dataset.sure = "true";
      closing.textContent = "Close it: all answers go";
      return;
    }
    stopAsking();
    if (!over) {
      try {
        await post("close", { room: kept.room }, kept.key);
      } catch {
        leave("The server could not be told; the room closes by itself once this page is gone for half an hour.");
        return;
      }
    }
    leave("The class is closed, and its answers are gone.");
  }
  function end(error) {
    if (over) return true;
    over = overText(error, kept.server);
    stopAsking();
    counts.textContent = "";
    trouble.textContent = answers.size ? `${over} This page still has what it had received.` : over;
    closing.textContent = "Done";
    toggles.join.replaceWith(h("button", { type: "button", onclick: () => leave() }, "Done"));
    bring.disabled = true;
    draw();
    return true;
  }

  return {
    asked(asked) {
      kept.asked[asked.lesson] = asked.questions.map(({ kind, question, text, options, right }) => ({ kind, question, text, options, right }));
      save();
      chosen = null;
      draw();
    },
    answered(event) {
      const { hold, lesson, question } = event.detail;
      if (hold) steer({ show: [lesson, question] }); // shown here, shown to all
    },
    moved(next) {
      query = next;
      if (state.version) lead();
    },
    stop() {
      stopAsking();
      steering.stop();
      cancelAnimationFrame(frame);
      document.removeEventListener("keydown", escape);
    },
  };
}
