// What the script adds to a page that works without it: values to copy, search,
// the current section in the table of contents, and text in place of an image
// that does not load.
"use strict";
(() => {
  const body = document.body;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const text = (element) => element?.textContent.trim().replace(/\s+/g, " ") ?? "";
  const make = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });
  // inSlices does something with each item, in tasks that are short enough for a
  // reader who presses a key meanwhile.
  const inSlices = (items, each) => {
    let i = 0;
    const slice = () => {
      const end = performance.now() + 8;
      while (i < items.length && performance.now() < end) each(items[i++]);
      if (i < items.length) setTimeout(slice);
    };
    slice();
  };

  // folded returns a text without case, marks and punctuation, so that bla finds Blå,
  // wifi Wi-Fi and co2 CO₂. A number keeps its point, a token its words.
  const letters = { ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l", ð: "d", þ: "th", ı: "i", ى: "ي", ة: "ه" };
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/--[\p{L}\p{N}-]+/gu, (token) => token.replaceAll("-", " ")).replace(/[øæœßđłðþıىة]/g, (c) => letters[c])
    .replace(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60))
    .replace(/(?<=\d),(?=\d)/g, ".").replace(/(?!(?<=\d)[.:](?=\d))[^\p{L}\p{N}\s]|ـ/gu, "");

  // Copying, in the format that the reader has chosen.
  const stored = "designmanual-copy";
  const remember = (value) => { try { localStorage.setItem(stored, value); } catch { /* kept for this page only */ } };
  const remembered = () => { try { return localStorage.getItem(stored); } catch { return null; } };
  let form = "css";

  const channels = (hex) => {
    let digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(hex)?.[1];
    if (!digits) return null;
    if (digits.length < 5) digits = digits.replace(/./g, "$&$&");
    return digits.match(/../g).map((pair) => parseInt(pair, 16));
  };
  const alpha = (a) => (a === undefined || a === 255 ? "" : ` / ${+(a / 2.55).toFixed(1)}%`);
  const oklch = ([r, g, b, a]) => {
    const [lr, lg, lb] = [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb);
    const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb);
    const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb);
    const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
    const chroma = Math.hypot(A, B), gray = chroma < 0.0005;
    const hue = gray ? 0 : (Math.atan2(B, A) * 180 / Math.PI + 360) % 360;
    const light = 100 * (0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s);
    return `oklch(${+light.toFixed(2)}% ${gray ? 0 : +chroma.toFixed(4)} ${+hue.toFixed(2)}${alpha(a)})`;
  };
  const written = (data, as) => {
    const color = channels(data.value);
    switch (as) {
      case "path": return data.path ?? data.css.slice(2).replace("-", ".");
      case "rgb": return color ? `rgb(${color.slice(0, 3).join(" ")}${alpha(color[3])})` : data.css ?? data.value;
      case "oklch": return color ? oklch(color) : data.css ?? data.value;
      case "hex": return color ? data.value : data.css ?? data.value;
    }
    return data.css ?? data.value;
  };

  const said = document.querySelector(".said");
  let fading;
  const say = (message) => {
    said.textContent = message;
    clearTimeout(fading);
    fading = setTimeout(() => { said.textContent = ""; }, 2500);
  };
  const fill = (words, value) => words.replace("%s", () => value);
  // navigator.clipboard needs a secure context; copying a selection does not.
  const copyBySelection = (value) => {
    const field = make("textarea", "", value);
    field.setAttribute("aria-hidden", "true");
    body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  };
  const copy = async (value, from, name = value) => {
    let done = false;
    try {
      await navigator.clipboard.writeText(value);
      done = true;
    } catch {
      done = copyBySelection(value);
      from.focus();
    }
    say(fill(done ? body.dataset.copied : body.dataset.notCopied, name));
  };

  // A token shows what it copies: its name, or its value in the chosen format.
  // A value without a token is always copied as it is. The color of a swatch, its
  // token and its tints share the attributes of the swatch.
  const values = "code.value, .line > code, .field, .cell";
  const dataOf = (element) => {
    const data = element.dataset, of = element.closest(".swatch")?.dataset;
    if (data.value === undefined) return of ?? { value: element.textContent };
    if (element.matches(".cell")) return { css: data.css ?? `${of.css}-${element.textContent}`, ...data };
    if (!data.css && element.textContent !== data.value && !element.matches(".field")) data.css = element.textContent;
    return data;
  };
  const isText = (element) => element.matches("code");
  const copied = (element, data = dataOf(element)) => data.css ? written(data, isText(element) && form === "hex" ? "css" : form) : data.value;
  const show = (element) => {
    const data = dataOf(element), shown = copied(element, data);
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", fill(body.dataset.copyLabel, shown));
    // The values of a color are reached one by one, its tints by the arrow keys.
    element.tabIndex = element.matches(".field, .cell + .cell") ? -1 : 0;
    if (!isText(element)) element.title = shown;
    else if (data.css && element.textContent !== shown) element.textContent = shown;
  };
  const valued = all(values);
  body.addEventListener("click", (event) => {
    const element = event.target.closest(values);
    if (element) copy(copied(element), element);
  });
  body.addEventListener("keydown", (event) => {
    const element = event.target.closest?.(values);
    if (!element) return;
    const step = element.matches(".cell") ? ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0) * (document.dir === "rtl" ? -1 : 1) : 0;
    if (event.key === "Enter" || event.key === " ") element.click();
    else if (step) (step > 0 ? element.nextElementSibling : element.previousElementSibling)?.focus();
    else return;
    event.preventDefault();
  });

  // A link to a thing of the page copies its address too.
  body.addEventListener("click", (event) => {
    const link = event.target.closest("main a.name, main a.kind, main a.mark");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) copy(link.href, link);
  });
  // The address of a theme shows it.
  const pick = () => {
    const label = document.querySelector(".themes > label:target");
    if (label?.control) label.control.checked = true;
  };
  addEventListener("hashchange", pick);
  pick();

  const formats = document.querySelector(".formats");
  if (formats && document.querySelector("[data-css], code[data-path]")) {
    const select = formats.querySelector("select");
    const take = (value) => {
      if ([...select.options].some((option) => option.value === value)) form = select.value = value;
    };
    take(remembered());
    select.addEventListener("change", () => {
      take(select.value);
      inSlices(valued, show);
      remember(select.value);
    });
    formats.hidden = false;
  }
  inSlices(valued, show);

  // An icon copies its SVG, which is read when it is asked for.
  for (const tile of all(".icon[data-svg]")) {
    const button = make("button", tile.className), address = tile.dataset.svg;
    button.type = "button";
    button.append(...tile.childNodes);
    tile.replaceWith(button);
    button.setAttribute("aria-label", tile.dataset.label);
    button.addEventListener("click", async () => {
      try {
        const response = await fetch(address);
        if (!response.ok) throw new Error(response.statusText);
        await copy(await response.text(), button, address.split("/").pop());
      } catch {
        say(fill(body.dataset.notCopied, address.split("/").pop()));
      }
    });
  }

  // Show its text in place of an image that does not load.
  const standIn = (image) => {
    if (image.hidden) return;
    image.hidden = true;
    image.after(make("span", "stand-in", image.alt));
  };
  for (const image of all(".frame > img, .sized > img")) {
    if (image.complete && image.naturalWidth === 0 && image.currentSrc) standIn(image);
    else image.addEventListener("error", () => standIn(image), { once: true });
  }

  // The contents of a long manual, and the cards of the index, are filtered by words.
  const filter = (label, items, tell = () => {}) => {
    if (!label) return;
    const field = label.querySelector("input");
    const entries = items.map((item) => ({ item, words: folded(text(item)) }));
    label.hidden = false;
    label.addEventListener("input", () => {
      const wanted = folded(field.value).split(/\s+/);
      for (const { item, words } of entries) item.hidden = !wanted.every((word) => words.includes(word));
      tell(items.filter((item) => !item.hidden).length);
    });
  };
  filter(document.querySelector(".filter"), all(".contents > ol > li"));
  filter(document.querySelector(".find"), all(".card"), (n) => {
    const found = document.querySelector(".found");
    found.textContent = fill(found.dataset.count, n);
  });

  // Search in the text of the page.
  const search = document.querySelector(".search");
  if (search) {
    const field = search.querySelector("input"), list = search.querySelector("ul"), found = search.querySelector(".found");
    const opener = document.querySelector(".open-search");
    const anchorOf = (element) => element.closest("[id]:not([id^='dm|'])")?.id;
    let entries, shown = [], chosen = 0;

    // What can be found, in this order: colors, sections, blocks, things with a name,
    // headings, tokens, texts.
    const things = [[".logos > li", ".name"], [".files > li[id]", "a, .name"], [".specimen", ".specimen-name, .absent-name"], [".icons > li", "code"], [".themes > label[id]", null]];
    const passages = ".lede, .prose > *, .prose li, .rich > *, .before, .facts > div, .logo-rules > div, .type-role > figcaption, .pairings > li";
    const gather = () => {
      const list = [], seen = new Set();
      const add = (kind, title, more, target, mark, hidden = "") => list.push({ kind, title, more, target, mark, start: folded(title), words: folded(`${title} ${more} ${hidden}`) });
      for (const section of all(".section")) {
        const title = text(section.querySelector("h2"));
        let nameless = ""; // what is in blocks that have no name
        for (const block of all(".block", section)) {
          const name = text(block.querySelector(".margin > h3, .margin > .label")), also = block.dataset.also ?? "";
          if (name && block.id) add(2, name, title, block, text(block.querySelector(".mark")), also);
          else nameless += ` ${also}`;
        }
        add(1, title, "", section, text(section.querySelector(".mark")), nameless);
        for (const swatch of all(".swatch", section)) {
          const tints = all(".cell", swatch).map((cell) => `${cell.dataset.value} ${dataOf(cell).css}`);
          add(0, text(swatch.querySelector(".name")), `${swatch.dataset.value} ${swatch.dataset.css ?? ""}`, swatch, swatch, `${written(swatch.dataset, "rgb")} ${tints.join(" ")}`);
        }
        for (const [selector, name] of things) {
          for (const thing of all(selector, section)) add(3, text(name ? thing.querySelector(name) : thing), title, thing, "", thing.dataset.tags ?? text(thing.querySelector(".formats-of")));
        }
        for (const heading of all(".prose :is(h1, h2, h3, h4, h5, h6)", section)) add(4, text(heading), title, heading, "");
        for (const token of all("code.value[data-value]", section)) {
          const { css, value } = dataOf(token);
          if (css) add(5, css, value, token, channels(value) ? token : "");
        }
        for (const passage of all(passages, section)) {
          const words = text(passage);
          if (!words || seen.has(words) || passage.matches(".prose > :is(ul, ol)")) continue;
          seen.add(words);
          add(6, words, title, passage, "");
        }
      }
      return list;
    };
    // snippet returns the words around a match, with the match marked.
    const snippet = (words, wanted) => {
      const at = Math.max(0, folded(words).indexOf(wanted));
      const from = at < 50 ? 0 : words.lastIndexOf(" ", at - 30) + 1;
      const out = document.createDocumentFragment();
      out.append(from > 0 ? "… " : "", words.slice(from, at), make("mark", "", words.slice(at, at + wanted.length)), words.slice(at + wanted.length, from + 140), words.length > from + 140 ? " …" : "");
      return out;
    };
    const choose = (i) => {
      chosen = Math.max(0, Math.min(i, shown.length - 1));
      [...list.children].forEach((option, j) => option.setAttribute("aria-selected", j === chosen));
      const option = list.children[chosen];
      option?.scrollIntoView({ block: "nearest" });
      if (option) field.setAttribute("aria-activedescendant", option.id);
      else field.removeAttribute("aria-activedescendant");
    };
    const look = () => {
      const wanted = folded(field.value).trim().split(/\s+/).filter(Boolean);
      const rank = ({ kind, start }) => kind + (start.startsWith(wanted[0] ?? "") && kind < 6 ? 0 : 10);
      let hits = entries.filter(({ kind, words }) => (wanted.length > 0 || kind === 1) && wanted.every((word) => words.includes(word)));
      hits.sort((a, b) => rank(a) - rank(b));
      if (hits.length === 0) { // what has most of the words, in singular, as two words, in another spelling
        const kin = wanted.filter((word) => word.length > 2 || wanted.length === 1).map((word) => word.replace("colour", "color").replace(/(?<=.{3})s$/, ""));
        const matched = ({ words }) => kin.filter((word) => words.includes(word) || word.length > 4 && words.replace(/\s/g, "").includes(word)).join("").length;
        const scored = entries.map((entry) => [matched(entry), entry]), most = Math.max(...scored.map(([n]) => n));
        hits = most > 0 ? scored.filter(([n]) => n === most).map(([, entry]) => entry).sort((a, b) => rank(a) - rank(b)) : [];
      }
      shown = hits.slice(0, 50);
      list.replaceChildren(...shown.map(({ kind, title, more, mark, target }, i) => {
        const option = make("li", "");
        option.id = `dm|option-${i}`;
        option.setAttribute("role", "option");
        const sign = mark?.nodeType ? make("i", "") : make("i", "n", mark);
        if (mark?.nodeType) sign.style.setProperty("--v", channels(mark.dataset.value) ? mark.dataset.value : "none");
        sign.setAttribute("aria-hidden", "true");
        const name = make("span", "", kind === 6 ? "" : title);
        if (kind === 6) name.append(snippet(title, wanted[0]));
        option.append(sign, name, make("span", "note", more));
        const cells = kind === 0 ? all(".cell", target) : [];
        if (cells.length > 0) {
          const family = make("span", "family");
          family.append(...cells.map((cell) => {
            const tint = make("b", "");
            tint.style.setProperty("--v", cell.dataset.value);
            return tint;
          }));
          option.append(family);
        }
        option.addEventListener("click", () => go(i));
        return option;
      }));
      found.textContent = wanted.length === 0 ? "" : hits.length === 0 ? search.dataset.none : fill(search.dataset.count, hits.length);
      choose(0);
    };
    let marked;
    const go = (i) => {
      const target = shown[i]?.target;
      if (!target) return;
      search.close();
      const anchor = anchorOf(target);
      if (anchor) location.hash = `#${encodeURIComponent(anchor)}`;
      marked?.classList.remove("found-here");
      if (target.id === anchor && !target.matches(".swatch")) return;
      marked = target;
      target.classList.add("found-here");
      target.scrollIntoView({ block: "center" });
      (target.matches("code") ? target : target.querySelector(".swatch > code"))?.focus({ preventScroll: true });
    };
    const open = () => {
      document.querySelector(".contents")?.hidePopover?.();
      entries ??= gather();
      field.value = "";
      look();
      search.showModal();
    };
    opener.hidden = false;
    opener.addEventListener("click", open);
    search.querySelector("button").addEventListener("click", () => search.close());
    search.addEventListener("click", (event) => { if (event.target === search) search.close(); });
    field.addEventListener("input", look);
    field.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
      if (step) choose(chosen + step);
      else if (event.key === "Enter") go(chosen);
      else if (event.key === "Escape") search.close(); // would only empty the field
      else return;
      event.preventDefault();
    });
    addEventListener("keydown", (event) => {
      const typing = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
      const wanted = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && (!typing || typing === field) || event.key === "k" && (event.ctrlKey || event.metaKey);
      if (!wanted || search.open) return;
      event.preventDefault();
      open();
    });
  }

  // The current section is the last one that begins above a line at a fifth of
  // the window. Within the last screen the line moves down to the bottom, so
  // that sections too short to reach the top become current too. If the address
  // names a section in view above the line, that one is current.
  const contents = document.querySelector(".contents");
  const places = (links, key) => links.map((link) => ({ link, place: document.getElementById(link.dataset[key]) })).filter(({ place }) => place);
  const sections = contents ? places(all("a[data-section]", contents), "section") : [];
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
    const link = (named ?? lastAbove(sections, line) ?? sections[0]).link;
    if (link !== current || blocks.of !== link) {
      current?.parentElement.classList.remove("current");
      link.parentElement.classList.add("current");
      mark(current, link, "true");
      current = link;
      blocks = places(all("a[data-block]", link.parentElement), "block");
      blocks.of = link;
      makeRoom();
      const seen = link.getBoundingClientRect().top - contents.getBoundingClientRect().top;
      if (contents.scrollHeight > contents.clientHeight && (seen < 40 || seen > contents.clientHeight * 0.7)) contents.scrollBy({ top: seen - contents.clientHeight / 3 });
    }
    const within = lastAbove(blocks, line)?.link;
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
    addEventListener("resize", later);
    addEventListener("hashchange", later);
    new ResizeObserver(later).observe(body); // for the first time after the page is laid out
    contents.addEventListener("toggle", makeRoom);
    new ResizeObserver(makeRoom).observe(contents);
    contents.addEventListener("click", (event) => { if (event.target.closest("a")) contents.hidePopover?.(); });
  }
})();
