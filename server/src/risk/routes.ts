// The calls of the exposure and stress pages.
import { riskExposure, riskOrders, riskPositions } from '@maru/contract/risk/exposure';
import { riskStress } from '@maru/contract/risk/stress';
import type { SiteId } from '@maru/engine/purse';
import { type Route, serve } from '../http/serve.ts';
import { exposureReply } from './exposure-reply.ts';
import { listOrders, listPositions, type Wanted } from './lists.ts';
import { createNames, type RouteParts } from './reply-parts.ts';
import { movesOf, stressReply } from './stress-reply.ts';

interface ListQuery {
  readonly product?: string | undefined;
  readonly instrumentId?: number | undefined;
  readonly playerId?: number | undefined;
  readonly before?: number | undefined;
  readonly size: number;
}

const wantedOf = (site: SiteId, { product, instrumentId, playerId, before, size }: ListQuery): Wanted => ({
  site,
  product,
  instrument: instrumentId,
  player: playerId,
  before,
  size,
});

export function riskRoutes(parts: RouteParts): readonly Route[] {
  const names = createNames(parts);
  /** One test at a time: the next one waits for the last. */
  let testing: Promise<unknown> = Promise.resolve();
  return [
    serve(riskExposure, async ({ query: { product }, principal: { site } }) => ({
      ok: true,
      reply: await exposureReply(parts, names, { site, product }),
    })),
    serve(riskPositions, async ({ query, principal: { site } }) => ({
      ok: true,
      reply: await listPositions(parts, wantedOf(site, query), names),
    })),
    serve(riskOrders, async ({ query, principal: { site } }) => ({
      ok: true,
      reply: await listOrders(parts, wantedOf(site, query), names),
    })),
    serve(riskStress, async ({ body, principal: { site }, now }) => {
      if (body.moves.some(({ instrumentId }) => !names.isKnown(instrumentId)))
        return { ok: false, refusal: 'OPTION_NOT_FOUND', field: 'moves' };
      const tested = testing.then(() =>
        stressReply(parts, names, { site, moves: movesOf(body), minutes: body.minutes, now }),
      );
      testing = tested.catch(() => undefined);
      return { ok: true, reply: await tested };
    }),
  ];
}
