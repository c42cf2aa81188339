import type { Product } from '../product.ts';
import { playerPurse } from '../purse.ts';
import { applyOversea } from './apply.ts';
import type { OverseaCommand } from './commands.ts';
import { decideOversea, type OverseaRefusal } from './decide.ts';
import { describeOversea } from './describe.ts';
import { weighOversea } from './digest.ts';
import type { OverseaEvent } from './events.ts';
import { emptyOversea, type OverseaState } from './state.ts';

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
  commands: {
    PLACE_OVERSEA_ORDER: 'PLAYER',
    CANCEL_OVERSEA_ORDER: 'PLAYER',
    CANCEL_OVERSEA_ORDERS: 'PLAYER',
    SET_OVERSEA_TPSL: 'PLAYER',
    SET_OVERSEA_OVERNIGHT: 'PLAYER',
    FILL_OVERSEA_ORDER: 'PLAYER',
    EXIT_OVERSEA_POSITION: 'PLAYER',
    CUT_OVERSEA_LOSSES: 'PLAYER',
    END_OVERSEA_SESSION: 'PLAYER',
    CHECK_OVERSEA_OVERNIGHT: 'PLAYER',
  },
  events: {
    OVERSEA_ORDER_PLACED: { setsAside: 'OVERSEA_MARGIN' },
    OVERSEA_FILLED: {},
    OVERSEA_ORDERS_CANCELLED: { setsAside: 'OVERSEA_MARGIN_BACK' },
    OVERSEA_TPSL_SET: {},
    OVERSEA_OVERNIGHT_SET: {},
    OVERSEA_CARRIED: {},
  },
  empty: emptyOversea,
  decide: decideOversea,
  apply: applyOversea,
  describe: describeOversea,
  weigh: weighOversea,
  carriedDigest: ({ digest }) => digest[0]!,
  playersWithOpen: ({ accounts }) => accounts.keys(),
  /**
   * docs/rules.md 6.1: while positions are open, a loss that was closed may be covered by what the others earn. That
   * nothing is owed once the last one is closed is promised where the positions are written down.
   */
  isCovered({ accounts }, { id, owner }) {
    if (owner === undefined || !id.endsWith(':free')) return false;
    for (const { wallet } of accounts.get(owner)?.positions.values() ?? []) {
      if (playerPurse(owner, wallet, 'free') === id) return true;
    }
    return false;
  },
};
