// Which instruments most members traded lately: a count over the newest orders of every product. Its cost is bounded
// twice: each product reads a bounded number of its newest rows, and one count is shared by all callers for a minute.
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

/** The counts of one product's newest orders, of those accepted since an instant. */
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
    // A failed count is not cached: the next caller starts another one.
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

/** Members count before orders, so that one member alone cannot move an instrument to the top. */
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
