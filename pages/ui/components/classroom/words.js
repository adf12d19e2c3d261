// Sentences and small readings that both parts of a live class share.

// A code as it is read aloud: in two halves.
export const codeText = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

// Why a class is over. A server that was restarted has never heard of it.
export function overText(error, server) {
  if (error.server && error.server !== server) return "The server was restarted: this class is closed, its answers are gone from the server.";
  return error.message;
}

// What names the page in an address, and leads others there.
export function placeOf(query) {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== "room" && name !== "view"));
}

// Whether an address (its part from "?") shows a place already.
export function samePage(search, place) {
  const here = placeOf(Object.fromEntries(new URLSearchParams(search)));
  const names = new Set([...Object.keys(here), ...Object.keys(place)]);
  return [...names].every((name) => here[name] === place[name]);
}

// The lesson and the draw of a place: what everybody follows by itself.
export const lessonAndDraw = (place) => `${place.lesson ?? ""} ${place.seed ?? ""}`;
