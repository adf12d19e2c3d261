// What the banner says: a headline and what to do.

const HERE = ["localhost", "127.0.0.1", "[::1]"].includes(window.location.hostname);

// While the server does not answer.
function goneWords(held) {
  const rest = ["This page tries again every few seconds and goes on by itself."];
  if (window.location.search) rest.push("Your settings are in the address bar: a reload later brings this view back, too.");
  if (held.upload) rest.push("Keep your file at hand: after a restart the server needs it again.");
  rest.push(HERE ? "If you have stopped the server, start it again." : "If this lasts, tell whoever runs the server.");
  return ["The server is not answering.", rest.join(" ")];
}

// When Streamlit itself has given up.
function endedWords(held) {
  const rest = held.upload ? " Then choose your file again." : "";
  return ["The connection has ended.", `Reload the page to go on.${rest}`];
}

// When the server is back but has forgotten this page; null when nothing was lost with that.
function lostWords(held, restarted) {
  const rest = [];
  if (held.upload) rest.push("Your table is gone from its memory: choose your file again.");
  if (held.job) rest.push("The calculation that was running was lost: it begins anew, or waits for its button.");
  if (!rest.length) return null;
  if (window.location.search) rest.push("Your settings are kept.");
  return [restarted ? "The server was restarted." : "The connection was away too long.", rest.join(" ")];
}

const BACK = ["Connected again.", ""];
