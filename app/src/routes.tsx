// The router, made from the table of routes: guards, layouts, and each screen fetched when it is first wanted.
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type RouteComponent,
  type RouterHistory,
  RouterProvider,
  redirect,
} from '@tanstack/react-router';
import { useState } from 'react';
import { type RoutePath, routeTable } from './route-table.ts';
import { useDevice } from './shell/device.tsx';
import { fetchScreen } from './shell/fetch-screen.ts';
import type { LastPage } from './shell/last-page.ts';
import { NotBuiltScreen } from './shell/not-built-screen.tsx';
import { usePlatform } from './shell/platform.tsx';
import { isBuilt } from './shell/products.ts';
import { RouteFrame } from './shell/route-frame.tsx';
import { judge, ROOT, type RouteRow } from './shell/route-row.ts';
import { ScreenFailed, ScreenPending } from './shell/screen-states.tsx';

interface RouteContext {
  readonly lastPage: LastPage;
  readonly isGuest: () => boolean;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly row?: RouteRow;
  }
}

const overseaTrade = () => import('./oversea/oversea-trade-screen.tsx');
const quickOrder = () => import('./oversea/quick-order-screen.tsx');
const search = () => import('./market/search-screen.tsx');
const signUp = () => import('./account/sign-up-screen.tsx');

/** A route without a screen here belongs to a product that is not built. */
const screens: Partial<Record<RoutePath, RouteComponent>> = {
  '/signin': fetchScreen(() => import('./account/sign-in-screen.tsx'), 'SignInScreen'),
  '/register': fetchScreen(signUp, 'SignUpScreen'),
  '/ref/$partnerCode': fetchScreen(signUp, 'SignUpScreen'),
  '/welcome': fetchScreen(() => import('./account/welcome-screen.tsx'), 'WelcomeScreen'),
  '/oversea': fetchScreen(quickOrder, 'QuickOrderScreen'),
  '/overseaView': fetchScreen(quickOrder, 'QuickOrderScreen'),
  '/oversea/$id': fetchScreen(overseaTrade, 'OverseaTradeScreen'),
  '/overseaView/$id': fetchScreen(overseaTrade, 'OverseaTradeScreen'),
  '/search/oversea': fetchScreen(search, 'OverseaSearchScreen'),
  '/search/dnw': fetchScreen(search, 'DnwSearchScreen'),
  '/more': fetchScreen(() => import('./more/more-screen.tsx'), 'MoreScreen'),
  '/more/setting': fetchScreen(() => import('./more/setting-screen.tsx'), 'SettingScreen'),
  '/more/terms': fetchScreen(() => import('./more/terms-screen.tsx'), 'TermsScreen'),
  '/more/privacy': fetchScreen(() => import('./more/privacy-screen.tsx'), 'PrivacyScreen'),
  '/more/mypage': fetchScreen(() => import('./account/my-page-screen.tsx'), 'MyPageScreen'),
  '/more/change_password': fetchScreen(
    () => import('./account/change-password-screen.tsx'),
    'ChangePasswordScreen',
  ),
};

const SIGN_PAGES: ReadonlySet<string> = new Set(['/signin', '/register', '/ref/$partnerCode']);

const rootRoute = createRootRouteWithContext<RouteContext>()({ component: RouteFrame });

const routeOf = (row: RouteRow) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: row.path,
    staticData: { row },
    beforeLoad: ({ context, params, location }) => {
      const isGuest = context.isGuest();
      const path = location.pathname;
      // Who is signed in has no business at the door.
      if (!isGuest && (row.path === ROOT || SIGN_PAGES.has(row.path)))
        throw redirect({ to: context.lastPage.landing(), replace: true });
      const verdict = judge(row, { params, path, isGuest });
      if (verdict.kind === 'proceed') return;
      if (verdict.remember !== undefined) context.lastPage.remember(verdict.remember);
      throw redirect({ to: verdict.to, replace: true });
    },
    component: (isBuilt(row.product) ? screens[row.path as RoutePath] : undefined) ?? NotBuiltScreen,
  });

const unknown = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: ROOT, replace: true });
  },
});

const routeTree = rootRoute.addChildren([...routeTable.map(routeOf), unknown]);

export function createAppRouter(context: RouteContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history === undefined ? {} : { history }),
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenFailed,
  });
}

export function Routes({ history }: { readonly history?: RouterHistory | undefined }) {
  const { member } = usePlatform();
  const { lastPage } = useDevice();
  const [router] = useState(() =>
    createAppRouter({ lastPage, isGuest: () => member.get() === undefined }, history),
  );
  return <RouterProvider router={router} />;
}
