// Players' own limits as a product: their calls, the minutes that players with a limit of time are connected, and the
// rates by which other currencies are counted.
import type { AnyEvent } from '@maru/engine/products';
import { HOUSE, type PlayerId, type SiteId } from '@maru/engine/purse';
import { WON } from '@maru/engine/rates/exchange-rate';
import { MINUTE_MS } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { OpenedProduct, ProductParts, ServerProduct } from '../product/server-product.ts';
import { limitPushes } from './pushes.ts';
import { readTimed } from './reads.ts';
import { limitRoutes } from './routes.ts';

export const limitsProduct: ServerProduct = { name: 'limits', pushesOf: limitPushes, open };

const RATES_EVERY_MS = 5 * MINUTE_MS;

async function open(parts: ProductParts): Promise<OpenedProduct> {
  const { desk, realtime, rates, sites, time, log, confirmOwner } = parts;
  /** Whose use may be limited, by site. */
  const timed = new Map<PlayerId, SiteId>();
  let isLoaded = false;

  async function countUse(): Promise<void> {
    if (!isLoaded) {
      const read = await desk.read(readTimed, {});
      for (const { player, site } of read?.seen ?? []) timed.set(player, site);
      isLoaded = read !== undefined;
    }
    const minute = Math.floor(time.clock() / MINUTE_MS);
    const connected = new Map<SiteId, PlayerId[]>();
    for (const [player, site] of timed) {
      if (!realtime.isConnected(player)) continue;
      const known = connected.get(site);
      if (known === undefined) connected.set(site, [player]);
      else known.push(player);
    }
    for (const [site, players] of connected)
      await desk.submit({ kind: 'COUNT_USE', site, player: HOUSE, players, minute });
  }

  /** The desk takes only what has moved enough to matter. */
  async function noteRates(): Promise<void> {
    const [site] = sites.all();
    if (site === undefined) return;
    const now = time.clock();
    const known = rates.currencies
      .filter((currency) => currency !== WON)
      .flatMap((currency) => {
        const found = rates.latest(currency, WON, now);
        return found === undefined ? [] : [{ currency, rate: found.rate }];
      });
    if (known.length > 0)
      await desk.submit({ kind: 'NOTE_RATES', site: site.id, player: HOUSE, rates: known });
  }

  const useLoop = createLoop({
    work: countUse,
    restMs: () => MINUTE_MS - (time.clock() % MINUTE_MS),
    wait: time.wait,
    log,
    failure: 'limits: counting the use of a minute failed, going on with the next',
  });
  const rateLoop = createLoop({
    work: noteRates,
    restMs: () => RATES_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'limits: noting exchange rates failed, retrying in five minutes',
  });

  return {
    routes: limitRoutes({ desk, confirmOwner, noteRates }),
    follower: {
      onEvent(event: AnyEvent) {
        if (event.kind !== 'LIMITS_CHANGED' || event.settings.limits.TIME === undefined) return;
        for (const { player } of event.steps) timed.set(player, event.site);
      },
    },
    async start() {
      useLoop.start();
      rateLoop.start();
    },
    async stop() {
      await useLoop.stop();
      await rateLoop.stop();
    },
  };
}
