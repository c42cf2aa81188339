// Which recorded tick a price was taken from, between its neighbours.
import { formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { usePriceSource } from '../shell/price-source.ts';
import { fillReceiptWords } from '../text/fill-receipt.ts';
import { useWords } from '../text/language.tsx';
import { ReceiptSection } from './receipt-page.tsx';
import { marksOf } from './recorded-quotes.ts';
import { ticksOf } from './tick-record.ts';
import { secondsOf, TickStrip } from './tick-strip.tsx';

interface Used {
  readonly time: number;
  readonly seq: number;
}

interface SectionProps {
  readonly record: ReceiptTicks | undefined;
  readonly used: Used;
  /** Which of its prices counted. */
  readonly by?: 'last' | 'mark';
  readonly name: string;
  /** By which rule it was chosen. */
  readonly rule: string;
  readonly label: string;
  readonly instant: number;
  readonly instantLabel: string;
  readonly precision: number;
}

export function TickSection({ record, by = 'last', name, rule, ...strip }: SectionProps) {
  const words = useWords(fillReceiptWords);
  const priceSource = usePriceSource();
  const ticks = by === 'mark' && record ? marksOf(record) : recordedTicks(record);
  const isRecorded = ticks.some(({ ts, seq }) => ts === strip.used.time && seq === strip.used.seq);
  if (record === undefined || !isRecorded) return null;
  return (
    <ReceiptSection
      title={words.whichTick}
      end={words.feed(priceSource(readableCode(record.stock)), formatDecimal(String(ticks.length)))}
    >
      <div className="trade-detail__strip">
        <p>
          <b>{name}</b>
          <span>{rule}</span>
        </p>
        <TickStrip {...strip} ticks={ticks} />
      </div>
    </ReceiptSection>
  );
}

const recordedTicks = (record: ReceiptTicks | undefined) =>
  record === undefined ? [] : ticksOf(record.minutes.filter(({ ticks }) => ticks !== ''));

/** How many ticks before the instant fit on the strip. */
const SHOWN_BEFORE = 3;

interface FillProps {
  readonly record: ReceiptTicks | undefined;
  readonly tick: Used & { readonly last: string };
  readonly filledMillis: number;
  /** It waited for a price. */
  readonly isConditional: boolean;
  readonly precision: number;
}

export function UsedTick({ record, tick, filledMillis, isConditional, precision }: FillProps) {
  const words = useWords(fillReceiptWords);
  const later = recordedTicks(record).filter(({ ts }) => ts > tick.time && ts <= filledMillis);
  const instant = later.length < SHOWN_BEFORE ? filledMillis : tick.time;
  return (
    <TickSection
      record={record}
      used={tick}
      name={words.usedTick}
      rule={isConditional ? words.firstTickRule : words.lastTickRule}
      label={words.stripLabel(formatPrice(tick.last, precision), formatTimeOfDay(tick.time))}
      instant={instant}
      instantLabel={words.filledTime(secondsOf(instant))}
      precision={precision}
    />
  );
}
