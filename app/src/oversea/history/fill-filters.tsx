// Which closes are shown: by a period or chosen days, by instrument, and by the day that was tapped in the chart.

import { formatDay } from '@maru/client/format-date';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { useState } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { FilterChoice } from '../../receipt/filter-choice.tsx';
import { instantOf, type Range } from '../../receipt/history-range.ts';
import { PeriodChips } from '../../receipt/period-chips.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import './fill-filters.css';

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
  const [isMenu, setMenu] = useState(false);
  const chosen = instruments.find(({ id }) => id === overseaOptionId);
  const close = () => setMenu(false);
  return (
    <div className="oversea-filters">
      <PeriodChips range={range} now={now} onRange={onRange} />
      <div className="oversea-filters__row">
        <FilterChoice
          label={words.instrument}
          value={chosen ? nameOf(chosen, language) : words.allInstruments}
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
    </div>
  );
}
