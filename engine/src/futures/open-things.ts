import { toDecimal, ZERO } from '../amount.ts';
import type { OpenThing } from '../past/open-thing.ts';
import type { PlayerId } from '../purse.ts';
import type { FuturesState } from './state.ts';

export function* openThings({ accounts }: FuturesState, player: PlayerId): Iterable<OpenThing> {
  const account = accounts.get(player);
  if (account === undefined) return;
  for (const position of account.positions.values()) {
    const { id, wallet, instrument, side, qty, leverage, marginType, openedAt } = position;
    const { entry, margin, funding } = position;
    const common = { id, wallet, instrument, side, qty: toDecimal(qty), leverage, marginType };
    yield { kind: 'POSITION', ...common, since: openedAt, amount: margin, entry, funding };
  }
  for (const order of account.orders.values()) {
    const { id, wallet, instrument, side, leverage, marginType, type, price, trigger, placedAt } = order;
    yield {
      kind: 'ORDER',
      ...{ id, wallet, instrument, side, leverage, marginType, type },
      ...(order.qty === undefined ? undefined : { qty: toDecimal(order.qty) }),
      ...(price === undefined ? undefined : { price }),
      ...(trigger === undefined ? undefined : { trigger }),
      since: placedAt,
      // What an order would take is no posting.
      amount: ZERO,
    };
  }
}
