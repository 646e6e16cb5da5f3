// What the reader has chosen holds before anything is shown: a light or dark page, a theme
// of this manual, and the form of tokens to copy. It is fresh where it is first seen from its top, or where the heights
// of its blocks are known from before, so that what is not near the window may be laid out later. It is aimed where it is
// first seen at an address within it: then the sections around that are laid out first, once it is whole, and the others
// once the script says so; if it does not come, all are. It is served on one line.
"use strict";
(() => {
  const root = document.documentElement, isFirst = performance.getEntriesByType("navigation")[0]?.type === "navigate";
  if (isFirst && !location.hash) root.dataset.fresh = "";
  try {
    let rules = sessionStorage.getItem(`designmanual-heights:${innerWidth}:${location.pathname}`);
    if (rules) {
      root.dataset.fresh = "";
    } else if (isFirst && location.hash) {
      const to = `#${CSS.escape(decodeURIComponent(location.hash.slice(1)))}`, of = `.section:is(${to}, :has(${to}))`;
      const last = ".section:nth-last-of-type(-n + 3)"; // from where the window shows more above the target than below it
      rules = `@media screen { [data-aimed] .sliced:not(:has(${last}${to}, ${last} ${to})) .section:not(${of}, ${of} + *, ${of} + * + *, :has(+ ${to}, + * ${to})) > .block[id] > .body { content-visibility: hidden; contain-intrinsic-block-size: auto 24rem; } }`;
      root.dataset.aimed = "";
      document.head.append(Object.assign(document.createElement("link"), { rel: "expect", href: "#dm:end", blocking: "render" }));
      addEventListener("DOMContentLoaded", () => { if (!root.dataset.aimed) delete root.dataset.aimed; });
    }
    if (rules) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
    }
    for (const [key, name] of [["scheme", "scheme"], ["form", "form"], ["theme", `theme:${location.pathname}`]]) {
      const value = localStorage.getItem(`designmanual-${name}`);
      if (value) root.dataset[key] = value;
    }
  } catch { /* not allowed */ }
})();
