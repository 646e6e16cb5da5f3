// The contrast of many colors is counted when it is asked for (WCAG 2.2, "contrast ratio").
const modesOf = (swatch) => {
  const details = swatch.querySelector(".modes");
  if (details) return foldedModes(details).flatMap(({ modes, value }) => modes.map((mode) => [mode, value]));
  return all("code[data-value]", swatch).map((line) => [plain(line.querySelector("i")), line.dataset.value]);
};
const lightness = (color) => {
  const [r, g, b] = color.map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const over = ([r, g, b, a = 255], ground) => [r, g, b].map((c, i) => c * a / 255 + ground[i] * (1 - a / 255));
const contrast = (ink, ground) => {
  const [a, b] = [lightness(over(ink, ground)), lightness(ground)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
const levels = (body.dataset.levels ?? "").split("|"), levelNames = ["AAA", "AA", "large-only", "fails"];
const cellOf = (ink, inkHex, ground, groundHex) => {
  const cell = make("td", "");
  if (inkHex.toUpperCase() === groundHex.toUpperCase()) return cell;
  const ratio = contrast(ink, ground), level = ratio >= 7 ? 0 : ratio >= 4.5 ? 1 : ratio >= 3 ? 2 : 3;
  cell.className = `pair ${levelNames[level]}`;
  cell.style.setProperty("--g", groundHex);
  cell.style.setProperty("--v", inkHex);
  cell.textContent = `${(Math.floor(ratio * 100) / 100).toFixed(2).replace(".", body.dataset.point)} ${levels[level]}`;
  return cell;
};
const fillContrast = (details) => {
  const grounds = all("th[data-ground]", details).map((th) => th.dataset), rows = details.querySelector("tbody"), table = rows.parentElement;
  if (rows.firstElementChild) return;
  all("th[data-ground]", details).forEach((th, i) => table.style.setProperty(`--on-${i + 1}`, JSON.stringify(plain(th.firstChild))));
  inSlices(all(".swatches:not(.apart) > .swatch", details.closest(".section")), (swatch) => {
    const hex = colorOf(swatch);
    if (!channels(hex) || swatch.dataset.css === "") return; // of those that make no token
    const modes = new Map(modesOf(swatch));
    const row = make("tr", ""), name = make("th", "", plain(swatch.querySelector(".name")));
    name.scope = "row";
    row.append(name, ...grounds.map(({ ground, mode }) => {
      const shown = channels(modes.get(mode)) ? modes.get(mode) : hex;
      return cellOf(channels(shown), shown, channels(ground), ground);
    }));
    rows.append(row);
  });
};

// unfold makes of the modes of a color lines to copy.
const unfold = (details) => {
  if (details.querySelector("code")) return;
  details.dataset.folded = details.lastChild.data;
  details.lastChild.replaceWith(...foldedModes(details).map(({ modes, value }) => {
    const line = make("code", "value print", ` ${value}`);
    line.dataset.value = value;
    line.prepend(make("i", "", modes.join(", ")));
    prepare(line);
    return line;
  }));
};
