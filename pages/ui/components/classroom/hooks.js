// What a lesson says to a live class. Both are scripts of their own, so they meet at the window;
// without a class nobody listens, and nothing changes.

const ASKED = "aucc-class-asked";
const ANSWERED = "aucc-class-answered";

// A lesson is on the screen: { lesson, questions, reveal() }. Each question is { kind, question,
// text, options, right }: kind "choice", "sketch" or "number"; question 0 is the prediction.
export function askClass(asked) {
  window.auccAsked = asked;
  window.dispatchEvent(new CustomEvent(ASKED));
}

// Somebody answered: { lesson, kind, question, draw, value, hold }; the draw is the seed of a number,
// else 0. True when `hold` is asked for and the class waits for the lecturer with what is right.
export function answerClass(answer) {
  return !window.dispatchEvent(new CustomEvent(ANSWERED, { detail: answer, cancelable: true }));
}

// A line of at most `most` points, for a sketch: the first, the last, and evenly between.
export function thinned(points, most = 64) {
  if (points.length <= most) return points;
  return Array.from({ length: most }, (_, i) => points[Math.round((i * (points.length - 1)) / (most - 1))]);
}

export function listen(asked, answered) {
  window.addEventListener(ASKED, asked);
  window.addEventListener(ANSWERED, answered);
  return () => {
    window.removeEventListener(ASKED, asked);
    window.removeEventListener(ANSWERED, answered);
  };
}
