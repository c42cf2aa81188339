// The day's rates (docs/rules.md 4.5): one for each currency and business day, in force from 09:00 in Korea until the
// next. A rate that is in force is never changed; two members of staff enter that of the next business day, and a day
// without an entered rate keeps the last.
import { divide, ONE, type Rate, rate } from '@maru/engine/amount';
import { dayNumber, weekdayOf } from '@maru/engine/market/calendar-date';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, KST_OFFSET_MS, koreanDate, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { fieldsOf, selectFrom, upsertMany } from '../shadow/statements.ts';
import { column, type RowOf, table } from '../shadow/table.ts';
import { type ChangedBy, insertStaffChange } from '../staff/changes.ts';
import type { OverseaSite } from './deps.ts';

/** Won per unit, until staff enter others. */
const FIRST_RATES: Readonly<Record<string, Rate>> = {
  KRW: rate('1'),
  USD: rate('1385.5'),
  JPY: rate('9.1234'),
  HKD: rate('177.6'),
  EUR: rate('1512'),
};
/** Where a dollar coin is the site's currency, one dollar is one coin. */
const DOLLARS = new Set(['USDT', 'USDC', 'USD']);

const dayRates = table('day_rate', {
  site: column.bigint<SiteId>('site_id'),
  base: column.text(),
  counter: column.text(),
  since: column.bigint<Millis>('since_ms'),
  rate: column.units<Rate>(),
  enteredBy: column.bigint('entered_by'),
  enteredAt: column.time('entered_at'),
});
export type DayRate = Omit<RowOf<typeof dayRates>, 'site' | 'enteredBy' | 'enteredAt'>;

const readRates = selectFrom(dayRates, fieldsOf(dayRates, 'enteredBy', 'enteredAt'));
/** A rate that is entered again before its day begins replaces the earlier one. */
const saveRates = upsertMany(dayRates, { key: ['site', 'base', 'counter', 'since'] });

export interface Entered {
  readonly base: string;
  readonly rate: Rate;
}

export interface Rates {
  /** Undefined for a currency that never had a rate. */
  at(site: OverseaSite, base: string, at: Millis): DayRate | undefined;
  /** In force now, and entered for later; by currency. */
  list(site: OverseaSite, now: Millis): readonly DayRate[];
  /** What would be entered, for the next business day; undefined for a currency that no instrument has. */
  propose(site: OverseaSite, entered: Entered, now: Millis): DayRate | undefined;
  enter(site: OverseaSite, entered: Entered, by: ChangedBy): Promise<DayRate | undefined>;
}

export async function openRates(database: Database, currencies: readonly string[]): Promise<Rates> {
  /** By site and currency, the newest last. */
  const known = new Map<string, DayRate[]>();
  const nameOf = (site: SiteId, base: string, counter: string) => `${site}/${base}/${counter}`;
  const store = (site: SiteId, each: DayRate): void => {
    const name = nameOf(site, each.base, each.counter);
    const others = (known.get(name) ?? []).filter(({ since }) => since !== each.since);
    known.set(
      name,
      [...others, each].sort((a, b) => a.since - b.since),
    );
  };
  for (const { site, ...each } of await database.transaction((tx) => readRates(tx, 'order by since_ms')))
    store(site, each);

  function at(site: OverseaSite, base: string, instant: Millis): DayRate | undefined {
    const counter = site.binaryCurrency;
    const entered = known.get(nameOf(site.id, base, counter))?.findLast(({ since }) => since <= instant);
    if (entered !== undefined) return entered;
    const first = firstRate(base, counter);
    return first && { base, counter, rate: first, since: openingOf(instant) };
  }

  function propose(site: OverseaSite, { base, rate: units }: Entered, now: Millis): DayRate | undefined {
    if (base === site.binaryCurrency || !currencies.includes(base) || units <= 0n) return undefined;
    return { base, counter: site.binaryCurrency, rate: units, since: nextOpening(now) };
  }

  return {
    at,
    list: (site, now) =>
      currencies
        .filter((base) => base !== site.binaryCurrency)
        .flatMap((base) => {
          const current = at(site, base, now);
          const coming = (known.get(nameOf(site.id, base, site.binaryCurrency)) ?? []).filter(
            ({ since }) => since > now,
          );
          return current === undefined ? coming : [current, ...coming];
        }),
    propose,
    async enter(site, wanted, by) {
      const { staff, now } = by;
      const entered = propose(site, wanted, now);
      if (entered === undefined) return undefined;
      const { base, since } = entered;
      await database.transaction(async (tx) => {
        await saveRates(tx, [{ site: site.id, ...entered, enteredBy: staff, enteredAt: now }]);
        await insertStaffChange(tx, {
          site: site.id,
          area: 'DAY_RATE',
          subject: base,
          // The rate that would have counted from then on.
          before: at(site, base, since),
          after: entered,
          by,
        });
      });
      store(site.id, entered);
      return entered;
    },
  };
}

function firstRate(base: string, counter: string): Rate | undefined {
  if (base === counter) return FIRST_RATES['KRW'];
  const ofBase = FIRST_RATES[base];
  const ofCounter = FIRST_RATES[DOLLARS.has(counter) ? 'USD' : counter];
  if (ofBase === undefined || ofCounter === undefined) return undefined;
  return divide(ofBase * ONE, ofCounter, 'half-even') as Rate;
}

const NINE_MS = 9 * HOUR_MS;
const nineOf = (date: number): Millis => millis(date * DAY_MS - KST_OFFSET_MS + NINE_MS);
const isBusinessDay = (date: number): boolean => ![0, 6].includes(weekdayOf(dayNumber(date)));

/** 09:00 of the current business day at this instant. */
export function openingOf(at: Millis): Millis {
  let date = koreanDate(at - NINE_MS);
  while (!isBusinessDay(date)) date -= 1;
  return nineOf(date);
}

/** 09:00 of the business day after the current one. */
export function nextOpening(at: Millis): Millis {
  let date = koreanDate(at - NINE_MS) + 1;
  while (!isBusinessDay(date)) date += 1;
  return nineOf(date);
}
