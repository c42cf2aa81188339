// Letting a blocked member in again takes two members of staff: blocking is done at once and by one, because it must be
// possible in an emergency, and lifting it hands money back to whoever has the password (decision 0059).
import { unblockPlayer } from '@maru/contract/account/office';
import { playerId } from '@maru/engine/purse';
import { findProfile } from '../account/store.ts';
import type { Database } from '../db/database.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { type Route, serve } from '../http/serve.ts';
import type { StaffRequests } from '../staff/requests.ts';
import { isBlocked, subjectOf } from './store.ts';

export function unblockRoutes({
  database,
  requests,
  unblock,
}: {
  readonly database: Database;
  readonly requests: Pick<StaffRequests, 'ask' | 'perform'>;
  readonly unblock: FeatureParts['unblock'];
}): readonly Route[] {
  requests.perform('MEMBER_UNBLOCK', ({ site, body, reason, requestedBy, approvedBy, now }) =>
    unblock({
      staff: { site, player: playerId(requestedBy) },
      player: playerId((body as { readonly playerId: number }).playerId),
      ...{ now, reason, confirmedBy: approvedBy },
    }),
  );
  return [
    serve(unblockPlayer, async ({ body, principal: { site, player: staff }, now }) => {
      const player = playerId(body.playerId);
      if (player === staff) return { ok: false, refusal: 'FORBIDDEN' };
      const found = await database.transaction(async (tx) => ({
        profile: await findProfile(tx, site, player),
        isBlocked: await isBlocked(tx, player),
      }));
      if (found.profile === undefined || found.profile.isClosed)
        return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
      if (!found.isBlocked) return { ok: false, refusal: 'ALREADY_PROCESSED' };
      const waiting = await requests.ask({
        ...{ site, kind: 'MEMBER_UNBLOCK', subject: subjectOf(player), body: { playerId: player } },
        ...{ reason: body.reason, staff, now },
      });
      return waiting === undefined
        ? { ok: false, refusal: 'ALREADY_PROCESSED' }
        : { ok: true, reply: { waiting: waiting.id } };
    }),
  ];
}
