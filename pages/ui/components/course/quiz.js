// Six curves. Answers stay in the browser until the result is copied.

import { h, s } from "../shared/dom.js";
import { scoreText } from "../shared/numbers.js";
import { figure, rocChart, scatter, zoomFrame } from "./charts.js";
import { copyText } from "./controls.js";

export function praise(score, of) {
  if (score === of) return "Perfect.";
  if (score >= 0.8 * of) return "You can read curves.";
  return score >= of / 2 ? "More than luck." : "“Too few, too many” will help.";
}

export function scoresByKind(questions, given, answers) {
  return answers.map((answer, kind) => {
    const mine = questions.map((question, i) => ({ question, i })).filter(({ question }) => question.answer === kind);
    return `${answer}: ${mine.filter(({ i }) => given[i] === kind).length} of ${mine.length}`;
  });
}

export function beadList(questions, given) {
  const bead = (question, i) => {
    if (i >= given.length) return h("li", { class: i === given.length ? "now" : "" }, i + 1);
    const good = given[i] === question.answer;
    return h("li", { class: good ? "good" : "bad" }, good ? "✓" : "✗");
  };
  return h("ol", { class: "beads", "aria-label": `${given.length} of ${questions.length} answered` }, questions.map(bead));
}

// 1, 2 and 3 press the answers on the stage; returns what ends that.
export function answerByKeys(stage) {
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !stage.isConnected) return;
    if (event.target.closest?.("textarea, select, [contenteditable]")) return;
    if (event.target instanceof HTMLInputElement && event.target.type !== "range") return;
    const buttons = [...stage.querySelectorAll(".answers button:not([disabled])")];
    if (["1", "2", "3"].includes(event.key) && buttons.length) buttons[Number(event.key) - 1].click();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

function curves(question, course, sizes) {
  const reach = 0.1;
  const roc = rocChart({ ...sizes, label: "Curve of the question" });
  const corner = rocChart({
    width: course.narrow ? 340 : sizes.width * 0.72, height: course.narrow ? 220 : sizes.height, xs: [0, reach],
    yTitle: "", label: "Bottom-left corner enlarged", margin: { left: 34 }, xTitle: "FPR up to 0.1",
  });
  [roc, corner].forEach((plot) => plot.marks.append(s("path", { class: "curve", d: plot.path(question.curve) })));
  roc.above.append(zoomFrame(roc, reach));
  return { roc, corner };
}

// For paper: all curves with their corners, room for a cross; the answers on the solution sheet only.
function sheet(questions, answers, course) {
  const figures = questions.map((question, i) => {
    const { roc, corner } = curves(question, course, { width: 200, height: 190 });
    const box = (kind) => (course.data.solutions && kind === question.answer ? "☒" : "☐");
    return h("figure", {}, h("figcaption", {}, h("b", {}, i + 1), answers.map((answer, kind) => ` ${box(kind)} ${answer}`).join("")),
      h("div", { class: "pair" }, roc.svg, corner.svg), course.data.solutions && h("p", { class: "small" }, question.why));
  });
  return [h("div", { class: "sheet" }, figures)];
}

export function build(stage, picture, course) {
  const { questions, answers } = picture;
  const memory = `given ${course.data.seed}`;
  const given = course.recall(memory) ?? [];
  const stopKeys = answerByKeys(stage);
  const right = () => given.filter((answer, i) => answer === questions[i].answer).length;
  const dots = () => beadList(questions, given);

  function ask(at) {
    const question = questions[at];
    const { roc, corner } = curves(question, course, { width: 340, height: 300 });
    const reveal = h("div", { class: "reveal", "aria-live": "polite" }, h("p", { class: "small" }, "The points show up once you have answered."));
    const buttons = answers.map((answer, i) => h("button", { type: "button", onclick: () => settle(i) }, h("kbd", {}, i + 1), ` ${answer}`));
    const next = h("button", { type: "button", class: "primary", onclick: () => (at + 1 < questions.length ? ask(at + 1) : finish()) }, at + 1 < questions.length ? "Next curve →" : "See the result →");
    const beads = h("div", {}, dots());
    const panel = h("div", { class: "answers" }, h("p", {}, h("b", {}, `Curve ${at + 1}`), " Too few clusters, right, or too many?"), buttons);
    const away = stage.isConnected && stage.getBoundingClientRect().top < 0;
    stage.replaceChildren(beads, h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,1.12fr) minmax(0,0.82fr) minmax(0,1.1fr)" } },
      figure("The curve", roc.svg), figure("Its corner, enlarged", corner.svg), h("div", { class: "side" }, panel, reveal)));
    if (away) stage.scrollIntoView();

    function settle(chosen) {
      given.push(chosen);
      course.keep(memory, given);
      course.tell({ kind: "choice", question: at + 1, value: chosen });
      buttons.forEach((button, i) => {
        button.disabled = true;
        button.classList.toggle("right", i === question.answer);
        button.classList.toggle("wrong", i === chosen && i !== question.answer);
      });
      beads.replaceChildren(dots());
      const map = scatter({ points: question.points, labels: question.labels, width: 300, height: 186, radius: 2.8 });
      reveal.replaceChildren(
        h("p", {}, h("b", {}, chosen === question.answer ? "Yes: " : "No: "), `${answers[question.answer]}. `, question.why),
        map.svg, h("div", { class: "onward" }, h("span", { class: "small" }, `AUCC ${scoreText(question.aucc)}`), next));
      next.focus({ preventScroll: true });
    }
  }
  function finish() {
    course.finish();
    const score = right();
    const marks = given.map((answer, i) => (answer === questions[i].answer ? "✓" : "✗")).join("");
    const kinds = scoresByKind(questions, given, answers);
    const text = `AUCC quiz, seed ${course.data.seed}: ${score} of ${questions.length} ${marks}\n${window.location.href}`;
    const copy = h("button", { type: "button", class: "primary", onclick: () => copyText(text, copy) }, "Copy result");
    stage.replaceChildren(h("div", { class: "result" }, dots(),
      h("p", { class: "big", "data-testid": "score" }, `${score} of ${questions.length}`), h("p", {}, praise(score, questions.length)), h("p", { class: "small" }, kinds.join(" · ")),
      h("pre", { "data-testid": "result-text" }, text),
      h("div", { class: "controls" }, copy, h("button", { type: "button", onclick: () => { given.splice(0); course.keep(memory, given); ask(0); } }, "Try again"))));
  }
  if (course.data.print) stage.replaceChildren(...sheet(questions, answers, course));
  else if (given.length < questions.length) ask(given.length);
  else finish();
  course.ask(questions.map((question, i) => ({ kind: "choice", question: i + 1, text: `Curve ${i + 1}`, options: answers, right: question.answer })));
  return { stop: stopKeys };
}
