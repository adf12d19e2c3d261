// What a room has gathered, counted: for each question, who answered what. Plain values in and out.

const identity = (answer) => [answer.person, answer.lesson, answer.kind, answer.question, answer.draw].join("|");
const sameQuestion = (a, b) => a.lesson === b.lesson && a.kind === b.kind && a.question === b.question;

// Takes the answers that are new; a later answer of the same person takes the place of the earlier.
export function take(answers, fresh) {
  for (const answer of fresh) answers.set(identity(answer), answer);
}

export const answersTo = (answers, question) => [...answers.values()].filter((answer) => sameQuestion(answer, question));

// How many chose each option; as many options as are known, or as were chosen.
export function distribution(given, options = []) {
  const most = Math.max(options.length - 1, ...given.map((answer) => answer.value));
  const counts = Array.from({ length: most + 1 }, () => 0);
  for (const answer of given) counts[answer.value] += 1;
  return counts;
}

// People who are here and have not answered.
export function thinking(given, here) {
  const done = new Set(given.map((answer) => answer.person));
  return here.filter((person) => !done.has(person)).length;
}

// One value for each draw, however many people have looked at it.
export function draws(given) {
  const byDraw = new Map(given.map((answer) => [answer.draw, answer.value]));
  return [...byDraw.entries()].map(([draw, value]) => ({ draw, value })).sort((a, b) => a.value - b.value);
}

export function median(sorted) {
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// The questions of a lesson that are known or were answered, predictions first.
export function questionsOf(lesson, known, answers) {
  const found = new Map(known.map((question) => [`${question.kind}|${question.question}`, { ...question, lesson }]));
  for (const { lesson: of, kind, question } of answers.values()) {
    if (of === lesson && !found.has(`${kind}|${question}`)) found.set(`${kind}|${question}`, { lesson, kind, question });
  }
  const kinds = ["choice", "sketch", "number"];
  return [...found.values()].sort((a, b) => a.question - b.question || kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`;

// All answers as a table; texts come from our own lessons, never from students.
export function csv(answers, titles, optionOf) {
  const rows = [...answers.values()].sort((a, b) => a.at - b.at).map((answer) => {
    const { person, lesson, kind, question, draw, value, at } = answer;
    const said = kind === "choice" ? optionOf(answer) : kind === "sketch" ? value.map((point) => point.join(" ")).join("; ") : "";
    const number = kind === "choice" ? value + 1 : kind === "number" ? value : "";
    return [person, quoted(titles[lesson] ?? lesson), kind, question, kind === "number" ? draw : "", number, quoted(said), at].join(",");
  });
  return `${["person,lesson,kind,question,seed,value,answer,seconds", ...rows].join("\n")}\n`;
}
