// What the reader has chosen holds before anything is shown: a light or dark page, a theme
// of this manual, and the form of tokens to copy. It is fresh where it is first seen, or where the heights of the bodies
// of its blocks are known from before, so that those not near the window may be laid out later; if the script does not
// come, all are laid out. It is served on one line.
"use strict";
(() => {
  const root = document.documentElement, isFirst = performance.getEntriesByType("navigation")[0]?.type === "navigate";

  // aim lays out the sections and the bodies that the window shows at an address within, before anything is shown, so
  // that no title in it moves. What is above is hidden, so that the place stays where it is.
  const aim = (id) => {
    const bodies = [...document.querySelectorAll(".sliced main .block[id] > .body")], target = document.getElementById(id);
    if (!target || !bodies.length) return;
    const sections = [...document.querySelectorAll("main > .section")], sectionOf = (element) => element.closest(".section");
    const follows = (element) => target.compareDocumentPosition(element) & 12; // or contains it
    const at = bodies.findIndex(follows), both = (element) => [sectionOf(element), element];
    const show = (element) => both(element).forEach(({ style }) => { style.contentVisibility = "visible"; });
    const isShort = (body) => root.getBoundingClientRect().bottom - body.getBoundingClientRect().top < innerHeight; // from there to the end
    let first = at < 0 ? bodies.length - 1 : at;
    // A section is asked before its bodies, which wait with it.
    const isNear = (body) => body && both(body).every((element) => element.getBoundingClientRect().top - target.getBoundingClientRect().top < 1.5 * innerHeight);
    if (sectionOf(target)) show(sectionOf(target));
    if (bodies.length - first > innerHeight / 100) for (let i = first; isNear(bodies[i]); i++) show(bodies[i]);
    else for ([...sections.filter(follows), ...bodies.slice(first)].forEach(show); first > 0 && isShort(bodies[first]);) show(bodies[--first]);
    if (first > 0) show(bodies[--first]); // whose end may be in the window
    const above = [...sections.slice(0, sections.indexOf(sectionOf(bodies[first]))), ...bodies.slice(0, first)];
    above.forEach(({ classList }) => classList.add("above"));
    target.scrollIntoView();
  };
  root.dataset[isFirst ? "fresh" : "again"] = isFirst && !location.hash ? "top" : "";
  addEventListener("DOMContentLoaded", () => { if (!("slicing" in root.dataset)) delete root.dataset.fresh; });
  try {
    const rules = sessionStorage.getItem(`designmanual-heights:${innerWidth}:${location.pathname}`);
    if (rules) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
      root.dataset.fresh ??= "";
    }
    for (const [key, name] of [["scheme", "scheme"], ["form", "form"], ["theme", `theme:${location.pathname}`]]) {
      const value = localStorage.getItem(`designmanual-${name}`);
      if (value) root.dataset[key] = value;
    }
  } catch { /* not allowed */ }
  if (isFirst && location.hash) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "expect", href: "#dm:end", blocking: "render" }));
    // The bold of running text is not preloaded: at the top hardly anything is set in it. Here it would break lines anew.
    const loadBold = (records, observer) => {
      if (!document.body) return;
      observer.disconnect();
      const style = getComputedStyle(root);
      document.fonts.load(`${style.getPropertyValue("--bold")} 1em ${style.getPropertyValue("--body")}`).catch(() => { /* no font */ });
    };
    new MutationObserver(loadBold).observe(root, { childList: true });
    requestAnimationFrame(() => { try { aim(decodeURIComponent(location.hash.slice(1))); } catch { /* no address */ } });
  }
})();
