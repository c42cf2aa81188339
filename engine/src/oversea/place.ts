// A player places an order: it is filled at once, or it rests (docs/rules.md 4.2, 4.4).
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import type { DayNumber } from '../market/calendar-date.ts';
import { balanceOf } from '../transfer.ts';
import type { Wallet } from '../wallet.ts';
import type { PlaceOverseaOrder } from './commands.ts';
import type { OverseaFilled, OverseaOrderPlaced } from './events.ts';
import { type OrderRefusal, planOrder, type Rests } from './order-plan.ts';
import type { AccountFacts } from './plan.ts';
import { accountOf, settle } from './settle.ts';
import type { OverseaAccount } from './state.ts';

export type PlaceRefusal = OrderRefusal | 'PARTNER_CANNOT_TRADE' | 'WALLET_UNSUPPORTED';

export function placeOrder(
  book: Book,
  player: Player,
  command: PlaceOverseaOrder,
  context: Context,
): Decision<OverseaFilled | OverseaOrderPlaced, PlaceRefusal> {
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  const { terms, quote } = command;
  const wallet = player.wallets.get(terms.wallet);
  const account = accountOf(book, player);
  if (wallet === undefined || !isAllIn(account, wallet)) return refuse('WALLET_UNSUPPORTED');
  const facts = factsOf(book, account, wallet);
  const { now, eventId } = context;
  const { refusal, plan } = planOrder(facts, terms, command, { quote, now, eventId });
  if (refusal !== undefined) return refuse(refusal);

  // All checks passed: below this line nothing may fail.
  assert(
    plan !== undefined && terms.session !== undefined,
    'an order that is taken has figures and a session',
  );
  const { tradeDate } = terms.session;
  if (plan.kind === 'REST') return accept(rest(book, player, wallet, context, { command, plan, tradeDate }));
  assert(quote !== undefined, 'what is filled at once is filled on a price');
  const { qty, price, fill } = plan;
  const made = { terms, side: command.side, qty, price, cause: command.type, quote, tradeDate, plan: fill };
  return accept(settle(book, player, wallet, context, { fills: [made], isAfterGap: false }));
}

/** All that a player has in overseas futures lies in one wallet: its free money is what the loss-cut counts. */
function isAllIn({ orders, positions }: OverseaAccount, { type }: Wallet): boolean {
  for (const { wallet } of orders.values()) if (wallet !== type) return false;
  for (const { wallet } of positions.values()) if (wallet !== type) return false;
  return true;
}

export const factsOf = (book: Book, { orders, positions }: OverseaAccount, wallet: Wallet): AccountFacts => ({
  free: balanceOf(book, wallet.free),
  unit: wallet.unit,
  positions,
  orders,
});

interface Resting {
  readonly command: PlaceOverseaOrder;
  readonly plan: Rests;
  readonly tradeDate: DayNumber;
}

function rest(
  book: Book,
  player: Player,
  wallet: Wallet,
  context: Context,
  { command, plan, tradeDate }: Resting,
): OverseaOrderPlaced {
  const { side, type, qty, reduceOnly, tpTick, slTick, terms } = command;
  assert(type !== 'MARKET', 'a market order never rests');
  const { price, fires, margin, isUnpriced } = plan;
  const { free, wait, currency } = wallet;
  const transfers =
    margin > 0n ? [{ from: free, to: wait, currency, amount: margin, reason: 'OVERSEA_MARGIN' }] : [];
  return {
    ...playerEvent('OVERSEA_ORDER_PLACED', book, player, context, transfers, wallet),
    instrument: terms.instrument,
    wallet: wallet.type,
    side,
    type,
    qty,
    price,
    fires,
    reduceOnly,
    ...(isUnpriced ? { isUnpriced } : undefined),
    ...(tpTick === undefined ? undefined : { tpTick }),
    ...(slTick === undefined ? undefined : { slTick }),
    margin,
    tradeDate,
  };
}
