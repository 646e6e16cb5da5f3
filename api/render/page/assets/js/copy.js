// Copying: a value by a click on it, a color by a click on its swatch, a token in the form
// that the reader has chosen.

const channels = (hex) => {
  let digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(hex)?.[1];
  if (!digits) return null;
  if (digits.length < 5) digits = digits.replace(/./g, "$&$&");
  return digits.match(/../g).map((pair) => parseInt(pair, 16));
};
const alpha = (a) => (a === undefined || a === 255 ? "" : ` / ${+(a / 2.55).toFixed(1)}%`);
const rgb = ([r, g, b, a]) => `rgb(${r} ${g} ${b}${alpha(a)})`;
const hueOf = ([r, g, b]) => {
  const most = Math.max(r, g, b), span = most - Math.min(r, g, b);
  if (span === 0) return 0;
  const sixth = most === r ? (g - b) / span : most === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return (sixth * 60 + 360) % 360;
};
const hsl = (color) => {
  const [r, g, b, a] = color, most = Math.max(r, g, b), least = Math.min(r, g, b), sum = most + least;
  const saturation = most === least ? 0 : (most - least) / (sum > 255 ? 510 - sum : sum);
  const short = (n) => +n.toFixed(1);
  return `hsl(${short(hueOf(color)) % 360} ${short(100 * saturation)}% ${short(sum / 5.1)}%${alpha(a)})`;
};

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

// A token is written as its custom property, its path in the token document, or its
// variable of Sass. That of a color follows from the id of its swatch, that of a tint from
// its color and step.
let form = document.documentElement.dataset.form ?? "";
const pathOf = (css, role) => role ? `theme.${css.slice(8, -1 - role.length)}.${role}`
  : css.slice(2).replace(/^(font|cubic)-(.)/, (_, group, letter) => group + letter.toUpperCase()).replace("-", ".");
const written = ({ css, path, role }) => {
  if (form === "json") return path ?? pathOf(css, role);
  return form === "scss" ? `$${css.slice(2).replace(/^\d/, "\\3$& ")}` : `var(${css})`;
};
// The steps of ramps.
const steps = new WeakMap();
const stepsOf = (ramp) => {
  if (!steps.has(ramp)) steps.set(ramp, ramp.dataset.steps?.trim().split(" ") ?? all(".steps > span", ramp.parentElement).map(plain));
  return steps.get(ramp);
};
const swatchOf = (element) => element.closest(".swatch") ?? placeOf(element.closest(".ramp").querySelector("a"));
const tokenOf = (element) => {
  if (element.matches("rect")) {
    const ramp = element.closest(".ramp"), { css } = tokenOf(swatchOf(element));
    return { css: element.dataset.css ?? `${css}-${stepsOf(ramp)[+element.getAttribute("x")]}` };
  }
  if (element.matches(".swatch")) {
    const { css = `--color-${element.id.slice(element.id.lastIndexOf(".") + 1)}`, path } = element.dataset;
    return { css, path };
  }
  const row = element.closest("li"), name = plain(row?.querySelector(".name, .key")), { css = element.textContent, path } = element.dataset;
  return { css: css.endsWith("-") ? css + name : css, path: path === "" ? `${css.slice(2, -1)}.${name}` : path, role: row?.matches(".roles > li") ? name : "" };
};
const colorOf = (swatch) => plain(swatch.querySelector("code"));
const valueOf = (element) => {
  if (element.matches(".field")) return element.dataset.value ?? colorOf(element.closest(".swatch"));
  if (element.matches("code.token")) return element.dataset.shown;
  if (element.matches("rect")) return form ? written(tokenOf(element)) : element.getAttribute("fill");
  return element.dataset.value ?? (element.matches(".amount") ? element.textContent.replace("\u202f", "") : plain(element));
};

