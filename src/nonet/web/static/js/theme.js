// Before anything is painted: the theme that the reader has chosen, if any. No module, so that it runs at once.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("nonet.settings") || "{}").theme;
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // nothing kept, or nothing may be kept
  }
})();
