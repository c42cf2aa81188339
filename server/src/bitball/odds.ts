// The odds of the ball markets: the defaults of the rules, and what a site has changed. No market may pay more on
// average than it takes, so a change is checked against its probability.
import { ballOdds, changeBallOdds } from '@maru/contract/binary/office';
import { parseUnits, type Rate, toDecimal } from '@maru/engine/amount';
import { checkOdds, defaultOddsOf, isMarket, MARKETS, type Market } from '@maru/engine/bitball/markets';
import type { SiteId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { selectFrom, upsertMany } from '../shadow/statements.ts';
import { column, table } from '../shadow/table.ts';
import { insertStaffChange } from '../staff/changes.ts';

export interface Odds {
  /** The odds of every ball market on a site, stake included. */
  oddsOf(site: SiteId): ReadonlyMap<string, Rate>;
  readonly routes: readonly Route[];
}

const oddsTable = table('ball_odds', {
  site: column.bigint<SiteId>('site_id'),
  market: column.text(),
  odds: column.units<Rate>(),
  changedBy: column.bigint('changed_by'),
  changedAt: column.time('changed_at'),
});
const readOdds = selectFrom(oddsTable, ['site', 'market', 'odds']);
const saveOdds = upsertMany(oddsTable, { key: ['site', 'market'] });

const DEFAULTS: ReadonlyMap<string, Rate> = new Map(MARKETS.map((market) => [market, defaultOddsOf(market)]));

export async function openOdds(database: Database): Promise<Odds> {
  const bySite = new Map<SiteId, ReadonlyMap<string, Rate>>();
  const oddsOf = (site: SiteId): ReadonlyMap<string, Rate> => bySite.get(site) ?? DEFAULTS;
  const store = (site: SiteId, market: Market, odds: Rate): void => {
    bySite.set(site, new Map([...oddsOf(site), [market, odds]]));
  };
  for (const { site, market, odds } of await database.transaction((tx) => readOdds(tx, ''))) {
    // A stored value that the rules no longer allow is ignored: the default counts.
    if (isMarket(market) && checkOdds(market, odds) === undefined) store(site, market, odds);
  }
  const replyOf = (site: SiteId) => ({
    odds: Object.fromEntries([...oddsOf(site)].map(([market, odds]) => [market, toDecimal(odds)])),
  });
  return {
    oddsOf,
    routes: [
      serve(ballOdds, async ({ principal: { site } }) => ({ ok: true, reply: replyOf(site) })),
      serve(changeBallOdds, async ({ body, principal: { site, player }, now }) => {
        const { type: market } = body;
        if (!isMarket(market)) return { ok: false, refusal: 'BET_TYPE_INVALID', field: 'type' };
        const odds = (parseUnits(body.odds) ?? 0n) as Rate;
        if (checkOdds(market, odds) !== undefined) {
          return { ok: false, refusal: 'SETTING_INVALID', field: 'odds' };
        }
        await database.transaction(async (tx) => {
          await saveOdds(tx, [{ site, market, odds, changedBy: player, changedAt: now }]);
          await insertStaffChange(tx, {
            site,
            area: 'BALL_ODDS',
            subject: market,
            before: oddsOf(site).get(market),
            after: odds,
            by: { staff: player, now, reason: body.reason },
          });
        });
        store(site, market, odds);
        return { ok: true, reply: replyOf(site) };
      }),
    ],
  };
}
