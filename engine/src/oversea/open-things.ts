import { ZERO } from '../amount.ts';
import type { OpenThing } from '../past/open-thing.ts';
import type { PlayerId } from '../purse.ts';
import { otherSide } from './pricing.ts';
import type { OverseaPosition, OverseaState } from './state.ts';

export function* openThings({ accounts }: OverseaState, player: PlayerId): Iterable<OpenThing> {
  const account = accounts.get(player);
  if (account === undefined) return;
  for (const position of account.positions.values()) {
    const { id, wallet, instrument, side, qty, entry, margin, openedAt } = position;
    const common = { id, wallet, instrument, side, qty: String(qty), since: openedAt };
    yield { kind: 'POSITION', ...common, amount: margin, entry, funding: ZERO };
    yield* exitsOf(position);
  }
  for (const {
    id,
    wallet,
    instrument,
    side,
    qty,
    type,
    price,
    margin,
    placedAt,
  } of account.orders.values()) {
    const common = { id, wallet, instrument, side, qty: String(qty), since: placedAt, amount: margin, type };
    yield type === 'LIMIT'
      ? { kind: 'ORDER', ...common, price }
      : { kind: 'ORDER', ...common, trigger: price };
  }
}

/** Both exits belong to the position and have its number. */
function* exitsOf(position: OverseaPosition): Iterable<OpenThing> {
  const { id, wallet, instrument, side, openedAt, tpTick, slTick } = position;
  const common = { id, wallet, instrument, side: otherSide(side), since: openedAt, amount: ZERO };
  if (tpTick > 0) yield { kind: 'ORDER', ...common, type: 'TAKEPROFIT', ticks: tpTick };
  if (slTick > 0) yield { kind: 'ORDER', ...common, type: 'STOPLOSS', ticks: slTick };
}
