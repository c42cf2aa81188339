import type { Product } from '../product.ts';
import { type PlayerId, playerPurse, type WalletType } from '../purse.ts';
import { type AmendRefusal, amendOrder } from './amend.ts';
import { applyFutures } from './apply.ts';
import { barredOrder, cancelOrder, cancelOrders } from './cancel.ts';
import { changedChanges, fillChanges, openStakes, placedChanges } from './changes.ts';
import { type CloseRefusal, closePositions } from './close.ts';
import type { FundFutures, FuturesPlayerCommand } from './commands.ts';
import { describeFutures } from './describe.ts';
import { weighFutures } from './digest.ts';
import type { FuturesEvent } from './events.ts';
import { type ExitRefusal, placeExit, type SetExitsRefusal, setExits } from './exits.ts';
import { type FillRefusal, fillOrder } from './fill.ts';
import { fundFutures } from './fund.ts';
import { type LeverageRefusal, type MarginTypeRefusal, setLeverage, setMarginType } from './leverage.ts';
import { type LiquidateRefusal, liquidateFutures } from './liquidate.ts';
import { type MarginRefusal, moveMargin } from './margin.ts';
import { openThings } from './open-things.ts';
import { type PlaceRefusal, placeOrder } from './place.ts';
import { emptyFutures, type FuturesState } from './state.ts';
import { trailOrder } from './trail.ts';
import { isIsolated } from './value.ts';
import { type WarnRefusal, warnFutures } from './warn.ts';

type FuturesRefusal =
  | PlaceRefusal
  | ExitRefusal
  | SetExitsRefusal
  | AmendRefusal
  | LeverageRefusal
  | MarginTypeRefusal
  | MarginRefusal
  | CloseRefusal
  | FillRefusal
  | LiquidateRefusal
  | WarnRefusal
  | 'NOT_DUE'
  | 'ALREADY_FUNDED';

export interface FuturesTypes {
  readonly name: 'futures';
  readonly playerCommand: FuturesPlayerCommand;
  readonly platformCommand: FundFutures;
  readonly event: FuturesEvent;
  readonly state: FuturesState;
  readonly refusal: FuturesRefusal;
}

export const futures: Product<FuturesTypes> = {
  name: 'futures',
  shared: { base: 'FEE', wallet: 'FUTURES' },
  playerCommands: {
    PLACE_FUTURES_ORDER: placeOrder,
    PLACE_FUTURES_EXIT: placeExit,
    SET_FUTURES_EXITS: setExits,
    AMEND_FUTURES_ORDER: amendOrder,
    CANCEL_FUTURES_ORDER: cancelOrder,
    CANCEL_FUTURES_ORDERS: cancelOrders,
    SET_FUTURES_LEVERAGE: setLeverage,
    SET_FUTURES_MARGIN_TYPE: setMarginType,
    MOVE_FUTURES_MARGIN: moveMargin,
    CLOSE_FUTURES_POSITIONS: closePositions,
    FILL_FUTURES_ORDER: fillOrder,
    TRAIL_FUTURES_ORDER: trailOrder,
    LIQUIDATE_FUTURES: liquidateFutures,
    WARN_FUTURES: warnFutures,
  },
  takesFree: {
    PLACE_FUTURES_ORDER: 'OWN_RULE',
    PLACE_FUTURES_EXIT: 'NOTHING',
    SET_FUTURES_EXITS: 'NOTHING',
    AMEND_FUTURES_ORDER: 'NOTHING',
    CANCEL_FUTURES_ORDER: 'NOTHING',
    CANCEL_FUTURES_ORDERS: 'NOTHING',
    SET_FUTURES_LEVERAGE: 'NOTHING',
    SET_FUTURES_MARGIN_TYPE: 'NOTHING',
    MOVE_FUTURES_MARGIN: 'OWN_RULE',
    CLOSE_FUTURES_POSITIONS: 'OWN_RULE',
    FILL_FUTURES_ORDER: 'OWN_RULE',
    TRAIL_FUTURES_ORDER: 'NOTHING',
    LIQUIDATE_FUTURES: 'OWN_RULE',
    WARN_FUTURES: 'NOTHING',
  },
  tooEarly: ['PRICES_MISSING', 'FUNDING_DUE'],
  platformCommands: { FUND_FUTURES: fundFutures },
  events: {
    FUTURES_ORDER_PLACED: {},
    FUTURES_ORDER_CHANGED: {},
    FUTURES_FILLED: {},
    FUTURES_ORDERS_CANCELLED: {},
    FUTURES_EXITS_SET: {},
    FUTURES_LEVERAGE_SET: {},
    FUTURES_MARGIN_MOVED: {},
    FUTURES_FUNDED: { changesEverybody: true },
    FUTURES_WARNED: {},
  },
  changes: {
    FUTURES_ORDER_PLACED: placedChanges,
    FUTURES_ORDER_CHANGED: changedChanges,
    FUTURES_FILLED: fillChanges,
    FUTURES_ORDERS_CANCELLED: 'NOTHING',
    FUTURES_EXITS_SET: 'NOTHING',
    FUTURES_LEVERAGE_SET: 'NOTHING',
    // What protects a position is never refused.
    FUTURES_MARGIN_MOVED: 'NOTHING',
    FUTURES_FUNDED: 'NOTHING',
    FUTURES_WARNED: 'NOTHING',
  },
  openStakes,
  whenBarred: (book, player, command, context) =>
    command.kind === 'FILL_FUTURES_ORDER' ? barredOrder(book, player, command, context) : undefined,
  empty: emptyFutures,
  apply: applyFutures,
  describe: describeFutures,
  weigh: weighFutures,
  carriedDigest: ({ digest }) => digest[0]!,
  openThings,
  playersWithOpen: ({ accounts }) => accounts.keys(),
  /**
   * docs/rules.md 6.1: while cross positions are open, a loss that was closed may be covered by what the others earn.
   * That nothing is owed once the last one is closed is asserted where the positions are written.
   */
  isCovered(state, { id, owner }) {
    if (owner === undefined || !id.endsWith(':free')) return false;
    for (const position of positionsOf(state, owner))
      if (!isIsolated(position) && playerPurse(owner, position.wallet, 'free') === id) return true;
    return false;
  },
  /** Orders as well: they hold nothing in a purse, and what they open later would belong to another run. */
  isOpenIn(state, player, wallet) {
    return hasIn(positionsOf(state, player), wallet) || hasIn(ordersOf(state, player), wallet);
  },
};

const positionsOf = ({ accounts }: FuturesState, player: PlayerId) =>
  accounts.get(player)?.positions.values() ?? [];
const ordersOf = ({ accounts }: FuturesState, player: PlayerId) =>
  accounts.get(player)?.orders.values() ?? [];

function hasIn(all: Iterable<{ readonly wallet: WalletType }>, type: WalletType): boolean {
  for (const { wallet } of all) if (wallet === type) return true;
  return false;
}
