// Which trades of a history are shown: by a period or chosen days, by instrument, and by the day that was tapped in the
// chart.
import { formatDay } from '@maru/client/format-date';
import { useState } from 'react';
import { useLanguage, useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Icon } from '../ui/icons/icon.tsx';
import { MenuSheet } from '../ui/overlays/menu-sheet.tsx';
import { FilterChoice } from './filter-choice.tsx';
import './history-filters.css';
import { instantOf, type Range } from './history-range.ts';
import { PeriodChips } from './period-chips.tsx';

interface Props {
  readonly range: Range;
  readonly instruments: readonly { readonly id: number; readonly name: string }[];
  /** The number of the chosen instrument. */
  readonly instrument: number | undefined;
  readonly day: string | undefined;
  readonly now: number;
  readonly onRange: (range: Range) => void;
  readonly onInstrument: (id: number | undefined) => void;
  readonly onClearDay: () => void;
}

const ANY = 'any';

export function HistoryFilters(props: Props) {
  const { range, instruments, instrument, day, now, onRange, onInstrument, onClearDay } = props;
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  const [isMenu, setMenu] = useState(false);
  const chosen = instruments.find(({ id }) => id === instrument);
  const close = () => setMenu(false);
  return (
    <div className="history-filters">
      <PeriodChips range={range} now={now} onRange={onRange} />
      <div className="history-filters__row">
        <FilterChoice
          label={words.instrument}
          value={chosen?.name ?? words.optionAll}
          onPress={() => setMenu(true)}
        />
        {day !== undefined && (
          <button type="button" className="filter-choice" onClick={onClearDay}>
            {words.clearDay(formatDay(instantOf(day), language))}
            <Icon name="close" size={14} weight={2} />
          </button>
        )}
      </div>
      <MenuSheet<string>
        open={isMenu}
        onClose={close}
        closeLabel={words.close}
        title={words.instrument}
        choices={[
          { key: ANY, label: words.optionAll },
          ...instruments.map(({ id, name }) => ({ key: String(id), label: name })),
        ]}
        current={String(instrument ?? ANY)}
        onChoose={(key) => {
          close();
          onInstrument(key === ANY ? undefined : Number(key));
        }}
      />
    </div>
  );
}
