// Back leaves the data set, the lesson or the screen. Streamlit makes an entry of the history for
// every value that a script writes into the address; those that show the same are one.

const PLACES = ["data", "lesson"];

// Whether two addresses show the same data, or the same lesson, on the same screen.
export function samePlace(here, there) {
  const [a, b] = [new URL(here), new URL(there, here)];
  const same = (name) => a.searchParams.get(name) === b.searchParams.get(name);
  return a.pathname === b.pathname && PLACES.every(same);
}

// After Back or Forward the server goes on for a moment with what was left: what it still says of the
// address there must not be written over the place that the person has come to, and what the screen
// that was left still has to say must not overtake the news (Streamlit forgets them then). That is
// over when the server has heard (`visits` is how often it has), or the person does something new.
export function keepWayBack(window, visits) {
  if (window.auccWayBack) {
    window.auccWayBack(visits);
    return;
  }
  const { history, location } = window;
  let here = location.href;
  let heard = visits;
  const rest = () => {
    window.auccLeft = null;
  };
  const isLate = (url) => {
    const left = window.auccLeft;
    return left && url && samePlace(left, new URL(url, location.href).href) && !samePlace(location.href, url);
  };
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const write = (how) => (state, unused, url) => {
    if (isLate(url)) return;
    how(url)(state, unused, url);
    here = location.href;
  };
  history.pushState = write((url) => (url && samePlace(location.href, url) ? replace : push));
  history.replaceState = write(() => replace);
  window.addEventListener("popstate", () => {
    window.auccLeft = samePlace(here, location.href) ? null : here;
    here = location.href;
  }, true);
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, rest, true);
  window.auccWayBack = (now) => {
    if (now !== heard) rest();
    heard = now;
  };
}
