import type { Product } from '../product.ts';
import { playerPurse } from '../purse.ts';
import { applyOversea } from './apply.ts';
import { barredOrder, cancelOrder, cancelOrders } from './cancel.ts';
import { fillChanges, openStakes, orderChanges } from './changes.ts';
import type { OverseaCommand } from './commands.ts';
import { describeOversea } from './describe.ts';
import { weighOversea } from './digest.ts';
import type { OverseaEvent } from './events.ts';
import { cutLosses, exitPosition } from './exit.ts';
import { type FillRefusal, fillOrder } from './fill.ts';
import { commandNow } from './gates.ts';
import { openThings } from './open-things.ts';
import { type PlaceRefusal, placeOrder } from './place.ts';
import { type OvernightRefusal, setOvernight, setTpsl, type TpslRefusal } from './position-settings.ts';
import { checkOvernight, endSession, type SessionRefusal } from './session.ts';
import { emptyOversea, type OverseaState } from './state.ts';

type OverseaRefusal =
  | PlaceRefusal
  | FillRefusal
  | SessionRefusal
  | TpslRefusal
  | OvernightRefusal
  | 'EQUITY_FINE';

export interface OverseaTypes {
  readonly name: 'oversea';
  readonly playerCommand: OverseaCommand;
  readonly platformCommand: never;
  readonly event: OverseaEvent;
  readonly state: OverseaState;
  readonly refusal: OverseaRefusal;
}

export const oversea: Product<OverseaTypes> = {
  name: 'oversea',
  shared: { base: 'FEE', wallet: 'BINARY' },
  playerCommands: {
    PLACE_OVERSEA_ORDER: placeOrder,
    CANCEL_OVERSEA_ORDER: cancelOrder,
    CANCEL_OVERSEA_ORDERS: cancelOrders,
    SET_OVERSEA_TPSL: setTpsl,
    SET_OVERSEA_OVERNIGHT: setOvernight,
    FILL_OVERSEA_ORDER: fillOrder,
    EXIT_OVERSEA_POSITION: exitPosition,
    CUT_OVERSEA_LOSSES: cutLosses,
    END_OVERSEA_SESSION: endSession,
    CHECK_OVERSEA_OVERNIGHT: checkOvernight,
  },
  takesFree: {
    PLACE_OVERSEA_ORDER: 'OWN_RULE',
    CANCEL_OVERSEA_ORDER: 'NOTHING',
    CANCEL_OVERSEA_ORDERS: 'NOTHING',
    SET_OVERSEA_TPSL: 'NOTHING',
    SET_OVERSEA_OVERNIGHT: 'NOTHING',
    FILL_OVERSEA_ORDER: 'OWN_RULE',
    EXIT_OVERSEA_POSITION: 'OWN_RULE',
    CUT_OVERSEA_LOSSES: 'OWN_RULE',
    END_OVERSEA_SESSION: 'OWN_RULE',
    CHECK_OVERSEA_OVERNIGHT: 'OWN_RULE',
  },
  platformCommands: {},
  commandNow,
  events: {
    OVERSEA_ORDER_PLACED: { setsAside: 'OVERSEA_MARGIN' },
    OVERSEA_FILLED: {},
    OVERSEA_ORDERS_CANCELLED: { setsAside: 'OVERSEA_MARGIN_BACK' },
    OVERSEA_TPSL_SET: {},
    OVERSEA_OVERNIGHT_SET: {},
    OVERSEA_CARRIED: {},
  },
  changes: {
    OVERSEA_ORDER_PLACED: orderChanges,
    OVERSEA_FILLED: fillChanges,
    OVERSEA_ORDERS_CANCELLED: 'NOTHING',
    OVERSEA_TPSL_SET: 'NOTHING',
    OVERSEA_OVERNIGHT_SET: 'NOTHING',
    OVERSEA_CARRIED: 'NOTHING',
  },
  openStakes,
  whenBarred: (book, player, command, context) =>
    command.kind === 'FILL_OVERSEA_ORDER' ? barredOrder(book, player, command, context) : undefined,
  empty: emptyOversea,
  apply: applyOversea,
  describe: describeOversea,
  weigh: weighOversea,
  carriedDigest: ({ digest }) => digest[0]!,
  openThings,
  playersWithOpen: ({ accounts }) => accounts.keys(),
  /**
   * docs/rules.md 6.1: while positions are open, a loss that was closed may be covered by what the others earn. That
   * nothing is owed once the last one is closed is asserted where the positions are written.
   */
  isCovered({ accounts }, { id, owner }) {
    if (owner === undefined || !id.endsWith(':free')) return false;
    for (const { wallet } of accounts.get(owner)?.positions.values() ?? []) {
      if (playerPurse(owner, wallet, 'free') === id) return true;
    }
    return false;
  },
  isOpenIn({ accounts }, player, wallet) {
    for (const position of accounts.get(player)?.positions.values() ?? [])
      if (position.wallet === wallet) return true;
    return false;
  },
};
