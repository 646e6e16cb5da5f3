// How the search of the page ranks sections and blocks: as that of agents does, which the package
// designmanual/api/render/search describes, over the same lines. Those that it cannot read from what
// the page shows are in data-lines.
const { articles, endings, fields: counting, beginning, same: asSame, part: asPart, phrase, least } = usual;
const firsts = new RegExp(`^(?:${articles})(?=.{3})`, "u"), lasts = new RegExp(`(?<=.{3})(?:${endings.replace("|s|", "|(?<!s)s|")})$`, "u");
const stems = new Map();
const stem = (word) => {
  if (!stems.has(word)) {
    const whole = word.replace(firsts, ""), rest = whole.replace(lasts, "");
    stems.set(word, rest === whole ? whole : rest.replace(/i$/, ""));
  }
  return stems.get(word);
};
const alike = new Map();
for (const group of usual.alike) {
  const same = foldText(group.replaceAll("-", "")).split(" ");
  for (const word of same) alike.set(stem(word), [...alike.get(stem(word)) ?? [], ...same]);
}

// wordsWanted returns the words of a question that say something, each with the stems of words that mean the same.
const wordsWanted = (question) => {
  const all = wordsOf(question).map(({ word }) => word), skipped = usual.skip.split(" ");
  const telling = [...new Set(all)].filter((word) => !skipped.includes(word)), wanted = telling.length > 0 ? telling : all;
  return wanted.map((word, i) => {
    const keys = [word, (wanted[i - 1] ?? "") + word, word + (wanted[i + 1] ?? "")];
    return { word, others: new Set(keys.flatMap((key) => alike.get(stem(key)) ?? []).map(stem)), known: new Map() };
  });
};

// quality returns how well a word of a text matches one of a question, from 0 to 1.
const quality = ({ word, others, known }, have) => {
  if (!known.has(have)) {
    let best = 0;
    if (word === have || stem(word) === stem(have)) best = 1;
    else if (have.startsWith(word) || [...have].length >= 5 && word.startsWith(have)) best = beginning;
    else if ([...word].length >= 4 && have.includes(word)) best = asPart;
    known.set(have, others.has(stem(have)) ? Math.max(best, asSame) : best);
  }
  return known.get(have);
};
const bestOf = (wanted, words) => words.reduce((best, have) => Math.max(best, quality(wanted, have)), 0);

