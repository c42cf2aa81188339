// Runs before the first paint and long before the app. A file of its own, because the page allows no script inside it.
(() => {
  const BACKGROUNDS = { dark: '#0b0c0e', light: '#f5f4f0' };
  const light = matchMedia('(prefers-color-scheme: light)');

  function chosen() {
    try {
      return JSON.parse(localStorage.getItem('maru.globalSettings') ?? '{}') ?? {};
    } catch {
      // Storage is not accessible or its text is not valid: the defaults are used.
      return {};
    }
  }

  // So that a light theme does not flash dark. `paint` in shell/device/preferences.ts sets the same later.
  function paint() {
    const { theme, updown } = chosen();
    const page = document.documentElement;
    page.dataset.theme = theme === 'light' || (theme === 'device' && light.matches) ? 'light' : 'dark';
    page.dataset.updown = updown === 'kr' ? 'kr' : 'global';
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', BACKGROUNDS[page.dataset.theme]);
  }

  // A member who is signed in must not see the sign-in form, which the page of /signin contains for everybody.
  function hideDoorFromMember() {
    try {
      if (localStorage.getItem('maru.accessToken')) document.documentElement.dataset.visit = 'member';
      // A device that signed in before sees the form first (door-screen.tsx).
      if (localStorage.getItem('maru.door') === 'form' || localStorage.getItem('maru.deviceKey') !== null)
        document.documentElement.dataset.door = 'form';
    } catch {
      // Without storage nobody is signed in.
    }
  }

  // A form that is submitted before the app handles it is held back for the app: submitted by the browser, its password
  // would be in the address. The sign-in screen sets a mark when it takes the form over, and reads what was submitted.
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
