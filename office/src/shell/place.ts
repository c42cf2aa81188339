// The address bar: the path below /office, and what follows it.
import { createStore, type Watched } from '@maru/client/store';

export interface Place {
  /** `/members?q=kim`, always with a slash at its beginning. */
  readonly at: Watched<string>;
  go(path: string): void;
  /** The same page with another query, without a further step back. */
  replace(path: string): void;
}

const BASE = '/office';

/** The part of `window` that is needed. */
export interface AddressBar {
  readonly location: Pick<Location, 'pathname' | 'search'>;
  readonly history: Pick<History, 'pushState' | 'replaceState'>;
  addEventListener(name: 'popstate', listen: () => void): void;
}

export function browserPlace(bar: AddressBar): Place {
  const read = (): string => {
    const path = bar.location.pathname.slice(BASE.length);
    return `${path === '' ? '/' : path}${bar.location.search}`;
  };
  const at = createStore(read());
  bar.addEventListener('popstate', () => at.set(read()));
  return {
    at,
    go(path) {
      if (path === at.get()) return;
      bar.history.pushState(null, '', `${BASE}${path}`);
      at.set(path);
    },
    replace(path) {
      bar.history.replaceState(null, '', `${BASE}${path}`);
      at.set(path);
    },
  };
}

export const pathOf = (at: string): string => at.split('?')[0] ?? '/';
export const queryOf = (at: string): URLSearchParams => new URLSearchParams(at.split('?')[1] ?? '');
