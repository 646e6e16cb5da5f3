// What every part of the script uses. The script adds to a page that works without it:
// values to copy, search, pictures in large, logos as PNG, the current section in the
// contents, and text in place of an image that does not load.
const body = document.body;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const plain = (element) => element?.textContent.trim().replace(/\s+/g, " ") ?? "";
const make = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });
const placeOf = ({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1)));
const fill = (words, value) => words.replace("%s", () => value);

// inSlices does something with each item, in tasks of their own that are short enough for a reader
// who presses a key meanwhile.
const inSlices = (items, each) => {
  let i = 0;
  const slice = () => {
    const end = performance.now() + 8;
    while (i < items.length && performance.now() < end) each(items[i++]);
    if (i < items.length) setTimeout(slice);
  };
  setTimeout(slice);
};

// The blocks of a manual of many elements are laid out once the page has loaded, those with headings and links first,
// which are heard only then. A page that is loaded again knows how high they are, so that the reader finds what was in
// the window.
if (body.matches(".sliced")) {
  const root = document.documentElement, bodies = all("main .block[id] > .body"), heights = new Map();
  const top = (element) => element.getBoundingClientRect().top;
  const measured = new ResizeObserver((seen) => seen.forEach(({ target, contentRect }) => heights.set(target, contentRect.height)));
  const layOut = (block) => {
    block.style.contentVisibility = "visible";
    measured.observe(block);
    return block.offsetHeight;
  };

  // layOutAround lays out what is not near the target, to which the browser scrolls. In each frame blocks of one section
  // follow, and near the window one alone, while what the reader sees stays where it is: so nothing counts as a shift.
  const layOutAround = (target) => {
    const after = bodies.findIndex((block) => target.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING);
    const rest = [...bodies.slice(after), ...bodies.slice(0, after)];
    let seen = target, place;
    const next = () => {
      const end = performance.now() + 8, section = rest[0].closest(".section");
      const isFree = (block) => top(block) > innerHeight || block.closest(".section") === section && top(block) < -3 * innerHeight && Math.abs(top(seen) - place) < innerHeight;
      if (!(Math.abs(top(seen) - place) < 2)) { // the reader has scrolled, or the browser
        seen = bodies.find((block) => top(block) >= 0) ?? target;
        place = top(seen);
      }
      do layOut(rest.shift()); while (rest.length && performance.now() < end && isFree(rest[0]));
      scrollBy({ top: top(seen) - place, behavior: "instant" });
      root.style.overflowAnchor = rest.length ? "none" : "";
      if (rest.length) requestAnimationFrame(next);
    };
    // The browser scrolls there in a frame of its own.
    const start = () => requestAnimationFrame(() => requestAnimationFrame(document.readyState === "complete" || target.matches(":target") ? next : start));
    start();
  };
  const target = root.dataset.aimed === "" && placeOf(location);
  if (target) {
    root.dataset.aimed = "true";
    layOutAround(target);
  } else {
    delete root.dataset.aimed;
    const inText = (block) => block.matches(":has(h3, h4, p a)");
    addEventListener("load", () => inSlices([...bodies.filter(inText), ...bodies.filter((block) => !inText(block))], layOut));
  }
  addEventListener("click", ({ target }) => { if (target.closest("a[href^='#']")) delete root.dataset.fresh, delete root.dataset.aimed; });
  addEventListener("pagehide", () => {
    if (heights.size < bodies.length) return;
    const rules = bodies.map((block) => `#${CSS.escape(block.parentElement.id)} > .body { contain-intrinsic-block-size: auto ${heights.get(block)}px; }`);
    try { sessionStorage.setItem(`designmanual-heights:${innerWidth}:${location.pathname}`, rules.join("")); } catch { /* not allowed */ }
  });
}

// What the reader has chosen is kept in this browser, or for this page only.
const remember = (key, value) => { try { localStorage.setItem(key, value); } catch { /* not allowed */ } };

const said = document.querySelector(".said");
let fading;
const say = (message) => {
  said.textContent = message;
  clearTimeout(fading);
  fading = setTimeout(() => { said.textContent = ""; }, 2500);
};
