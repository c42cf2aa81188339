// Turning off the second factor of a member who has lost the phone and the recovery codes: what one member of staff asks
// for and another one approves. Withdrawals wait afterwards as after every change of it, and the member gets a letter.
import { officeResetFactor } from '@maru/contract/security/calls';
import { playerId, type SiteId } from '@maru/engine/purse';
import { findProfile } from '../account/store.ts';
import type { Database } from '../db/database.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { Approved, Performed, StaffRequests } from '../staff/requests.ts';
import { tellChange } from './letters.ts';
import { deleteFactor, findFactor, lockFactor, saveSecurity } from './store.ts';

interface ResetParts {
  readonly database: Database;
  readonly requests: Pick<StaffRequests, 'ask' | 'perform'>;
}

export function resetRoutes({ database, requests }: ResetParts): readonly Route[] {
  requests.perform('SECOND_FACTOR_RESET', (approved) => reset(database, approved));
  return [
    serve(officeResetFactor, async ({ body, principal: staff, now }) => {
      const { site } = staff;
      const player = playerId(body.playerId);
      const refusal = await database.transaction((tx) => refusalOf(tx, site, player));
      if (refusal !== undefined) return { ok: false, refusal };
      const waiting = await requests.ask({
        ...{ site, kind: 'SECOND_FACTOR_RESET', subject: `player ${player}`, body: { playerId: player } },
        ...{ reason: body.reason, staff: staff.player, now },
      });
      return waiting === undefined
        ? { ok: false, refusal: 'ALREADY_PROCESSED' }
        : { ok: true, reply: { waiting: waiting.id } };
    }),
  ];
}

async function refusalOf(
  tx: Parameters<typeof findFactor>[0],
  site: SiteId,
  player: ReturnType<typeof playerId>,
): Promise<'ACCOUNT_NOT_FOUND' | 'STAFF_PROTECTED' | 'SECOND_FACTOR_OFF' | undefined> {
  const profile = await findProfile(tx, site, player);
  if (profile === undefined || profile.isClosed) return 'ACCOUNT_NOT_FOUND';
  // Two who could do this to a third could then act in that one's name.
  if (profile.role === 'STAFF') return 'STAFF_PROTECTED';
  const factor = await findFactor(tx, { site, player });
  return factor === undefined || factor.enabledAt === null ? 'SECOND_FACTOR_OFF' : undefined;
}

async function reset(
  database: Database,
  { site, body, reason, requestedBy, approvedBy, now }: Approved,
): Promise<Performed> {
  const owner = { site, player: playerId((body as { readonly playerId: number }).playerId) };
  return database.transaction(async (tx): Promise<Performed> => {
    const factor = await lockFactor(tx, owner);
    // The member has turned it off meanwhile.
    if (factor === undefined || factor.enabledAt === null) return { ok: false, refusal: 'SECOND_FACTOR_OFF' };
    await deleteFactor(tx, owner);
    await saveSecurity(tx, owner, { second_factor_ms: now });
    await tellChange(tx, owner, { change: 'SECOND_FACTOR_RESET', now });
    await insertStaffChange(tx, {
      ...{ site, area: 'SECURITY', subject: `player ${owner.player}` },
      ...{ before: { secondFactor: true }, after: { secondFactor: false } },
      by: { staff: requestedBy, confirmedBy: approvedBy, now, reason },
    });
    return { ok: true };
  });
}

export const securityFeature: ServerFeature = {
  name: 'security',
  open: async (parts) => ({ routes: resetRoutes(parts) }),
};
