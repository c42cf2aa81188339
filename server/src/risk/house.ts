// What the house holds: of its insurance now, and of all that trading brings it compared with an hour ago.
import { type Amount, amountOfUnits } from '@maru/engine/amount';
import { type Currency, housePurse, type SiteId } from '@maru/engine/purse';
import { floorTo, HOUR_MS, MINUTE_MS, type Millis } from '@maru/engine/time';
import { readHousePurses } from '../account/reads.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import type { KeptMinute } from './minute-store.ts';
import type { WonWorth } from './worth.ts';

/** Paid by members and kept for losses that they cannot pay; beside the results of the products. */
const TRADING_PURPOSES = ['fee', 'funding', 'insurance'] as const;

type Totals = KeptMinute['totals'];

export interface House {
  insurance(site: SiteId, worth: WonWorth): Promise<bigint>;
  /** A minute that an earlier process noted, the oldest first. */
  resume(minute: KeptMinute): void;
  /** What the last look found; nothing before it. */
  newest(site: SiteId): Totals;
  /** In won, within the last hour; below zero when the house has gained. */
  lossOfHour(site: SiteId, now: Millis, worth: WonWorth): Promise<bigint>;
}

export function createHouse({
  desk,
  sites,
  exposures,
}: Pick<FeatureParts, 'desk' | 'sites' | 'exposures'>): House {
  const purposes = [...TRADING_PURPOSES, ...exposures.flatMap(({ housePurposes }) => housePurposes)];
  /** By site, a minute each, the oldest first. */
  const hours = new Map<SiteId, { readonly at: Millis; readonly totals: Totals }[]>();

  async function totalsOf(site: SiteId, which: readonly string[]): Promise<Totals | undefined> {
    const currencies = [...new Set(sites.byId(site)?.wallets.map(({ currency }) => currency) ?? [])];
    const wanted = currencies.flatMap((currency) => which.map((purpose) => ({ currency, purpose })));
    const purses = wanted.map(({ currency, purpose }) => housePurse(site, purpose, currency));
    const read = await desk.read(readHousePurses, { purses });
    if (read === undefined) return undefined;
    const totals = new Map<Currency, bigint>();
    for (const [index, { currency }] of wanted.entries())
      totals.set(currency, (totals.get(currency) ?? 0n) + (read.seen[index] ?? 0n));
    return totals;
  }

  function inWon(totals: Totals, worth: WonWorth): bigint {
    let won = 0n;
    for (const [currency, total] of totals) won += worth.of(amountOfUnits(total), currency) ?? (0n as Amount);
    return won;
  }

  return {
    resume({ site, at, totals }) {
      if (totals.size === 0) return;
      hours.set(site, [...(hours.get(site) ?? []), { at, totals }]);
    },
    newest: (site) => hours.get(site)?.at(-1)?.totals ?? new Map(),
    async insurance(site, worth) {
      const totals = await totalsOf(site, ['insurance']);
      return totals === undefined ? 0n : inWon(totals, worth);
    },
    async lossOfHour(site, now, worth) {
      const totals = await totalsOf(site, purposes);
      if (totals === undefined) return 0n;
      const kept = hours.get(site) ?? [];
      hours.set(site, kept);
      const minute = floorTo(now, MINUTE_MS);
      if (kept.at(-1)?.at !== minute) kept.push({ at: minute, totals });
      while (kept[0] !== undefined && kept[0].at < now - HOUR_MS) kept.shift();
      const before = kept[0]?.totals ?? totals;
      const change = new Map(
        Array.from(totals, ([currency, total]) => [currency, (before.get(currency) ?? 0n) - total]),
      );
      return inWon(change, worth);
    },
  };
}
