// Search in the text of the page.

// wordsWanted returns what to look for: the words of a question but those that say nothing,
// each with its usual forms and with the words that mean the same (usual has both, which the
// search of agents shares). A word may stand as two, clearspace as clear space.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const pattern = (word) => [...word].map((c) => c.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(" ?");
const { articles, endings } = usual; // those of Arabic, and those that the search of agents takes off
const first = new RegExp(`^(?:${articles})(?=.{3})`), last = new RegExp(`(?<=.{3})(?:${endings})$`);
const stem = (word) => word.replace(first, "").replace(last, "");
let alike;
const wordsWanted = (question) => {
  if (!alike) {
    alike = new Map();
    for (const group of usual.alike) {
      const same = group.split(" ").map(fold);
      for (const word of same) {
        const key = stem(word.replaceAll(" ", ""));
        alike.set(key, [...alike.get(key) ?? [], ...same]);
      }
    }
  }
  const words = fold(question).split(" ").filter(Boolean), skipped = ` ${usual.skip} `;
  const telling = words.filter((word) => !skipped.includes(` ${word} `));
  return (telling.length > 0 ? telling : words).map((word, i, wanted) => {
    const keys = [word, (wanted[i - 1] ?? "") + word, word + (wanted[i + 1] ?? "")];
    const same = keys.flatMap((key) => alike.get(stem(key)) ?? []).map(stem);
    return {
      word,
      form: (word.length > 3 || /\p{Script=Arabic}{3}/u.test(word)) && new RegExp(`(?<= )(?:${articles})?${pattern(stem(word))}(?:${endings})?(?= )`, "u"),
      same: same.length > 0 && new RegExp(`(?<= )(?:${same.join("|")})(?:${endings})?(?= )`, "u"),
    };
  });
};

// find returns how well a text has what is wanted, where and how long: as a whole word, 3, in
// a word that means the same, 2.5, at the beginning of one, 2, or, from four letters on, inside
// one, 1; else 0. Writings without spaces have only insides.
const find = ({ word, form, same }, folded) => {
  if (unspaced.test(word)) return folded.includes(word) ? [2, folded.indexOf(word), word.length] : [0];
  const spaced = ` ${folded} `;
  const whole = spaced.indexOf(` ${word} `);
  if (whole >= 0) return [3, whole, word.length];
  for (const [quality, expression] of [[3, form], [2.5, same]]) {
    const found = expression && expression.exec(spaced);
    if (found) return [quality, found.index - 1, found[0].length];
  }
  const begins = spaced.indexOf(` ${word}`);
  if (begins >= 0) return [2, begins, word.length];
  return word.length > 3 && folded.includes(word) ? [1, folded.indexOf(word), word.length] : [0];
};
// marked returns a text with what was found in it marked, from some words before it on.
const marked = (text, wanted, longest = Infinity) => {
  const { folded, places } = folding(text), spans = [];
  for (const word of wanted) {
    const [quality, at, length] = find(word, folded);
    if (quality) spans.push([places[at], places[at + length - 1] + (String.fromCodePoint(text.codePointAt(places[at + length - 1]) ?? 32)).length]);
  }
  spans.sort((a, b) => a[0] - b[0]);
  const first = spans[0]?.[0] ?? 0;
  const from = first < longest / 3 ? 0 : text.lastIndexOf(" ", first - longest / 5) + 1;
  const out = document.createDocumentFragment();
  out.append(from > 0 ? "… " : "");
  let at = from;
  for (const [start, end] of spans) {
    if (start < at || end > from + longest) continue;
    const rest = /^\p{M}*/u.exec(text.slice(end))[0].length; // marks of the last letter
    out.append(text.slice(at, start), make("mark", "", text.slice(start, end + rest)));
    at = end + rest;
  }
  const end = text.length > from + longest ? Math.max(at, text.lastIndexOf(" ", from + longest)) : text.length;
  out.append(text.slice(at, end), end < text.length ? " …" : "");
  return out;
};

