// Set the chosen theme, if any, before anything is painted. This is not a module, so it runs at once.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("nonet.settings") || "{}").theme;
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // nothing is stored, or storing is not allowed
  }
})();
