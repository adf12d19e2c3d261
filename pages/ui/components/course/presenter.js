// A lesson on the big screen: the keys of a clicker, a blank screen, and the way out.

const FORWARD = ["PageDown", "ArrowRight", " "];
const BACK = ["PageUp", "ArrowLeft"];

// What has the focus keeps its own keys; a clicker's are for the lesson alone.
const busy = (event) => !event.key.startsWith("Page") && event.target.closest?.("input, button, a, summary, .handle");

export function present(root, { forward, back, leave }) {
  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || busy(event)) return;
    if (FORWARD.includes(event.key)) forward();
    else if (BACK.includes(event.key)) back();
    else if (event.key === "b" || event.key === ".") root.classList.toggle("blank");
    else if (event.key === "Escape" && !document.fullscreenElement) leave();
    else return;
    event.preventDefault();
  };
  const shrunk = () => { if (!document.fullscreenElement) leave(); }; // Escape is the browser's then
  document.addEventListener("keydown", press);
  document.addEventListener("fullscreenchange", shrunk);
  return () => {
    document.removeEventListener("keydown", press);
    document.removeEventListener("fullscreenchange", shrunk);
    root.classList.remove("blank");
  };
}
