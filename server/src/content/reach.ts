// Whom a notice would reach if it were published now: members, those who are connected, and those who may be placing an
// order. Nothing here grows with the number of members: what is counted in the tables has a bound.
import { contentReach } from '@maru/contract/content/office';
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { type Route, serve } from '../http/serve.ts';
import type { HeldProduct } from '../product/server-product.ts';
import { FORCED_WITHIN_MS, MOST_FORCED } from './office-routes.ts';
import { countMembers, countNoticesAround, findPartner, listOfPartner } from './office-store.ts';

const MOST_COUNTED = 20_000;

interface ReachDeps {
  readonly database: Database;
  readonly realtime: Pick<FeatureParts['realtime'], 'connected'>;
  readonly held: readonly HeldProduct[];
}

export const reachRoutes = ({ database, realtime, held }: ReachDeps): readonly Route[] => [
  serve(contentReach, async ({ query: { audience, partnerCode }, principal: { site }, now }) => {
    if ((audience === 'PARTNER') !== (partnerCode !== undefined))
      return { ok: false, refusal: 'CONTENT_AUDIENCE' };
    /** Whether each connected member follows ticks on any of their connections. */
    const online = new Map<PlayerId, boolean>();
    for (const { principal, followsTicks } of realtime.connected()) {
      const { player } = principal;
      if (principal.site !== site || principal.role !== 'PLAYER') continue;
      online.set(player, followsTicks || online.get(player) === true);
    }
    const holders =
      audience === 'HOLDING' ? new Set(held.flatMap((product) => [...product.holders(site)])) : undefined;
    const reached = await database.transaction(async (tx) => {
      const partner = partnerCode === undefined ? undefined : await findPartner(tx, site, partnerCode);
      if (partnerCode !== undefined && partner === undefined) return undefined;
      const forced = await countNoticesAround(tx, 'is_forced', {
        ...{ site, except: 0, around: now, withinMs: FORCED_WITHIN_MS },
      });
      const counted = holders?.size ?? (await countMembers(tx, { site, partner, most: MOST_COUNTED + 1 }));
      const listed =
        partner === undefined ? undefined : await listOfPartner(tx, { players: [...online.keys()], partner });
      return { forced, counted, ofPartner: listed && new Set(listed.map(({ id }) => id)) };
    });
    if (reached === undefined) return { ok: false, refusal: 'CONTENT_AUDIENCE' };
    const { forced, counted, ofPartner } = reached;
    const among = holders ?? ofPartner;
    const shown = [...online].filter(([player]) => among?.has(player) !== false);
    return {
      ok: true,
      reply: {
        members: Math.min(counted, MOST_COUNTED),
        hasMore: counted > MOST_COUNTED,
        online: shown.length,
        ordering: shown.filter(([, followsTicks]) => followsTicks).length,
        forced,
        forcedMost: MOST_FORCED,
      },
    };
  }),
];
