(() => {
  const seen = new URL(document.currentScript.src).search;
  const wait = () => {
    const next = document.createElement("script");
    next.src = "/-/reload" + seen;
    next.onload = () => location.reload();
    next.onerror = () => { next.remove(); setTimeout(wait, 500); };
    document.head.append(next);
  };
  addEventListener("load", wait);
})();
