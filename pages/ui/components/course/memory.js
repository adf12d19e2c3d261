// What a browser remembers of the course: answers, sketches, quizzes. It never leaves the browser.

const KEY = "aucc.learn";

function all() {
  try {
    return JSON.parse(window.localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // private windows may refuse storage; the course works without memory
  }
}

function write(kept) {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return;
  }
}

export const recall = (name) => all()[name];

export function keep(name, value) {
  const kept = all();
  if (value === undefined) delete kept[name];
  else kept[name] = value;
  write(kept);
}

export function forgetAll() {
  write({});
}
