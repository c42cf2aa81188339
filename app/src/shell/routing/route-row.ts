// A route as in the spec's table: one row of facts, and the guard that reads them.
import type { Text } from '../../text/ko.ts';
import type { RouteParams } from './route-match.ts';

/** The spec's own names, but `OwnHead`: a screen that shows an instrument in its own head. */
export type LayoutName = 'Home' | 'Sign' | 'Trade' | 'No' | 'Fixed' | 'OwnHead' | 'Wallet' | 'Search';

export type Tab = 'quickOrder' | 'dnw' | 'search' | 'more';
export type TitleKey = keyof Text['routes'];

export interface RouteRow {
  /** In the router's notation: `$id` is a parameter. */
  readonly path: string;
  readonly layout: LayoutName;
  readonly requiresAuth: boolean;
  /** The name that the menu cookie stores. */
  readonly menu: string;
  readonly title?: TitleKey;
  /** The page begins with a larger name of its own: the title is for screen readers and the window alone. */
  readonly isTitleUnseen?: true;
  /** Where the arrow of the header leads; without it there is no arrow. */
  readonly back?: string;
  /** Where the cross of the header leads. */
  readonly close?: string;
  /** It can be opened from many pages: arrow and cross lead back there, and to their own page where there is none. */
  readonly closesToOpener?: true;
  readonly tab?: Tab;
  /** A list of instruments whose header has a search button. */
  readonly isSearched?: true;
  /** Parameters that are digits only; anything else is an unknown path. */
  readonly digits?: readonly string[];
  readonly redirectTo?: string;
  /** Guests may see trade pages under another path; each row names the other. */
  readonly guestPath?: string;
  readonly memberPath?: string;
}

export type Verdict =
  | { readonly kind: 'proceed' }
  /** `remember` is the path that the guest requested. */
  | { readonly kind: 'redirect'; readonly to: string; readonly remember?: string };

const PROCEED: Verdict = { kind: 'proceed' };
export const ROOT = '/';

/** `/exchange/$id` with `{ id: '3' }` is `/exchange/3`. */
export const pathOf = (pattern: string, params: RouteParams): string =>
  pattern.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const isDigits = (text: string | undefined): boolean => text !== undefined && /^\d{1,15}$/.test(text);

export function judge(
  row: RouteRow,
  {
    params,
    path,
    isGuest,
  }: { readonly params: RouteParams; readonly path: string; readonly isGuest: boolean },
): Verdict {
  if (row.redirectTo !== undefined) return { kind: 'redirect', to: row.redirectTo };
  if (row.digits?.some((name) => !isDigits(params[name]))) return { kind: 'redirect', to: ROOT };
  if (!isGuest && row.memberPath !== undefined)
    return { kind: 'redirect', to: pathOf(row.memberPath, params) };
  if (!row.requiresAuth || !isGuest) return PROCEED;
  // A trade page has a version for guests; the requested path is remembered, so that signing in leads back to it.
  const to = row.guestPath === undefined ? ROOT : pathOf(row.guestPath, params);
  return { kind: 'redirect', to, remember: path };
}
