// Hands Python's answer to the view; draws nothing itself.
export default function answer({ data }) {
  window.auccReceive?.(data);
}
