// Exits of an open position (docs/rules.md 3.5, 3.7), as the twin reads the rule book.
import type { PlaceFuturesExit, SetFuturesExits } from '@maru/engine/futures/commands';
import type { AttachedExits, RestingOrder } from '@maru/engine/futures/events';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import {
  type Account,
  accountOf,
  againstOf,
  endedBody,
  isFreshQuote,
  netOf,
  restingBody,
  type TwinOrder,
  type TwinPosition,
} from './twin.ts';
import { exitBody, orderNumber } from './twin-fill.ts';
import { exitsOfHeldFault, isOff, partFault } from './twin-levels.ts';
import { MOST_ORDERS } from './twin-orders.ts';

const MOST_EXITS = 20;

const wholeOf = ({ orders }: Account, held: TwinPosition, type: string): readonly TwinOrder[] =>
  orders.filter((order) => order.position === held.id && order.type === type && order.qty === undefined);

function tooMany({ orders }: Account, held: TwinPosition, added: number): string | undefined {
  const exits = orders.filter(({ position }) => position === held.id).length;
  if (exits + added > MOST_EXITS) return 'TOO_MANY_EXITS';
  return orders.length + added > MOST_ORDERS ? 'TOO_MANY_ORDERS' : undefined;
}

/** What is missing or wrong in the request itself. */
function askedFault({ type, level, trailing, terms }: PlaceFuturesExit): string | undefined {
  if (type === 'TAKEPROFIT' || type === 'STOPLOSS') {
    if (level === undefined || level.price <= 0n) return 'ENTER_TRIGGER';
    return isOff(level.price, terms) ? 'PRICE_OFF_TICK' : undefined;
  }
  if (type !== 'TRAILINGSTOP') return 'ORDER_TYPE_INVALID';
  // From a thousandth to a fifth.
  if (trailing === undefined || trailing.callback < 100_000n || trailing.callback > 20_000_000n)
    return 'TRAILING_INVALID';
  return trailing.activation !== undefined && isOff(trailing.activation, terms)
    ? 'PRICE_OFF_TICK'
    : undefined;
}

export function exitPlaced(
  state: TwinState,
  player: TwinPlayer,
  command: PlaceFuturesExit,
  now: number,
): Outcome {
  const { terms, quote, qty, type, level, trailing } = command;
  const held = state.futures.positions.get(netOf(player.id, terms.instrument));
  if (held === undefined || held.id !== command.position) return refused('POSITION_NOT_FOUND');
  if (terms.mode === 'STOPPED') return refused('OPTION_STOPPED');
  const form = askedFault(command) ?? partFault(qty, held, terms);
  if (form !== undefined) return refused(form);
  if (!isFreshQuote(quote, terms, now)) return refused('NO_FRESH_PRICE');
  const account = accountOf(state, player.id, held.wallet, now);
  let order: object;
  const id = orderNumber(account, 0);
  if (type === 'TRAILINGSTOP') {
    if (trailing === undefined) return refused('TRAILING_INVALID');
    const { activation, by, callback } = trailing;
    const isAhead =
      activation === undefined || (held.side === 'LONG' ? activation > quote[by] : activation < quote[by]);
    if (!isAhead) return refused('TRAILING_INVALID');
    const { leverage, marginType } = held;
    order = {
      ...{ id, instrument: terms.instrument, wallet: terms.wallet, side: againstOf(held.side), type },
      ...{ state: 'WAITING', qty, by, fires: held.side === 'LONG' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE' },
      ...{ reduceOnly: true, postOnly: false, leverage, marginType, cost: 0n, position: held.id },
      trailing:
        activation === undefined
          ? { callback, extreme: { price: quote[by], ts: quote.ts, seq: quote.seq } }
          : { callback, activation },
      ...{ isUnpriced: false, placedAt: now },
    };
  } else {
    if (level === undefined) return refused('ENTER_TRIGGER');
    const exits = type === 'TAKEPROFIT' ? { takeProfit: level } : { stopLoss: level };
    const fault = exitsOfHeldFault(account, held, exits, { ...command, quote });
    if (fault !== undefined) return refused(fault);
    order = exitBody(held, terms, { id, type, level, qty, now });
  }
  const replaced = qty === undefined ? wholeOf(account, held, type) : [];
  const crowd = tooMany(account, held, 1 - replaced.length);
  if (crowd !== undefined) return refused(crowd);
  const cancelled = replaced.map((each) => endedBody(each, 'REPLACED'));
  return { body: { kind: 'FUTURES_ORDER_PLACED', order, cancelled } };
}

/** One that is asked for as it is stays; one that is new must be allowed; all others of the whole position go. */
export function exitsSet(
  state: TwinState,
  player: TwinPlayer,
  command: SetFuturesExits,
  now: number,
): Outcome {
  const { terms, quote } = command;
  const held = state.futures.positions.get(netOf(player.id, terms.instrument));
  if (held === undefined || held.id !== command.position) return refused('POSITION_NOT_FOUND');
  const account = accountOf(state, player.id, held.wallet, now);
  const fresh: AttachedExits[] = [];
  const ended: TwinOrder[] = [];
  const bodies: RestingOrder[] = [];
  const kept: TwinOrder[] = [];
  for (const type of ['TAKEPROFIT', 'STOPLOSS'] as const) {
    const level = type === 'TAKEPROFIT' ? command.takeProfit : command.stopLoss;
    const before = wholeOf(account, held, type);
    const isSame = before.some(({ trigger, by }) => trigger === level?.price && by === level?.by);
    if (level !== undefined && isSame) {
      kept.push(...before);
      continue;
    }
    ended.push(...before);
    if (level === undefined) continue;
    fresh.push(type === 'TAKEPROFIT' ? { takeProfit: level } : { stopLoss: level });
    bodies.push(exitBody(held, terms, { id: orderNumber(account, bodies.length), type, level, now }));
  }
  if (fresh.length > 0) {
    if (terms.mode === 'STOPPED') return refused('OPTION_STOPPED');
    const levels: AttachedExits = Object.assign({}, ...fresh);
    for (const level of [levels.takeProfit, levels.stopLoss])
      if (level !== undefined && isOff(level.price, terms)) return refused('PRICE_OFF_TICK');
    if (!isFreshQuote(quote, terms, now)) return refused('NO_FRESH_PRICE');
    const fault =
      exitsOfHeldFault(account, held, levels, { ...command, quote }) ??
      tooMany(account, held, fresh.length - ended.length);
    if (fault !== undefined) return refused(fault);
  }
  return {
    body: {
      ...{ kind: 'FUTURES_EXITS_SET', position: held.id, instrument: held.instrument, placed: bodies },
      kept: kept.map(restingBody),
      cancelled: ended.map((order) => endedBody(order, 'REPLACED')),
    },
  };
}
