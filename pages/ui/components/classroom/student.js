// A student's part in a live class: answers go to the lecturer, the page goes where the lecturer
// leads, and a prediction waits for the lecturer to reveal it.

import { h } from "../shared/dom.js";
import { createOutbox, keepAsking, post } from "./wire.js";
import { codeText, overText, samePage } from "./words.js";

const WELCOME = "Your answers go to the lecturer without a name. All is gone when the room closes.";
const SKIPPED = "The lecturer reveals the answer for all at once. You can still predict.";
const WAITING = "Your answer is in. It shows when the lecturer reveals it; until then you can change it.";

// `kept` is what this tab keeps over a reload, `save` keeps it, `leave(said)` ends this part.
export function createStudent({ kept, save, leave, bar, go }) {
  let state = { turn: 0, together: false, shown: [] };
  let holds = false; // what is right is still the lecturer's
  let answered = false; // and something of this page was sent
  let over = false;
  const status = h("span", { class: "status", role: "status" }, WELCOME);
  const exit = h("button", { type: "button", onclick: depart }, "Leave");
  bar.replaceChildren(h("div", { class: "strip" }, h("b", { class: "code" }, `Class ${codeText(kept.room)}`), exit, status));
  bar.dataset.part = "student";
  bar.setAttribute("aria-label", "Live class");

  const outbox = createOutbox({
    kept, save, refused: (error) => (error.status === 404 || error.status === 403 ? end(error) : false),
    send: (message) => post("answer", { room: kept.room, ...message }, kept.key),
  });
  const stopAsking = keepAsking({
    ask: (stopper) => post("follow", { room: kept.room, since: state.turn }, kept.key, stopper),
    take,
    over: end,
    lost: (gone) => say(gone ? "No connection to the class. Your answers are kept and sent once it is back." : null),
  });
  outbox.run(); // what the last page could not send

  function say(text) {
    const waiting = answered ? WAITING : SKIPPED;
    status.textContent = text ?? (holds ? waiting : WELCOME);
  }
  const isShown = (lesson, question) => state.shown.some(([of, number]) => of === lesson && number === question);

  function take(next) {
    state = next;
    bar.dataset.turn = next.turn;
    if (next.place && next.placeTurn > kept.placeTurn) {
      kept.placeTurn = next.placeTurn;
      save();
      if (!samePage(window.location.search, next.place)) go(next.place);
    }
    uncover();
  }
  // Shows the answer where the lecturer has revealed it, or nobody waits for anybody any more.
  function uncover() {
    const asked = window.auccAsked;
    const due = asked && (state.together ? isShown(asked.lesson, 0) : holds);
    if (due) {
      holds = false;
      asked.reveal();
    }
    say(null);
  }
  function end(error) {
    if (over) return true;
    over = true;
    stopAsking();
    if (holds) window.auccAsked?.reveal();
    status.textContent = overText(error, kept.server);
    exit.textContent = "OK";
    return true;
  }
  function depart() {
    if (!over) post("leave", { room: kept.room }, kept.key).catch(() => {}); // the server notices anyway
    leave();
  }
  return {
    asked: () => {
      holds = false;
      answered = false;
      uncover();
    },
    answered(event) {
      const { hold, ...answer } = event.detail;
      if (over) return;
      if (answer.value !== null) outbox.put(answer);
      if (hold && state.together && !isShown(answer.lesson, answer.question)) {
        holds = true;
        answered ||= answer.value !== null;
        event.preventDefault();
        say(null);
      }
    },
    moved: () => {},
    stop: () => {
      stopAsking();
      outbox.stop();
    },
  };
}
