// What the reader has chosen holds before anything is shown: a light or dark page, a theme
// of this manual, and the form of tokens to copy. It is fresh where it is first seen from its top, or where the heights
// of its blocks are known from before, so that what is not near the window may be laid out later. It is served on one line.
"use strict";
(() => {
  const root = document.documentElement;
  if (performance.getEntriesByType("navigation")[0]?.type === "navigate" && !location.hash) root.dataset.fresh = "";
  try {
    const heights = sessionStorage.getItem(`designmanual-heights:${innerWidth}:${location.pathname}`);
    if (heights) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(heights);
      document.adoptedStyleSheets = [sheet];
      root.dataset.fresh = "";
    }
    for (const [key, name] of [["scheme", "scheme"], ["form", "form"], ["theme", `theme:${location.pathname}`]]) {
      const value = localStorage.getItem(`designmanual-${name}`);
      if (value) root.dataset[key] = value;
    }
  } catch { /* not allowed */ }
})();
