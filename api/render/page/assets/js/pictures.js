// Pictures in large, and the logo desk. Both are dialogs that the script makes; nothing
// leaves the reader's browser.

// dialog returns an empty dialog that closes by its button, Escape and a click beside it.
const dialog = (className, name) => {
  const box = make("dialog", className), close = make("button", "tool close", body.dataset.close);
  box.setAttribute("aria-label", name);
  close.type = "button";
  close.addEventListener("click", () => box.close());
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  box.append(close);
  body.append(box);
  return box;
};
// makeLarge returns what shows one of the pictures that links lead to.
const makeLarge = (zooms) => {
  const box = dialog("large", body.dataset.enlarge), image = make("img", ""), caption = make("div", "rich"), save = make("a", "chip", body.dataset.download);
  let shown = 0;
  const show = (i) => {
    shown = (i + zooms.length) % zooms.length;
    const link = zooms[shown], small = link.querySelector("img");
    const large = link.hash && link.getAttribute("href").startsWith("#") ? small.src : link.href; // in a page that is one file
    image.sizes = "100vw";
    image.srcset = small.srcset; // so that a phone does not load more than it shows
    image.src = large;
    image.className = small.className;
    image.alt = small.alt;
    const words = link.parentElement.querySelector("figcaption");
    caption.replaceChildren(...words ? words.cloneNode(true).childNodes : [small.alt]);
    save.href = large;
    save.hidden = new URL(large).host !== location.host;
    save.download = link.dataset.name ?? ""; // of a file in the page
  };
  const foot = make("div", "large-foot");
  foot.append(caption, save);
  if (zooms.length > 1) foot.append(button(body.dataset.previous, () => show(shown - 1)), button(body.dataset.next, () => show(shown + 1)));
  box.append(image, foot);
  box.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] * (document.dir === "rtl" ? -1 : 1);
    if (!step || zooms.length < 2) return;
    show(shown + step);
    event.preventDefault();
  });
  return (i) => {
    show(i);
    box.showModal();
  };
};

// zip returns files as a ZIP archive without compression (APPNOTE, section 4.3).
const crcTable = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const crc32 = (bytes) => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};
const little = (...pairs) => new Uint8Array(pairs.flatMap(([value, size]) => Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 255)));
const zip = (files) => {
  const parts = [], directory = [];
  let at = 0, directorySize = 0;
  for (const [name, bytes] of files) {
    const path = new TextEncoder().encode(name);
    const common = [[20, 2], [0x0800, 2], [0, 2], [0, 2], [0x21, 2], [crc32(bytes), 4], [bytes.length, 4], [bytes.length, 4], [path.length, 2], [0, 2]];
    const head = little([0x04034b50, 4], ...common), entry = little([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    parts.push(head, path, bytes);
    directory.push(entry, path);
    at += head.length + path.length + bytes.length;
    directorySize += entry.length + path.length;
  }
  return new Blob([...parts, ...directory, little([0x06054b50, 4], [0, 4], [files.length, 2], [files.length, 2], [directorySize, 4], [at, 4], [0, 2])], { type: "application/zip" });
};
const download = (blob, name) => {
  const link = make("a", "");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000); // a slow machine asks for it late
};
const bytesOf = async (blob) => new Uint8Array(await blob.arrayBuffer());

// drawn returns a picture as PNG, in the middle of a canvas on a ground, empty for none.
const drawn = (picture, width, height, ground, margin = 0) => new Promise((done, fail) => {
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  canvas.width = width;
  canvas.height = height;
  if (ground) {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, width, height);
  }
  const room = 1 - 2 * margin, shape = (picture.getAttribute("width") || picture.naturalWidth) / (picture.getAttribute("height") || picture.naturalHeight);
  const w = Math.min(width * room, height * room * shape), h = w / shape;
  pen.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
  canvas.toBlob((blob) => { if (blob) done(blob); else fail(new Error("no picture")); }, "image/png");
});
// icoOf returns PNG files as one ICO file.
const icoOf = (images) => {
  let at = 6 + 16 * images.length;
  const entries = images.map(([size, bytes]) => {
    const entry = little([size & 255, 1], [size & 255, 1], [0, 2], [1, 2], [32, 2], [bytes.length, 4], [at, 4]);
    at += bytes.length;
    return entry;
  });
  return bytesOf(new Blob([little([0, 2], [1, 2], [images.length, 2]), ...entries, ...images.map(([, bytes]) => bytes)]));
};

