// Watches Streamlit's own connection state; one watch and one banner per browser tab.

import { h } from "../shared/dom.js";

const HICCUP_MS = 2000; // shorter interruptions need no words
const GOOD_NEWS_MS = 4000;
const APP = '[data-testid="stApp"]';

// What the banner says: a headline and what to do. `here`: the server runs on this machine.
// `linked`: the address bar holds the settings. First while the server does not answer.
export function goneMessage(held, { here, linked }) {
  const rest = ["This page tries again every few seconds and goes on by itself."];
  if (linked) rest.push("Your settings are in the address bar: a reload later brings this view back, too.");
  if (held.upload) rest.push("Keep your file at hand: after a restart the server needs it again.");
  rest.push(here ? "If you have stopped the server, start it again." : "If this lasts, tell whoever runs the server.");
  return ["The server is not answering.", rest.join(" ")];
}

// When Streamlit itself has given up.
function endedMessage(held) {
  const rest = held.upload ? " Then choose your file again." : "";
  return ["The connection has ended.", `Reload the page to go on.${rest}`];
}

// Whether somebody waits for a calculation; one in the background begins anew by itself.
function worksForSomeone() {
  const bars = [...document.querySelectorAll(`${APP} [data-testid="stProgress"]`)];
  return bars.some((bar) => !bar.closest('[class*="-background"]'));
}

// When the server is back but has forgotten this page; null when nothing was lost with that.
export function lostMessage(held, restarted, { linked }) {
  const rest = [];
  if (held.upload) rest.push("Your table is gone from its memory: choose your file again.");
  if (held.job) rest.push("The calculation that was running was lost: it begins anew, or waits for its button.");
  if (!rest.length) return null;
  if (linked) rest.push("Your settings are kept.");
  return [restarted ? "The server was restarted." : "The connection was away too long.", rest.join(" ")];
}

const BACK = ["Connected again.", ""];

// Outside of the app, so that nothing the app does to its own elements can hide it. It is there
// from the start: a screen reader announces what changes in a live region, not a new one.
function createBanner() {
  const banner = h("div", { class: "aucc-banner", role: "status", "aria-live": "polite" });
  document.body.append(banner);
  return banner;
}

const isHere = () => ["localhost", "127.0.0.1", "[::1]"].includes(window.location.hostname);
const place = () => ({ here: isHere(), linked: window.location.search !== "" });

function say(watch, [headline, rest], closable) {
  const close = () => h("button", { type: "button", onclick: () => hush(watch) }, "Got it");
  watch.banner.replaceChildren(h("p", {}, h("strong", {}, headline), ` ${rest}`), ...(closable ? [close()] : []));
}

function hush(watch) {
  clearTimeout(watch.timer);
  watch.banner.replaceChildren();
}

function stateChanged(watch) {
  const state = document.querySelector(APP)?.dataset.testConnectionState;
  // A browser without a network may believe for minutes that its connection still stands.
  if (state === "CONNECTED" && (navigator.onLine || isHere())) {
    if (watch.gone) comeBack(watch);
    return;
  }
  if (state === "DISCONNECTED_FOREVER") {
    hush(watch);
    say(watch, endedMessage(watch.held), false);
  } else if (!watch.gone) {
    clearTimeout(watch.timer);
    watch.timer = setTimeout(() => say(watch, goneMessage(watch.held, place()), false), HICCUP_MS);
  }
  if (!watch.gone) watch.held.job = worksForSomeone();
  watch.gone = true;
}

// Run the page again with its present choices: a restarted server has never seen it.
function comeBack(watch) {
  watch.gone = false;
  const spoke = watch.banner.hasChildNodes();
  hush(watch);
  if (spoke) {
    say(watch, BACK, false);
    watch.timer = setTimeout(() => hush(watch), GOOD_NEWS_MS);
  }
  watch.runAgain();
}

// What the server says of itself and of this session, on every run in which that has changed.
function serverSays(watch, data) {
  const before = watch.held;
  watch.held = data;
  if (!before || before.visit === data.visit) {
    if (data.upload && watch.lost) hush(watch); // the table is here again
    if (data.upload) watch.lost = false;
    return;
  }
  const message = lostMessage(before, before.server !== data.server, place());
  if (!message) return;
  hush(watch);
  say(watch, message, true);
  watch.lost = true;
}

// Streamlit's own dialog talks to the person who wrote the app. Closed by its own button, it stays
// away until the connection is back; if a later Streamlit builds it otherwise, it merely appears.
function closeStreamlitsDialog(watch) {
  if (!watch.gone) return;
  for (const dialog of document.querySelectorAll('[data-testid="stDialog"]')) {
    if (dialog.querySelector("h2")?.textContent !== "Connection error") continue;
    dialog.style.display = "none"; // at once; it would fade out
    dialog.querySelector('button[aria-label="Close"]')?.click();
  }
}

function createWatch() {
  const watch = { banner: createBanner(), gone: false, held: null, lost: false, timer: 0, runAgain: () => {} };
  new MutationObserver(() => stateChanged(watch)).observe(document.querySelector(APP), {
    attributes: true, attributeFilter: ["data-test-connection-state"],
  });
  for (const event of ["offline", "online"]) window.addEventListener(event, () => stateChanged(watch));
  // Dialogs are put beside the app, not into it.
  new MutationObserver(() => closeStreamlitsDialog(watch)).observe(document.body, { childList: true });
  return watch;
}

const COLOURS = ["--st-background-color", "--st-text-color", "--st-primary-color", "--st-font"];

export default function connection({ data, parentElement, setTriggerValue }) {
  const watch = (window.auccConnection ??= createWatch());
  watch.runAgain = () => setTriggerValue("back", true);
  const theme = getComputedStyle(parentElement);
  for (const name of COLOURS) watch.banner.style.setProperty(name, theme.getPropertyValue(name));
  serverSays(watch, { ...data });
  stateChanged(watch); // it may have gone before this ran
}
