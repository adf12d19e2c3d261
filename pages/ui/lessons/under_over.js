// Lesson 3: drag k; scatter, curve, enlarged corner and wrong pairs follow.

const COLD = ["#2f6fde", "#12a3d6"];
const WARM = ["#f0a202", "#e4572e"];
function kColor(k, trueK) {
  if (k === trueK) return "var(--ink)";
  return k < trueK ? COLD[Math.min(1, trueK - k - 1)] : WARM[Math.min(1, k - trueK - 1)];
}

function buildUnderOver(stage, picture, course) {
  const { sets } = picture;
  const names = Object.keys(sets);
  const k0 = { ...Object.fromEntries(names.map((name) => [name, sets[name].runs[0].k])), [picture.data]: picture.k };
  let name = picture.data;
  let view = null;
  let controls = null;
  let stopDrawing = () => {};
  const sketch = [];
  const body = h("div", {});
  const bench = h("div", { class: "controls" });
  const pick = choice({ name: "Data", value: name, options: names.map((value) => ({ value, label: sets[value].title })), onChoose: (next) => { name = next; open(); } });
  stage.append(body, bench);

  function open() {
    const set = sets[name];
    const map = scatter({ points: set.points, labels: set.runs[0].labels, width: 320, height: 320, radius: set.points.length > 200 ? 2.8 : 4 });
    const roc = rocChart({ width: 340, height: 320 });
    const worst = set.runs.filter((run) => run.k > set.trueK).at(-1);
    const reach = worst.curve.find(([, y]) => y >= 0.97)?.[0] ?? 0.1;
    const zoom = Math.max(0.02, Math.ceil(reach * 1.3 * 50) / 50);
    const corner = rocChart({ width: course.narrow ? 340 : 260, height: 178, xs: [0, zoom], margin: { left: 34, bottom: 22, right: 8 }, xTitle: "", yTitle: "", label: "Bottom-left corner enlarged" });
    const layers = [roc, corner].map((plot) => set.runs.map((run) => {
      const line = s("path", { class: "curve other", d: plot.path(run.curve) });
      line.style.stroke = kColor(run.k, set.trueK);
      return line;
    }));
    roc.marks.append(...layers[0]);
    corner.marks.append(...layers[1]);
    roc.above.append(s("rect", { class: "zoomed", x: roc.x(0), y: roc.y(1), width: roc.x(zoom) - roc.x(0), height: roc.y(0) - roc.y(1) }));
    const drawn = s("path", { class: "sketch" });
    roc.above.append(drawn);
    const hint = s("text", { class: "note veil-note", x: roc.x(0.5), y: roc.y(0.46), "text-anchor": "middle" }, "Sketch your prediction here");
    roc.above.append(hint);
    sketchOn(roc, drawn, hint);
    const caption = h("span", {});
    const squares = s("svg", { class: "chart squares", viewBox: "0 0 260 98", role: "img" });
    body.replaceChildren(h("div", { class: "row", style: { gridTemplateColumns: "minmax(0,1fr) minmax(0,1.06fr) minmax(0,0.82fr)" } },
      figure(caption, map.svg),
      figure(h("span", {}, h("b", { style: { color: COLD[0] } }, "too few"), " · ", h("b", {}, "right"), " · ", h("b", { style: { color: WARM[1] } }, "too many")), roc.svg, "hidden-lines"),
      h("figure", { class: "veiled" }, h("figcaption", {}, `Bottom-left corner enlarged, FPR up to ${zoom}`), corner.svg, h("figcaption", {}, "Pairs in the wrong place, to scale"), squares, toll(set))));
    view = { set, map, layers, caption, squares, roc, shownK: null };
    const ks = set.runs.map((run) => run.k);
    controls?.node.remove();
    controls = slider({ name: "Clusters k", min: ks[0], max: ks.at(-1), value: k0[name], show: (k) => `k = ${k}`, onInput: showK });
    bench.replaceChildren(pick.node, controls.node);
    showK(k0[name]);
  }
  function showK(k) {
    const { set, map, layers, caption, squares } = view;
    k0[name] = k;
    course.set({ data: name, k });
    const run = set.runs.find((one) => one.k === k);
    map.recolour(run.labels);
    const kind = k < set.trueK ? "too few" : k > set.trueK ? "too many" : "right";
    caption.replaceChildren(h("b", { style: { color: kColor(k, set.trueK) } }, `k = ${k}`), ` ${kind} `,
      h("span", { class: "veiled-text" }, "AUCC ", h("b", { "data-testid": "aucc" }, fixed(run.aucc))));
    layers.forEach((lines) => lines.forEach((line, i) => {
      const on = set.runs[i] === run;
      line.classList.toggle("other", !on);
      if (on) line.parentNode.append(line);
    }));
    if (view.shownK !== k && course.shown()) {
      stopDrawing();
      stopDrawing = drawIn(layers[0][set.runs.indexOf(run)], 500);
    }
    view.shownK = k;
    drawSquares(squares, set, run);
  }
  // What one merge and one split cost, counted in the partitions next to the right one.
  function toll(set) {
    const merged = set.runs.find((run) => run.k === set.trueK - 1).joined;
    const split = set.runs.find((run) => run.k === set.trueK + 1).split;
    return h("p", { class: "small toll", "data-testid": "toll" },
      `One merge costs ${(merged / split).toFixed(1)} splits (${merged.toLocaleString("en")} to ${split.toLocaleString("en")})`);
  }
  // One square per kind of mistake, its area the number of pairs.
  function drawSquares(svg, set, run) {
    const most = Math.max(...set.runs.flatMap((one) => [one.joined, one.split]));
    const side = (count) => 74 * Math.sqrt(count / most);
    const square = (x, count, title, color) => {
      const own = side(count);
      return [
        s("rect", { x, y: 78 - own, width: own, height: own, rx: 2, style: `fill:${color}` }),
        s("text", { class: "tick", x, y: 94 }, `${count.toLocaleString("en")} ${title}`),
      ];
    };
    svg.setAttribute("aria-label", `${run.joined} pairs wrongly joined, ${run.split} wrongly split`);
    svg.replaceChildren(...square(6, run.joined, "wrongly joined", COLD[0]), ...square(140, run.split, "wrongly split", WARM[1]));
  }
  function sketchOn(roc, drawn, hint) {
    roc.svg.classList.add("sketching");
    drawn.setAttribute("d", sketch.length ? roc.path(sketch) : "");
    roc.svg.addEventListener("pointerdown", (event) => {
      if (course.shown()) return;
      event.preventDefault();
      sketch.splice(0);
      hint.remove();
      const add = (next) => {
        sketch.push(roc.toData(next).map((v) => Math.max(0, Math.min(1, v))));
        drawn.setAttribute("d", roc.path(sketch));
      };
      add(event);
      const end = () => {
        roc.svg.removeEventListener("pointermove", add);
        window.removeEventListener("pointerup", end);
      };
      roc.svg.addEventListener("pointermove", add);
      window.addEventListener("pointerup", end);
    });
  }
  open();
  course.whenShown(() => {
    stage.querySelector(".veil-note")?.remove();
    view.shownK = null;
    showK(k0[name]);
  });
  return { stop: () => stopDrawing() };
}

PICTURES.under_over = buildUnderOver;
