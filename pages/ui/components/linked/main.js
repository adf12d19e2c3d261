// The linked view: what the browser calls on every change of data or theme.

import { drawAll } from "./drawing.js";
import { forgetRanks, prepareHand } from "./hand.js";
import { measureTop } from "./layout.js";
import { attach } from "./listeners.js";
import { receive, settle } from "./messages.js";
import { loadPlotly } from "./plotly.js";
import { themeOf } from "./theme.js";
import { adoptModel, createView, revive } from "./view.js";

// What Python said before there was a view to hear it; clicks below it were for the view before.
function hearBefore(view) {
  for (const message of Object.values(window.auccSaid ?? {})) receive(view, { ...message, highlight: null, focus: null });
}

export default function linkedView(component) {
  const { data, parentElement: root, setStateValue } = component;
  performance.mark("aucc mount");
  const view = (root.auccView ??= createView(root));
  revive(view);
  const { life } = view;
  const over = () => view.ended || view.life !== life;
  prepareHand(view);
  view.send = (settled) => setStateValue("settled", settled);
  view.draw = async () => {
    settle(view);
    await drawAll(view);
  };
  window.auccReceive = (answer) => receive(view, answer);
  loadPlotly().then(async () => {
    if (over()) return;
    view.theme = themeOf(root);
    forgetRanks(view, data.ranks ?? null);
    if (view.digest !== data.digest) {
      view.digest = data.digest;
      adoptModel(view, data);
      hearBefore(view);
    }
    if (view.top === undefined) measureTop(view);
    performance.mark("aucc draw");
    await view.draw();
    performance.mark("aucc drawn");
    if (!over()) attach(view);
  }).catch((error) => {
    view.parts.failure.hidden = false;
    view.parts.failure.textContent = error.message;
    throw error;
  });
  return () => {
    view.detach?.();
    view.ended = true;
  };
}
