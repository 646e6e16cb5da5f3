// What the reader has chosen holds before anything is shown: a light or dark page, a theme
// of this manual, and the form of tokens to copy. It is fresh where it is first seen, or where the heights of its sections
// and blocks are known from before, so that what is not near the window may be laid out later; if the script does not
// come, all is laid out. It is served on one line.
"use strict";
(() => {
  const root = document.documentElement, isFirst = performance.getEntriesByType("navigation")[0]?.type === "navigate";

  // aim lays out what an address within leads to, before anything is shown, and of a place near the end also what stands
  // before it in the window. What is above is hidden, so that the place stays where it is.
  const aim = (id) => {
    const blocks = [...document.querySelectorAll(".sliced main > .section > .block[id]")], target = document.getElementById(id);
    if (!target || !blocks.length) return;
    const at = blocks.findIndex((block) => block.contains(target) || target.compareDocumentPosition(block) & 4); // it follows
    const show = (block) => { block.style.contentVisibility = block.parentElement.style.contentVisibility = "visible"; };
    const isShort = (block) => root.getBoundingClientRect().bottom - block.getBoundingClientRect().top < innerHeight; // from there to the end
    let first = at < 0 ? blocks.length - 1 : at;
    if (blocks.length - first > innerHeight / 100) show(blocks[first]);
    else for (blocks.slice(first).forEach(show); first > 0 && isShort(blocks[first]);) show(blocks[--first]);
    if (target.matches(".section") && first > 0) show(blocks[--first]); // the end of whose section is in the window
    for (const block of blocks.slice(0, first)) for (const part of [block, block.parentElement]) part.classList.toggle("above", !part.style.contentVisibility);
    target.scrollIntoView();
  };
  root.dataset[isFirst ? "fresh" : "again"] = "";
  addEventListener("DOMContentLoaded", () => { if (!root.dataset.fresh) delete root.dataset.fresh; });
  try {
    const rules = sessionStorage.getItem(`designmanual-heights:${innerWidth}:${location.pathname}`);
    if (rules) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
      root.dataset.fresh = "";
    }
    for (const [key, name] of [["scheme", "scheme"], ["form", "form"], ["theme", `theme:${location.pathname}`]]) {
      const value = localStorage.getItem(`designmanual-${name}`);
      if (value) root.dataset[key] = value;
    }
  } catch { /* not allowed */ }
  if (isFirst && location.hash) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "expect", href: "#dm:end", blocking: "render" }));
    requestAnimationFrame(() => { try { aim(decodeURIComponent(location.hash.slice(1))); } catch { /* no address */ } });
  }
})();
