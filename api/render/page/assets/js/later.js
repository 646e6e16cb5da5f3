// What few readers use is in a script of its own, which is loaded when it is first used: the
// search, pictures in large, the logo desk and archives. It says in later what it does.
const later = {};
const button = (text, act) => {
  const made = make("button", "tool", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
};
let loading;
const load = () => {
  globalThis.designmanual = { later, body, all, plain, make, fill, say, fold, folding, button, channels, rgb, hsl, hueOf, tokenOf, colorOf, prepareSwatch };
  loading ??= new Promise((done, fail) => {
    const script = make("script", "");
    [script.src, script.integrity] = body.dataset.later.split(" ");
    script.addEventListener("load", () => done(later));
    script.addEventListener("error", () => {
      loading = undefined; // for the next try
      fail(new Error(script.src));
    });
    document.head.append(script);
  });
  return loading;
};
// use does something with what that script does: at once if it is loaded, or in the page as in one
// that is a single file.
const use = async (act) => act(later.startSearch ? later : await load());
// attempt returns what uses that script, and says if something does not load.
const attempt = (act) => () => use(act).catch(() => say(body.dataset.notLoaded));

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

// Logos are drawn as PNG, and all logos or icons of a list saved as one ZIP.
const isOwn = (picture) => new URL(picture.src).origin === location.origin;
const offerAll = (list, words, save) => {
  const everything = button(words, attempt(save));
  everything.className = "chip all-of";
  list.after(everything);
};
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
  if (items.length > 1) offerAll(list, body.dataset.allLogos, ({ saveLogos }) => saveLogos(list));
}
for (const list of all(".icons")) {
  const icons = all(".icon > img", list).filter(isOwn);
  if (icons.length > 1) offerAll(list, body.dataset.allIcons, ({ saveIcons }) => saveIcons(icons));
}