// kindWords returns the usual words for a block of its kind, in the language of the page and in English.
const tongue = usual.languages.indexOf(document.documentElement.lang.toLowerCase().split("-")[0].replace(/^n[on]$/, "nb"));
const kindWords = (block) => {
  const words = usual.kinds[block.dataset.kind] ?? [block.dataset.also];
  return [...new Set([words[Math.max(0, tongue)] ?? words[0], words[0]])].join(" ");
};

// joined returns the text of an element, with a point between its cells and lines.
const parts = "p, li, dt, dd, th, td, figcaption, h3, h4, h5, h6, blockquote";
const joined = (element) => {
  const pieces = all(parts, element).filter((part) => !part.querySelector(parts)).map(plain).filter(Boolean);
  return pieces.length > 1 ? pieces.join(" · ") : plain(element);
};

// hueIndex returns which of data-hues a color answers to.
const hueIndex = (color) => {
  const [r, g, b] = color, most = Math.max(r, g, b) / 255, least = Math.min(r, g, b) / 255, light = (most + least) / 2, chroma = most - least;
  if (light > 0.98 || light > 0.92 && chroma < 0.08) return 11;
  if (light < 0.07) return 10;
  if (chroma < 0.08) return 9;
  const hue = hueOf(color);
  if (hue >= 340 && light < 0.5) return 0;
  if (hue >= 12 && hue < 45 && light < 0.45 && chroma < 0.6) return 8;
  if ((hue < 12 || hue >= 345) && light > 0.75) return 7;
  return [[12, 0], [45, 1], [70, 2], [160, 3], [195, 4], [255, 5], [292, 6], [345, 7], [361, 0]].find(([end]) => hue < end)[1];
};

