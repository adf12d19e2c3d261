// A question on every lesson; the result says where to go back to.

import { h } from "../shared/dom.js";
import { copyText } from "./controls.js";
import { answerByKeys, beadList } from "./quiz.js";

// The lessons of the questions that were missed, each once, in the order of the course.
export function toRepeat(questions, given, lessons) {
  const missed = new Set(questions.filter((question, i) => given[i] !== question.answer).map((question) => question.lesson));
  return lessons.filter((lesson) => missed.has(lesson.name));
}

function sheet(questions, course) {
  const box = (i, question) => (course.data.solutions && i === question.answer ? "☒" : "☐");
  return h("ol", { class: "paper-quiz" }, questions.map((question) => h("li", {}, h("p", {}, question.text),
    h("p", {}, question.options.map((option, i) => h("span", {}, `${box(i, question)} ${option}`))),
    course.data.solutions && h("p", { class: "small" }, question.why))));
}

export function build(stage, picture, course) {
  const { questions } = picture;
  const { lessons } = course.data;
  const memory = `given ${course.data.seed}`;
  const given = course.recall(memory) ?? [];
  const stopKeys = answerByKeys(stage);
  const titleOf = (name) => lessons.find((lesson) => lesson.name === name)?.title ?? "";

  function ask(at) {
    const question = questions[at];
    const reveal = h("div", { class: "reveal", "aria-live": "polite" });
    const buttons = question.options.map((option, i) => h("button", { type: "button", onclick: () => settle(i) }, h("kbd", {}, i + 1), ` ${option}`));
    const next = h("button", { type: "button", class: "primary", onclick: () => (at + 1 < questions.length ? ask(at + 1) : finish()) }, at + 1 < questions.length ? "Next question →" : "See the result →");
    const beads = h("div", {}, beadList(questions, given));
    stage.replaceChildren(beads, h("div", { class: "card-quiz" },
      h("p", { class: "small" }, titleOf(question.lesson)), h("p", { class: "text" }, question.text),
      h("div", { class: "answers" }, buttons), reveal));

    function settle(chosen) {
      given.push(chosen);
      course.keep(memory, given);
      course.tell({ kind: "choice", question: at + 1, value: chosen });
      buttons.forEach((button, i) => {
        button.disabled = true;
        button.classList.toggle("right", i === question.answer);
        button.classList.toggle("wrong", i === chosen && i !== question.answer);
      });
      beads.replaceChildren(beadList(questions, given));
      reveal.replaceChildren(h("p", {}, h("b", {}, chosen === question.answer ? "Yes. " : "No. "), question.why), h("div", { class: "onward" }, next));
      next.focus({ preventScroll: true });
    }
  }
  function finish() {
    course.finish();
    const score = given.filter((answer, i) => answer === questions[i].answer).length;
    const marks = given.map((answer, i) => (answer === questions[i].answer ? "✓" : "✗")).join("");
    const text = `AUCC big quiz, seed ${course.data.seed}: ${score} of ${questions.length} ${marks}\n${window.location.href}`;
    const copy = h("button", { type: "button", class: "primary", onclick: () => copyText(text, copy) }, "Copy result");
    const again = toRepeat(questions, given, lessons);
    stage.replaceChildren(h("div", { class: "result" }, beadList(questions, given),
      h("p", { class: "big", "data-testid": "score" }, `${score} of ${questions.length}`),
      again.length ? h("p", {}, "Worth another look: ", again.flatMap((lesson, i) => [i ? " · " : "", course.link(lesson.name, lesson.title)])) : h("p", {}, "Nothing left to repeat."),
      h("pre", { "data-testid": "result-text" }, text),
      h("div", { class: "controls" }, copy, h("button", { type: "button", onclick: () => { given.splice(0); course.keep(memory, given); ask(0); } }, "Try again"))));
  }
  if (course.data.print) stage.replaceChildren(sheet(questions, course));
  else if (given.length < questions.length) ask(given.length);
  else finish();
  course.ask(questions.map((question, i) => ({ kind: "choice", question: i + 1, text: question.text, options: question.options, right: question.answer })));
  return { stop: stopKeys };
}
