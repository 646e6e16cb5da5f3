// What the page can do beyond reading: values to copy, the section that one is
// in, and a composed stand-in for an image that does not come. Everything else
// works without it.
"use strict";
(() => {
  const said = document.querySelector(".said");
  let fading;
  const say = (text) => {
    said.textContent = text;
    clearTimeout(fading);
    fading = setTimeout(() => { said.textContent = ""; }, 2500);
  };

  // The clipboard asks for a secure context; a selection does not.
  const copyBySelection = (text) => {
    const field = document.createElement("textarea");
    field.value = text;
    field.setAttribute("aria-hidden", "true");
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  };
  const copy = async (text, from) => {
    let done = false;
    try {
      await navigator.clipboard.writeText(text);
      done = true;
    } catch {
      done = copyBySelection(text);
      from.focus?.();
    }
    say(done ? `Copied ${text}` : `Could not copy ${text}`);
  };

  for (const element of document.querySelectorAll("code[data-copy], .cell[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.copy = element.dataset.copy;
    const name = element.dataset.name;
    button.setAttribute("aria-label", `Copy ${name ? name + ", " : ""}${element.dataset.copy}`);
    if (element.matches(".cell")) {
      button.className = `${element.className} copy`;
      button.title = element.dataset.copy;
      element.replaceWith(button);
    } else {
      button.className = "copy";
      delete element.dataset.copy;
      element.replaceWith(button);
      button.append(element);
    }
  }
  for (const field of document.querySelectorAll(".field[data-copy]")) field.dataset.live = "";
  document.addEventListener("click", (event) => {
    const source = event.target.closest("[data-copy]");
    if (source) copy(source.dataset.copy, source);
  });

  const standIn = (image) => {
    if (image.hidden) return;
    image.hidden = true;
    const text = document.createElement("span");
    text.className = "stand-in";
    text.textContent = image.alt;
    image.after(text);
  };
  for (const image of document.querySelectorAll(".frame > img")) {
    if (image.complete && image.naturalWidth === 0 && image.currentSrc) standIn(image);
    else image.addEventListener("error", () => standIn(image), { once: true });
  }

  // The section that one is in is the last one that begins above a line at a
  // fifth of the window. Over the last screen the line goes down to the foot,
  // so that sections which never come up have their turn; of those that begin
  // in view above it, the one comes first that the address asks for.
  const list = document.querySelector(".contents ol");
  const contents = list?.parentElement;
  const entries = [];
  for (const link of document.querySelectorAll(".contents a")) {
    const section = document.getElementById(link.dataset.section);
    if (section) entries.push({ link, section });
  }
  const top = (entry) => entry.section.getBoundingClientRect().top;
  const entryAbove = (line) => {
    let from = 0;
    for (let to = entries.length; from < to;) {
      const middle = (from + to) >> 1;
      if (top(entries[middle]) <= line) from = middle + 1;
      else to = middle;
    }
    return entries[from - 1];
  };
  let current;
  const follow = () => {
    const left = document.documentElement.scrollHeight - innerHeight - scrollY;
    const line = innerHeight * (1 - 0.8 * Math.min(1, left / innerHeight));
    const target = document.querySelector(":target")?.closest(".section");
    const asked = entries.find((entry) => entry.section === target && top(entry) > -2 && top(entry) <= line);
    const link = (asked ?? entryAbove(line))?.link;
    if (link === current) return;
    current?.removeAttribute("aria-current");
    current = link;
    link?.setAttribute("aria-current", "true");
    if (list.scrollWidth > list.clientWidth) list.scrollTo({ left: link ? link.parentElement.offsetLeft - 24 : 0 });
    if (contents.scrollHeight > contents.clientHeight) contents.scrollTo({ top: link ? link.offsetTop - contents.clientHeight / 2 : 0 });
  };
  if (entries.length > 0) {
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
    new ResizeObserver(later).observe(document.body);
  }
})();
