// The view: state, drawing and what the browser calls on every change of data or theme.

let plotlyLoading = null;

// One copy of plotly.js a page, from this server; the page itself may have begun to load it.
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

function createView(root) {
  const parts = {};
  root.querySelectorAll("[data-part]").forEach((element) => {
    parts[element.dataset.part] = element;
  });
  const view = {
    root, parts, model: null, theme: null, focus: null, chosen: false, pinned: null, hover: null,
    selected: null, share: null, partials: null, band: null, clicked: null, strip: [], curves: [], log: false, maxFpr: 1,
    inset: { on: true, x0: 0, x1: 0.12, y0: 0, y1: 1.01 }, tool: "select", quiet: 0,
    touch: window.matchMedia("(pointer: coarse)").matches,
    // What is looked at along a curve: under the pointer first, else where it was pinned.
    active: () => view.hover ?? (view.pinned === null ? null : { solution: view.focus, vertex: view.pinned }),
    colourOf: (solution) => {
      const algorithm = algorithmOf(view.model, solution);
      return curveColour(view.theme, algorithm, referenceOf(view.model, algorithm), solution);
    },
    // The band of other data or of an algorithm that is gone is not drawn.
    bandShown: () => (view.band?.dataKey === view.model.dataKey && view.model.algorithms.some((a) => a.id === view.band.algorithm) ? view.band : null),
    shareShown: () => (view.selected && view.share && view.share.id === view.focus.id ? view.share : null),
    quietly: async (act) => {
      view.quiet += 1;
      try {
        await act();
      } finally {
        view.quiet -= 1;
      }
    },
  };
  return view;
}

function adoptModel(view, payload) {
  const model = modelOf(payload);
  const known = view.model && view.model.dataKey === model.dataKey;
  view.model = model;
  view.digits = scoreDigits(model.solutions);
  if (!known) Object.assign(view, { selected: null, share: null, pinned: null, hover: null, chosen: false });
  const wanted = (view.chosen && view.focus && model.byId.get(view.focus.id)) || model.byId.get(model.focus);
  const previous = view.focus;
  view.chosen = Boolean(wanted);
  view.hover = null;
  setFocus(view, wanted ?? startOf(model));
  if (!known && model.view) adoptSettings(view, model.view);
  if (previous && previous.id !== view.focus.id) view.pinned = null;
  if (view.pinned !== null) view.pinned = Math.min(view.pinned, view.focus.d.length - 1);
}

// Settings that came with the link.
function adoptSettings(view, settings) {
  view.log = Boolean(settings.log);
  view.maxFpr = settings.maxFpr ?? 1;
}

function startOf(model) {
  return referenceOf(model, algorithmOf(model, model.best));
}

function setFocus(view, solution) {
  const algorithm = algorithmOf(view.model, solution);
  view.focus = solution;
  view.reference = referenceOf(view.model, algorithm);
  view.curves = algorithm.solutions;
  view.strip = stripOf(algorithm.solutions, solution, view.model.panels, view.strip);
}

const NO_BAR = { ...CONFIG, displayModeBar: false };

async function drawScatter(view) {
  const { scatter } = view.parts;
  const { data, layout } = scatterFigure(view, scatter.clientWidth);
  view.parts.note.innerHTML = view.model.note;
  const buttons = [["select2d", "lasso2d", "zoom2d", "pan2d", "resetScale2d"]];
  await view.quietly(() => Plotly.react(scatter, data, layout, { ...CONFIG, doubleClick: "reset", modeBarButtons: buttons, displayModeBar: view.touch ? false : "hover" }));
  scatter.setAttribute("aria-label",
    `Scatter plots of ${view.model.n} objects${view.model.of > view.model.n ? ` out of ${view.model.of}` : ""} for ${view.strip.map((s) => nameOf(view.model, s)).join("; ")}, coloured by ${view.model.colourBy}`);
}

async function drawScore(view) {
  const { score } = view.parts;
  drawChips(view);
  const { data, layout } = scoreFigure(view, score.clientWidth, view.narrow ? 220 : 232);
  await view.quietly(() => Plotly.react(score, data, layout, NO_BAR));
  const spoken = view.curves.map((s) => `k ${s.k}: ${s.aucc.toFixed(view.digits)}`).join(", ");
  const band = view.bandShown();
  const beside = band ? ` Grey band: ${band.label}, ${band.ks.map((k, i) => `k ${k}: ${band.low[i].toFixed(3)} to ${band.high[i].toFixed(3)}`).join(", ")}.` : "";
  score.setAttribute("aria-label", `AUCC by number of clusters. ${spoken}.${beside} Up and down arrows change the solution in focus.`);
}

async function drawRoc(view) {
  const { roc } = view.parts;
  const width = roc.clientWidth;
  const { data, layout } = rocFigure(view, width, Math.max(330, Math.min(470, width * 0.86, window.innerHeight * 0.53)));
  const buttons = [["zoom2d", "pan2d", "resetScale2d"]];
  await view.quietly(() => Plotly.react(roc, data, layout, { ...CONFIG, doubleClick: "reset", modeBarButtons: buttons, displayModeBar: view.touch ? false : "hover" }));
  roc.setAttribute("aria-label",
    `ROC curves of ${view.curves.length} solutions; ${nameOf(view.model, view.focus)} in focus. Left and right arrows step the distance threshold.`);
  placeBox(view);
}

async function drawAll(view) {
  view.narrow = view.root.clientWidth < 640;
  const frame = view.root.querySelector(".aucc");
  frame.classList.toggle("aucc-narrow", view.narrow);
  frame.classList.toggle("aucc-dark", view.theme.dark);
  drawWords(view);
  drawLegend(view);
  performance.mark("aucc draw");
  await Promise.all([drawScatter(view), drawScore(view), drawRoc(view)]);
  performance.mark("aucc drawn");
  expose(view);
}

// A read-only copy of the state for tests and for anyone curious in the console.
function expose(view) {
  window.__aucc = Object.freeze({
    focus: view.focus.id,
    strip: view.strip.map((s) => s.id),
    curves: view.curves.map((s) => s.id),
    selected: view.selected ? [...view.selected] : null,
    active: view.active() && {
      id: view.active().solution.id,
      vertex: view.active().vertex,
      ...errorsAt(view.active().solution, view.active().vertex),
    },
    pinned: view.pinned,
    share: view.shareShown() && { aucc: view.share.aucc, pairs: view.share.pairs },
    band: view.bandShown() && { algorithm: view.band.algorithm, ks: [...view.band.ks] },
    drawnErrors: view.active() && drawnErrors(view.active().solution, view.active().vertex),
    sure: view.focus.margin ? view.focus.margin.words : "exact",
    dark: view.theme.dark,
    log: view.log,
    inset: { ...view.inset },
    drawn: (window.__aucc?.drawn ?? 0) + 1,
  });
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
