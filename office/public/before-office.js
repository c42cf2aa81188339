// Runs before the first paint, so that a light theme does not flash dark. `toggleTheme` in shell/theme.ts sets it.
try {
  document.documentElement.dataset.theme =
    localStorage.getItem('maru.office.theme') === 'light' ? 'light' : 'dark';
} catch {
  // Storage is not accessible: the default is used.
}
