// To the server and back: one message, messages that must arrive, and waiting for what is new.

const PATIENCE_MS = 20000; // the server holds a waiting request for 5 s
const LONGEST_PAUSE_MS = 5000;

// What the server refused, and why. Everything else that goes wrong on the way is tried again.
export class Refused extends Error {
  constructor(status, said) {
    super(said.error ?? "The server could not do that.");
    this.status = status;
    this.server = said.server;
  }
}

// The pages stand one step below the root of the dashboard, wherever that is.
export async function post(act, message, key = "", stopper = new AbortController()) {
  const timer = setTimeout(() => stopper.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(new URL(`class/${act}`, window.location.href), {
      method: "POST", cache: "no-store", credentials: "same-origin", signal: stopper.signal,
      headers: { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(message),
    });
    const said = await answer.json(); // a proxy's own page is no JSON, and counts as no answer
    if (!answer.ok && !said.error) throw new Error(`HTTP ${answer.status}`);
    if (!answer.ok) throw new Refused(answer.status, said);
    return said;
  } finally {
    clearTimeout(timer);
  }
}

// Whether a message may get through later: the way was broken, the server busy or too fast asked.
export const mayPass = (error) => !(error instanceof Refused) || error.status === 429 || error.status >= 500;

// Longer after every failure, and never at the same moment as all others.
export const pauseAfter = (failures) => Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures) * (0.5 + Math.random() / 2);

const pause = (ms) => new Promise((resolve) => {
  const done = () => {
    clearTimeout(timer);
    window.removeEventListener("online", done);
    resolve();
  };
  const timer = setTimeout(done, ms);
  window.addEventListener("online", done); // the way is back: no need to wait
});

// Sends what is put into it, in order, each until the server has it. `kept` is { order, unsent },
// `save` keeps it over a reload. A message that got through but whose answer was lost goes again
// with the same order, and the server counts it once.
export function createOutbox({ kept, save, send, refused = () => {}, wait = pause }) {
  let busy = false;
  let stopped = false;
  async function run() {
    if (busy) return;
    busy = true;
    let failures = 0;
    while (kept.unsent.length && !stopped) {
      const [message] = kept.unsent;
      try {
        await send(message);
        failures = 0;
      } catch (error) {
        if (mayPass(error)) {
          await wait(pauseAfter(failures));
          failures += 1;
          continue;
        }
        if (refused(error)) break;
      }
      kept.unsent.shift();
      save();
    }
    busy = false;
  }
  return {
    put(message) {
      kept.order += 1;
      kept.unsent.push({ ...message, order: kept.order });
      save();
      return run();
    },
    run,
    stop: () => { stopped = true; },
    waiting: () => kept.unsent.length,
  };
}

// Asks again and again what is new; `ask(stopper)` takes as long as nothing is. Ends with `over(error)` when
// the server says that it is over. `lost(true)` when the way is broken, `lost(false)` when it is back.
export function keepAsking({ ask, take, over, lost = () => {}, wait = pause }) {
  let stopped = false;
  let failures = 0;
  let stopper = null;
  (async () => {
    while (!stopped) {
      try {
        stopper = new AbortController();
        const news = await ask(stopper);
        if (stopped) return;
        if (failures) lost(false);
        failures = 0;
        take(news);
      } catch (error) {
        if (stopped) return;
        if (!mayPass(error)) {
          over(error);
          return;
        }
        failures += 1;
        if (failures === 2) lost(true); // one failure is a hiccup
        await wait(pauseAfter(failures));
      }
    }
  })();
  return () => {
    stopped = true;
    stopper?.abort();
  };
}
