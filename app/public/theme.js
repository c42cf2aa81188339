// Runs before the first paint, so that nobody who chose light sees a dark flash. A file of its own, because the page
// allows no script inside it. What it sets is what `paint` in shell/preferences.ts sets later.
(() => {
  const BACKGROUNDS = { dark: '#0b0c0e', light: '#f5f4f0' };
  const light = matchMedia('(prefers-color-scheme: light)');

  function chosen() {
    try {
      return JSON.parse(localStorage.getItem('maru.globalSettings') ?? '{}') ?? {};
    } catch {
      // A closed storage or a strange text: the defaults stand.
      return {};
    }
  }

  function paint() {
    const { theme, updown } = chosen();
    const page = document.documentElement;
    page.dataset.theme = theme === 'light' || theme === 'device' ? theme : 'dark';
    page.dataset.updown = updown === 'kr' ? 'kr' : 'global';
    const isLight = theme === 'light' || (theme === 'device' && light.matches);
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', isLight ? BACKGROUNDS.light : BACKGROUNDS.dark);
  }

  paint();
  light.addEventListener('change', paint);
})();
