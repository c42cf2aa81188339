// Orders and positions as the durable events have left them. The desk's own book may be a batch ahead; whatever is told
// or asked on the platform's behalf goes by this state.
import type { OverseaLook } from '@maru/contract/oversea-wire';
import type { AnyEvent } from '@maru/engine/book';
import { followOversea, putOrder, putPosition } from '@maru/engine/oversea/apply';
import type { OverseaEvent } from '@maru/engine/oversea/events';
import {
  emptyOversea,
  type OverseaOrder,
  type OverseaPosition,
  type OverseaState,
} from '@maru/engine/oversea/state';
import type { OverseaOptions } from './options.ts';

export interface Following {
  /** Only to be read. */
  readonly state: OverseaState;
  /** For pushes: orders and positions as they were before the event that is told. */
  readonly look: OverseaLook;
  /** Takes up what the book holds, once. */
  load(held: {
    readonly orders: readonly OverseaOrder[];
    readonly positions: readonly OverseaPosition[];
  }): void;
  take(event: OverseaEvent): void;
}

/** So many positions that closed a moment ago are still known: their last answers and pushes are on their way. */
const MOST_RECENT = 10_000;

export const isOverseaEvent = (event: AnyEvent): event is OverseaEvent => event.kind.startsWith('OVERSEA_');

export function createFollowing(options: OverseaOptions): Following {
  const state = emptyOversea();
  const recent = new Map<number, OverseaPosition>();

  function remember(id: number | undefined): void {
    const position = id === undefined ? undefined : state.positions.get(id);
    if (position === undefined) return;
    recent.set(position.id, position);
    const [oldest] = recent.keys();
    if (recent.size > MOST_RECENT && oldest !== undefined) recent.delete(oldest);
  }

  return {
    state,
    look: {
      option: options.named,
      order: (id) => state.orders.get(id),
      position: (id) => state.positions.get(id) ?? recent.get(id),
    },
    load({ orders, positions }) {
      for (const order of orders) putOrder(state, order);
      for (const position of positions) putPosition(state, position);
    },
    take(event) {
      if (event.kind === 'OVERSEA_FILLED') {
        for (const { closedPosition } of event.fills) remember(closedPosition);
      }
      followOversea(state, event);
    },
  };
}
