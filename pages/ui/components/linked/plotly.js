// The drawing library: one copy for all charts of the view, for as long as the page lives.

let loading = null;

// Streamlit's own charts bring a copy of their own, which becomes `window.Plotly` when the first of
// them is drawn. A chart that one copy has drawn breaks when another draws it again.
export function plotly() {
  return window.auccPlotly;
}

// From this server; the page itself may have begun to load it.
export async function loadPlotly() {
  if (window.auccPlotly) return;
  if (!window.Plotly) await (loading ??= addScript());
  window.auccPlotly ??= window.Plotly;
}

function addScript() {
  return new Promise((resolve, reject) => {
    const begun = begunScript();
    const script = begun ?? document.createElement("script");
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => {
      loading = null;
      script.remove();
      reject(new Error("The drawing library could not be loaded. Reload the page to try again."));
    });
    if (!begun) {
      script.src = new URL("vendor/plotly.min.js", document.baseURI).href;
      document.head.appendChild(script);
    }
  });
}

// A script that has failed already will never say so again: it goes, for another try.
function begunScript() {
  const begun = document.querySelector('script[src*="vendor/plotly.min.js"]');
  const status = begun ? performance.getEntriesByName(begun.src).at(-1)?.responseStatus : undefined;
  if ([undefined, 200, 304].includes(status)) return begun;
  begun.remove();
  return null;
}
