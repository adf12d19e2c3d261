// A reload begins a new session on the server. This tab's secret, kept by the browser for the tab
// alone and gone with it, lets the new session have the table of the one before.

const NAME = "aucc.table";

export function keepTable(window, secret, claim) {
  let kept = null;
  try {
    kept = window.sessionStorage.getItem(NAME);
    if (secret) window.sessionStorage.setItem(NAME, secret);
  } catch {
    return; // a browser that keeps nothing
  }
  if (window.auccClaimed) return;
  window.auccClaimed = true; // one answer per load of the page
  if (!secret && kept) claim(kept);
}
