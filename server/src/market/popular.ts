// Which instruments most members traded lately: a count over the newest orders of every product. What it may cost is
// bounded twice: each product looks at a bounded number of its newest rows, and one count serves everybody for a minute.
import { MOST_POPULAR, popularStocks } from '@maru/contract/market';
import type { Instrument } from '@maru/engine/market/instrument';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, later, MINUTE_MS, type Millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';

/** How many of its newest orders a product counts. */
export const MOST_COUNTED = 5_000;
const COUNTED_MS = 7 * DAY_MS;

export interface Traded {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly instrument: number;
  readonly orders: number;
}

/** What one product's newest orders say, those accepted since. */
export type CountTraded = (since: Millis) => Promise<readonly Traded[]>;

export function popularRoutes({
  instruments,
  counts,
}: {
  readonly instruments: readonly Instrument[];
  readonly counts: readonly CountTraded[];
}): readonly Route[] {
  const offered = new Map(instruments.filter(({ isPlay }) => isPlay).map((each) => [each.id, each]));
  let counted: { readonly at: Millis; readonly traded: Promise<readonly Traded[]> } | undefined;

  function newest(now: Millis): Promise<readonly Traded[]> {
    if (counted !== undefined && now >= counted.at && now - counted.at < MINUTE_MS) return counted.traded;
    const since = later(now, -COUNTED_MS);
    const traded = Promise.all(counts.map((count) => count(since))).then((each) => each.flat());
    const mine = { at: now, traded };
    counted = mine;
    // A count that failed serves nobody: the next who asks begins another one.
    traded.catch(() => {
      if (counted === mine) counted = undefined;
    });
    return traded;
  }

  return [
    serve(popularStocks, async ({ site, now }) => {
      const ranked = rank((await newest(now)).filter((each) => each.site === site));
      const stocks = ranked.flatMap((instrument) => offered.get(instrument)?.code ?? []);
      return { ok: true, reply: { stocks: stocks.slice(0, MOST_POPULAR) } };
    }),
  ];
}

/** Members count before orders, so that nobody brings an instrument to the top alone. */
export function rank(traded: readonly Traded[]): readonly number[] {
  const figures = [...Map.groupBy(traded, ({ instrument }) => instrument)].map(([instrument, rows]) => ({
    instrument,
    players: new Set(rows.map(({ player }) => player)).size,
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  }));
  return figures
    .toSorted((a, b) => b.players - a.players || b.orders - a.orders || a.instrument - b.instrument)
    .map(({ instrument }) => instrument);
}
