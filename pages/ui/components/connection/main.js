// Watches Streamlit's own connection state; one watch and one banner a browser tab.

const HICCUP_MS = 2000; // shorter interruptions need no words
const GOOD_NEWS_MS = 4000;
const APP = '[data-testid="stApp"]';

// Outside of the app, so that nothing the app does to its own elements can hide it. It is there
// from the start: a screen reader announces what changes in a live region, not a new one.
function createBanner() {
  const banner = document.createElement("div");
  banner.className = "aucc-banner";
  banner.setAttribute("role", "status");
  banner.setAttribute("aria-live", "polite");
  document.body.append(banner);
  return banner;
}

function say(watch, [headline, rest], closable) {
  const text = document.createElement("p");
  const strong = document.createElement("strong");
  strong.textContent = headline;
  text.append(strong, ` ${rest}`);
  watch.banner.replaceChildren(text);
  if (closable) {
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Got it";
    close.addEventListener("click", () => hush(watch));
    watch.banner.append(close);
  }
}

function hush(watch) {
  clearTimeout(watch.timer);
  watch.banner.replaceChildren();
}

function stateChanged(watch) {
  const state = document.querySelector(APP)?.dataset.testConnectionState;
  // A browser without a network may believe for minutes that its connection still stands.
  if (state === "CONNECTED" && (navigator.onLine || HERE)) {
    if (watch.gone) comeBack(watch);
    return;
  }
  if (state === "DISCONNECTED_FOREVER") {
    hush(watch);
    say(watch, endedWords(watch.held), false);
  } else if (!watch.gone) {
    clearTimeout(watch.timer);
    watch.timer = setTimeout(() => say(watch, goneWords(watch.held), false), HICCUP_MS);
  }
  if (!watch.gone) watch.held.job = document.querySelector(`${APP} [data-testid="stProgress"]`) !== null;
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
  const words = lostWords(before, before.server !== data.server);
  if (!words) return;
  hush(watch);
  say(watch, words, true);
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
