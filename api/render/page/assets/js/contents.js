// The address of a theme shows it.
const pick = () => {
  const label = document.querySelector(".themes > label:target");
  if (label?.control) label.control.checked = true;
};
addEventListener("hashchange", pick);
pick();

// An image that does not load gives its place to its text.
const standIn = (image) => {
  if (image.hidden) return;
  image.hidden = true;
  image.after(make("span", "stand-in", image.alt));
};
for (const image of all(".frame > img, .sized > img")) {
  if (image.complete && image.naturalWidth === 0 && image.currentSrc) standIn(image);
  else image.addEventListener("error", () => standIn(image), { once: true });
}

// The current section is the last one that begins above a line at a fifth of
// the window. Within the last screen the line moves down to the bottom, so
// that sections too short to reach the top become current too. If the address
// names a section in view above the line, that one is current.
const contents = document.querySelector(".contents");
const places = (links) => links.map((link) => ({ link, place: placeOf(link) })).filter(({ place }) => place);
const sections = contents ? places(all(":scope > ol > li:not(.to-news) > a", contents)) : [];
// Below a section stand its blocks: each by its title, else its first heading, else its label once.
const listBlocks = (entry) => {
  if (entry.isListed) return;
  entry.isListed = true;
  const list = make("ol", ""), labels = new Set();
  for (const block of all(":scope > .block[id]", entry.place)) {
    const title = block.querySelector(".margin > h3, .words > .body > .prose :is(h1, h2, h3, h4, h5, h6)"), name = plain(title);
    if (!name || title.matches(".label") && labels.has(name)) continue;
    labels.add(name);
    const item = make("li", ""), to = make("a", "", name.length > 80 ? `${name.slice(0, name.lastIndexOf(" ", 79))} …` : name);
    to.href = `#${encodeURIComponent(block.id)}`;
    item.append(to);
    list.append(item);
  }
  if (list.firstChild) entry.link.after(list);
};
inSlices(sections, listBlocks);
const top = (entry) => entry.place.getBoundingClientRect().top;
const lastAbove = (entries, line) => entries.findLast((entry) => top(entry) <= line);
let current = contents?.querySelector("a[aria-current]"), inner, blocks = [];
const mark = (before, link, value) => {
  if (before === link) return;
  before?.removeAttribute("aria-current");
  link?.setAttribute("aria-current", value);
};
const makeRoom = () => contents.style.setProperty("--inner", `${contents.querySelector(".current > ol")?.offsetHeight ?? 0}px`);
const follow = () => {
  const left = document.documentElement.scrollHeight - innerHeight - scrollY;
  const line = innerHeight * (1 - 0.8 * Math.min(1, left / innerHeight));
  const target = document.querySelector(":target")?.closest(".section");
  const named = sections.find((entry) => entry.place === target && top(entry) > -2 && top(entry) <= line);
  const entry = named ?? lastAbove(sections, line) ?? sections[0], { link } = entry;
  if (link !== current || blocks.of !== link) {
    listBlocks(entry);
    current?.parentElement.classList.remove("current");
    const height = link.offsetHeight;
    link.classList.remove("full");
    link.parentElement.classList.add("current");
    if (link.offsetHeight > height) link.classList.add("full"); // a bold title would take one more line, and shift what follows
    mark(current, link, "true");
    current = link;
    blocks = places(all("ol a", link.parentElement));
    blocks.of = link;
    makeRoom();
    const seen = link.getBoundingClientRect().top - contents.getBoundingClientRect().top;
    if (contents.scrollHeight > contents.clientHeight && (seen < 40 || seen > contents.clientHeight * 0.7)) contents.scrollBy({ top: seen - contents.clientHeight / 3 });
  }
  const within = lastAbove(blocks, line)?.link;
  if (within && within !== inner) {
    const list = within.closest("ol"), seen = within.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (seen < 0 || seen > list.clientHeight - 40) list.scrollBy({ top: seen - list.clientHeight / 3 });
  }
  mark(inner, within, "location");
  inner = within;
};
if (sections.length > 0) {
  let due;
  const later = () => {
    due ??= requestAnimationFrame(() => {
      due = undefined;
      follow();
    });
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", () => {
    makeRoom(); // the second level is as high as a share of the window
    later();
  });
  addEventListener("hashchange", later);
  // It calls for the first time after the page is laid out.
  new ResizeObserver(later).observe(body);
  contents.addEventListener("toggle", makeRoom);
  new ResizeObserver(makeRoom).observe(contents);
  contents.addEventListener("click", (event) => { if (event.target.closest("a")) contents.hidePopover?.(); });
}

// The contents stand on paper after the cover.
const printed = document.querySelector(".to-paper");
if (printed) {
  printed.hidden = false;
  printed.addEventListener("click", () => print());
  addEventListener("beforeprint", () => {
    if (document.querySelector(".printed")) return;
    sections.forEach(listBlocks);
    const list = contents.querySelector(":scope > ol").cloneNode(true);
    list.className = "printed";
    document.querySelector(".cover").after(list);
  });
  addEventListener("afterprint", () => document.querySelector(".printed")?.remove());
}
