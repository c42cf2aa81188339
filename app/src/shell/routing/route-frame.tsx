// The root of every route: chooses the layout of the row, and does what the spec requires after each navigation.
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useText } from '../../text/language.tsx';
import { useDevice, useWide } from '../device/device.tsx';
import { createHeaderEndPlace, HeaderEndContext } from '../layouts/header-end.tsx';
import { createHeaderTitle, HeaderTitleContext, useGivenTitle } from '../layouts/header-title.ts';
import { PlainLayout } from '../layouts/plain-layout.tsx';
import { menuCookie } from '../menu/menu-cookie.ts';
import { usePlatform, useWatched } from '../platform.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { pathOf, ROOT, type RouteRow } from './route-row.ts';
import { type Here, useRouter } from './router.tsx';
import { ScreenFailed, ScreenPending } from './screen-states.tsx';

export interface LayoutProps {
  readonly row: RouteRow;
  readonly children: ReactNode;
}

/** The bar above every page of a wide screen. */
export type WideBar = ComponentType<{ readonly row: RouteRow }>;

export function RouteFrame({ bar: Bar }: { readonly bar?: WideBar }) {
  const [title] = useState(createHeaderTitle);
  const [end] = useState(createHeaderEndPlace);
  const router = useRouter();
  const here = useWatched(router.here);
  const isPending = useWatched(router.isPending);
  const isWide = useWide();
  useAuthMoves();
  useAfterNavigation(here);
  useFocusOnArrival(here);
  if (here === undefined) return <ScreenPending />;
  const { row, layout: Layout } = here;
  const failed = <FailedIn layout={Layout} />;
  return (
    <HeaderTitleContext value={title}>
      <HeaderEndContext value={end}>
        <PageTitle row={row} />
        {isPending && <ScreenPending />}
        {Bar && isWide && hasBar(row) && (
          <div className="above-page">
            <Suspense>
              <Bar row={row} />
            </Suspense>
          </div>
        )}
        <Layout row={row}>
          <ErrorBoundary key={here.path} fallback={failed}>
            {here.screen === undefined ? failed : <here.screen />}
          </ErrorBoundary>
        </Layout>
      </HeaderEndContext>
    </HeaderTitleContext>
  );
}

/** Signing in and up need no menu. */
const hasBar = ({ layout }: RouteRow): boolean => layout !== 'Sign' && layout !== 'No';

/** A screen of the plain layout has its own `main`; when the screen failed to load, this renders one. */
const FailedIn = ({ layout }: { readonly layout: ComponentType<LayoutProps> }) =>
  layout === PlainLayout ? (
    <main className="frame__main">
      <ScreenFailed />
    </main>
  ) : (
    <ScreenFailed />
  );

/** Signing in leads to the page that was requested; signing out leads to the sign-in page. */
function useAuthMoves(): void {
  const { member, onLeft } = usePlatform();
  const { lastPage } = useDevice();
  const router = useRouter();
  const isMember = useWatched(member) !== undefined;
  const [wasMember, setWasMember] = useState(isMember);

  useEffect(() => onLeft(() => router.navigate({ to: ROOT, replace: true })), [onLeft, router]);
  useEffect(() => {
    if (isMember === wasMember) return;
    setWasMember(isMember);
    void router.navigate({ to: isMember ? lastPage.landing() : ROOT, replace: true });
  }, [isMember, wasMember, lastPage, router]);
}

function useAfterNavigation(here: Here | undefined): void {
  const { row, path = ROOT, params = {} } = here ?? {};
  const { member } = usePlatform();
  const { lastPage, cookies } = useDevice();
  const wanted = row?.memberPath && pathOf(row.memberPath, params);
  const isProtected = row?.requiresAuth === true;
  useEffect(() => {
    window.scrollTo(0, 0);
    // A guest who opens a page returns to it after signing in.
    if (wanted !== undefined) lastPage.remember(wanted);
    else if (isProtected && member.get() !== undefined) lastPage.remember(path);
  }, [path, wanted, isProtected, lastPage, member]);
  const menu = row?.menu;
  useEffect(() => {
    if (menu !== undefined) cookies.write(menuCookie(menu));
  }, [menu, cookies]);
}

/**
 * After a navigation the focus moves to the new page's heading, so that a screen reader announces it. The first page
 * leaves the focus where the browser put it, and a screen that focused one of its fields keeps that focus.
 */
function useFocusOnArrival(here: Here | undefined): void {
  const last = useRef<string>(undefined);
  const path = here?.path;
  useEffect(() => {
    const isFirst = last.current === undefined || last.current === path;
    last.current = path;
    if (isFirst) return;
    const page = document.querySelector<HTMLElement>('.frame');
    const main = page?.querySelector('main');
    if (main?.contains(document.activeElement) || document.querySelector('dialog[open]')) return;
    const target = page?.querySelector<HTMLElement>('h1') ?? main;
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [path]);
}

function PageTitle({ row }: { readonly row: RouteRow }) {
  const text = useText();
  const given = useGivenTitle();
  const title = given ?? (row.title && text.routes[row.title]);
  return <title>{title === undefined ? text.shell.brand : `${title} · ${text.shell.brand}`}</title>;
}
