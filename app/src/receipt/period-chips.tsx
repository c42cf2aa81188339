// The days that a history shows: a period that ends today, or chosen ones.
import { useState } from 'react';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { type Dates, dateOf, PERIODS, type Range, rangeOf } from './history-range.ts';
import './period-chips.css';

interface Props {
  readonly range: Range;
  readonly now: number;
  readonly onRange: (range: Range) => void;
}

export function PeriodChips({ range, now, onRange }: Props) {
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
  readonly onClose: () => void;
  readonly onChoose: (dates: Dates) => void;
}

function DatesSheet({ open, first, latest, onClose, onChoose }: SheetProps) {
  const words = useWords(receiptWords);
  const [typed, setTyped] = useState<Partial<Dates>>({});
  const dates = { ...first, ...typed };
  const isInOrder = dates.startDate !== '' && dates.startDate <= dates.endDate;
  const field = (key: keyof Dates, label: string) => (
    <label className="period-chips__date">
      <span className="text-micro">{label}</span>
      <input
        type="date"
        value={dates[key]}
        max={latest}
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
        <Button disabled={!isInOrder} onPress={() => onChoose(dates)}>
          {words.showDates}
        </Button>
      }
    >
      <div className="period-chips__dates">
        {field('startDate', words.startDate)}
        {field('endDate', words.endDate)}
      </div>
    </BottomSheet>
  );
}
