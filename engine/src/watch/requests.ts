// Makes the commands for levels that a price reached.
import type { Millis } from '../time.ts';
import type { FirstPrices } from './first-prices.ts';
import type { WatchMarket } from './market.ts';
import type { Placements } from './placements.ts';
import type { Owner, PricedTerms, WatchedState, WatchRules, WatchTypes } from './rules.ts';

export interface Requests<Types extends WatchTypes> {
  /** These were taken out of the levels: each becomes a command or is watched again. */
  ask(legs: readonly number[], now: Millis): readonly Types['command'][];
  /** A fresh price in a market that trades, and the order is not about to be filled on it or on one before it. */
  hasMetPrice(order: Types['order'], now: Millis): boolean;
}

export function createRequests<Types extends WatchTypes>(parts: {
  readonly rules: WatchRules<Types>;
  readonly state: WatchedState<Types>;
  readonly market: WatchMarket<Types>;
  readonly placements: Placements;
  readonly firstPrices: FirstPrices<Types['order']>;
}): Requests<Types> {
  const { rules, state, market, placements, firstPrices } = parts;

  function ownerOf(leg: number): Owner<Types> | undefined {
    const owner = rules.legs.ownerOf(leg);
    return rules.legs.kindOf(leg) === 'ORDER' ? state.orders.get(owner) : state.positions.get(owner);
  }

  /** Undefined when nothing may be filled now: the market rests or has no fresh price. */
  function fillablePrice(owner: Owner<Types>, now: Millis): PricedTerms<Types> | undefined {
    const priced = market.pricedOf(owner, now);
    return priced !== undefined && rules.isFillable(priced, now) ? priced : undefined;
  }

  function commandOf(
    leg: number,
    owner: Owner<Types>,
    { terms, quote }: PricedTerms<Types>,
    now: Millis,
  ): Types['command'] {
    const reached = {
      terms,
      quote,
      isAfterGap: market.isAfterGap(terms),
      isFirstPrice: firstPrices.isWaiting(owner),
      extreme: market.liveOf(owner.instrument).levels.extremeOf(leg),
    };
    return rules.commandOf(leg, owner, reached, market.seenAt(now));
  }

  return {
    ask(legs, now) {
      const asked: { readonly rank: number; readonly leg: number; readonly command: Types['command'] }[] = [];
      for (const leg of legs) {
        const owner = ownerOf(leg);
        if (owner === undefined) continue;
        const priced = fillablePrice(owner, now);
        if (priced === undefined) placements.putBack(owner.player, leg);
        else if (placements.markAsked(owner.player, leg))
          asked.push({ rank: rules.rankOf(leg, owner), leg, command: commandOf(leg, owner, priced, now) });
      }
      return asked.sort((a, b) => a.rank - b.rank || a.leg - b.leg).map(({ command }) => command);
    },
    hasMetPrice(order, now) {
      if (fillablePrice(order, now) === undefined) return false;
      for (const { id } of rules.levelsOfOrder(order)) if (placements.isAsked(order.player, id)) return false;
      return true;
    },
  };
}
