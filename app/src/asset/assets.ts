// The member's assets as one list: each wallet by the formula of its product, and in won at the current rate. The
// figures come from the functions of the trade screens.
import type { ReceivedReply } from '@maru/client/call';
import type { WalletPoint } from '@maru/contract/fields';
import type { exchangeRateMap } from '@maru/contract/rates/calls';
import { amount, plus, portion, rate, sum, toDecimal, toPlaces, ZERO } from '@maru/engine/amount';
import { heldIn } from '@maru/engine/purse';
import { WON } from '@maru/engine/rates/exchange-rate';
import type { WalletFormula, WalletValues } from '../shell/member/wallet-value.ts';

type Rates = ReceivedReply<typeof exchangeRateMap>['rates'];

export interface Asset {
  readonly type: string;
  readonly currency: string;
  /** Everything in the wallet, also what is held for a withdrawal and less what is owed, as the equity line has it. */
  readonly figure: string;
  /** Of it, what withdrawals and conversions hold, and what is owed; absent when there is none. */
  readonly onHold?: string;
  readonly owed?: string;
  /** Undefined without a rate. */
  readonly won: string | undefined;
  /** Of the wallets that are valued at live prices. */
  readonly live?: WalletFormula;
}

export interface Known {
  readonly wallets: readonly WalletPoint[];
  readonly values: WalletValues;
  readonly rates: Rates;
}

export const assetsOf = ({ wallets, values, rates }: Known): readonly Asset[] =>
  wallets.map(({ type, currency, ...point }) => {
    const plain = heldIn({ free: amount(point.point), wait: amount(point.gameWaitPoint) });
    const valued = values.get(type) ?? { figure: toDecimal(plain) };
    const apart = apartOf(point);
    const figure = toDecimal(plus(amount(valued.figure), heldIn(apart)));
    const onHold = heldIn({ ...apart, debt: ZERO });
    return {
      type,
      currency,
      ...valued,
      figure,
      ...(onHold === 0n ? {} : { onHold: toDecimal(onHold) }),
      ...(apart.debt === 0n ? {} : { owed: toDecimal(apart.debt) }),
      won: wonOf(figure, currency, rates),
    };
  });

/** What no product counts: its formulas end with what can be traded. */
const apartOf = ({
  withdrawHold,
  convertHold,
  share,
  debt,
}: Pick<WalletPoint, 'withdrawHold' | 'convertHold' | 'share' | 'debt'>) => ({
  withdrawHold: amount(withdrawHold ?? '0'),
  convertHold: amount(convertHold ?? '0'),
  share: amount(share ?? '0'),
  debt: amount(debt ?? '0'),
});

function wonOf(figure: string, currency: string, rates: Rates): string | undefined {
  // Won are worth themselves, also while no rate is known.
  const perUnit = currency === WON ? '1' : rates[currency]?.rate;
  if (perUnit === undefined) return undefined;
  return toDecimal(toPlaces(portion(amount(figure), rate(perUnit), 'down'), 0, 'down'));
}

/** Something owned is not in the total, because it has no rate. */
export const isPartial = (assets: readonly Asset[]): boolean =>
  assets.some(({ won, figure }) => won === undefined && /[1-9]/.test(figure));

export const totalOf = (assets: readonly Asset[]): string =>
  toDecimal(sum(assets.flatMap(({ won }) => (won === undefined ? [] : [amount(won)]))));

/** The wallets of products first, then the others, each by what they are worth; what has no rate comes last. */
export const inOrder = (assets: readonly Asset[]): readonly Asset[] =>
  assets.toSorted((one, other) => {
    if ((one.live === undefined) !== (other.live === undefined)) return one.live === undefined ? 1 : -1;
    const [left, right] = [one, other].map(({ won }) => (won === undefined ? undefined : amount(won)));
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return right > left ? 1 : right < left ? -1 : 0;
  });

export interface Share {
  /** Undefined for the rest together. */
  readonly type: string | undefined;
  /** Of the whole, in thousandths. */
  readonly permille: number;
}

/** Colours there are. */
const MOST_SHARES = 6;

/** Sorted by value; what is beyond the colours is one. Nothing below zero has a share. */
export function sharesOf(assets: readonly Asset[]): readonly Share[] {
  const owned = assets.flatMap(({ type, won }) => {
    const units = amount(won ?? '0');
    return units > 0n ? [{ type, units }] : [];
  });
  owned.sort((one, other) => (other.units > one.units ? 1 : other.units < one.units ? -1 : 0));
  const total = sum(owned.map(({ units }) => units));
  const permille = (units: bigint) => Number((units * 1_000n + total / 2n) / total);
  const most = owned.length > MOST_SHARES ? MOST_SHARES - 1 : MOST_SHARES;
  const shares: Share[] = owned
    .slice(0, most)
    .map(({ type, units }) => ({ type, permille: permille(units) }));
  const rest = owned.slice(most);
  if (rest.length > 0)
    shares.push({ type: undefined, permille: permille(sum(rest.map(({ units }) => units))) });
  return shares;
}

/** Of the wallets that a product values at live prices. */
export function derivativesIn(shares: readonly Share[], assets: readonly Asset[]): number {
  const live = new Set(assets.filter((asset) => asset.live !== undefined).map(({ type }) => type));
  return shares.reduce(
    (total, { type, permille }) => total + (type !== undefined && live.has(type) ? permille : 0),
    0,
  );
}
