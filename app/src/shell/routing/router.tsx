// The router: the table of routes over the browser's history. It imports a screen before it shows it, so that the old
// one stays until the new one is ready; guards decide before anything is imported.
import { createStore, type Watched } from '@maru/client/store';
import type { RouterHistory } from '@tanstack/history';
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { PlainLayout } from '../layouts/plain-layout.tsx';
import { useWatched } from '../platform.tsx';
import type { Screen } from './fetch-screen.ts';
import type { LayoutProps } from './route-frame.tsx';
import { matchRow, type RouteParams } from './route-match.ts';
import { ROOT, type RouteRow, type Verdict } from './route-row.ts';

export interface Here {
  readonly path: string;
  readonly row: RouteRow;
  readonly params: RouteParams;
  readonly layout: ComponentType<LayoutProps>;
  /** Undefined when the screen could not be imported. */
  readonly screen: ComponentType | undefined;
}

export interface Router {
  /** Undefined until the first screen is ready. */
  readonly here: Watched<Here | undefined>;
  readonly isPending: Watched<boolean>;
  readonly history: RouterHistory;
  /** State that pages keep for their entry of the history, see `useEntryState`. */
  readonly entryStates: Map<string, unknown>;
  navigate(target: { readonly to: string; readonly replace?: boolean }): Promise<void>;
  /** Imports the screen of a path that will probably be opened. */
  preload(path: string): void;
  start(): () => void;
}

interface Parts {
  readonly history: RouterHistory;
  readonly rows: readonly RouteRow[];
  readonly screenOf: (row: RouteRow) => Screen;
  readonly layoutOf: (row: RouteRow) => Screen<LayoutProps>;
  readonly guard: (arrival: {
    readonly row: RouteRow;
    readonly params: RouteParams;
    readonly path: string;
  }) => Verdict;
}

export function createRouter({ history, rows, screenOf, layoutOf, guard }: Parts): Router {
  const here = createStore<Here | undefined>(firstPlace());
  const isPending = createStore(false);
  const entryStates = new Map<string, unknown>();
  let newest = 0;

  const redirect = (to: string) => history.replace(to, undefined, { ignoreBlocker: true });

  type Drawn = Pick<Here, 'screen' | 'layout'>;

  function presentParts(row: RouteRow): Drawn | undefined {
    const screen = screenOf(row).get();
    const layout = layoutOf(row).get();
    return screen && layout && { screen, layout };
  }

  async function fetchParts(row: RouteRow): Promise<Drawn> {
    const [screen, layout] = await Promise.all([screenOf(row).fetch(), layoutOf(row).fetch()]);
    return { screen, layout };
  }

  /** A screen of the first chunk is rendered at once, without an empty page before it. */
  function firstPlace(): Here | undefined {
    const path = history.location.pathname;
    const matched = matchRow(rows, path);
    const present = matched && presentParts(matched.row);
    return present && guard({ ...matched, path }).kind === 'proceed'
      ? { path, ...matched, ...present }
      : undefined;
  }

  function arrive(): void {
    const mine = ++newest;
    const path = history.location.pathname;
    const matched = matchRow(rows, path);
    const verdict = matched && guard({ ...matched, path });
    if (verdict?.kind !== 'proceed') redirect(verdict?.to ?? ROOT);
    else if (matched) show(mine, { path, ...matched });
  }

  function show(mine: number, place: Omit<Here, keyof Drawn>): void {
    const settle = (drawn: Drawn) => {
      if (mine !== newest) return;
      isPending.set(false);
      here.set({ ...place, ...drawn });
    };
    const present = presentParts(place.row);
    if (present) settle(present);
    else {
      isPending.set(true);
      fetchParts(place.row).then(settle, () =>
        // The layout may be loaded although the screen is not.
        settle({ screen: undefined, layout: layoutOf(place.row).get() ?? PlainLayout }),
      );
    }
  }

  return {
    here,
    isPending,
    history,
    entryStates,
    async navigate({ to, replace = false }) {
      if (replace || to === history.location.pathname) history.replace(to);
      else history.push(to);
    },
    preload(path) {
      const matched = matchRow(rows, path);
      if (!matched || guard({ ...matched, path }).kind !== 'proceed') return;
      // Errors are ignored: a real navigation to the page tries again and shows them.
      fetchParts(matched.row).catch(() => {});
    },
    start() {
      // Subscribes before the first navigation, which may already be a redirect.
      const stop = history.subscribe(arrive);
      if (here.get()?.path !== history.location.pathname) arrive();
      return stop;
    },
  };
}

const RouterContext = createContext<Router | undefined>(undefined);

export const RouterProvider = ({
  router,
  children,
}: {
  readonly router: Router;
  readonly children: ReactNode;
}) => <RouterContext value={router}>{children}</RouterContext>;

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('a screen stands on no router');
  return router;
}

export const useNavigate = (): Router['navigate'] => useRouter().navigate;

export const usePathname = (): string => useWatched(useRouter().here)?.path ?? ROOT;

export const useParams = (): Readonly<Record<string, string | undefined>> =>
  useWatched(useRouter().here)?.params ?? {};

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
}

const isPlainTap = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A real link, so that it can be opened in another tab; a plain tap stays in the app. */
export function Link({ to, onClick, ...anchor }: LinkProps) {
  const router = useRouter();
  const preload = () => router.preload(to);
  return (
    <a
      onPointerEnter={preload}
      onFocus={preload}
      {...anchor}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainTap(event)) return;
        event.preventDefault();
        void router.navigate({ to });
      }}
    />
  );
}

/** Asks for a confirmation before the page is left, as long as `isOn`. */
export function useBlocker({
  isOn,
  mayLeave,
}: {
  readonly isOn: boolean;
  readonly mayLeave: () => Promise<boolean>;
}): void {
  const { history } = useRouter();
  const ask = useRef(mayLeave);
  ask.current = mayLeave;
  useEffect(() => {
    if (!isOn) return undefined;
    return history.block({
      blockerFn: async () => !(await ask.current()),
      enableBeforeUnload: () => true,
    });
  }, [history, isOn]);
}
