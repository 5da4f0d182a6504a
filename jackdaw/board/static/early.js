// Before anything is drawn: the colours that were chosen the last time.
try {
  const kept = localStorage.getItem("jackdaw-theme");
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
} catch { /* a browser may forbid to keep anything */ }
