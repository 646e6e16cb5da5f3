// What the reader has chosen holds before anything is shown: a light or dark page, a theme
// of this manual, and the form of tokens to copy. It is fresh where it is first seen from its top, so that
// what is below may be laid out later. It is served on one line.
"use strict";
(() => {
  const root = document.documentElement;
  if (performance.getEntriesByType("navigation")[0]?.type === "navigate" && !location.hash) root.dataset.fresh = "";
  try {
    for (const [key, name] of [["scheme", "scheme"], ["form", "form"], ["theme", `theme:${location.pathname}`]]) {
      const value = localStorage.getItem(`designmanual-${name}`);
      if (value) root.dataset[key] = value;
    }
  } catch { /* not allowed */ }
})();
