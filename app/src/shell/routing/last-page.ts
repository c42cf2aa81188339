// The last page of a signed-in member: the app opens there again (spec 4, session restore), unless the device prefers
// one of the tabs.
import type { StartPage } from '../device/preferences.ts';
import { ROOT } from './route-row.ts';

export const FIRST_PAGE = '/oversea';

const PAGES: Readonly<Record<Exclude<StartPage, 'last'>, string>> = {
  quickOrder: FIRST_PAGE,
  dnw: '/dnw',
  search: '/search',
  more: '/more',
};

export interface LastPage {
  remember(path: string): void;
  /** Where to go after a sign-in or a restore. */
  landing(): string;
}

const KEY = 'lastPage';
const NOT_A_PAGE = /^\/(signin|register|ref)?(\/|$)/;

/** Only a path of the app: the storage may hold text that the app did not write. */
const isPage = (path: string): boolean =>
  path.length <= 200 && /^\/[\w/-]*$/.test(path) && !path.startsWith('//') && !NOT_A_PAGE.test(path);

export function createLastPage(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  startPage: () => StartPage,
): LastPage {
  /** A page was opened since the app was: whoever signs in from there returns to it. */
  let isOpened = false;
  return {
    remember(path) {
      if (path === ROOT || !isPage(path)) return;
      isOpened = true;
      storage.setItem(KEY, path);
    },
    landing() {
      const start = startPage();
      if (!isOpened && start !== 'last') return PAGES[start];
      const stored = storage.getItem(KEY);
      return stored !== null && isPage(stored) ? stored : FIRST_PAGE;
    },
  };
}
