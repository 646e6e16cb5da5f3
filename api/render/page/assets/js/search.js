// The search of the page shows of each section and block that it finds what has most words of the question.

// marked returns a text with the words that answer to a question marked, of beginnings and parts
// only the letters, from some words before the first on.
const marked = (text, question, longest = Infinity) => {
  const words = wordsOf(text), spans = [];
  words.forEach(({ word, places, end }, i) => {
    for (const wanted of question) {
      const at = word.indexOf(wanted.word), next = words[i + 1], fit = quality(wanted, word);
      if (fit > 0) spans.push(at < 0 || fit === 1 ? [places[0], end] : [places[at], places[at + wanted.word.length] ?? end]);
      else if (next && quality(wanted, word + next.word) >= beginning) spans.push([places[0], next.end]);
    }
  });
  spans.sort((a, b) => a[0] - b[0]);
  const first = spans[0]?.[0] ?? 0;
  const from = first < longest / 3 ? 0 : text.lastIndexOf(" ", first - longest / 5) + 1;
  const out = document.createDocumentFragment();
  out.append(from > 0 ? "… " : "");
  let at = from;
  for (const [start, end] of spans) {
    if (start < at || end > from + longest) continue;
    out.append(text.slice(at, start), make("mark", "", text.slice(start, end)));
    at = end;
  }
  const end = text.length > from + longest ? Math.max(at, text.lastIndexOf(" ", from + longest)) : text.length;
  out.append(text.slice(at, end), end < text.length ? " …" : "");
  return out;
};

// joined returns the text of an element, with a point between its cells and lines.
const parts = "p, li, dt, dd, th, td, figcaption, h3, h4, h5, h6, blockquote";
const joined = (element) => {
  const pieces = all(parts, element).filter((part) => !part.querySelector(parts)).map(plain).filter(Boolean);
  return pieces.length > 1 ? pieces.join(" · ") : plain(element);
};

const ramps = new Map(all(".ramp").map((ramp) => [decodeURIComponent(ramp.querySelector("a").hash.slice(1)), ramp]));
const rampOf = (swatch) => {
  const ramp = ramps.get(swatch.id);
  return ramp ? all("rect", ramp) : [];
};

// thingsOf returns what a unit shows: itself, colors, things with a name, headings, tokens and texts. A thing has its own
// words, and values that only the page has.
const named = [[".logos > li", ".name"], [".files > li[id]", "a, .name"], [".specimen", ".specimen-name, .absent-name"], [".icons > li", "code"], [".themes > label[id]", null]];
const passages = ".lede, .prose > *, .prose li, .prose tr, .rich > *, .before, .facts > div, .logo-rules > div, .type-role > figcaption, .pairings > li, .further tr";
const makeThings = ({ element, section, title, sectionTitle, words, lines }) => {
  const list = [], seen = new Set(), within = element === section ? element.querySelector(".section-head") : element;
  const add = (title, more, target, sign, hidden = "", values = "", text = false) =>
    list.push({ title, more, target, sign, text, first: pairsIn(title), rest: pairsIn(`${hidden} ${values}`), values: pairsIn(values) });
  const name = title || plain(element.querySelector(".margin > .label")), at = title && element !== section ? `${sectionTitle} · ${title}` : sectionTitle;
  const line = element.dataset.kind ? "" : lines[0]?.[0] ?? "";
  add(name || sectionTitle, element === section ? "" : name ? sectionTitle : line, element, plain(element.querySelector(".mark:not(.bare)")), words);
  for (const swatch of all(".swatch", within)) {
    const name = plain(swatch.querySelector(".name")), details = swatch.querySelector(".modes"), folded = details ? foldedModes(details) : [];
    const values = [...all("code", swatch).map(plain), ...folded.map(({ modes, value }) => `${value} ${modes.join(" ")}`)], color = channels(values[0]);
    const hue = lines.find(([text]) => ` · ${text} · `.includes(` · ${name} · `))?.[1], tints = rampOf(swatch).map((cell) => `${cell.getAttribute("fill")} ${tokenOf(cell).css}`);
    add(name, values[0], swatch, swatch, further(hue), `${values.join(" ")} ${tokenOf(swatch).css ?? ""} ${color ? `${rgb(color)} ${hsl(color)}` : ""} ${tints.join(" ")}`);
  }
  for (const [selector, name] of named) {
    for (const thing of all(selector, within)) {
      const also = thing.matches(".logos > li, .files > li, .icons > li") ? words : "";
      add(plain(name ? thing.querySelector(name) : thing), at, thing, thing.querySelector(".frame > img, .icon > img, .thumb > img"), `${thing.dataset.tags ?? plain(thing.querySelector(".formats-of"))} ${also}`);
    }
  }
  for (const heading of all(".prose :is(h1, h2, h3, h4, h5, h6)", within)) add(plain(heading), sectionTitle, heading, "");
  for (const token of all("code.token", within)) {
    if (token.closest(".swatch")) continue;
    const item = token.closest("li") ?? token.parentElement, value = plain(item.querySelector(".value"));
    add(plain(item.querySelector(".name, .key")) || token.dataset.css, value, token, "", "", `${value} ${token.dataset.css}`);
  }
  for (const example of all(".examples > li", within)) {
    const rich = example.querySelector(".rich");
    seen.add(plain(rich.firstElementChild));
    add(`${plain(example.querySelector(".ruling"))}: ${joined(rich)}`, sectionTitle, example, example.querySelector(".ruling svg"), words, "", true);
  }
  for (const passage of all(passages, within)) {
    if (passage.closest(".examples .rich") || passage.matches(".prose > :is(ul, ol, table)")) continue;
    const text = joined(passage);
    if (!text || seen.has(text)) continue;
    seen.add(text);
    add(text, at, passage, "", address.test(passage.outerHTML) ? further("contact") : "", "", true);
  }
  return list;
};
const thingsOf = (unit) => unit.things ??= makeThings(unit);

