// Test files of the app share modules and a window, because evaluating both again for each file takes as long as the
// tests. Each file begins with an empty page at the same address and an empty storage.
import { configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, vi } from 'vitest';

// Tests wait for a condition, not for a time: on a busy machine a screen may take longer than the usual second.
configure({ asyncUtilTimeout: 20_000 });

// A test that taps a download leaves the address of its file, from which no path can be reached.
(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
history.replaceState(null, '');

for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
document.head.replaceChildren();
document.body.replaceChildren();
localStorage.clear();
sessionStorage.clear();
for (const cookie of document.cookie.split('; ')) {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store does not exist here.
  document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
}
vi.unstubAllGlobals();

// A module that is still being loaded when its file ends fails, and stays failed for the files after it.
afterAll(() => vi.dynamicImportSettled());

interface Internals {
  recentlyCreatedOwnerStacks: number;
}

/**
 * In development React makes an error for every element, to name the component that made it in a warning. That takes a
 * fifth of all time here, and React leaves it out by itself after ten thousand elements of a second.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: Internals;
};
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => {},
});
