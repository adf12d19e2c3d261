// Asks for plotly.js, unless this page has done so already.
if (!document.querySelector('script[src*="vendor/plotly.min.js"]')) {
  const script = document.createElement("script");
  script.src = new URL("./vendor/plotly.min.js", document.baseURI).href;
  document.head.append(script);
}
