// What the lessons are handled with: the player, choices, sliders; and how things move.

import { h, reducedMotion, s } from "../shared/dom.js";
import { clamp } from "../shared/numbers.js";

// Icons are drawn, because fonts differ in which arrows they have.
const ICONS = {
  start: "M4 3v10M13 3L6 8l7 5z", back: "M11 3L4 8l7 5z", forward: "M5 3l7 5-7 5z", play: "M5 3l8 5-8 5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z", again: "M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3",
};
export const icon = (name) => s("svg", { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

// Runs `frame(0..1)` for `ms`; jumps to the end where motion is not wanted. Returns stop().
export function animate(ms, frame, done = () => {}) {
  if (reducedMotion() || document.hidden) {
    frame(1);
    done();
    return () => {};
  }
  let handle = 0;
  let start = null;
  const tick = (now) => {
    start ??= now;
    const t = Math.min(1, (now - start) / ms);
    frame(t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
    if (t < 1) handle = requestAnimationFrame(tick);
    else done();
  };
  handle = requestAnimationFrame(tick);
  return () => cancelAnimationFrame(handle);
}

// Buttons and a slider over steps 0..last. Space and arrows work because they are plain controls.
export function player({ last, pace = 600, name, onStep, start = 0, say = (step) => `${step} / ${last}` }) {
  let step = start;
  let timer = null;
  const slider = h("input", {
    type: "range", min: 0, max: last, value: start, "aria-label": name,
    oninput: () => { pause(); show(Number(slider.value)); },
  });
  const playButton = h("button", { type: "button", class: "play", onclick: () => (timer ? pause() : play()) });
  const count = h("output", { class: "count" });
  const node = h("div", { class: "player", role: "group", "aria-label": name },
    h("button", { type: "button", "aria-label": "Back to the start", onclick: () => { pause(); show(0); } }, icon("start")),
    h("button", { type: "button", "aria-label": "One step back", onclick: () => { pause(); show(step - 1); } }, icon("back")),
    playButton,
    h("button", { type: "button", "aria-label": "One step forward", onclick: () => { pause(); show(step + 1); } }, icon("forward")),
    slider, count);

  function label() {
    playButton.replaceChildren(icon(timer ? "pause" : "play"), timer ? "Pause" : "Play");
    playButton.setAttribute("aria-pressed", timer ? "true" : "false");
  }
  function show(next) {
    step = clamp(next, 0, last);
    slider.value = step;
    count.textContent = say(step);
    onStep(step);
  }
  function play() {
    if (reducedMotion()) return show(last);
    if (step >= last) show(0);
    timer = window.setInterval(() => {
      show(step + 1);
      if (step >= last) pause();
    }, pace);
    label();
  }
  function pause() {
    window.clearInterval(timer);
    timer = null;
    label();
  }
  label();
  return { node, show, pause, play, step: () => step };
}

// A row of buttons of which one is on.
export function choice({ name, options, value, onChoose }) {
  const buttons = options.map(({ value: own, label, color }) =>
    h("button", { type: "button", "data-value": own, style: color ? { "--own": color } : null, onclick: () => set(own) }, label));
  const node = h("div", { class: "choice", role: "group", "aria-label": name }, buttons);
  function mark(chosen) {
    options.forEach(({ value: own }, i) => buttons[i].setAttribute("aria-pressed", own === chosen ? "true" : "false"));
  }
  function set(chosen) {
    mark(chosen);
    onChoose(chosen);
  }
  mark(value);
  return { node, set, mark };
}

export function slider({ name, min, max, step = 1, value, show = String, onInput }) {
  const text = h("output", {}, show(value));
  const input = h("input", {
    type: "range", min, max, step, value, "aria-label": name,
    oninput: () => { text.textContent = show(Number(input.value)); onInput(Number(input.value)); },
  });
  const node = h("label", { class: "slider" }, h("span", {}, name), input, text);
  const put = (next) => { input.value = next; text.textContent = show(next); }; // moves it silently
  return { node, put };
}

export async function copyText(text, button, said = "Copied") {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = said;
  } catch {
    window.prompt("Copy this:", text); // no clipboard without HTTPS
  }
  window.setTimeout(() => { button.textContent = before; }, 1500);
}
