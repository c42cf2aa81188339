// The whole app in a test: the real router, shell and screens, with the server, the storage and the history faked.
import { createStore } from '@maru/client/store';
import type { RouterHistory } from '@tanstack/history';
import { render } from '@testing-library/react';
import { App } from './app.tsx';
import { deviceDouble } from './device-double.ts';
import { type ServerDouble, serverDouble, storedTokens } from './server-double.ts';
import type { Device } from './shell/device/device.tsx';
import type { Language } from './text/language.tsx';

const newServer = (signedIn: boolean): ServerDouble =>
  serverDouble(signedIn ? { storage: storedTokens() } : {});

interface Opening {
  readonly signedIn: boolean;
  readonly history: RouterHistory;
  readonly server?: ServerDouble;
  readonly language?: Language;
  /** The device's speaker; silent without. */
  readonly openAudio?: Device['openAudio'];
  /** The window has room for columns. */
  readonly isWide?: boolean;
  /** What the device stored on earlier visits. */
  readonly stored?: Map<string, string>;
  /** The member was never shown the tour. */
  readonly isNew?: boolean;
  /** A page that the build has rendered and the app hydrates. */
  readonly drawnIn?: HTMLElement;
}

export function openApp({
  signedIn,
  history,
  openAudio,
  drawnIn,
  isWide = false,
  language: first = 'ko',
  // A device on which somebody signed in before: it is shown the form.
  stored = new Map([['maru.door', 'form']]),
  isNew = false,
  ...opening
}: Opening) {
  if (!isNew) stored.set('maru.tour', 'seen');
  const server = opening.server ?? newServer(signedIn);
  const device = deviceDouble({
    stored,
    isWide: createStore(isWide),
    cookies: {
      read: () => document.cookie,
      write: (cookie) => {
        // biome-ignore lint/suspicious/noDocumentCookie: the cookie store does not exist here.
        document.cookie = cookie;
      },
    },
    ...(openAudio === undefined ? {} : { openAudio }),
  });
  let language: Language = first;
  const memory = {
    get: () => language,
    set: (next: Language) => {
      language = next;
    },
    onTextChange: () => {},
  };
  const view = render(
    <App platform={server.platform} device={device} memory={memory} history={history} />,
    drawnIn && { container: drawnIn, hydrate: true },
  );
  return { server, device, view, stored };
}
