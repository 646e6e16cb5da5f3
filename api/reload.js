(() => {
  const seen = new URL(document.currentScript.src).search;
  const look = () => {
    const next = document.createElement("script");
    next.src = "/-/reload" + seen;
    next.onload = next.onerror = () => { next.remove(); setTimeout(look, 300); };
    document.head.append(next);
  };
  addEventListener("load", look);

  // On a host that has nothing to do with the site, such as that of a tunnel, links and pictures at
  // hosts of this machine stay there, and name the host that they are for.
  const isLocal = /(^|\.)localhost$/;
  for (const e of isLocal.test(location.hostname) ? [] : document.querySelectorAll("a[href], img[src]")) {
    const key = e.href ? "href" : "src", to = new URL(e[key]);
    if (!isLocal.test(to.hostname)) continue;
    to.searchParams.set("host", to.hostname);
    e[key] = to.pathname + to.search + to.hash;
  }

  // What is wrong with the seed files lies over the page until they are mended, in one line where
  // a reader has folded it, or where only files of other brands are wrong.
  let shown = "", cover = null;
  const add = (to, tag, text, style) => {
    const e = document.createElement(tag);
    e.textContent = text;
    Object.assign(e.style, style);
    to.append(e);
    return e;
  };
  const fold = (isFolded) => {
    Object.assign(cover.style, isFolded ? { insetBlockStart: "auto", padding: ".5rem 1rem" } : { insetBlockStart: 0, padding: "1.5rem clamp(1rem, 6vw, 6rem)" });
    cover.lastChild.hidden = isFolded;
    const button = cover.querySelector("button");
    button.textContent = isFolded ? "Show" : "Fold";
    button.setAttribute("aria-expanded", !isFolded);
  };
  const remember = (isFolded) => {
    try { sessionStorage.setItem("folded-problems", `${isFolded} ${shown}`); } catch {}
  };
  const remembered = () => {
    try {
      return { [`true ${shown}`]: true, [`false ${shown}`]: false }[sessionStorage.getItem("folded-problems")];
    } catch {}
  };
  addEventListener("problems", ({ detail: { lines: problems, folded } }) => {
    if (shown === problems.join("\n")) return;
    shown = problems.join("\n");
    cover?.remove();
    cover = null;
    if (!problems.length) return;
    cover = add(document.body, "div", "", {
      position: "fixed", inset: 0, zIndex: 2147483647, overflow: "auto", boxSizing: "border-box",
      background: "#1e1616", color: "#fff", font: "16px/1.5 system-ui, sans-serif", textAlign: "start",
    });
    cover.id = "seed-problems";
    cover.setAttribute("role", "alert");
    cover.lang = "en";
    cover.dir = "ltr";
    const head = add(cover, "div", "", { display: "flex", gap: "1rem", alignItems: "center", justifyContent: "space-between" });
    add(head, "h1", "The files cannot be published as they are", { font: "600 clamp(.875rem, 4vw, 1.25rem)/1.3 system-ui, sans-serif", margin: 0, color: "#fff" });
    const button = add(head, "button", "", { font: "inherit", flex: "none", padding: ".25rem .75rem", border: "1px solid #fff", borderRadius: "4px", background: "none", color: "#fff", cursor: "pointer" });
    button.type = "button";
    const body = add(cover, "div", "", {});
    const list = add(body, "ul", "", { margin: "1rem 0", padding: 0, listStyle: "none" });
    for (const problem of problems) {
      const [message, ...line] = problem.split("\n");
      const item = add(list, "li", message, {
        font: "14px/1.5 ui-monospace, monospace", padding: ".75rem 1rem", margin: "0 0 .5rem", background: "#000", color: "#ffd7d2",
        borderInlineStart: "4px solid #ff7a66", overflowWrap: "anywhere", whiteSpace: "pre-wrap",
      });
      if (line.length) add(item, "div", line.join("\n"), { whiteSpace: "pre", overflowX: "auto", marginTop: ".5rem", color: "#fff" });
    }
    add(body, "p", "Mend and save them, and this goes away by itself. Until then the page is as it was before.", { margin: 0, color: "#ddd" });
    button.addEventListener("click", () => {
      fold(!body.hidden);
      remember(body.hidden);
    });
    fold(remembered() ?? folded);
  });
})();
