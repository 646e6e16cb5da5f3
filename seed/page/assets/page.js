// What the script adds to a page that works without it: values to copy, search,
// the current section in the table of contents, and text in place of an image
// that does not load.
"use strict";
(() => {
  const body = document.body;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const text = (element) => element?.textContent.trim().replace(/\s+/g, " ") ?? "";
  const make = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });
  const buttonFor = (element, className) => {
    const button = make("button", className);
    button.type = "button";
    Object.assign(button.dataset, element.dataset);
    button.append(...element.childNodes);
    element.replaceWith(button);
    return button;
  };

  // folded returns a text without case and marks, so that bla finds Blå.
  const letters = { ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l", ð: "d", þ: "th", ı: "i" };
  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[øæœßđłðþı]/g, (c) => letters[c]);

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
      case "path": return data.path ?? data.value;
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
  // A value without a token is always copied as it is.
  const show = (button) => {
    const data = button.dataset, plain = !data.css, isText = button.matches("button:not(.field)");
    const shown = plain ? data.value : written(data, isText && form === "hex" ? "css" : form);
    data.copy = shown;
    button.setAttribute("aria-label", fill(body.dataset.copyLabel, shown));
    if (isText && !plain) button.textContent = shown;
    if (!isText) button.title = shown;
  };
  const buttons = all("[data-value]").map((element) => {
    if (element.matches(".cell")) {
      element.setAttribute("role", "button");
      element.tabIndex = element.previousElementSibling ? -1 : 0; // arrow keys reach the others
      show(element);
      return element;
    }
    const isText = element.matches("code");
    const button = buttonFor(element, isText ? "copy" : `${element.className} copy`);
    if (!isText) button.tabIndex = -1; // its values are buttons of their own
    show(button);
    return button;
  });
  body.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button.dataset.copy, button);
  });
  body.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.(".cell[role]");
    if (!cell) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] * (document.dir === "rtl" ? -1 : 1);
    if (event.key === "Enter" || event.key === " ") cell.click();
    else if (step) (step > 0 ? cell.nextElementSibling : cell.previousElementSibling)?.focus();
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
  if (formats && buttons.some((button) => button.dataset.css)) {
    const select = formats.querySelector("select");
    const take = (value) => {
      if (![...select.options].some((option) => option.value === value)) return;
      form = select.value = value;
      buttons.forEach(show);
    };
    take(remembered());
    select.addEventListener("change", () => {
      take(select.value);
      remember(select.value);
    });
    formats.hidden = false;
  }

  // An icon copies its SVG, which is read when it is asked for.
  for (const tile of all(".icon[data-svg]")) {
    const button = buttonFor(tile, tile.className), address = tile.dataset.svg;
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
    const things = [[".logos > li", ".name"], [".files > li[id]", "a, .name"], [".specimen", ".specimen-name, .absent-name"], [".icons > li", ".copy"], [".themes > label[id]", null]];
    const passages = ".lede, .prose > *, .prose li, .rich > *, .before, .facts > div, .logo-rules > div, .type-role > figcaption, .pairings > li";
    const gather = () => {
      const list = [], seen = new Set();
      const add = (kind, title, more, target, mark, hidden = "") => list.push({ kind, title, more, target, mark, start: folded(title), words: folded(`${title} ${more} ${hidden}`) });
      for (const section of all(".section")) {
        const title = text(section.querySelector("h2"));
        add(1, title, "", section, text(section.querySelector(".mark")));
        for (const block of all(".block[id]", section)) {
          const name = text(block.querySelector(".margin > h3, .margin > .label"));
          if (name) add(2, name, title, block, text(block.querySelector(".mark")));
        }
        for (const swatch of all(".swatch", section)) {
          const field = swatch.querySelector(".field");
          const tints = all(".cell", swatch).map((cell) => `${cell.dataset.value} ${cell.dataset.css}`);
          add(0, text(swatch.querySelector(".name")), [field.dataset.value, field.dataset.css ?? ""].join(" "), swatch, field, tints.join(" "));
        }
        for (const [selector, name] of things) {
          for (const thing of all(selector, section)) add(3, text(name ? thing.querySelector(name) : thing), title, thing, "", thing.dataset.tags ?? text(thing.querySelector(".formats-of")));
        }
        for (const heading of all(".prose :is(h1, h2, h3, h4, h5, h6)", section)) add(4, text(heading), title, heading, "");
        for (const token of all("button.copy[data-css]:not(.field)", section)) {
          if (!token.closest(".swatch")) add(5, token.dataset.css, token.dataset.value, token, channels(token.dataset.value) ? token : "");
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
      const hits = entries.filter(({ kind, words }) => (wanted.length > 0 || kind === 1) && wanted.every((word) => words.includes(word)));
      shown = hits.sort((a, b) => rank(a) - rank(b)).slice(0, 50);
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
      (target.matches("button") ? target : target.querySelector(".swatch-text button"))?.focus({ preventScroll: true });
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
      const wanted = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing || event.key === "k" && (event.ctrlKey || event.metaKey);
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
