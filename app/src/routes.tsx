// Which screen is on which route, each imported when it is first opened. Screens are imported only here and in
// `further-screens.ts`.
import { createBrowserHistory, type RouterHistory } from '@tanstack/history';
import { lazy, Suspense, useEffect, useState } from 'react';
import { DoorScreen } from './door-screen.tsx';
import { type RoutePath, routeTable } from './route-table.ts';
import { useDevice } from './shell/device/device.tsx';
import { layoutOf } from './shell/layouts/layout-of.ts';
import { usePlatform, useWatched } from './shell/platform.tsx';
import { fetchPart, fetchScreen, presentScreen, type Screen } from './shell/routing/fetch-screen.ts';
import type { LastPage } from './shell/routing/last-page.ts';
import { RouteFrame } from './shell/routing/route-frame.tsx';
import type { RouteParams } from './shell/routing/route-match.ts';
import { judge, ROOT, type RouteRow, type Verdict } from './shell/routing/route-row.ts';
import { createRouter, RouterProvider } from './shell/routing/router.tsx';

const quickOrder = () => import('./oversea/quick-order/quick-order-screen.tsx');
const signUp = () => import('./account/sign-up/sign-up-screen.tsx');

const furtherScreens = () => import('./further-screens.ts');

/** Those of every other route are named in `further-screens.ts`. */
const firstScreens: Partial<Record<RoutePath, Screen>> = {
  // The first screens of a new visitor are in the first chunk, and the next ones are named there.
  '/signin': presentScreen(DoorScreen),
  '/register': fetchScreen(signUp, 'SignUpScreen'),
  '/ref/$partnerCode': fetchScreen(signUp, 'SignUpScreen'),
  '/oversea': fetchScreen(quickOrder, 'QuickOrderScreen'),
  '/overseaView': fetchScreen(quickOrder, 'QuickOrderScreen'),
};

const MemberNotices = lazy(async () => ({ default: await (await furtherScreens()).memberNotices() }));

const ContentNotices = lazy(async () => ({ default: await (await furtherScreens()).contentNotices() }));

const ProductBar = lazy(async () => ({ default: await (await furtherScreens()).wideBar() }));

const SIGN_PAGES: ReadonlySet<string> = new Set([ROOT, '/signin', '/register', '/ref/$partnerCode']);

const screens: Partial<Record<string, Screen>> = { ...firstScreens };

/** Every route has one: what was fetched once is there the next time. */
function screenOf({ path }: RouteRow): Screen {
  screens[path] ??= fetchPart(async () => (await furtherScreens()).furtherScreen(path));
  return screens[path];
}

interface Arrival {
  readonly row: RouteRow;
  readonly params: RouteParams;
  readonly path: string;
}

function guardOf({ lastPage, isGuest }: { lastPage: LastPage; isGuest: () => boolean }) {
  return ({ row, params, path }: Arrival): Verdict => {
    // A member who is signed in is not shown the sign-in page.
    if (!isGuest() && SIGN_PAGES.has(row.path)) return { kind: 'redirect', to: lastPage.landing() };
    const verdict = judge(row, { params, path, isGuest: isGuest() });
    if (verdict.kind === 'redirect' && verdict.remember !== undefined) lastPage.remember(verdict.remember);
    return verdict;
  };
}

export function Routes({ history }: { readonly history?: RouterHistory | undefined }) {
  const { member } = usePlatform();
  const { lastPage } = useDevice();
  const [router] = useState(() =>
    createRouter({
      history: history ?? createBrowserHistory(),
      rows: routeTable,
      screenOf,
      layoutOf,
      guard: guardOf({ lastPage, isGuest: () => member.get() === undefined }),
    }),
  );
  const isMember = useWatched(member) !== undefined;
  // Not in the page that the build writes: a part that is fetched cannot be drawn there.
  const [isStarted, setStarted] = useState(false);
  useEffect(() => {
    setStarted(true);
    return router.start();
  }, [router]);
  return (
    <RouterProvider router={router}>
      <RouteFrame bar={ProductBar} />
      <Suspense>{isMember && <MemberNotices />}</Suspense>
      <Suspense>{isStarted && <ContentNotices />}</Suspense>
    </RouterProvider>
  );
}
