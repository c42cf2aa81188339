// What a change of an offer's terms or of a ball market's odds would do, before it is made.
import { ballOddsEffect, optionSettingEffect } from '@maru/contract/binary/office';
import { type Amount, divide, ONE, parseUnits, type Rate, toDecimal, toPlaces } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { chanceOf, checkOdds, isMarket, type Market } from '@maru/engine/bitball/markets';
import { type Route, serve } from '../http/serve.ts';
import { changeOf } from '../staff/changed-settings.ts';
import { countWaitingBets, effectOf, judgeBy, judgeByOdds, listPastBets } from './bet-change.ts';
import type { BinaryParts } from './deps.ts';
import { NO_OFFER } from './routes.ts';
import { SETTING_COLUMNS } from './settings.ts';

/** Of every stake, what comes back on the average, in percent. */
const percent = (share: bigint): string => toDecimal(toPlaces((share * 100n) as Amount, 2, 'half-even'));
/** Half of the bets win. */
const returnOfRate = (rate: Rate): string => percent((ONE + rate) / 2n);
const returnOfOdds = (market: Market, odds: Rate): string => {
  const { hits, of } = chanceOf(market);
  return percent(divide(odds * BigInt(hits), BigInt(of), 'half-even'));
};

export function betChangeRoutes({ database, offers, sites, settings, ball }: BinaryParts): readonly Route[] {
  return [
    serve(optionSettingEffect, async ({ query, principal: { site }, now }) => {
      const offer = offers.byId(query.tradeOptionId);
      const known = sites.byId(site);
      if (offer === undefined || known === undefined) return NO_OFFER;
      const change = changeOf(SETTING_COLUMNS, { ...query, cutOffMs: query.cutOffMillis });
      const { before, after, fault } = settings.changedTerms(known, offer, change);
      if (fault !== undefined) return { ok: false, refusal: 'SETTING_INVALID', field: fault };
      const which = { site, options: [offer.id] };
      const { past, waiting } = await database.transaction(async (tx) => ({
        past: await listPastBets(tx, which),
        waiting: await countWaitingBets(tx, which, now),
      }));
      // A ball market has odds of its own: of its bets only the limits are judged.
      const byTerms = judgeBy(after);
      const judge: typeof byTerms = offer.family === 'BALL' ? (bet) => byTerms(bet) && bet.profit : byTerms;
      const returns =
        offer.family === 'BALL'
          ? { before: '', after: '' }
          : { before: returnOfRate(before.rate), after: returnOfRate(after.rate) };
      const reply = effectOf({ past, waiting, judge, returns, currency: known.binaryCurrency });
      return { ok: true, reply };
    }),
    serve(ballOddsEffect, async ({ query: { type: market, odds: asked }, principal: { site }, now }) => {
      const known = sites.byId(site);
      assert(known !== undefined, 'staff belong to a site');
      if (!isMarket(market)) return { ok: false, refusal: 'BET_TYPE_INVALID', field: 'type' };
      const odds = (parseUnits(asked) ?? 0n) as Rate;
      if (checkOdds(market, odds) !== undefined)
        return { ok: false, refusal: 'SETTING_INVALID', field: 'odds' };
      const options = offers.all.filter(({ family }) => family === 'BALL').map(({ id }) => id);
      const which = { site, options, pick: market };
      const { past, waiting } = await database.transaction(async (tx) => ({
        past: await listPastBets(tx, which),
        waiting: await countWaitingBets(tx, which, now),
      }));
      const current = ball.oddsOf(site).get(market) ?? odds;
      const returns = { before: returnOfOdds(market, current), after: returnOfOdds(market, odds) };
      const judge = judgeByOdds(odds);
      const reply = effectOf({ past, waiting, judge, returns, currency: known.binaryCurrency });
      return { ok: true, reply };
    }),
  ];
}
