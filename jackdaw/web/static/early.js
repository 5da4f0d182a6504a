// Runs before anything is drawn: applies the saved colour theme.
try {
  const saved = localStorage.getItem("jackdaw-theme");
  if (saved === "dark" || saved === "light") document.documentElement.dataset.theme = saved;
} catch { /* the browser may forbid storage */ }
