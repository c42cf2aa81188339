// The net exposure of the last day, minute by minute, by site and product. In memory; the minutes of an earlier process
// are given back to it at the start.
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, floorTo, MINUTE_MS, type Millis } from '@maru/engine/time';
import { figuresOf } from './figures.ts';
import type { KeptMinute } from './minute-store.ts';
import type { Snapshot } from './valued-accounts.ts';

interface Minute {
  readonly at: Millis;
  readonly nets: ReadonlyMap<string, bigint>;
}

export interface Trend {
  /** A minute that an earlier process noted, the oldest first. */
  resume(minute: KeptMinute): void;
  netsAt(site: SiteId, at: Millis): ReadonlyMap<string, bigint>;
  note(snapshot: Snapshot): Promise<void>;
  /** From this instant on, of one product or of all. */
  since(
    site: SiteId,
    from: Millis,
    product?: string,
  ): readonly { readonly at: Millis; readonly net: bigint }[];
}

const MOST_MINUTES = DAY_MS / MINUTE_MS;

export function createTrend(): Trend {
  const bySite = new Map<SiteId, Minute[]>();
  return {
    resume({ site, at, nets }) {
      const kept = bySite.get(site) ?? [];
      kept.push({ at, nets });
      bySite.set(site, kept);
    },
    netsAt: (site, at) => bySite.get(site)?.findLast((minute) => minute.at === at)?.nets ?? new Map(),
    async note({ at, bySite: accounts, worth }) {
      const minute = floorTo(at, MINUTE_MS);
      for (const [site, rows] of accounts) {
        const kept = bySite.get(site) ?? [];
        if (kept.at(-1)?.at === minute) continue;
        const nets = new Map<string, bigint>();
        for (const { product, long, short } of (await figuresOf(rows, worth)).instruments)
          nets.set(product, (nets.get(product) ?? 0n) + long - short);
        kept.push({ at: minute, nets });
        if (kept.length > MOST_MINUTES) kept.shift();
        bySite.set(site, kept);
      }
    },
    since: (site, from, product) =>
      (bySite.get(site) ?? [])
        .filter(({ at }) => at >= from)
        .map(({ at, nets }) => ({ at, net: netOf(nets, product) })),
  };
}

function netOf(nets: ReadonlyMap<string, bigint>, product: string | undefined): bigint {
  if (product !== undefined) return nets.get(product) ?? 0n;
  let net = 0n;
  for (const each of nets.values()) net += each;
  return net;
}
