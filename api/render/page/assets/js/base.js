// What every part of the script uses. The script adds to a page that works without it:
// values to copy, search, pictures in large, logos as PNG, the current section in the
// contents, and text in place of an image that does not load.
const body = document.body;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const plain = (element) => element?.textContent.trim().replace(/\s+/g, " ") ?? "";
const make = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });
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
// which are heard only then; or all at once before a link leads to one. A page that is loaded again knows how high they
// are, so that the reader finds what was in the window.
if (body.matches(".sliced")) {
  const inText = ":has(h3, h4, p a)";
  const bodies = [...all(`main .block[id] > .body${inText}`), ...all(`main .block[id] > .body:not(${inText})`)];
  const heights = new Map();
  const measured = new ResizeObserver((seen) => seen.forEach(({ target, contentRect }) => heights.set(target, contentRect.height)));
  addEventListener("load", () => inSlices(bodies, (block) => {
    block.style.contentVisibility = "visible";
    measured.observe(block);
    return block.offsetHeight;
  }));
  addEventListener("click", ({ target }) => { if (target.closest("a[href^='#']")) delete document.documentElement.dataset.fresh; });
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
