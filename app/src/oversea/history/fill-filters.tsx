// Which closes are shown: by a period or chosen days, by instrument, and by the day that was tapped in the chart.

import { formatDay } from '@maru/client/format-date';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { useState } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { FilterChoice } from '../../receipt/filter-choice.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import { dateOf, instantOf } from './profit-days.ts';
import './fill-filters.css';
import { PERIODS, type Range, rangeOf } from './history-range.ts';

interface Props {
  readonly range: Range;
  readonly overseaOptionId: number | undefined;
  readonly day: string | undefined;
  readonly now: number;
  readonly onRange: (range: Range) => void;
  readonly onInstrument: (overseaOptionId: number | undefined) => void;
  readonly onClearDay: () => void;
}

const ANY = 'any';

export function FillFilters(props: Props) {
  const { range, overseaOptionId, day, now, onRange, onInstrument, onClearDay } = props;
  const words = useWords(overseaAccountWords);
  const { language } = useLanguage();
  const instruments = useAnswer(overseaOptions, {}).reply ?? [];
  const [menu, setMenu] = useState<'instrument' | 'dates'>();
  const chosen = instruments.find(({ id }) => id === overseaOptionId);
  const close = () => setMenu(undefined);
  return (
    <div className="oversea-filters">
      <ChipRow label={words.periods} gutter>
        {PERIODS.map((kind) => (
          <Chip key={kind} pressed={range.kind === kind} onPress={() => onRange({ kind })}>
            {words.period[kind]}
          </Chip>
        ))}
        <Chip pressed={range.kind === 'own'} icon="calendar" onPress={() => setMenu('dates')}>
          {words.ownDates}
        </Chip>
      </ChipRow>
      <div className="oversea-filters__row">
        <FilterChoice
          label={words.instrument}
          value={chosen ? nameOf(chosen, language) : words.allInstruments}
          onPress={() => setMenu('instrument')}
        />
        {day !== undefined && (
          <button type="button" className="filter-choice" onClick={onClearDay}>
            {words.clearDay(formatDay(instantOf(day), language))}
            <Icon name="close" size={14} weight={2} />
          </button>
        )}
      </div>
      <MenuSheet<string>
        open={menu === 'instrument'}
        onClose={close}
        closeLabel={words.close}
        title={words.instrument}
        choices={[
          { key: ANY, label: words.allInstruments },
          ...instruments.map((instrument) => ({
            key: String(instrument.id),
            label: nameOf(instrument, language),
          })),
        ]}
        current={String(overseaOptionId ?? ANY)}
        onChoose={(key) => {
          close();
          onInstrument(key === ANY ? undefined : Number(key));
        }}
      />
      <DatesSheet
        open={menu === 'dates'}
        first={rangeOf(range, now)}
        latest={dateOf(now)}
        onClose={close}
        onChoose={(dates) => {
          close();
          onRange({ kind: 'own', ...dates });
        }}
      />
    </div>
  );
}

interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

interface SheetProps {
  readonly open: boolean;
  readonly first: Dates;
  readonly latest: string;
  readonly onClose: () => void;
  readonly onChoose: (dates: Dates) => void;
}

function DatesSheet({ open, first, latest, onClose, onChoose }: SheetProps) {
  const words = useWords(overseaAccountWords);
  const [typed, setTyped] = useState<Partial<Dates>>({});
  const dates = { ...first, ...typed };
  const isInOrder = dates.startDate !== '' && dates.startDate <= dates.endDate;
  const field = (key: keyof Dates, label: string) => (
    <label className="oversea-filters__date">
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
      <div className="oversea-filters__dates">
        {field('startDate', words.startDate)}
        {field('endDate', words.endDate)}
      </div>
    </BottomSheet>
  );
}
