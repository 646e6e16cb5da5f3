// wordsOf returns the words of a text without case, marks and punctuation, and where in the text each of their
// letters stands, and they end: bla finds Blå, co2 CO₂. Each letter of a script that puts no spaces between words
// is a word.
const letters = { ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l", ð: "d", þ: "th", ı: "i", ى: "ي", ة: "ه" };
const foldLetter = (letter) => letter.normalize("NFKD").replace(/[\p{M}'’ـ]/gu, "").toLowerCase()
  .replace(/[øæœßđłðþıىة]/g, (c) => letters[c]).replace(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60));
const foldText = (text) => [...text].map(foldLetter).join("");
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const wordsOf = (text) => {
  const words = [];
  let word, at = 0;
  for (const letter of text) {
    const short = foldLetter(letter), end = at + letter.length;
    for (const c of short) {
      if (!/[\p{L}\p{Nd}]/u.test(c)) {
        word = undefined;
        continue;
      }
      const alone = unspaced.test(c);
      if (!word || alone) words.push(word = { word: "", places: [] });
      word.word += c;
      for (let i = 0; i < c.length; i++) word.places.push(at);
      word.end = end;
      if (alone) word = undefined;
    }
    if (word && /\p{M}/u.test(letter)) word.end = end;
    at = end;
  }
  return words;
};
const fold = (text) => wordsOf(text).map(({ word }) => word).join(" ");

// filter shows of a list what has all words of a field, and how many of the index those are.
const folded = new WeakMap();
const filter = (label, items) => {
  const wanted = fold(label.querySelector("input").value).split(" "), found = document.querySelector(".found");
  for (const item of items) {
    if (!folded.has(item)) folded.set(item, fold(plain(item)));
    item.hidden = !wanted.every((word) => folded.get(item).includes(word));
  }
  if (label.matches(".find")) found.textContent = fill(found.dataset.count, items.filter((item) => !item.hidden).length);
};