// withPairs returns the words and each two neighbours as one word.
const withPairs = (words) => [...words, ...words.slice(1).map((second, i) => ({ word: words[i].word + second.word }))];
const pairsIn = (text) => withPairs(wordsOf(text)).map(({ word }) => word);
const count = (texts) => {
  const counts = new Map();
  for (const word of texts.flatMap(pairsIn)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const further = (of) => usual.further[of]?.join(" ") ?? "";

// paragraphs returns the lines of an element with rich text, each with what it has: contact, or nothing.
const ends = new RegExp(usual.block, "gi"), cells = new RegExp(usual.cell, "gi"), address = new RegExp(usual.address, "i");
const paragraphs = (element) => element.innerHTML.replace(cells, " · ").split(ends).map((part) => {
  const template = make("template", "");
  template.innerHTML = part;
  return [plain(template.content), address.test(part) ? "contact" : ""];
}).filter(([text]) => text && text !== "·");

// hueNameOf returns the usual name of a color's hue.
const hueNameOf = (color) => {
  const [r, g, b] = color.map((channel) => channel / 255), most = Math.max(r, g, b), least = Math.min(r, g, b);
  const lightness = (most + least) / 2, chroma = most - least, angle = hueOf(color);
  if (lightness > 0.98 || lightness > 0.92 && chroma < 0.08) return "white";
  if (lightness < 0.07) return "black";
  if (chroma < 0.08) return "gray";
  if (angle >= 12 && angle < 45 && lightness < 0.45 && chroma < 0.6) return "brown";
  if ((angle < 12 || angle >= 345) && lightness > 0.75) return "pink";
  if (angle >= 340 && lightness < 0.5) return "red";
  return usual.hues.find(({ below }) => angle < below)?.name ?? "red";
};

// namedValues returns the lines of what a block shows as a name and a value, or as an icon's name, alone, which data-lines
// leaves out.
const namedValues = (block, lines) => {
  const told = new Set(lines.flatMap(([text]) => text.split(" · ")));
  const colors = all(".swatch", block).map((swatch) => {
    const value = plain(swatch.querySelector("code")), color = channels(value);
    return [plain(swatch.querySelector(".name")), value, color ? hueNameOf(color) : ""];
  });
  const rows = all("li:not(.swatch):has(.value)", block).map((row) => {
    const value = row.querySelector(".value");
    return [plain(row.querySelector(".name, .key")), value.dataset.value ?? value.textContent.replace("\u202f", "").trim(), ""];
  });
  const values = [...colors, ...rows].filter(([name]) => name && !told.has(name)).map(([name, value, of]) => [`${name} · ${value}`, of]);
  return values.concat(all(".icons code", block).map(plain).filter((name) => !told.has(name)).map((name) => [name, ""]));
};

// unitsOf returns what can be found: the sections, and their blocks.
const unitsOf = () => all(".section").flatMap((section) => [section, ...all(".block", section)].map((element) => {
  const kind = element.dataset.kind, words = kind ? usual.kinds[kind] ?? kind.replaceAll("_", " ") : "", sectionTitle = plain(section.querySelector("h2"));
  const title = element === section ? sectionTitle : plain(element.querySelector(".margin > h3:not(.label)"));
  const rich = element === section ? ":scope > .section-head .lede" : ":scope > .body > :is(.before, .prose)";
  const lines = kind ? [] : all(rich, element).flatMap(paragraphs);
  if (element.dataset.lines) lines.push(...element.dataset.lines.split("\n").map((line) => line.split("\t")));
  if (usual.values.includes(kind) || kind === "ICONS") lines.push(...namedValues(element, lines));
  const names = kind ? lines.map(([text]) => text).filter((text) => text.includes(" · ")).map((text) => text.split(" · ")[0]) : [];
  const fields = [[title], [words, ...lines.map(([, of]) => further(of))], [sectionTitle], names, lines.map(([text]) => text)].map(count);
  return { element, section, title, sectionTitle, words, lines, fields };
}));

// score returns how much a unit is about a word.
const score = ({ fields }, wanted) => {
  let sum = 0;
  for (const [i, weight] of counting.entries()) {
    let best = 0, times = 0;
    for (const [have, n] of fields[i]) {
      const q = quality(wanted, have);
      if (q >= beginning) times += n;
      best = Math.max(best, q);
    }
    sum = Math.max(sum, weight * best) + 0.1 * weight * best;
    if (i === 4) sum += 0.2 * best * Math.min(Math.max(times - 1, 0), 5);
  }
  return sum;
};

// hasValue reports whether a unit has a word with a digit in what only the page has of it, such as rgb(15 42 67).
const hasValue = (unit, word) => /\d/.test(word) && thingsOf(unit).some(({ values }) => values.includes(word));

// rank returns the units that have words of a question, the best first, and the words that none has.
const rank = (units, question) => {
  const scores = question.map((wanted) => units.map((unit) => score(unit, wanted) || counting[4] * hasValue(unit, wanted.word)));
  const having = scores.map((of) => of.filter((n) => n >= 1).length);
  const weights = having.map((n) => Math.sqrt(Math.log(1 + units.length / (1 + n)))), whole = weights.reduce((a, b) => a + b, 0);
  const hits = units.map((unit, i) => {
    let sum = 0, found = 0;
    scores.forEach((of, w) => {
      sum += of[i] * weights[w];
      if (of[i] > 0) found += weights[w];
    });
    const title = [...unit.fields[0].keys()], asked = title.filter((have) => question.some((wanted) => quality(wanted, have) >= beginning)).length;
    const hasPair = (pair) => unit.fields.some((counts) => counts.has(pair)) || hasValue(unit, pair);
    const phrases = question.filter(({ word }, w) => w > 0 && hasPair(question[w - 1].word + word)).length;
    return { unit, score: sum * found / whole * (1 + asked / (2 * title.length || 1)) * (1 + phrase * phrases) };
  }).filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return { hits: hits.filter(({ score }) => score >= least * hits[0].score), missing: question.filter((_, w) => having[w] === 0).map(({ word }) => word) };
};
