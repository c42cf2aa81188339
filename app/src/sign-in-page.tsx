// The sign-in page as plain HTML, written by the build: it can be read and filled in while the app is loading. The app
// then hydrates the same elements, so this must equal a guest's first render.
import { createMemoryHistory } from '@tanstack/history';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { createDevice } from './shell/device/device.tsx';
import { createPlatform, STORAGE_PREFIX } from './shell/platform.tsx';
import { ko } from './text/ko.ts';

const emptyStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const never = () => () => {};

export function signInPage(): string {
  const device = createDevice({
    storage: emptyStorage,
    prefix: STORAGE_PREFIX,
    cookies: { read: () => '', write: () => {} },
    onSchemeChange: never,
  });
  const platform = createPlatform({
    fetch: () => Promise.reject(new Error('the build has no server')),
    openSocket: () => Promise.reject(new Error('the build has no server')),
    storage: emptyStorage,
    timers: { now: () => 0, after: never },
    random: () => 0,
    exclusively: (_, run) => run(),
    onOtherTab: () => {},
    presence: { isHidden: () => false, watch: () => {} },
    language: () => 'ko',
    texts: () => ko.shell,
    isMobile: true,
    reload: () => {},
  });
  return renderToString(
    <StrictMode>
      <App
        platform={platform}
        device={device}
        memory={{ get: () => 'ko', set: () => {}, onTextChange: () => {} }}
        history={createMemoryHistory({ initialEntries: ['/signin'] })}
      />
    </StrictMode>,
  );
}
