// The recent searches and favourites of this device, in local storage: the server does not know them.
import { createStore, type Watched } from '@maru/client/store';
import { parseStored } from '../../shell/device/stored-json.ts';

export interface SavedStocks {
  /** The newest first. */
  readonly recent: Watched<readonly string[]>;
  /** In the order in which they were starred. */
  readonly favourites: Watched<readonly string[]>;
  addRecent(stock: string): void;
  forget(stock: string): void;
  forgetAll(): void;
  toggleFavourite(stock: string): void;
}

const RECENT_MOST = 10;
const FAVOURITES_MOST = 50;
const CODE = /^[A-Z0-9_]{1,32}$/;

/** Whatever the storage holds, the result is a list of codes, each once. */
function readCodes(text: string | null, most: number): readonly string[] {
  const parsed = parseStored(text);
  if (!Array.isArray(parsed)) return [];
  const codes = parsed.filter((each): each is string => typeof each === 'string' && CODE.test(each));
  return [...new Set(codes)].slice(0, most);
}

export function createSavedStocks(storage: Pick<Storage, 'getItem' | 'setItem'>): SavedStocks {
  function list(key: string, most: number) {
    const store = createStore(readCodes(storage.getItem(key), most));
    return {
      get: store.get,
      watch: store.watch,
      set(codes: readonly string[]) {
        const bounded = codes.slice(0, most);
        storage.setItem(key, JSON.stringify(bounded));
        store.set(bounded);
      },
    };
  }
  const recent = list('recentStocks', RECENT_MOST);
  const favourites = list('favouriteStocks', FAVOURITES_MOST);
  const without = (codes: readonly string[], stock: string) => codes.filter((each) => each !== stock);

  return {
    recent,
    favourites,
    addRecent: (stock) => recent.set([stock, ...without(recent.get(), stock)]),
    forget: (stock) => recent.set(without(recent.get(), stock)),
    forgetAll: () => recent.set([]),
    toggleFavourite(stock) {
      const codes = favourites.get();
      favourites.set(codes.includes(stock) ? without(codes, stock) : [...codes, stock]);
    },
  };
}
