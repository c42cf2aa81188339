// Counts the days of a site from what the products tell. A day is counted anew while it lasts and for three days after it,
// because a round may be voided after it was paid; then its figures stay.
import { BOARD_DAYS } from '@maru/contract/fairness/words';
import { type Amount, amount } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Currency, PlayerId, SiteId } from '@maru/engine/purse';
import { exchanged, exchangeRate, type QuoteOf, WON } from '@maru/engine/rates/exchange-rate';
import { DAY_MS, KST_OFFSET_MS, koreanDate, later, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { FairnessSource, HouseTake, SiteDay } from '../product/fairness-source.ts';
import type { ProductParts } from '../product/server-product.ts';
import { payoutStep } from './counted.ts';
import {
  type DaySums,
  deleteOldDays,
  writeAccountNets,
  writeDay,
  writePayouts,
  writeVoided,
} from './store.ts';

const COUNTED_AGAIN_DAYS = 3;
/** Older days may be archived, and counting them again would find less. */
const MOST_DAYS_BACK = 28;

export interface DayParts {
  readonly database: Database;
  readonly sources: readonly FairnessSource[];
  readonly instruments: readonly Instrument[];
  readonly rates: Pick<ProductParts['rates'], 'quotesAt'>;
}

export const startOfDay = (day: number): Millis => millis(day * DAY_MS - KST_OFFSET_MS);

/** Whether everything of the site that may still change is counted; nothing is kept in memory for it. */
export async function countDays(parts: DayParts, site: SiteId, now: Millis): Promise<void> {
  const today = koreanDate(now);
  const [last] = await parts.database.transaction((tx) =>
    tx.query<{ day: number | null }>('select max(day) as day from fairness_day where site_id = $1', [site]),
  );
  const from = Math.max(
    today - MOST_DAYS_BACK,
    Math.min(today, last?.day ?? Number.MIN_SAFE_INTEGER) - COUNTED_AGAIN_DAYS,
  );
  for (let day = from; day <= today; day += 1) await countDay(parts, { site, day, now });
  await parts.database.transaction((tx) => deleteOldDays(tx, site, today - BOARD_DAYS));
}

async function countDay(
  { database, sources, instruments, rates }: DayParts,
  { site, day, now }: { readonly site: SiteId; readonly day: number; readonly now: Millis },
): Promise<void> {
  const from = startOfDay(day);
  const to = later(from, DAY_MS);
  const isOver = now >= to;
  const quoteOf = await rates.quotesAt(isOver ? to : now);
  const within: SiteDay = { site, from, to };
  const byId = new Map(instruments.map((each) => [each.id, each]));
  for (const source of sources)
    await database.transaction(async (tx) => {
      const { product } = source;
      const row = { site, day, product };
      if (source.payouts !== undefined)
        await writePayouts(tx, row, payoutCounts(await source.payouts(tx, within)));
      if (source.accountNets === undefined) return;
      const worth = worthIn(quoteOf, to);
      await writeAccountNets(tx, row, netsOf(await source.accountNets(tx, within), worth));
      const rounds = await source.rounds?.(tx, within, byId);
      await writeVoided(tx, row, rounds?.voided ?? []);
      const sums: DaySums = {
        ...sumTakes((await source.takes?.(tx, within)) ?? [], worth),
        rounds: rounds?.rounds ?? 0,
        voided: rounds?.voidedCount ?? 0,
        tied: rounds?.tied ?? 0,
      };
      await writeDay(tx, row, sums, { isOver, firstDay: day - BOARD_DAYS + 1 });
    });
}

type WorthOf = (currency: Currency, text: string) => bigint;

/** In won. What has no rate counts nothing. */
const worthIn =
  (quoteOf: QuoteOf, at: Millis): WorthOf =>
  (currency, text) => {
    const rate = exchangeRate({ base: currency, counter: WON }, quoteOf, at);
    return rate === undefined ? 0n : exchanged(amount(text) as Amount, rate, 'half-even');
  };

function netsOf(
  rows: readonly { readonly player: PlayerId; readonly currency: Currency; readonly net: string }[],
  worth: WorthOf,
): ReadonlyMap<PlayerId, bigint> {
  const nets = new Map<PlayerId, bigint>();
  for (const { player, currency, net } of rows)
    nets.set(player, (nets.get(player) ?? 0n) + worth(currency, net));
  return nets;
}

function sumTakes(
  takes: readonly HouseTake[],
  worth: WorthOf,
): Pick<DaySums, 'turnover' | 'taken' | 'promised' | 'contracts'> {
  const sumOf = (textOf: (take: HouseTake) => string | undefined): bigint | undefined => {
    const given = takes.filter((take) => textOf(take) !== undefined);
    return given.length === 0
      ? undefined
      : given.reduce((sum, take) => sum + worth(take.currency, textOf(take) ?? '0'), 0n);
  };
  const counted = takes.flatMap(({ contracts }) => contracts ?? []);
  return {
    turnover: sumOf((take) => take.turnover) ?? 0n,
    taken: sumOf((take) => take.taken) ?? 0n,
    promised: sumOf((take) => take.promised),
    contracts: counted.length === 0 ? undefined : counted.reduce((sum, each) => sum + amount(each), 0n),
  };
}

function payoutCounts({
  paidMs,
  rejected,
}: {
  readonly paidMs: readonly number[];
  readonly rejected: number;
}) {
  const paid = new Map<number, number>();
  for (const ms of paidMs) paid.set(payoutStep(ms), (paid.get(payoutStep(ms)) ?? 0) + 1);
  return [
    ...Array.from(paid, ([minutes, payouts]) => ({ outcome: 'PAID', minutes, payouts })),
    ...(rejected === 0 ? [] : [{ outcome: 'REJECTED', minutes: 0, payouts: rejected }]),
  ];
}
