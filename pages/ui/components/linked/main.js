// The linked view: what the browser calls on every change of data or theme.

import { drawCloud } from "./cloud.js";
import { drawAll } from "./drawing.js";
import { receive } from "./linking.js";
import { attach } from "./listeners.js";
import { adoptModel, createView } from "./state.js";
import { themeOf } from "./theme.js";

let plotlyLoading = null;

// One copy of plotly.js per page, from this server; the page itself may have begun to load it.
function loadPlotly() {
  if (window.Plotly) return Promise.resolve();
  plotlyLoading ??= new Promise((resolve, reject) => {
    const begun = begunScript();
    const script = begun ?? document.createElement("script");
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => {
      plotlyLoading = null;
      script.remove();
      reject(new Error("The drawing library could not be loaded. Reload the page to try again."));
    });
    if (!begun) {
      script.src = new URL("vendor/plotly.min.js", document.baseURI).href;
      document.head.appendChild(script);
    }
  });
  return plotlyLoading;
}

// A script that has failed already will never say so again: it goes, for another try.
function begunScript() {
  const begun = document.querySelector('script[src*="vendor/plotly.min.js"]');
  const status = begun ? performance.getEntriesByName(begun.src).at(-1)?.responseStatus : undefined;
  if ([undefined, 200, 304].includes(status)) return begun;
  begun.remove();
  return null;
}

export default function linkedView(component) {
  const { data, parentElement: root, setStateValue } = component;
  performance.mark("aucc mount");
  const view = (root.auccView ??= createView(root));
  view.send = (settled) => setStateValue("settled", settled);
  window.auccReceive = (answer) => receive(view, answer);
  loadPlotly().then(async () => {
    view.theme = themeOf(root);
    if (view.digest !== data.digest) {
      view.digest = data.digest;
      adoptModel(view, data);
    }
    await drawAll(view);
    attach(view);
    drawCloud(view); // from now on every redraw does it
  }).catch((error) => {
    view.parts.failure.hidden = false;
    view.parts.failure.textContent = error.message;
    throw error;
  });
  return () => view.detach?.();
}
