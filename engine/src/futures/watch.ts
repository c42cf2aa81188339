// What the watch needs to know of coin futures: the levels of orders, the guards of isolated positions and of cross
// accounts, and the commands.
import type { AnyEvent } from '../products.ts';
import type { PlayerId } from '../purse.ts';
import type { Level } from '../watch/levels.ts';
import type { JudgedPart, SeenPrices, TermsOf, WatchRules } from '../watch/rules.ts';
import { createWatch, type Watch } from '../watch/watch.ts';
import type { LiquidateFutures, WarnFutures } from './commands.ts';
import { isFillable } from './risk.ts';
import {
  type FuturesAccount,
  type FuturesOrder,
  type FuturesPosition,
  type FuturesState,
  fundedKey,
} from './state.ts';
import type { Priced } from './terms.ts';
import { trailingLevel } from './trailing-level.ts';
import { isIsolated } from './value.ts';
import { judgeFutures, legs, pricedAt } from './watch-judge.ts';
import type { FuturesWatchTypes } from './watch-types.ts';

export type FuturesWatch = Watch<FuturesWatchTypes>;

export interface FuturesWatchDeps {
  readonly state: FuturesState;
  readonly termsOf: TermsOf<FuturesWatchTypes>;
}

export const createFuturesWatch = ({ state, termsOf }: FuturesWatchDeps): FuturesWatch =>
  createWatch({ rules: rulesOf(state), state, termsOf });

const rulesOf = (state: FuturesState): WatchRules<FuturesWatchTypes> => ({
  legs,
  touched: (event) => (isOwn(event) ? event.steps.map(({ player }) => player) : NOBODY),
  levelsOfOrder: (order) => [levelOfOrder(order)],
  levelsOfPosition: () => [],
  isFillable,
  partOf,
  judge: judgeFutures,
  commandOf(_, owner, { terms, quote, isAfterGap, isFirstPrice, extreme }, prices) {
    const { id, site, player, wallet } = owner;
    const account = state.accounts.get(player);
    return {
      kind: 'FILL_FUTURES_ORDER',
      site,
      player,
      order: id,
      terms,
      quote,
      priced: pricedOfAccount(account, wallet, { terms, quote }, prices),
      ...(extreme === undefined ? undefined : { extreme }),
      isAfterGap,
      ...(isFirstPrice ? { isFirstPrice } : undefined),
    };
  },
  rankOf: (leg, owner) => ('type' in owner && legs.legOf(leg) !== 'LIMIT' ? RANKS[owner.type] : RANKS.LIMIT),
  judgedBy(event) {
    if (event.kind !== 'FUTURES_FILLED' || event.liquidation === undefined) return undefined;
    const [fill] = event.fills;
    const alone = event.liquidation.marginType === 'ISOLATED' ? fill?.closedPosition : undefined;
    return fill && { wallet: fill.wallet, ...(alone === undefined ? undefined : { position: alone }) };
  },
  targetOf(command) {
    switch (command.kind) {
      case 'FILL_FUTURES_ORDER': {
        const order = state.orders.get(command.order);
        return order && { leg: legOfOrder(order) };
      }
      case 'TRAIL_FUTURES_ORDER':
        return undefined;
      case 'LIQUIDATE_FUTURES':
        return { part: partIn(command) };
      case 'WARN_FUTURES':
        return { part: partIn(command), isNotice: true };
    }
  },
  revaluedBy(event) {
    if (event.kind !== 'FUTURES_FUNDED') return undefined;
    const { site, instrument } = event;
    const open = state.open.get(fundedKey(site, instrument));
    return open && { instrument, positions: open.values() };
  },
  trailOf({ id, site, player, trailing }, extreme) {
    if (trailing?.extreme?.price === extreme.price) return undefined;
    return { kind: 'TRAIL_FUTURES_ORDER', site, player, order: id, extreme };
  },
});

const isOwn = ({ kind }: AnyEvent): boolean => kind.startsWith('FUTURES_');
const NOBODY: readonly PlayerId[] = Object.freeze([]);

const partOf = (position: FuturesPosition): JudgedPart =>
  isIsolated(position) ? { wallet: position.wallet, position: position.id } : { wallet: position.wallet };

const partIn = ({ wallet, position }: LiquidateFutures | WarnFutures): JudgedPart =>
  position === undefined ? { wallet } : { wallet, position };

/** A stop with a limit waits for its trigger first and then, under another number, for its limit. */
const legOfOrder = ({ id, state, trailing }: FuturesOrder): number =>
  legs.idOf(id, state === 'OPEN' ? 'LIMIT' : trailing === undefined ? 'STOP' : 'TRAIL');

function levelOfOrder(order: FuturesOrder): Level {
  const { state, side, by, fires, price, trigger, trailing, placedAt } = order;
  const id = legOfOrder(order);
  if (state === 'OPEN') {
    const isBuy = side === 'LONG';
    return {
      id,
      by: isBuy ? 'ask' : 'bid',
      fires: isBuy ? 'AT_OR_BELOW' : 'AT_OR_ABOVE',
      level: price ?? NOWHERE,
    };
  }
  if (trailing === undefined) return { id, by, fires, level: trigger ?? NOWHERE };
  const level = trailingLevel(side, trailing) ?? trailing.activation ?? NOWHERE;
  const follow = { ...trailing, since: trailing.extreme?.ts ?? placedAt };
  return { id, by, fires, level, follow };
}

/** An order has the price that its type needs. */
const NOWHERE = 0n as Level['level'];

/** docs/rules.md 3.5: on one tick liquidations come first, then these, each oldest first. */
const RANKS = {
  STOPLOSS: 1,
  TRAILINGSTOP: 1,
  TAKEPROFIT: 2,
  STOPMARKET: 3,
  STOPLIMIT: 3,
  LIMIT: 4,
} as const;

/** What deciding a fill takes: the prices of all cross positions of the wallet, and of the instrument itself. */
function pricedOfAccount(
  account: FuturesAccount | undefined,
  wallet: string,
  own: Priced,
  prices: SeenPrices<FuturesWatchTypes>,
): readonly Priced[] {
  const all = [own];
  for (const position of account?.positions.values() ?? []) {
    if (position.wallet !== wallet || isIsolated(position)) continue;
    if (position.instrument === own.terms.instrument) continue;
    const priced = pricedAt(position, prices);
    if (priced !== undefined) all.push(priced);
  }
  return all;
}
