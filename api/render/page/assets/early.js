// What the reader has chosen holds before anything is shown: a light or dark page, a theme
// of this manual, and the form of tokens to copy. It is fresh where it is first seen, or where the heights of the bodies
// of its blocks are known from before, so that those not near the window may be laid out later; if the script does not
// come, all are laid out. It is served on one line.
"use strict";
(() => {
  const root = document.documentElement, isFirst = performance.getEntriesByType("navigation")[0]?.type === "navigate";

  // aim lays out the sections and the bodies that the window shows at an address within, in steps and before anything is
  // shown, so that no title in it moves. What is above is hidden, so that the place stays where it is.
  const aim = function* (id) {
    yield;
    const all = (selector) => [...document.querySelectorAll(selector)], sections = all("main > .section");
    const bodies = all(".sliced main .block[id] > .body"), target = document.getElementById(id);
    if (!target || !bodies[0]) return;
    const top = (element) => element.getBoundingClientRect().top, sectionOf = (element) => element.closest(".section");
    const follows = (element) => target.compareDocumentPosition(element) & 12; // or contains it
    const at = bodies.findIndex(follows), both = (element) => [sectionOf(element), element];
    const show = (element) => both(element).forEach(({ style }) => { style.contentVisibility = "visible"; });
    let first = at < 0 ? bodies.length - 1 : at, next = first;
    // A section is asked before its bodies, which wait with it.
    const isNear = (body) => body && both(body).every((element) => top(element) - top(target) < innerHeight);
    if (sectionOf(target)) yield show(sectionOf(target));
    while (isNear(bodies[next])) yield show(bodies[next++]);
    if (!bodies[next]) {
      yield sections.filter(follows).forEach(show);
      while (first > 0 && root.scrollHeight - scrollY - top(bodies[first]) < innerHeight) yield show(bodies[--first]);
    }
    const before = sectionOf(bodies[first && first - 1]); // whose end may be in the window
    show(before);
    [...sections.slice(0, sections.indexOf(before)), ...bodies.slice(0, first)].forEach(({ classList }) => classList.add("above"));
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
    for (const name of ["scheme", "form", `theme:${location.pathname}`]) {
      const value = localStorage.getItem(`designmanual-${name}`);
      if (value) root.dataset[name.split(":")[0]] = value;
    }
  } catch { /* not allowed */ }
  let id = "";
  if (isFirst && location.hash) {
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { /* no address */ }
    // The bold of running text is not preloaded: at the top hardly anything is set in it. Here it would break lines anew.
    const loadBold = (records, observer) => {
      if (!document.body) return;
      observer.disconnect();
      const style = getComputedStyle(root);
      document.fonts.load(`${style.getPropertyValue("--bold")} 1em ${style.getPropertyValue("--body")}`).catch(() => { /* no font */ });
    };
    new MutationObserver(loadBold).observe(root, { childList: true });
  }
  // Each step is a task of its own, once all of the page is read. Frames before are empty. A page that is loaded again is
  // not hidden: the browser would scroll to its top.
  globalThis.aimed = new Promise((done) => {
    if (!id) return done();
    const steps = aim(id);
    let isDone;
    const step = () => {
      document.body.style.contentVisibility = "";
      isDone = true; // also if the step fails
      isDone = steps.next().done;
      if (!isDone) next();
      return root.offsetHeight;
    };
    const next = () => globalThis.scheduler ? scheduler.postTask(step, { priority: "user-blocking" }) : setTimeout(step);
    const hide = () => {
      if (isDone) return done();
      document.body?.style.setProperty("content-visibility", "hidden");
      if (isDone === undefined && document.readyState !== "loading") next(isDone = false);
      requestAnimationFrame(hide);
    };
    requestAnimationFrame(hide);
  });
})();
