// Rates as percents: what people say is 1.5 %, what the call takes is 0.015.
import type { ReceivedReply } from '@maru/client/call';
import type { readPartner } from '@maru/contract/partner/calls';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { Field } from '../parts/form.tsx';
import { words } from '../text/partner.ts';

export type Partner = ReceivedReply<typeof readPartner>;
type Rates = Partner['rates'];
/** By product. */
export type Percents = Readonly<Record<string, string>>;

export const percentOf = (rate: string): string => toDecimal((parseUnits(rate) ?? 0n) * 100n);

/** Undefined where it is no share. */
export function fractionOf(percent: string): string | undefined {
  const units = parseUnits(percent.trim() === '' ? '0' : percent.trim());
  if (units === undefined || units < 0n || units % 100n !== 0n) return undefined;
  const fraction = units / 100n;
  return fraction > 100_000_000n ? undefined : toDecimal(fraction);
}

/** What the call takes; undefined while one of them is wrong. */
export function ratesOf(rates: Rates, percents: Percents) {
  const made = rates.map(({ product, base, rate, next }) => ({
    ...{ product, base },
    rate: fractionOf(percents[product] ?? percentOf(next ?? rate)),
  }));
  return made.every((each): each is typeof each & { rate: string } => each.rate !== undefined)
    ? made
    : undefined;
}

export const RateFields = ({
  rates,
  percents,
  onChange,
}: {
  readonly rates: Rates;
  readonly percents: Percents;
  readonly onChange: (percents: Percents) => void;
}) =>
  rates.map(({ product, base, rate, next }) => {
    const value = percents[product] ?? percentOf(next ?? rate);
    return (
      <Field
        key={product}
        label={words.rateOf(words.product(product), words.bases[base])}
        value={value}
        inputMode="decimal"
        maxLength={10}
        error={fractionOf(value) === undefined ? words.rateWrong : undefined}
        onChange={(text) => onChange({ ...percents, [product]: text })}
      />
    );
  });
