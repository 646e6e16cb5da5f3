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

// The blocks are laid out once the page has loaded, those with headings and links first, which are heard only then;
// or all at once before a link leads to one.
addEventListener("load", () => {
  const texts = "main .body:has(h3, h4, p a)";
  inSlices([...all(texts), ...all(`main .body:not(${texts})`)], (block) => {
    block.style.contentVisibility = "visible";
    return block.offsetHeight;
  });
});
addEventListener("click", ({ target }) => { if (target.closest("a[href^='#']")) delete document.documentElement.dataset.fresh; });

// What the reader has chosen is kept in this browser, or for this page only.
const remember = (key, value) => { try { localStorage.setItem(key, value); } catch { /* not allowed */ } };

const said = document.querySelector(".said");
let fading;
const say = (message) => {
  said.textContent = message;
  clearTimeout(fading);
  fading = setTimeout(() => { said.textContent = ""; }, 2500);
};
