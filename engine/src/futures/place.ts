// A player places an order: it is filled at once, or it rests (docs/rules.md 3.4, 3.5).
import type { Amount } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { accountOf, factsOf } from './account.ts';
import type { PlaceFuturesOrder } from './commands.ts';
import type { AskedAtOnce, CopyMark, FuturesFilled, FuturesOrderPlaced, RestingOrder } from './events.ts';
import { fundingGate } from './gates.ts';
import { type OrderRefusal, planOrder, type Rests } from './order-plan.ts';
import { replacedExits, settle } from './settle.ts';
import { pricedIn } from './standing.ts';
import { orderId } from './terms.ts';

export type PlaceRefusal = OrderRefusal | 'FUNDING_DUE' | 'PARTNER_CANNOT_TRADE' | 'WALLET_UNSUPPORTED';

type Placed = Decision<FuturesFilled | FuturesOrderPlaced, PlaceRefusal>;

export const placeOrder = (
  book: Book,
  player: Player,
  command: PlaceFuturesOrder,
  context: Context,
): Placed => placeCopy(book, player, command, context, undefined);

export interface CopyPlacement {
  readonly mark: CopyMark;
  /** What may be spent in the account as it is: the quantity was computed with it. */
  readonly available: Amount;
}

/** One that may copy an order of another player. */
export function placeCopy(
  book: Book,
  player: Player,
  command: PlaceFuturesOrder,
  context: Context,
  copy: CopyPlacement | undefined,
): Placed {
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  const { terms, quote, side, type, leverage, marginType } = command;
  const wallet = player.wallets.get(terms.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const account = accountOf(book, player);
  const { now, eventId } = context;
  const moment = { quote, now, eventId, pricedOf: pricedIn(command.priced), available: copy?.available };
  const { refusal, plan } = planOrder(factsOf(book, player, wallet), terms, command, moment);
  if (refusal !== undefined) return refuse(refusal);
  assert(plan !== undefined, 'an order that is taken has figures');
  if (plan.kind === 'REST') {
    // All checks passed: below this line nothing may fail.
    return accept({
      ...playerEvent('FUTURES_ORDER_PLACED', book, player, context, [], wallet),
      order: restingOf(command, plan, context),
      cancelled: [],
    });
  }
  const gate = fundingGate(book, player, account.positions.get(terms.instrument), terms, now);
  if (gate !== undefined) return refuse(gate);

  // All checks passed: below this line nothing may fail.
  assert(quote !== undefined, 'what is filled at once is filled on a price');
  const { price, placed } = plan;
  const made = { terms, quote, side, price, cause: type, leverage, marginType };
  return accept(
    settle(book, player, wallet, context, {
      fills: plan.fills.map((each) => ({ ...made, plan: each })),
      asked: askedAtOnce(command),
      placed,
      cancelled: replacedExits(account, placed),
      isAfterGap: false,
      copy: copy?.mark,
    }),
  );
}

const askedAtOnce = ({ type, price, reduceOnly, takeProfit, stopLoss }: PlaceFuturesOrder): AskedAtOnce => ({
  ...(type === 'LIMIT' && price !== undefined ? { price } : undefined),
  reduceOnly,
  ...(takeProfit === undefined ? undefined : { takeProfit }),
  ...(stopLoss === undefined ? undefined : { stopLoss }),
});

function restingOf(command: PlaceFuturesOrder, plan: Rests, { eventId, now }: Context): RestingOrder {
  const { terms, side, type, price, trigger, by, reduceOnly, postOnly, leverage, marginType } = command;
  const { takeProfit, stopLoss } = command;
  assert(type !== 'MARKET', 'a market order never rests');
  const hasLimit = type === 'LIMIT' || type === 'STOPLIMIT';
  return {
    id: orderId(eventId),
    instrument: terms.instrument,
    wallet: terms.wallet,
    side,
    type,
    state: plan.state,
    qty: plan.qty,
    ...(hasLimit && price !== undefined ? { price } : undefined),
    ...(type !== 'LIMIT' && trigger !== undefined ? { trigger } : undefined),
    by,
    fires: plan.fires,
    reduceOnly,
    postOnly,
    leverage,
    marginType,
    cost: plan.cost,
    ...(takeProfit === undefined ? undefined : { takeProfit }),
    ...(stopLoss === undefined ? undefined : { stopLoss }),
    isUnpriced: plan.isUnpriced,
    placedAt: now,
  };
}
