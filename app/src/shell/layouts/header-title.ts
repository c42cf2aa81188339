// A screen may set another title than its route's; it is removed as soon as the path changes.
import { createStore, type Store } from '@maru/client/store';
import { createContext, useContext, useEffect } from 'react';
import { useWatched } from '../platform.tsx';
import { usePathname } from '../routing/router.tsx';

interface Given {
  readonly path: string;
  readonly title: string;
}

export type HeaderTitle = Store<Given | undefined>;

export const createHeaderTitle = (): HeaderTitle => createStore<Given | undefined>(undefined);

export const HeaderTitleContext = createContext<HeaderTitle>(createHeaderTitle());

export function useGivenTitle(): string | undefined {
  const pathname = usePathname();
  const given = useWatched(useContext(HeaderTitleContext));
  return given?.path === pathname ? given.title : undefined;
}

/** For a screen that knows a better title than its route. */
export function useHeaderTitle(title: string | undefined): void {
  const pathname = usePathname();
  const store = useContext(HeaderTitleContext);
  useEffect(() => {
    if (title !== undefined) store.set({ path: pathname, title });
  }, [store, pathname, title]);
}