// shownOf returns the things of a unit that have most words of a question, the best first.
const shownOf = (unit, question) => {
  const ranked = thingsOf(unit).map((thing) => {
    const found = question.map((wanted) => Math.max(bestOf(wanted, thing.first), 0.9 * bestOf(wanted, thing.rest))).filter(Boolean);
    return { thing, words: found.length, sum: found.reduce((a, b) => a + b, 0) };
  });
  const most = Math.max(...ranked.map(({ words }) => words));
  return ranked.filter(({ words, thing }) => words === most && (most > 0 || thing.target === unit.element)).sort((a, b) => b.sum - a.sum).map(({ thing }) => thing);
};

// startSearch lists what answers to the field of the search, and to what is typed there from now on.
const mostShown = 50, mostOfUnit = 12;
const startSearch = (search) => {
  const field = search.querySelector("input"), list = search.querySelector("ul"), found = search.querySelector(".found");
  const anchorOf = (element) => element.closest("[id]:not([id^='dm:'])")?.id;
  const units = unitsOf();
  let shown = [], chosen = 0;
  const choose = (i) => {
    chosen = Math.max(0, Math.min(i, shown.length - 1));
    [...list.children].forEach((option, j) => option.setAttribute("aria-selected", j === chosen));
    const option = list.children[chosen];
    option?.scrollIntoView({ block: "nearest" });
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  };
  const signOf = (sign) => {
    if (!sign?.nodeType) return make("i", "n", sign);
    const out = make("i", "");
    if (sign.matches("img")) {
      const picture = make("img", "");
      picture.src = sign.currentSrc || sign.src;
      picture.alt = "";
      const ground = sign.closest(".frame, .icon, .thumb");
      out.className = `p ${[...ground.classList].filter((name) => /^v\d+$/.test(name)).join(" ")}`;
      out.append(picture);
    } else if (sign.matches("svg")) {
      out.className = sign.closest("li").className;
      out.append(sign.cloneNode(true));
    } else {
      const color = sign.matches("rect") ? sign.getAttribute("fill") : sign.querySelector(".field").getAttribute("color");
      out.style.setProperty("--v", color ?? "none");
    }
    return out;
  };
  const familyOf = (target) => {
    const cells = rampOf(target);
    if (cells.length === 0) return "";
    const family = make("span", "family");
    family.append(...cells.map((cell) => {
      const tint = make("b", "");
      tint.style.setProperty("--v", cell.getAttribute("fill"));
      return tint;
    }));
    return family;
  };
  const optionOf = ({ text, title, more, sign, target }, i, question) => {
    const option = make("li", ""), name = make("span", "");
    option.id = `dm:option-${i}`;
    option.setAttribute("role", "option");
    option.dataset.anchor = anchorOf(target) ?? "";
    name.append(marked(title, question, text ? 150 : Infinity));
    option.append(signOf(sign), name, make("span", "note", more), familyOf(target));
    option.addEventListener("click", () => go(i));
    return option;
  };
  const look = () => {
    const question = wordsWanted(field.value), asked = question.length > 0;
    const { hits, missing } = asked ? rank(units, question) : { hits: [], missing: [] };
    shown = asked ? [] : units.filter(({ element, section }) => element === section).map((unit) => thingsOf(unit)[0]);
    for (const { unit } of hits) if (shown.length < mostShown) shown.push(...shownOf(unit, question).slice(0, mostOfUnit));
    list.replaceChildren(...shown.map((thing, i) => optionOf(thing, i, question)));
    const words = missing.length > 0 ? fill(search.dataset.missing, missing.join(", ")) : "";
    found.textContent = !asked ? "" : hits.length === 0 ? search.dataset.none : `${fill(search.dataset.count, shown.length)} ${words}`.trim();
    choose(0);
  };
  let last;
  const go = (i) => {
    const target = shown[i]?.target;
    if (!target) return;
    search.close();
    const { anchor } = list.children[i].dataset;
    if (anchor) location.hash = `#${encodeURIComponent(anchor)}`;
    last?.classList.remove("found-here");
    if (target.id === anchor && !target.matches(".swatch")) return;
    last = target;
    target.classList.add("found-here");
    target.scrollIntoView({ block: "center" });
    if (target.matches(".swatch")) prepareSwatch(target);
    const button = target.matches(".swatch") ? target.querySelector("code") : target.matches("code.token") && !target.checkVisibility() ? target.closest("li")?.querySelector(".value") : target;
    if (button?.matches("[role=button]")) button.focus({ preventScroll: true });
  };
  field.addEventListener("input", look);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) choose(chosen + step);
    else if (event.key === "Enter") go(chosen);
    else if (event.key === "Escape") search.close();
    else return;
    event.preventDefault();
  });
  return look;
};
