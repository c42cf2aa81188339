// The browser's side of every edge: the network, the storage, the clock and the address bar are passed in here.
import { browserTimers } from '@maru/client/timers';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OfficeApp } from './office-app.tsx';
import { createOffice, STORAGE_PREFIX } from './shell/office.ts';
import { browserPlace } from './shell/place.ts';
import '@maru/app/ui/fonts.css';
import '@maru/app/ui/tokens.css';
import '@maru/app/ui/base.css';
import './office.css';

const office = createOffice({
  fetch: (url, init) => fetch(url, init),
  storage: localStorage,
  timers: browserTimers,
  place: browserPlace(window),
  exclusively: (name, run) =>
    navigator.locks === undefined ? run() : (navigator.locks.request(name, run) as ReturnType<typeof run>),
  onOtherTab: (listen) =>
    window.addEventListener('storage', (event) => {
      if (event.key === null || event.key.startsWith(STORAGE_PREFIX)) listen();
    }),
});

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <OfficeApp office={office} />
  </StrictMode>,
);
