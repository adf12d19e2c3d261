// Lesson 8: ten curves. Answers stay in the browser until the result is copied.

function buildQuiz(stage, picture, course) {
  const { questions, answers } = picture;
  const given = [];
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !stage.isConnected) return;
    if (event.target instanceof HTMLInputElement && event.target.type !== "range") return;
    const buttons = [...stage.querySelectorAll(".answers button:not([disabled])")];
    if (["1", "2", "3"].includes(event.key) && buttons.length) buttons[Number(event.key) - 1].click();
  };
  document.addEventListener("keydown", listen);
  const right = () => given.filter((answer, i) => answer === questions[i].answer).length;
  const dots = () => h("ol", { class: "beads", "aria-label": `${given.length} of ${questions.length} answered` }, questions.map((question, i) =>
    h("li", { class: i >= given.length ? (i === given.length ? "now" : "") : given[i] === question.answer ? "good" : "bad" },
      i < given.length ? (given[i] === question.answer ? "✓" : "✗") : i + 1)));

  function curves(question, sizes) {
    const roc = rocChart({ ...sizes, label: "Curve of the question" });
    const reach = 0.1;
    const corner = rocChart({ width: course.narrow ? 340 : sizes.width * 0.72, height: course.narrow ? 220 : sizes.height, xs: [0, reach], yTitle: "", label: "Bottom-left corner enlarged", margin: { left: 34 }, xTitle: "FPR up to 0.1" });
    [roc, corner].forEach((plot) => plot.marks.append(s("path", { class: "curve", d: plot.path(question.curve) })));
    roc.above.append(s("rect", { class: "zoomed", x: roc.x(0), y: roc.y(1), width: roc.x(reach) - roc.x(0), height: roc.y(0) - roc.y(1) }));
    return { roc, corner };
  }
  function ask(at) {
    const question = questions[at];
    const { roc, corner } = curves(question, { width: 340, height: 300 });
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
      buttons.forEach((button, i) => {
        button.disabled = true;
        button.classList.toggle("right", i === question.answer);
        button.classList.toggle("wrong", i === chosen && i !== question.answer);
      });
      beads.replaceChildren(dots());
      const map = scatter({ points: question.points, labels: question.labels, width: 300, height: 186, radius: 2.8 });
      reveal.replaceChildren(
        h("p", {}, h("b", {}, chosen === question.answer ? "Yes: " : "No: "), `${answers[question.answer]}. `, question.why),
        map.svg, h("div", { class: "onward" }, h("span", { class: "small" }, `AUCC ${fixed(question.aucc)}`), next));
      next.focus({ preventScroll: true });
    }
  }
  function finish() {
    course.finish();
    const score = right();
    const marks = given.map((answer, i) => (answer === questions[i].answer ? "✓" : "✗")).join("");
    const kinds = answers.map((answer, kind) => {
      const mine = questions.map((question, i) => ({ question, i })).filter(({ question }) => question.answer === kind);
      return `${answer}: ${mine.filter(({ i }) => given[i] === kind).length} of ${mine.length}`;
    });
    const text = `AUCC quiz, seed ${course.data.seed}: ${score} of ${questions.length} ${marks}\n${window.location.href}`;
    const copy = h("button", { type: "button", class: "primary", onclick: () => copyText(text, copy) }, "Copy result");
    const word = score === questions.length ? "Perfect." : score >= 8 ? "You can read curves." : score >= 5 ? "More than luck." : "Lesson 3 will help.";
    stage.replaceChildren(h("div", { class: "result" }, dots(),
      h("p", { class: "big", "data-testid": "score" }, `${score} of ${questions.length}`), h("p", {}, word), h("p", { class: "small" }, kinds.join(" · ")),
      h("pre", { "data-testid": "result-text" }, text),
      h("div", { class: "controls" }, copy, h("button", { type: "button", onclick: () => { given.splice(0); ask(0); } }, "Try again"))));
  }
  function sheet() { // for paper: all curves, room for a cross, answers at the bottom
    stage.replaceChildren(h("div", { class: "sheet" }, questions.map((question, i) => {
      const { roc } = curves(question, { width: 200, height: 190, bare: true });
      return h("figure", {}, h("figcaption", {}, h("b", {}, i + 1), ` ☐ ${answers.join(" ☐ ")}`), roc.svg);
    })), h("p", { class: "small" }, `Answers: ${questions.map((question, i) => `${i + 1} ${answers[question.answer]}`).join(", ")}`));
  }
  if (course.data.print) sheet();
  else ask(0);
  return { stop: () => document.removeEventListener("keydown", listen) };
}

PICTURES.quiz = buildQuiz;
