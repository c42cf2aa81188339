// Makes the commands for levels that a price reached: fills of orders and exits of positions.
import type { Millis } from '../time.ts';
import type { ExitOverseaPosition, FillOverseaOrder } from './commands.ts';
import { isFillable } from './equity.ts';
import type { OverseaOrder, OverseaPosition, OverseaState } from './state.ts';
import type { Priced } from './terms.ts';
import type { FirstPrices } from './watch-first-prices.ts';
import { type Leg, legId, legOf, ownerOfLeg } from './watch-levels.ts';
import type { WatchMarket } from './watch-market.ts';
import type { Placements } from './watch-placements.ts';

type RequestCommand = ExitOverseaPosition | FillOverseaOrder;

export interface Requests {
  ownerOf(id: number): OverseaOrder | OverseaPosition | undefined;
  /** These were taken out of the levels: each becomes a command or is watched again. */
  ask(ids: readonly number[], now: Millis): readonly RequestCommand[];
  /** A fresh price in a market that trades, and the order is not about to be filled on it or on one before it. */
  hasMetPrice(order: OverseaOrder, now: Millis): boolean;
}

export function createRequests(parts: {
  readonly state: OverseaState;
  readonly market: WatchMarket;
  readonly placements: Placements;
  readonly firstPrices: FirstPrices;
}): Requests {
  const { state, market, placements, firstPrices } = parts;

  const ownerOf = (id: number): OverseaOrder | OverseaPosition | undefined =>
    legOf(id) === 'ORDER' ? state.orders.get(ownerOfLeg(id)) : state.positions.get(ownerOfLeg(id));

  /** Undefined when nothing may be filled now: the market rests or has no fresh price. */
  function fillablePrice(owner: OverseaOrder | OverseaPosition, now: Millis): Priced | undefined {
    const priced = market.pricedOf(owner, now);
    return priced !== undefined && isFillable(priced, now) ? priced : undefined;
  }

  function commandOf(
    id: number,
    owner: OverseaOrder | OverseaPosition,
    { terms, quote }: Priced,
  ): RequestCommand {
    const { site, player } = owner;
    const common = { site, player, terms, quote, isAfterGap: market.isAfterGap(terms) };
    const leg = legOf(id);
    if (leg === 'TP' || leg === 'SL')
      return { kind: 'EXIT_OVERSEA_POSITION', ...common, position: owner.id, leg };
    const isFirstPrice = firstPrices.isWaiting(owner);
    return {
      kind: 'FILL_OVERSEA_ORDER',
      ...common,
      order: owner.id,
      ...(isFirstPrice ? { isFirstPrice } : {}),
    };
  }

  return {
    ownerOf,
    ask(ids, now) {
      const commands: { readonly rank: number; readonly id: number; readonly command: RequestCommand }[] = [];
      for (const id of ids) {
        const owner = ownerOf(id);
        if (owner === undefined) continue;
        const priced = fillablePrice(owner, now);
        if (priced === undefined) placements.putBack(owner.player, id);
        else if (placements.markAsked(owner.player, id))
          commands.push({ rank: rankOf(id, owner), id, command: commandOf(id, owner, priced) });
      }
      return commands.sort((a, b) => a.rank - b.rank || a.id - b.id).map(({ command }) => command);
    },
    hasMetPrice: (order, now) =>
      fillablePrice(order, now) !== undefined && !placements.isAsked(order.player, legId(order.id, 'ORDER')),
  };
}

/** docs/rules.md 3.5: on one tick loss-cuts come first, then these, each oldest first. */
const RANKS: Readonly<Record<Leg | 'STOP', number>> = { GUARD: 0, SL: 1, TP: 2, STOP: 3, ORDER: 4 };

const rankOf = (id: number, owner: OverseaOrder | OverseaPosition): number =>
  RANKS['type' in owner && owner.type === 'STOPMARKET' ? 'STOP' : legOf(id)];
