// The browser's side of every edge: the network, the storage, the clock and the screen are passed in here.
import { openBrowserSocket } from '@maru/client/sockets';
import type { Watched } from '@maru/client/store';
import { browserTimers, pause } from '@maru/client/timers';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { browserPresence } from './shell/connection/wake.ts';
import { createDevice } from './shell/device/device.tsx';
import { forgetEndedSignIn } from './shell/member/keep-signed-in.ts';
import { createPlatform, SITE_KEY, STORAGE_PREFIX } from './shell/platform.tsx';
import { fetchedUpdates } from './shell/updates/updates.ts';
import { ko, type Text } from './text/ko.ts';
import type { LanguageMemory } from './text/language.tsx';
import './ui/fonts.css';
import './ui/stand-in-font.css';
import './ui/tokens.css';
import './ui/base.css';

const LANGUAGE_KEY = `${STORAGE_PREFIX}language`;

let words: Text = ko;

const memory: LanguageMemory = {
  get: () => (localStorage.getItem(LANGUAGE_KEY) === 'en' ? 'en' : 'ko'),
  set: (language) => localStorage.setItem(LANGUAGE_KEY, language),
  onTextChange: (text) => {
    words = text;
  },
};

const cookies = {
  read: () => document.cookie,
  write: (cookie: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store does not exist on plain http.
    document.cookie = cookie;
  },
};

forgetEndedSignIn({ storage: localStorage, prefix: STORAGE_PREFIX, cookies });

const chosenSite = new URLSearchParams(location.search).get('site');
if (chosenSite !== null) localStorage.setItem(SITE_KEY, chosenSite);

/** The size from which screens may have columns; the styles of those layouts depend on this alone. */
const WIDE = '(min-width: 1200px)';

function watchMedia(query: string): Watched<boolean> {
  const media = matchMedia(query);
  return {
    get: () => media.matches,
    watch(listen) {
      media.addEventListener('change', listen);
      return () => media.removeEventListener('change', listen);
    },
  };
}

const device = createDevice({
  storage: localStorage,
  prefix: STORAGE_PREFIX,
  cookies,
  onSchemeChange: watchMedia('(prefers-color-scheme: dark)').watch,
  isWide: watchMedia(WIDE),
  openAudio: () => ('AudioContext' in window ? new AudioContext() : undefined),
});

const platform = createPlatform({
  fetch: (url, init) => fetch(url, init),
  openSocket: openBrowserSocket(location.origin),
  storage: localStorage,
  timers: browserTimers,
  random: Math.random,
  // Locks exist on secure pages only; elsewhere a tab refreshes its tokens without a lock.
  exclusively: (name, run) =>
    navigator.locks === undefined ? run() : (navigator.locks.request(name, run) as ReturnType<typeof run>),
  onOtherTab: (listen) =>
    window.addEventListener('storage', (event) => {
      if (event.key === null || event.key.startsWith(STORAGE_PREFIX)) listen();
    }),
  presence: browserPresence(window),
  language: memory.get,
  texts: () => words.shell,
  isMobile: /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent),
  reload: () => location.reload(),
});

/** The worker downloads and caches files; on a slow phone that would delay the first screen. */
const WORKER_AFTER_MS = 5_000;

const updates = fetchedUpdates(async () => {
  await pause(browserTimers, WORKER_AFTER_MS);
  const { browserUpdates } = await import('./shell/updates/install.ts');
  return browserUpdates(window, { reload: platform.reload, timers: browserTimers });
});

// Closing the page while an order is under way needs a confirmation.
window.addEventListener('beforeunload', (event) => {
  if (platform.inFlight.get() > 0) event.preventDefault();
});

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
const app = (
  <StrictMode>
    <App platform={platform} device={device} memory={memory} updates={updates} />
  </StrictMode>
);

/** In a transition React works in short tasks, so that a slow phone handles a tap in between. */
function show(page: HTMLElement): void {
  const isDrawn = page.querySelector('.sign-in') !== null && location.pathname === '/signin';
  delete document.documentElement.dataset['visit'];
  startTransition(() => {
    if (isDrawn && platform.session.state.get().kind === 'guest') hydrateRoot(page, app);
    else createRoot(page).render(app);
  });
}

// The first requests are sent while the app renders, each in a task of its own.
setTimeout(() => {
  platform.open();
  setTimeout(() => show(root));
});
