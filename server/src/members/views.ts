// The member's own calls for staff: the route of the app answers, asked in the name of the member. So the office shows
// exactly what the member sees, and there is no second computation that could differ.
import type { AnyCall } from '@maru/contract/call';
import type { View } from '@maru/contract/members/view-of';
import * as own from '@maru/contract/members/views';
import { assert } from '@maru/engine/assert';
import { playerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import type { Asked, Route } from '../http/serve.ts';
import { findMemberProfile } from './store.ts';

const nameOf = ({ method, path }: AnyCall): string => `${method} ${path}`;

export function memberViews(
  views: readonly View[],
  { routes, database }: { readonly routes: readonly Route[]; readonly database: Database },
): readonly Route[] {
  const byName = new Map(routes.map((route) => [nameOf(route.call), route]));
  return [...Object.values(own), ...views].map((view: View) => {
    const route = byName.get(nameOf(view.viewed));
    assert(route !== undefined, `${view.path} shows ${nameOf(view.viewed)}, which is served`);
    // A view must not be able to change anything, nor answer what is kept for all callers.
    assert(view.viewed.method === 'GET' && view.viewed.writes !== true, `${view.path} reads only`);
    return { ...route, call: view, handle: (asked) => answer(route, database, asked) };
  });
}

async function answer(route: Route, database: Database, asked: Asked<AnyCall>): ReturnType<Route['handle']> {
  const { site } = asked.principal as NonNullable<typeof asked.principal>;
  const player = playerId((asked.query as { readonly playerId: number }).playerId);
  const member = await database.transaction((tx) => findMemberProfile(tx, site, player));
  // A member of another site does not exist here, and staff have no account to look at.
  if (member === undefined || member.sessionVersion === null)
    return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
  const principal = { site, player, role: 'PLAYER' as const, session: member.sessionVersion };
  return route.handle({ ...asked, principal });
}
