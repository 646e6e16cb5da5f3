// fold returns a text without case, marks and punctuation, with one space between words,
// and where in the text each of its letters stands: bla finds Blå, co2 CO₂. A number keeps
// its point.
const letters = { ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l", ð: "d", þ: "th", ı: "i", ى: "ي", ة: "ه" };
const foldLetter = (letter) => letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  .replace(/[øæœßđłðþıىة]/g, (c) => letters[c]).replace(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60));
const folding = (text) => {
  let folded = "", at = 0, space = true;
  const places = [];
  for (const letter of text) {
    let short = /[\p{L}\p{N}]/u.test(letter) ? foldLetter(letter) : "";
    const between = /[.,:]/.test(letter) && /\d/.test(text[at - 1] ?? "") && /\d/.test(text[at + 1] ?? "");
    if (between) short = letter === ":" ? ":" : ".";
    if (!short && !space && !/[\p{M}'’ـ]/u.test(letter)) {
      folded += " ";
      places.push(at);
      space = true;
    }
    for (const c of short) {
      folded += c;
      places.push(at);
      space = false;
    }
    at += letter.length;
  }
  places.push(text.length);
  return { folded, places };
};
const fold = (text) => folding(text).folded.trim();

