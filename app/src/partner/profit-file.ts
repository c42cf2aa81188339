// All shares of a period, for a file. One listing ends before the oldest days of a large line, so such a period is read
// in parts, newest days first. What does not fit into one file is left out by whole days: a day is complete or absent.
import type { Caller, Outcome } from '@maru/client/call';
import { pause, type Timers } from '@maru/client/timers';
import { MOST_LISTED_PROFITS, myProfits, type ProfitRow } from '@maru/contract/partner/profit-calls';
import { DAY_MS } from '@maru/engine/time';
import { type Dates, dateOf, daysIn, instantOf } from '../receipt/history-range.ts';

/** Rows of one file: reading more would take longer than a minute. */
const MOST_ROWS = 20_000;
const PAGE_SIZE = 100;
/** A caller has an allowance for so many pages at once, and a little is left for what the screens ask meanwhile. */
const PAGES_AT_ONCE = 8;
/** Afterwards the allowance grows no faster than this (docs/decisions/0023). */
const PAGE_EVERY_MS = 300;
/** Somebody else uses the same allowance up: three seconds fill it. */
const MOST_TRIES = 10;

interface Edges {
  readonly call: Caller;
  readonly timers: Timers;
}

interface Asked {
  readonly dates: Dates;
  readonly isChildren: boolean;
}

interface Shares {
  readonly ok: true;
  readonly rows: readonly ProfitRow[];
  /** The first day that is in the file; undefined when not even the newest day fits. */
  readonly from: string | undefined;
}

type Failed = Exclude<Outcome<typeof myProfits>, { readonly ok: true }>;

/** The older half, then the newer one. */
function halvesOf(dates: Dates): readonly [Dates, Dates] {
  const { startDate, endDate } = dates;
  const middle = instantOf(startDate) + (Math.floor(daysIn(dates) / 2) - 1) * DAY_MS;
  return [
    { startDate, endDate: dateOf(middle) },
    { startDate: dateOf(middle + DAY_MS), endDate },
  ];
}

export async function readShares(
  { call, timers }: Edges,
  { dates, isChildren }: Asked,
): Promise<Shares | Failed> {
  let asked = 0;

  async function read(part: Dates, page: number): Promise<Outcome<typeof myProfits>> {
    for (let tries = 1; ; tries++) {
      if (++asked > PAGES_AT_ONCE || tries > 1) await pause(timers, PAGE_EVERY_MS);
      const outcome = await call(myProfits, { query: { ...part, isChildren, page, size: PAGE_SIZE } });
      if (outcome.ok || outcome.code !== 'TOO_MANY_REQUESTS' || tries === MOST_TRIES) return outcome;
    }
  }

  // By number: a share that was counted meanwhile moves the others to a later page.
  const rows = new Map<number, ProfitRow>();
  const add = (content: readonly ProfitRow[]) => {
    for (const row of content) rows.set(row.id, row);
  };
  let count = 0;
  let from: string | undefined;
  const parts = [dates];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const first = await read(part, 0);
    if (!first.ok) return first;
    const { content, totalElements, totalPages } = first.reply;
    if (totalElements >= MOST_LISTED_PROFITS || count + totalElements > MOST_ROWS) {
      if (daysIn(part) === 1) break;
      parts.push(...halvesOf(part));
      continue;
    }
    add(content);
    for (let page = 1; page < totalPages; page++) {
      const next = await read(part, page);
      if (!next.ok) return next;
      add(next.reply.content);
    }
    count += totalElements;
    from = part.startDate;
  }
  return { ok: true, rows: [...rows.values()], from };
}
