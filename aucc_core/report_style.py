"""The style sheet inside every report."""

STYLE = """
:root { color-scheme: light; --ink: #1c2330; --soft: #5b6575; --line: #e2e6ec; --blue: #0072b2; }
* { box-sizing: border-box; }
body { margin: 0; background: #f5f7fa; color: var(--ink); font: 15px/1.55 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 2rem 1rem 4rem; }
header { padding: 0 0.2rem 0.6rem; }
h1 { font-size: 1.7rem; margin: 0.1rem 0 0.6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 0.8rem; }
h3 { font-size: 0.95rem; margin: 0.9rem 0 0.2rem; }
section { background: #fff; border: 1px solid var(--line); border-radius: 10px; margin: 1rem 0;
  padding: 1.1rem 1.2rem; }
.kind { color: var(--blue); font-weight: 600; letter-spacing: 0.02em; margin: 0; }
.verdict { font-size: 1.25rem; margin: 0.2rem 0; overflow-wrap: anywhere; }
.sure { border-radius: 99px; padding: 0.1rem 0.7rem; font-weight: 600; font-size: 0.85rem; }
.sure.high { background: #d9f2e4; color: #0b5d38; }
.sure.medium { background: #fdf0d0; color: #6d4c00; }
.sure.low { background: #fde0dc; color: #8a1f11; }
.note { color: var(--soft); font-size: 0.88rem; margin: 0.6rem 0 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.88rem;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.4rem 0.5rem; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; white-space: nowrap; }
td { overflow-wrap: anywhere; }
td:first-child { min-width: 7rem; }
.n { text-align: right; white-space: nowrap; }
.ranked tbody tr:first-child td { font-weight: 600; }
ul { margin: 0.3rem 0; padding-left: 1.2rem; }
li { overflow-wrap: anywhere; }
@media print { body { background: #fff; } main { padding: 0; }
  section { break-inside: avoid; padding: 0.9rem; }
  /* Paper cannot be scrolled sideways: headings break so that every column is on it. */
  .wide { overflow: visible; } table { font-size: 0.72rem; } th, th.n { white-space: normal; }
  th, td { padding: 0.25rem; } td:first-child { min-width: 4rem; } }
"""