// Everything that copies is a button: the swatch itself only for those who point, since
// its hex stands below it, and of a ramp the first cell, from which arrows lead on.
const values = "code.value, .line > code, .swatch .field, .ramp rect";
const prepare = (element) => {
  const value = valueOf(element);
  if (element.matches(".field")) return;
  element.setAttribute("role", "button");
  const step = element.matches("rect") ? `${plain(element.closest(".ramp").querySelector("a"))} ${stepsOf(element.closest(".ramp"))[+element.getAttribute("x")]}: ` : "";
  element.setAttribute("aria-label", step + fill(body.dataset.copyLabel, step ? value : plain(element)));
  element.setAttribute("tabindex", element.matches("rect + rect") ? -1 : 0);
};
const addLines = (swatch) => {
  const hex = swatch.querySelector("code.hex");
  const color = hex && channels(plain(hex));
  if (color && !swatch.querySelector(".rgb")) hex.after(...[["rgb", rgb(color)], ["hsl", hsl(color)]].map(([name, text]) => make("code", `value ${name}`, text)));
};
const showToken = (owner) => {
  const token = tokenOf(owner);
  let line = owner.matches(".swatch") ? owner.querySelector(":scope > .token") : owner;
  if (!token.css) return;
  if (!line && form) {
    line = make("code", "value token");
    all(":scope > code", owner).at(-1).after(line);
  }
  if (!line) return;
  if (line === owner) line.dataset.css = token.css;
  line.dataset.shown = line.textContent = form ? written(token) : token.css;
  prepare(line);
};
// The values of a color in many modes are a text: of it the swatch shows them beside each other,
// and lines to copy are made when they are asked for.
const foldedModes = (details) => (details.dataset.folded ?? details.lastChild.data).trim().split("\n").map((line) => {
  const [, numbers, value] = /(\S+) (.*)/.exec(line), names = details.closest(".swatches").nextElementSibling.textContent.split("\n");
  return { modes: numbers.split(",").map((number) => names[number].slice(number.length + 1)), value };
});
const showModes = (swatch) => {
  const details = swatch.querySelector(".modes"), field = swatch.querySelector(".field");
  if (!details) return;
  const fills = [field.getAttribute("color"), ...foldedModes(details).map(({ value }) => value)].filter((fill) => channels(fill));
  const share = (i) => `${Math.floor(100 * i / fills.length)}%`;
  field.style.setProperty("--v", `linear-gradient(90deg,${fills.map((fill, i) => `${fill} ${share(i)} ${share(i + 1)}`).join(",")})`);
};
const swatches = all(".swatch"), tokens = all("code.token");
const linkName = (swatch) => {
  const link = swatch.querySelector("a.name");
  if (!link.hash) link.href = `#${encodeURIComponent(swatch.id)}`;
};
const prepareSwatch = (swatch) => {
  linkName(swatch);
  addLines(swatch);
  showModes(swatch);
  if (form) showToken(swatch);
  all("code", swatch).forEach(prepare);
};
// Of a really long manual all names are links, but only the colors near the window get their
// lines. On paper all have them, also if that is printed before all are done.
if (body.matches(".long")) {
  inSlices(swatches, linkName);
  const near = new IntersectionObserver((seen) => {
    for (const { target } of seen.filter((entry) => entry.isIntersecting)) {
      inSlices(all(".swatch", target), prepareSwatch);
      near.unobserve(target);
    }
  }, { rootMargin: "100%" });
  all(".swatches").forEach((list) => near.observe(list));
} else {
  inSlices(swatches, prepareSwatch);
}
addEventListener("beforeprint", () => swatches.forEach(prepareSwatch));
inSlices(tokens, showToken);
inSlices(all(values).filter((element) => !element.closest(".swatch") && !element.matches(".token")), prepare);

body.addEventListener("click", (event) => {
  const element = event.target.closest(values);
  if (!element || String(getSelection()).length > 0 && element.matches("code")) return;
  // A label around it does nothing.
  event.preventDefault();
  copy(valueOf(element), element);
});
body.addEventListener("keydown", (event) => {
  const element = event.target.closest?.(values);
  if (!element) return;
  const step = element.matches("rect") ? ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0) * (document.dir === "rtl" ? -1 : 1) : 0;
  if (event.key === "Enter" || event.key === " ") copy(valueOf(element), element);
  else if (step) (step > 0 ? element.nextElementSibling : element.previousElementSibling)?.focus();
  else return;
  event.preventDefault();
});

// A link to a thing of the page copies its address too.
body.addEventListener("click", (event) => {
  const link = event.target.closest("main a.name, main a.kind, main a.mark");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) copy(link.href, link);
});

const formats = document.querySelector(".formats:not(.scheme)");
if (formats && document.querySelector(".swatch, code.token")) {
  const select = formats.querySelector("select");
  select.value = form;
  select.addEventListener("change", () => {
    form = select.value;
    if (form) document.documentElement.dataset.form = form;
    else delete document.documentElement.dataset.form;
    inSlices([...swatches, ...tokens], showToken);
    inSlices(all(".ramp rect"), prepare);
    remember("designmanual-form", form);
  });
  formats.hidden = false;
}

// The page is light, dark or as the system is, or in a theme of the manual.
const scheme = document.querySelector(".scheme");
if (scheme) {
  const select = scheme.querySelector("select"), root = document.documentElement;
  select.value = root.dataset.theme ?? root.dataset.scheme ?? "";
  if (select.selectedIndex < 0) select.value = "";
  select.addEventListener("change", () => {
    const isTheme = /^t\d+$/.test(select.value);
    for (const [key, name, value] of [["scheme", "scheme", isTheme ? "" : select.value], ["theme", `theme:${location.pathname}`, isTheme ? select.value : ""]]) {
      if (value) root.dataset[key] = value;
      else delete root.dataset[key];
      if (key === "theme" || !isTheme) remember(`designmanual-${name}`, value);
    }
  });
  scheme.hidden = false;
}
