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
// who presses a key meanwhile, and then something else. What is urgent goes before images and frames, in longer tasks.
const inSlices = (items, each, last = () => {}, isUrgent = false) => {
  const next = isUrgent && globalThis.scheduler?.postTask ? () => scheduler.postTask(slice, { priority: "user-blocking" }) : () => setTimeout(slice);
  let i = 0;
  const slice = () => {
    const end = performance.now() + (isUrgent ? 12 : 8);
    while (i < items.length && performance.now() < end) each(items[i++]);
    if (i < items.length) next();
    else last();
  };
  next();
};

// Of a manual of many elements the section and the bodies of blocks that are near the window are laid out first. The other
// sections, and so their titles, follow as soon as this runs, and the other bodies once the page has loaded: those that
// follow, and then those before, from the window up. A page that is loaded again knows how high they are, so that the reader
// finds what was in the window, which alone is laid out first.
const root = document.documentElement;
if (body.matches(".sliced") && "fresh" in root.dataset) {
  root.dataset.slicing = ""; // no selector names it, so that no style is computed anew
  const sections = all("main > .section"), bodies = all("main .block[id] > .body");
  const box = (element) => element.getBoundingClientRect(), top = (element) => box(element).top;
  const sectionOf = (element) => element.closest(".section");
  const isBelow = (element) => // the top of the window
    !element.matches(".above") && box(sectionOf(element)).bottom > 0 && box(element).bottom > 0;
  const layOut = (element) => {
    element.style.contentVisibility = "visible";
    return element.offsetHeight;
  };

  // What the reader sees stays where it is while what is above is laid out, until the reader scrolls.
  let seen, place, scrolled;
  const look = () => {
    if (Math.abs(scrollY - scrolled) <= 1) return;
    seen = bodies.find((element) => isBelow(element) && top(element) >= 0) ?? bodies.at(-1);
    place = top(seen);
    scrolled = scrollY;
  };
  const putBack = () => { // also what a font that came late moved
    scrollBy({ top: top(seen) - place, behavior: "instant" });
    scrolled = scrollY;
  };

  // open lays out a section above, whose bodies wait.
  const open = (section) => {
    root.style.overflowAnchor = "none";
    look();
    layOut(section);
    putBack();
  };
  // openAbove does so from the window up, once what is near below has come to rest, and ends with the frame that shows it:
  // it counts as a shift if anything below moves too.
  const openAbove = (done) => {
    const layOutNear = (element) => isBelow(element) && top(element) < 3 * innerHeight && layOut(element);
    const end = () => {
      root.style.overflowAnchor = "";
      requestAnimationFrame(done);
    };
    const next = () => inSlices(all("main > .above").reverse(), open, end, true);
    inSlices(bodies, layOutNear, () => requestAnimationFrame(() => requestAnimationFrame(next)), true);
  };

  // climb lays out bodies from the window up. It counts as a shift where anything else in the window or near it moves too:
  // so in a frame bodies of one section follow, as long as all of them are far, and of those that are hidden or near one
  // alone.
  const climb = (rest) => {
    const next = () => {
      const end = performance.now() + 8, section = sectionOf(rest[0]);
      const isFree = (element) => sectionOf(element) === section && !element.matches(".above") && box(element).bottom < -3 * innerHeight && Math.abs(top(seen) - place) < innerHeight;
      look();
      do layOut(rest.shift()); while (rest.length && performance.now() < end && isFree(rest[0]));
      putBack();
      if (rest.length && box(rest[0]).bottom < -3 * innerHeight) all(".above").forEach((element) => element.classList.remove("above"));
      if (rest.length) requestAnimationFrame(next);
      else root.style.overflowAnchor = root.style.minBlockSize = "";
    };
    if (!rest.length) return;
    root.style.overflowAnchor = "none";
    root.style.minBlockSize = `${root.scrollHeight}px`; // so that the browser does not scroll at the end of the page
    requestAnimationFrame(next);
  };
  const titled = aimed.then(() => new Promise((done) => {
    inSlices(sections, (section) => section.matches(".above") || layOut(section), () => openAbove(done), true);
  }));
  addEventListener("load", () => titled.then(() => {
    const first = Math.max(0, bodies.findIndex(isBelow));
    inSlices(bodies.slice(first), layOut, () => climb(bodies.slice(0, first).reverse()));
  }));
  addEventListener("click", ({ target }) => { if (target.closest("a[href^='#']")) delete root.dataset.fresh; });

  // What a page that is loaded again takes is measured before, as a page that goes away is not laid out once more.
  const heights = new Map(), inWindow = new Set();
  const measured = new ResizeObserver((entries) => entries.forEach(({ target, contentRect }) => heights.set(target, contentRect.height)));
  const watched = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => inWindow[isIntersecting ? "add" : "delete"](target)));
  for (const element of bodies) watched.observe(element);
  for (const element of [...sections, ...bodies]) measured.observe(element);
  addEventListener("pagehide", () => {
    const nameOf = ({ id, parentElement }) => id ? `#${CSS.escape(id)}` : `#${CSS.escape(parentElement.id)} > .body`;
    const rules = [...heights].map(([element, height]) => `${nameOf(element)} { contain-intrinsic-block-size: auto ${height}px; }`);
    rules.push(`@media screen { [data-fresh][data-again] .block[id] > .body:not(:has(h1, h2, h3, h4, h5, h6), ${[...inWindow].map(nameOf)}) { content-visibility: hidden; } }`);
    try { sessionStorage.setItem(`designmanual-heights:${innerWidth}:${location.pathname}`, rules.join(" ")); } catch { /* not allowed */ }
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