// fileName returns what a file of a logo is called.
const fileName = (text) => text.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase() || "logo";
// groundOf returns the ground that a logo is for, empty if it is not known.
const groundOf = (frame) => getComputedStyle(frame).getPropertyValue("--ground").trim();
// writtenHex returns an opaque color of a style as a hex.
const writtenHex = (color) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.fillStyle = color;
  return pen.fillStyle;
};
let desk;
const openDesk = (item, picture) => {
  const name = plain(item.querySelector(".name"));
  desk?.remove();
  desk = dialog("desk", name);
  const view = make("div", "desk-view"), shownPicture = picture.cloneNode();
  shownPicture.removeAttribute("srcset"); // the desk draws the logo itself, not a smaller version
  const whole = item.querySelector(".formats-of a")?.href;
  if (whole?.startsWith("data:image/")) shownPicture.src = whole; // in a page that is one file, which may show a smaller version
  shownPicture.loading = "eager";
  view.append(shownPicture);
  const width = make("input", "");
  const shape = (picture.getAttribute("width") || picture.naturalWidth) / (picture.getAttribute("height") || picture.naturalHeight);
  const widest = Math.min(8000, Math.floor(16000 * shape)); // that a canvas holds
  Object.assign(width, { type: "number", min: 16, max: widest, value: 1200 });
  const ground = make("select", "");
  const known = new Map([["", body.dataset.transparent]]);
  for (const color of [...all(".logos .frame").map(groundOf), "#ffffff", "#000000"]) if (color) known.set(writtenHex(color), writtenHex(color).toUpperCase());
  const named = all(".swatch").filter((swatch) => channels(colorOf(swatch))).map((swatch) => [writtenHex(colorOf(swatch)), plain(swatch.querySelector(".name"))]);
  for (const [hex, called] of named) if (known.size < 32 || known.has(hex)) known.set(hex, called);
  for (const [value, label] of known) ground.append(Object.assign(make("option", "", label), { value }));
  const lay = () => { view.style.background = ground.value; }; // transparent is a checkerboard
  ground.value = "";
  ground.addEventListener("change", lay);
  lay();
  const fault = make("p", "note");
  fault.setAttribute("role", "status");
  const attempt = (act) => () => act().catch(() => { fault.textContent = body.dataset.notLoaded; });
  const savePNG = attempt(async () => {
    const w = Math.min(widest, Math.max(16, Math.round(+width.value) || 1200));
    download(await drawn(shownPicture, w, Math.max(1, Math.round(w / shape)), ground.value), `${fileName(name)}-${w}.png`);
  });
  const saveIcons = attempt(async () => {
    const sizes = [16, 32, 48, 180, 192, 512];
    // Telephones lay an icon with a clear ground on black.
    const home = ground.value || groundOf(item.querySelector(".frame")) || "#ffffff";
    const images = await Promise.all(sizes.map(async (size) => [size, await bytesOf(await drawn(shownPicture, size, size, size === 180 ? home : ground.value, size > 48 ? 0.1 : 0))]));
    const names = { 180: "apple-touch-icon.png", 192: "icon-192.png", 512: "icon-512.png" };
    const files = [["favicon.ico", await icoOf(images.slice(0, 3))], ...images.slice(3).map(([size, bytes]) => [names[size], bytes])];
    download(zip(files), `${fileName(name)}-icons.zip`);
  });
  const labeled = (text, control) => {
    const label = make("label", "", `${text} `);
    label.append(control);
    return label;
  };
  const tools = make("div", "desk-tools");
  const png = button("PNG", savePNG);
  png.className = "tool main-act";
  tools.append(labeled(body.dataset.width, width), labeled(body.dataset.groundWord, ground), png, button(body.dataset.iconsSet, saveIcons), fault);
  desk.append(make("p", "name", name), view, tools);
  desk.showModal();
};

// saveAll saves files, name by address, as one ZIP.
const saveAll = async (archive, files) => {
  const used = new Map();
  const read = await Promise.all([...files].map(async ([address, name]) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(response.statusText);
    const times = used.get(name) ?? 0;
    used.set(name, times + 1);
    return [times ? name.replace(/(\.[^.]*)?$/, `-${times + 1}$1`) : name, await bytesOf(await response.blob())];
  }));
  download(zip(read), archive);
};
// nameOf returns the name of a file, of one that is in the page made of another name.
const nameOf = (address, name) => address.startsWith("data:") ? `${fileName(name)}.${/[a-z0-9]+/.exec(address.slice(11))?.[0] ?? "bin"}` : decodeURIComponent(new URL(address, location).pathname.split("/").pop());
// Logos of several lists with titles are in a folder each, since files of one name may be in each.
const saveLogos = (logos, title) => saveAll(`${fileName(title || "logos")}.zip`, new Map(all(".logos .formats-of a", logos).map((link) => {
  const heading = !title && all(".logos", logos).length > 1 ? plain(link.closest(".block").querySelector("h3")) : "";
  return [link.href, `${heading && `${fileName(heading)}/`}${link.download || nameOf(link.href)}`];
})));
const saveIcons = (icons) => saveAll("icons.zip", new Map(icons.map((icon) => [icon.src, nameOf(icon.src, icon.alt || plain(icon.closest("li").querySelector("code")))])));

// copySVG copies the SVG of a name at an address, which is read when it is asked for.
const copySVG = async (from, address, name) => {
  const file = nameOf(address, name);
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(response.statusText);
    await copy(await response.text(), from, file);
  } catch {
    say(fill(body.dataset.notCopied, file));
  }
};

Object.assign(later, { copySVG, filter, unfold, fillContrast, startSearch, makeLarge, openDesk, saveLogos, saveIcons });
