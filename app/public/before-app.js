// Runs before the first paint and long before the app. A file of its own, because the page allows no script inside it.
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

  // So that nobody who chose light sees a dark flash. What it sets is what `paint` in shell/preferences.ts sets later.
  function paint() {
    const { theme, updown } = chosen();
    const page = document.documentElement;
    page.dataset.theme = theme === 'light' || (theme === 'device' && light.matches) ? 'light' : 'dark';
    page.dataset.updown = updown === 'kr' ? 'kr' : 'global';
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', BACKGROUNDS[page.dataset.theme]);
  }

  // Who is signed in has no business at the door, which the page of /signin draws for everybody.
  function hideDoorFromMember() {
    try {
      if (localStorage.getItem('maru.accessToken')) document.documentElement.dataset.visit = 'member';
    } catch {
      // A closed storage keeps nobody signed in.
    }
  }

  // A form that is sent before the app has taken it over waits for the app: sent by the browser, its password would
  // stand in the address. The sign-in screen says when it has, and asks what was sent.
  function holdEarlyForm(event) {
    if (document.documentElement.dataset.app === 'running') return;
    event.preventDefault();
    event.target.dataset.sent = 'early';
  }

  paint();
  light.addEventListener('change', paint);
  hideDoorFromMember();
  document.addEventListener('submit', holdEarlyForm, true);
})();
