// Back leaves the data set, the lesson or the screen. Streamlit makes an entry of the history for
// every value that a script writes into the address; those that show the same are one.

const PLACES = ["data", "lesson"];

// Whether two addresses show the same data, or the same lesson, on the same screen.
export function samePlace(here, there) {
  const [a, b] = [new URL(here), new URL(there, here)];
  const same = (name) => a.searchParams.get(name) === b.searchParams.get(name);
  return a.pathname === b.pathname && PLACES.every(same);
}

export function keepWayBack(window) {
  if (window.auccWayBack) return;
  window.auccWayBack = true;
  const { history, location } = window;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  history.pushState = (state, unused, url) =>
    (url && samePlace(location.href, url) ? replace : push)(state, unused, url);
}
