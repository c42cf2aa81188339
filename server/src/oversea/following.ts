// Orders and positions as the durable events have left them. The desk's own book may be a batch ahead; whatever is told
// or asked on the platform's behalf goes by this state.
import { followOversea, putOrder, putPosition } from '@maru/engine/oversea/apply';
import type { OverseaEvent } from '@maru/engine/oversea/events';
import {
  emptyOversea,
  type OverseaOrder,
  type OverseaPosition,
  type OverseaState,
} from '@maru/engine/oversea/state';

export interface Following {
  /** Only to be read. */
  readonly state: OverseaState;
  /** Takes up what the book holds, once. */
  load(held: {
    readonly orders: readonly OverseaOrder[];
    readonly positions: readonly OverseaPosition[];
  }): void;
  take(event: OverseaEvent): void;
}

export function createFollowing(): Following {
  const state = emptyOversea();
  return {
    state,
    load({ orders, positions }) {
      for (const order of orders) putOrder(state, order);
      for (const position of positions) putPosition(state, position);
    },
    take: (event) => followOversea(state, event),
  };
}
