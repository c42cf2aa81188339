// Conversion at a quote that the server held: final, and both legs at once. docs/rules.md 6.6.
import { type Amount, divide, isMultiple, ONE } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { housePurse } from '../purse.ts';
import type { Convert, Rate } from './commands.ts';
import type { Converted } from './events.ts';
import { isFresh, MOST_MOVED } from './terms.ts';
import { withdrawableOf } from './withdrawable.ts';

/** floor(in × rate × (1 − spread)) at the unit of the wallet that receives it. */
export function convertedAmount(
  paid: Amount,
  { numerator, denominator }: Pick<Rate, 'numerator' | 'denominator'>,
  spread: Amount,
  unit: Amount,
): Amount {
  const out = divide(paid * numerator * (ONE - spread), denominator * ONE * unit, 'down');
  return (out > 0n ? out * unit : 0n) as Amount;
}

export type ConvertRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'WALLET_UNSUPPORTED'
  | 'SAME_WALLET'
  | 'ENTER_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'QUOTE_EXPIRED'
  | 'RATE_STALE'
  | 'CONVERTS_TO_NOTHING'
  | 'ABOVE_WITHDRAWABLE';

/**
 * A quote serves once without being remembered: its number is the idempotency key of the command, keys are kept for a
 * day, and a quote lives for seconds.
 */
export function convert(
  book: Book,
  player: Player,
  command: Convert,
  context: Context,
): Decision<Converted, ConvertRefusal> {
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  const from = player.wallets.get(command.from);
  const to = player.wallets.get(command.to);
  if (from === undefined || to === undefined) return refuse('WALLET_UNSUPPORTED');
  // Between wallets of one currency there is nothing to exchange: a transfer moves money at no cost.
  if (from === to || from.currency === to.currency) return refuse('SAME_WALLET');
  const { amount, rate, spread, quoteUntil, reserved } = command;
  if (amount <= 0n) return refuse('ENTER_AMOUNT');
  if (!isMultiple(amount, from.unit)) return refuse('AMOUNT_OFF_UNIT');
  if (context.now >= quoteUntil) return refuse('QUOTE_EXPIRED');
  if (!isFresh(rate, context.now)) return refuse('RATE_STALE');
  const received = convertedAmount(amount, rate, spread, to.unit);
  if (received === 0n) return refuse('CONVERTS_TO_NOTHING');
  const isMovable = amount < MOST_MOVED && received < MOST_MOVED;
  if (amount > withdrawableOf(book, player.id, from, reserved) || !isMovable)
    return refuse('ABOVE_WITHDRAWABLE');

  // All checks passed: below this line nothing may fail.
  const house = (currency: string) => housePurse(player.site, 'fx', currency);
  const transfers = [
    {
      from: from.free,
      to: house(from.currency),
      currency: from.currency,
      amount,
      reason: 'CONVERT_OUT',
    },
    {
      from: house(to.currency),
      to: to.free,
      currency: to.currency,
      amount: received,
      reason: 'CONVERT_IN',
    },
  ];
  return accept({
    ...playerEvent('CONVERTED', book, player, context, transfers),
    ...{ from: from.type, to: to.type, paid: amount, received, rate, spread },
  });
}
