// The description of a chart for screen readers.
import { formatPrice, unitsOf } from '@maru/client/format';
import { toDecimal } from '@maru/engine/amount';
import type { ChartText } from '../../text/chart.ts';

interface ChartSummary {
  readonly name: string;
  readonly price: string | undefined;
  /** Against the day before, as a decimal text. */
  readonly change: string | undefined;
  readonly precision: number;
}

export function chartSentence(text: ChartText, { name, price, change, precision }: ChartSummary): string {
  if (price === undefined) return name;
  const sentence = text.sentence(name, formatPrice(price, precision));
  const units = unitsOf(change);
  if (units === undefined) return sentence;
  if (units === 0n) return `${sentence}, ${text.same}`;
  const by = formatPrice(toDecimal(units < 0n ? -units : units), precision);
  return `${sentence}, ${units > 0n ? text.higher(by) : text.lower(by)}`;
}
