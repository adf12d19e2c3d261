// The live class of this browser tab: nobody's, the lecturer's or a student's. Which one, and the
// secret that goes with it, is kept by the browser for the tab alone, over a reload.

import { h } from "../shared/dom.js";
import { listen } from "./hooks.js";
import { createLecturer } from "./lecturer.js";
import { createStudent } from "./student.js";
import { createOutbox, post } from "./wire.js";

const NAME = "aucc.class";
const THEME = ["--st-background-color", "--st-text-color", "--st-primary-color", "--st-font"];
const PRIVACY = "No names are asked; all is gone when the room closes.";

function read() {
  try {
    return JSON.parse(window.sessionStorage.getItem(NAME));
  } catch {
    return null;
  }
}
function write(kept) {
  try {
    if (kept) window.sessionStorage.setItem(NAME, JSON.stringify(kept));
    else window.sessionStorage.removeItem(NAME);
  } catch {
    return; // a browser that keeps nothing: the class lasts as long as the page
  }
}

function createTab() {
  const tab = { part: null, kept: null, data: { titles: {}, query: {} }, go: () => {}, door: null, joining: null };
  tab.bar = h("div", { class: "aucc-class", role: "region" });
  // What stands at the bottom of the window moves up by as much.
  const room = () => document.body.style.setProperty("--aucc-class-height", `${tab.bar.offsetHeight}px`);
  new ResizeObserver(room).observe(tab.bar);
  listen(
    () => tab.part?.asked(window.auccAsked),
    (event) => tab.part?.answered(event),
  );
  return tab;
}

// Take a part: what the server gave, and what the tab keeps of it.
function begin(tab, kept) {
  tab.kept = kept;
  const save = () => write(tab.kept);
  save();
  document.body.append(tab.bar);
  document.body.classList.add("aucc-in-class");
  tab.door?.replaceChildren();
  const create = kept.part === "lecturer" ? createLecturer : createStudent;
  tab.part = create({
    kept, save, bar: tab.bar, data: () => tab.data, go: (place) => tab.go(place), leave: (said) => leave(tab, said),
  });
  if (window.auccAsked) tab.part.asked(window.auccAsked);
}

function pause(tab) {
  tab.part?.stop();
  tab.part = null;
  tab.bar.remove();
  document.body.classList.remove("aucc-in-class");
}

function leave(tab, said = "") {
  pause(tab);
  tab.kept = null;
  write(null);
  forgetLink();
  openDoor(tab, said);
  tab.door?.querySelector("summary")?.focus();
}

// A reload must not bring somebody back who has left.
function forgetLink() {
  const query = new URLSearchParams(window.location.search);
  if (!query.has("room")) return;
  query.delete("room");
  window.history.replaceState(window.history.state, "", `?${query}`);
}

// Where a room is opened or joined.
function openDoor(tab, said = "", open = Boolean(said)) {
  if (!tab.door) return;
  const alert = h("p", { class: "answer", role: "alert" }, said);
  const code = h("input", { id: "aucc-class-code", maxlength: 12, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", size: 9 });
  const start = h("button", { type: "button", onclick: () => openRoom(tab, alert, start) }, "Open a room");
  const enter = (event) => {
    event.preventDefault();
    if (code.value.trim()) join(tab, code.value, alert);
    else code.focus();
  };
  tab.door.replaceChildren(h("details", { open }, h("summary", {}, "Live class"),
    h("div", { class: "ways" },
      h("div", {}, h("p", {}, h("b", {}, "You teach? "), "Open a room. Students join with a code or a picture; their predictions, sketches and draws gather on your screen."), start),
      h("form", { onsubmit: enter }, h("p", {}, h("b", {}, "You take part? "), "Type the code that your lecturer shows."),
        h("label", { for: "aucc-class-code" }, "Code"), code, h("button", { type: "submit" }, "Join"))),
    alert, h("p", { class: "small" }, PRIVACY)));
}

async function openRoom(tab, alert, button) {
  button.disabled = true;
  alert.textContent = "";
  const link = `${window.location.origin}${window.location.pathname}`;
  try {
    const room = await post("open", { link, lessons: Object.keys(tab.data.titles) });
    begin(tab, { ...room, part: "lecturer", asked: {}, fresh: true });
  } catch (error) {
    alert.textContent = error.status ? error.message : "The server does not answer. Try again in a moment.";
    button.disabled = false;
  }
}

// Joins, however often the way breaks meanwhile.
function join(tab, room, alert) {
  tab.joining?.stop();
  alert.textContent = "Joining the class …";
  tab.joining = createOutbox({
    kept: { order: 0, unsent: [] }, save: () => {},
    send: async (message) => begin(tab, { ...(await post("join", message)), part: "student", order: 0, unsent: [], placeTurn: 0 }),
    refused: (error) => {
      forgetLink();
      alert.textContent = error.message;
      return false;
    },
  });
  tab.joining.put({ room });
}

// As the server reads a code.
const sameCode = (text) => text.toUpperCase().replace(/[^A-Z0-9]/g, "");

function show(tab, { data, parentElement, setTriggerValue }) {
  tab.data = data;
  tab.go = (place) => setTriggerValue("go", place);
  const theme = getComputedStyle(parentElement);
  for (const name of THEME) tab.bar.style.setProperty(name, theme.getPropertyValue(name));
  const door = parentElement.querySelector(".aucc-class-door");
  const isNew = tab.door !== door;
  tab.door = door;
  if (tab.part) {
    tab.part.moved(data.query);
    return;
  }
  const kept = tab.kept ?? read();
  const elsewhere = kept?.part === "student" && data.query.room && sameCode(data.query.room) !== kept.room;
  if (kept?.part && !elsewhere) begin(tab, kept);
  else if (isNew) {
    openDoor(tab, "", Boolean(data.query.room));
    if (data.query.room) join(tab, data.query.room, door.querySelector(".answer"));
  }
}

export default function classroom(component) {
  const tab = (window.auccClass ??= createTab());
  show(tab, component);
  return () => pause(tab);
}
