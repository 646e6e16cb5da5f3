// What the reader has chosen holds before anything is shown: a light or dark page, and
// the form of tokens to copy.
"use strict";
(() => {
  const root = document.documentElement;
  for (const key of ["scheme", "form"]) {
    try {
      const value = localStorage.getItem(`designmanual-${key}`);
      if (value) root.dataset[key] = value;
    } catch { /* not allowed */ }
  }
})();