// startSearch lists what answers to the field of the search, and to what is typed there from now on.
const startSearch = (search) => {
  const field = search.querySelector("input"), list = search.querySelector("ul"), found = search.querySelector(".found");
  const anchorOf = (element) => element.closest("[id]:not([id^='dm:'])")?.id;
  const hues = search.dataset.hues.split("|"), contact = search.dataset.contact;
  let shown = [], chosen = 0;

  const ramps = new Map(all(".ramp").map((ramp) => [decodeURIComponent(ramp.querySelector("a").hash.slice(1)), ramp]));
  const rampOf = (swatch) => {
    const ramp = ramps.get(swatch.id);
    return ramp ? all("rect", ramp) : [];
  };

  // What can be found, in this order: colors, sections, blocks, things with a name,
  // headings, tokens, texts.
  const things = [[".logos > li", ".name"], [".files > li[id]", "a, .name"], [".specimen", ".specimen-name, .absent-name"], [".icons > li", "code"], [".themes > label[id]", null]];
  const passages = ".lede, .prose > *, .prose li, .prose tr, .rich > *, .before, .facts > div, .logo-rules > div, .type-role > figcaption, .pairings > li, .further tr";
  const gather = () => {
    const list = [], seen = new Set();
    // A thing is found by its title, and less by what stands with it.
    const add = (kind, title, more, target, sign, hidden = "") => list.push({ kind, title, more, target, sign, first: fold(title), rest: fold(`${more} ${hidden}`) });
    for (const section of all(".section")) {
      const title = plain(section.querySelector("h2"));
      let nameless = ""; // what is in blocks that have no name
      for (const block of all(".block", section)) {
        const name = plain(block.querySelector(".margin > h3, .margin > .label")), also = kindWords(block);
        if (name && block.id) add(2, name, title, block, plain(block.querySelector(".mark")), also);
        else nameless += ` ${also}`;
      }
      add(1, title, "", section, plain(section.querySelector(".mark")), nameless);
      for (const swatch of all(".swatch", section)) {
        const details = swatch.querySelector(".modes"), folded = details ? foldedModes(details) : [];
        const lines = [...all("code", swatch).map(plain), ...folded.map(({ modes, value }) => `${value} ${modes.join(" ")}`)], color = channels(lines[0]);
        const { css = "" } = tokenOf(swatch), tints = rampOf(swatch).map((cell) => `${cell.getAttribute("fill")} ${tokenOf(cell).css}`);
        add(0, plain(swatch.querySelector(".name")), lines[0], swatch, swatch, `${lines.join(" ")} ${css} ${color ? `${rgb(color)} ${hsl(color)} ${hues[hueIndex(color)]}` : ""} ${tints.join(" ")}`);
      }
      for (const [selector, name] of things) {
        for (const thing of all(selector, section)) {
          const block = thing.closest(".block"), also = thing.matches(".logos > li, .files > li, .icons > li") ? kindWords(block) : "";
          const within = plain(block.querySelector(".margin > h3:not(.label)"));
          add(3, plain(name ? thing.querySelector(name) : thing), within ? `${title} · ${within}` : title, thing, thing.querySelector(".frame > img, .icon > img, .thumb > img"), `${thing.dataset.tags ?? plain(thing.querySelector(".formats-of"))} ${also}`);
        }
      }
      for (const heading of all(".prose :is(h1, h2, h3, h4, h5, h6)", section)) add(4, plain(heading), title, heading, "");
      for (const token of all("code.token", section)) {
        if (token.closest(".swatch")) continue;
        const item = token.closest("li") ?? token.parentElement;
        add(5, plain(item.querySelector(".name, .key")) || token.dataset.css, plain(item.querySelector(".value")), token, "", token.dataset.css);
      }
      for (const example of all(".examples > li", section)) {
        const rich = example.querySelector(".rich"), ruling = plain(example.querySelector(".ruling"));
        seen.add(plain(rich.firstElementChild));
        add(6, `${ruling}: ${joined(rich)}`, title, example, example.querySelector(".ruling svg"), "do dont");
      }
      for (const passage of all(passages, section)) {
        if (passage.closest(".examples .rich") || passage.matches(".prose > :is(ul, ol, table)")) continue;
        const words = joined(passage);
        if (!words || seen.has(words)) continue;
        seen.add(words);
        const address = /\S@\S+\.\S/.test(words) || passage.querySelector('[href^="mailto:"], [href^="tel:"]') || /\+\d[\d ()-]{6,}/.test(words);
        add(6, words, title, passage, "", address ? contact : "");
      }
    }
    return list;
  };
  const entries = gather();
  // rank returns how many words an entry answers to, and how well to that of them that it
  // answers to worst, half a point less for what is not in its title; a text has none.
  const rank = ({ first, rest, kind }, wanted) => {
    const found = wanted.map((word) => Math.max(find(word, first)[0] - (kind === 6 ? 0.5 : 0), find(word, rest)[0] - 0.5)).filter((quality) => quality > 0.5);
    return [found.length, Math.min(...found)];
  };
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
  const optionOf = ({ kind, title, more, sign, target }, i, wanted) => {
    const option = make("li", ""), name = make("span", "");
    option.id = `dm:option-${i}`;
    option.setAttribute("role", "option");
    name.append(marked(title, wanted, kind === 6 ? 150 : Infinity));
    option.append(signOf(sign), name, make("span", "note", more), familyOf(target));
    option.addEventListener("click", () => go(i));
    return option;
  };
  const look = () => {
    const wanted = wordsWanted(field.value);
    let hits = entries.filter(({ kind }) => kind === 1).map((entry) => [0, entry]);
    if (wanted.length > 0) {
      const ranked = entries.map((entry) => [...rank(entry, wanted), entry]), most = Math.max(...ranked.map(([n]) => n));
      hits = ranked.filter(([n]) => n > 0 && n === most).map(([, quality, entry]) => [quality, entry]);
      const begins = ({ first, kind }) => kind < 6 && first.startsWith(wanted[0].word);
      const longer = (x, y) => x.kind === 1 ? x.first.length - y.first.length : 0;
      hits.sort(([a, x], [b, y]) => Math.floor(b) - Math.floor(a) || x.kind - y.kind || begins(y) - begins(x) || b - a || longer(x, y));
    }
    shown = hits.slice(0, 50).map(([, entry]) => entry);
    list.replaceChildren(...shown.map((entry, i) => optionOf(entry, i, wanted)));
    found.textContent = wanted.length === 0 ? "" : hits.length === 0 ? search.dataset.none : fill(search.dataset.count, hits.length);
    choose(0);
  };
  let last;
  const go = (i) => {
    const target = shown[i]?.target;
    if (!target) return;
    search.close();
    const anchor = anchorOf(target);
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
