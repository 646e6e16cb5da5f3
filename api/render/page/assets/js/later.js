// What few readers use is in a script and a style sheet of their own, which are loaded when they are first used:
// filters, the contrast of many colors, the search, pictures in large, the logo desk and archives. It says in later what it does.
const later = {};
const button = (text, act) => {
  const made = make("button", "tool", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
};
// arrived adds an element to the head, and waits until what it names is there.
const arrived = (element) => new Promise((done, fail) => {
  element.addEventListener("load", done);
  element.addEventListener("error", () => {
    element.remove();
    fail(new Error(element.src ?? element.href));
  });
  document.head.append(element);
});
// What the other script takes from this one.
globalThis.designmanual = { later, body, all, plain, make, fill, say, inSlices, button, channels, rgb, hsl, hueOf, tokenOf, colorOf, prepare, prepareSwatch, foldedModes, copy };
let loading;
const load = () => {
  const [address, integrity] = body.dataset.later.split(" ");
  loading ??= Promise.all([
    arrived(Object.assign(make("script", ""), { src: address, integrity })),
    arrived(Object.assign(make("link", ""), { rel: "stylesheet", href: body.dataset.laterStyle })),
  ]).then(() => later);
  // The next try loads it again.
  loading.catch(() => { loading = undefined; });
  return loading;
};
// use does something with what that script does: at once if it is in the page, as in one
// that is a single file.
const use = async (act) => act(body.dataset.later ? await load() : later);
// attempt returns what uses that script, and says if something does not load.
const attempt = (act) => () => use(act).catch(() => say(body.dataset.notLoaded));

// The contents of a long manual, and the cards of the index, are filtered by words.
for (const [name, items] of [[".filter", ".contents > ol > li"], [".find", ".card"]]) {
  const label = document.querySelector(name);
  if (!label) continue;
  label.hidden = false;
  label.oninput = label.onclick = attempt(({ filter }) => filter(label, all(items)));
}

// An icon copies its SVG.
inSlices(all(".icon[data-svg]"), (tile) => {
  const picture = tile.querySelector("img"), name = plain(tile.parentElement.querySelector("code"));
  const made = button("", attempt(({ copySVG }) => copySVG(made, picture.src, name)));
  made.className = tile.className;
  made.append(...tile.childNodes);
  made.setAttribute("aria-label", fill(tile.closest(".icons").dataset.label, name));
  tile.replaceWith(made);
});

body.addEventListener("toggle", ({ target }) => {
  if (target.matches(".modes")) attempt(({ unfold }) => unfold(target))();
}, true);
for (const details of all("details.later")) details.addEventListener("toggle", attempt(({ fillContrast }) => fillContrast(details)));

// The dialog of the search opens at once, so that no letter is lost.
const search = document.querySelector("dialog.search");
if (search) {
  const opener = document.querySelector(".open-search"), field = search.querySelector("input"), found = search.querySelector(".found");
  let look;
  const open = () => {
    document.querySelector(".contents")?.hidePopover?.();
    field.value = found.textContent = "";
    search.showModal();
    use(({ startSearch }) => {
      look ??= startSearch(search);
      look();
    }).catch(() => { found.textContent = body.dataset.notLoaded; });
  };
  opener.hidden = false;
  opener.addEventListener("click", open);
  search.querySelector("button").addEventListener("click", () => search.close());
  search.addEventListener("click", (event) => { if (event.target === search) search.close(); });
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
    const wanted = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && (!typing || typing === field) || event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!wanted || search.open) return;
    event.preventDefault();
    open();
  });
}

const zooms = all("a.zoom");
let enlarge;
zooms.forEach((link, i) => link.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || link.querySelector("img").hidden) return;
  event.preventDefault();
  attempt(({ makeLarge }) => {
    enlarge ??= makeLarge(zooms);
    enlarge(i);
  })();
}));

// A film that plays has no picture behind it, which would be seen beside one of another shape.
for (const film of all(".film > video")) film.addEventListener("playing", () => film.parentElement.querySelector("img")?.remove(), { once: true });

// Logos are drawn as PNG, and all logos or icons of a list saved as one ZIP.
const isOwn = ({ src }) => src.startsWith("data:") || new URL(src).origin === location.origin; // in a page that is one file, or of its host
const offerAll = (list, words, save) => {
  const everything = button(words, attempt(save));
  everything.className = "chip all-of";
  list.after(everything);
};
// groundsOf returns what puts a logo on another ground, where it stands: those of its list, and its own if that is not
// among them.
const groundsOf = (item, grounds, number) => {
  const box = make("div", "grounds"), name = plain(item.querySelector(".name")), own = item.dataset.own ?? -1;
  box.setAttribute("role", "radiogroup");
  box.setAttribute("aria-label", `${body.dataset.groundWord}: ${name}`);
  const offer = (i, called, put, hex) => {
    const dot = Object.assign(make("input", ""), { type: "radio", name: `dm:ground-${number}`, checked: i === +own, title: called });
    dot.setAttribute("aria-label", called);
    if (hex) dot.style.setProperty("--v", hex);
    dot.addEventListener("change", put);
    box.append(dot);
  };
  const put = (hex, ink) => () => {
    item.style.setProperty("--shown", hex);
    item.style.setProperty("--shown-on", ink);
  };
  if (own < 0) offer(-1, plain(item.querySelector(".logo-head > :is(code, .note)")) || body.dataset.groundWord, put("", ""));
  grounds.forEach(([hex, ink, ...called], i) => offer(i, called.join(" "), put(hex, ink), hex));
  return box;
};
const framed = all(".logos > li").filter((item) => item.querySelector(".frame > img"));
inSlices([...framed.entries()], ([number, item]) => {
  const grounds = item.parentElement.dataset.grounds.split("\n").map((line) => line.split(" "));
  item.querySelector(".frame").append(groundsOf(item, grounds, number));
});
for (const list of all(".logos")) {
  const items = all(":scope > li", list).map((item) => [item, item.querySelector(".frame > img")]).filter(([, picture]) => picture && isOwn(picture));
  for (const [item, picture] of items) {
    const chips = item.querySelector(".formats-of");
    if (!chips) continue;
    const name = plain(item.querySelector(".name")), entry = make("li", "");
    const chip = button("PNG …", attempt(({ openDesk }) => openDesk(item, picture)));
    chip.className = "chip";
    chip.setAttribute("aria-label", `PNG, ${name}`);
    entry.append(chip);
    chips.append(entry);
  }
}
// Of several lists each that has a title offers its own logos, by that title, and the last one all of them if no
// other does. One of a single logo offers nothing: no room is kept for that.
const ownLogos = (within) => all(".logos > li .frame > img", within).filter(isOwn).length;
for (const section of all(".section")) {
  const lists = all(".logos", section), several = lists.filter((list) => ownLogos(list) > 1);
  const titles = several.map((list) => lists.length > 1 ? plain(list.closest(".block").querySelector("h3")) : "");
  if (several.length > 0 && lists.length > 1 && titles.every(Boolean)) offerAll(several.at(-1), body.dataset.allLogos, ({ saveLogos }) => saveLogos(section));
  for (const [i, list] of several.entries()) {
    const title = titles[i];
    offerAll(list, title ? `${title} (ZIP)` : body.dataset.allLogos, ({ saveLogos }) => saveLogos(title ? list : section, title));
  }
}
for (const list of all(".icons")) {
  const icons = all(".icon > img", list).filter(isOwn);
  if (icons.length > 1) offerAll(list, body.dataset.allIcons, ({ saveIcons }) => saveIcons(icons));
}
