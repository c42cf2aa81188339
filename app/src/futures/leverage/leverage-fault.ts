// Why a leverage or a margin type would be refused (docs/rules.md 3.8), before it is sent.
import { type Amount, divide, ONE, smaller, toDecimal } from '@maru/engine/amount';
import { costOf } from '@maru/engine/futures/order-qty';
import { crossAccount, isFresh, meansOf } from '@maru/engine/futures/standing';
import { largestValue } from '@maru/engine/futures/tiers';
import { fineOf, UNIT, valueAtPrice } from '@maru/engine/futures/value';
import type { LeverageSetting } from '../account/leverage-setting.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';

export type LeverageFault =
  | 'OPTION_STOPPED'
  | 'MARGIN_TYPE_WITH_OPEN'
  | 'LEVERAGE_WITH_POSITION'
  | 'LEVERAGE_BELOW_POSITION'
  | 'NO_FRESH_PRICE'
  | 'ABOVE_LEVERAGE_CAP'
  | 'INSUFFICIENT_BALANCE';

/** The first rule that the change breaks; undefined where it would be taken. */
export function leverageFault(
  around: EngineSurroundings,
  before: LeverageSetting,
  { leverage, marginType }: LeverageSetting,
): LeverageFault | undefined {
  const { facts, terms, quote, now } = around;
  const position = facts.positions.get(terms.instrument);
  const orders = [...facts.orders.values()].filter(({ instrument }) => instrument === terms.instrument);
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  if (marginType !== before.marginType && (position !== undefined || orders.length > 0))
    return 'MARGIN_TYPE_WITH_OPEN';
  if (position !== undefined && leverage !== position.leverage) {
    if (terms.leverageWithPosition === 'FORBID') return 'LEVERAGE_WITH_POSITION';
    if (leverage < position.leverage) return 'LEVERAGE_BELOW_POSITION';
    if (!isFresh(quote, terms, now)) return 'NO_FRESH_PRICE';
    const value = valueAtPrice(position.qty, quote.mark, terms, 'up');
    if (value > fineOf(largestValue(terms.tiers, leverage))) return 'ABOVE_LEVERAGE_CAP';
  }
  return isCovered(around, leverage) ? undefined : 'INSUFFICIENT_BALANCE';
}

/** Open orders hold back more at a lower leverage. */
function isCovered({ facts, terms, pricedOf }: EngineSurroundings, leverage: number): boolean {
  const account = crossAccount(facts, pricedOf);
  if (account === undefined) return true;
  const orders = new Map(
    [...facts.orders].map(([id, order]) => {
      const at = order.price ?? order.trigger;
      if (order.instrument !== terms.instrument || order.reduceOnly) return [id, order] as const;
      if (order.qty === undefined || at === undefined || order.leverage <= leverage)
        return [id, order] as const;
      return [id, { ...order, leverage, cost: costOf(order.qty, at, { leverage }, terms, UNIT) }] as const;
    }),
  );
  const before = meansOf(facts, account);
  const { equity, required, held } = meansOf({ ...facts, orders }, account);
  return held === before.held || held <= equity - required;
}

/** The value of the largest position: what the money allows, and what the tiers do. */
export function largestPosition(
  { facts, terms, pricedOf }: EngineSurroundings,
  leverage: number,
): string | undefined {
  const account = crossAccount(facts, pricedOf);
  if (account === undefined) return undefined;
  const { available } = meansOf(facts, account);
  // The opening fee is paid from the same money.
  const perValue = ONE + terms.feeRate * BigInt(leverage);
  const affordable = divide(available * BigInt(leverage) * ONE, perValue, 'down') as Amount;
  return toDecimal(smaller(affordable, largestValue(terms.tiers, leverage)));
}
