// The figures below the profit of a day or a month.
import { formatPrice, MISSING } from '@maru/client/format';
import { divide, ONE, toDecimal } from '@maru/engine/amount';
import './summary-facts.css';

const HUNDRED = 100n;

/** `62.5%`: the share of `part` in `whole`. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return MISSING;
  return `${formatPrice(toDecimal(divide(BigInt(part) * HUNDRED * ONE, BigInt(whole), 'down')), 1)}%`;
}

interface Props {
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly spacing: 'day' | 'month';
}

export function SummaryFacts({ facts, spacing }: Props) {
  return (
    <dl className={`summary-facts summary-facts--${spacing}`}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-micro">{name}</dt>
          <dd className="text-strong figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
