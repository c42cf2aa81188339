// The days that a history shows: a period that ends today, or chosen ones.
import { useId, useState } from 'react';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { type Dates, dateOf, daysIn, PERIODS, type Range, rangeOf } from './history-range.ts';
import './period-chips.css';

interface Props {
  readonly range: Range;
  readonly now: number;
  /** The most days, both ends with them, for which the server answers. */
  readonly mostDays?: number | undefined;
  readonly onRange: (range: Range) => void;
}

export function PeriodChips({ range, now, mostDays, onRange }: Props) {
  const words = useWords(receiptWords);
  const [isChoosing, setChoosing] = useState(false);
  const close = () => setChoosing(false);
  return (
    <>
      <ChipRow label={words.periods} gutter>
        {PERIODS.map((kind) => (
          <Chip key={kind} pressed={range.kind === kind} onPress={() => onRange({ kind })}>
            {words.recent[kind]}
          </Chip>
        ))}
        <Chip pressed={range.kind === 'own'} icon="calendar" onPress={() => setChoosing(true)}>
          {words.ownDates}
        </Chip>
      </ChipRow>
      <DatesSheet
        open={isChoosing}
        first={rangeOf(range, now)}
        latest={dateOf(now)}
        mostDays={mostDays}
        onClose={close}
        onChoose={(dates) => {
          close();
          onRange({ kind: 'own', ...dates });
        }}
      />
    </>
  );
}

interface SheetProps {
  readonly open: boolean;
  readonly first: Dates;
  readonly latest: string;
  readonly mostDays: number | undefined;
  readonly onClose: () => void;
  readonly onChoose: (dates: Dates) => void;
}

function DatesSheet({ open, first, latest, mostDays, onClose, onChoose }: SheetProps) {
  const words = useWords(receiptWords);
  const boundId = useId();
  const [typed, setTyped] = useState<Partial<Dates>>({});
  const dates = { ...first, ...typed };
  const isInOrder = dates.startDate !== '' && dates.startDate <= dates.endDate;
  const isTooLong = isInOrder && mostDays !== undefined && daysIn(dates) > mostDays;
  const field = (key: keyof Dates, label: string) => (
    <label className="period-chips__date">
      <span className="text-micro">{label}</span>
      <input
        type="date"
        value={dates[key]}
        max={latest}
        aria-invalid={isTooLong || undefined}
        aria-describedby={mostDays === undefined ? undefined : boundId}
        onChange={({ target }) => setTyped((before) => ({ ...before, [key]: target.value }))}
      />
    </label>
  );
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.ownDates}
      closeLabel={words.close}
      action={
        <Button disabled={!isInOrder || isTooLong} onPress={() => onChoose(dates)}>
          {words.showDates}
        </Button>
      }
    >
      <div className="period-chips__dates">
        {field('startDate', words.startDate)}
        {field('endDate', words.endDate)}
      </div>
      {mostDays !== undefined && (
        <p
          id={boundId}
          className={
            isTooLong
              ? 'period-chips__bound period-chips__bound--exceeded text-caption'
              : 'period-chips__bound text-caption'
          }
          aria-live="polite"
        >
          {isTooLong ? words.tooManyDays(daysIn(dates), mostDays) : words.mostDays(mostDays)}
        </p>
      )}
    </BottomSheet>
  );
}
