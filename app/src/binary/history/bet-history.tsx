// The member's bets (design 11): the profit of a day, the filters, and every bet with a link to its receipt.

import { betList, type WireTradeBet } from '@maru/contract/binary/calls';
import { tradeOptions } from '@maru/contract/binary/offers';
import { useState } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { FilterChoice } from '../../receipt/filter-choice.tsx';
import { PagedList } from '../../receipt/paged-list.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import { SectionGap } from '../../ui/rows/list-row.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { betHistoryPatches } from '../bet/bet-patches.ts';
import { type Filters, isUsual, NO_FILTERS, PERIODS, type Period, queryOf, STATUSES } from './bet-filters.ts';
import { BetRows } from './bet-rows.tsx';
import { gameName } from './bet-words.ts';
import { DaySummary } from './day-summary.tsx';
import './bet-history.css';
import { usePages } from '../../receipt/use-pages.ts';

export function BetHistory() {
  const words = useWords(receiptWords);
  const { clock } = usePlatform();
  const [filters, setFilters] = useEntryState<Filters>('filters', NO_FILTERS);
  const [openedAt] = useState(() => clock.now());
  const [day, setDay] = useState(openedAt);
  const query = queryOf(filters, openedAt);
  const pages = usePages<WireTradeBet, typeof betList>(betList, query, betHistoryPatches);

  return (
    <section className="trade-history" aria-label={words.historyLabel}>
      <DaySummary day={day} now={openedAt} tradeOptionId={filters.tradeOptionId} />
      <SectionGap />
      <FilterBar filters={filters} onChange={setFilters} />
      <PagedList
        pages={pages}
        skeleton={{ count: 8, height: 72 }}
        failedTitle={words.listFailed}
        empty={<NoBets isUsual={isUsual(filters)} onClear={() => setFilters(NO_FILTERS)} />}
      >
        <BetRows bets={pages.items} isWhole={!pages.hasMore} onChooseDay={setDay} />
      </PagedList>
    </section>
  );
}

function NoBets({ isUsual, onClear }: { readonly isUsual: boolean; readonly onClear: () => void }) {
  const words = useWords(receiptWords);
  if (isUsual) return <StatePanel kind="empty" title={words.listEmpty} sentence={words.listEmptyLead} />;
  return (
    <StatePanel
      kind="empty"
      title={words.listEmptyFiltered}
      action={{ label: words.clearFilters, onPress: onClear }}
    />
  );
}

interface BarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

const ANY = 'any';

function FilterBar({ filters, onChange }: BarProps) {
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  const offers = useAnswer(tradeOptions, {}).reply ?? [];
  const [menu, setMenu] = useState<'period' | 'offer' | 'side'>();
  const change = (part: Partial<Filters>) => {
    setMenu(undefined);
    onChange({ ...filters, ...part });
  };
  const labelOf = (offer: (typeof offers)[number]) => gameName(nameOf(offer, language), offer.type, words);
  const chosen = offers.find(({ id }) => id === filters.tradeOptionId);
  const sides = { LONG: words.up, SHORT: words.down };
  const shared = { onClose: () => setMenu(undefined), closeLabel: words.close };
  return (
    <>
      <div className="trade-history__chips">
        <ChipRow label={words.statuses} gutter>
          <Chip pressed={filters.status === undefined} onPress={() => change({ status: undefined })}>
            {words.statusAll}
          </Chip>
          {STATUSES.map((status) => (
            <Chip key={status} pressed={filters.status === status} onPress={() => change({ status })}>
              {words.status[status]}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <div className="trade-history__menus">
        <FilterChoice
          label={words.periods}
          value={words.period[filters.period]}
          onPress={() => setMenu('period')}
        />
        <FilterChoice
          label={words.optionTitle}
          value={chosen ? labelOf(chosen) : words.optionAll}
          onPress={() => setMenu('offer')}
        />
        <FilterChoice
          label={words.typeTitle}
          value={filters.side ? sides[filters.side] : words.typeAll}
          onPress={() => setMenu('side')}
        />
      </div>
      <MenuSheet<Period>
        open={menu === 'period'}
        title={words.periodTitle}
        choices={PERIODS.map((key) => ({ key, label: words.period[key] }))}
        current={filters.period}
        onChoose={(period) => change({ period })}
        {...shared}
      />
      <MenuSheet<string>
        open={menu === 'offer'}
        title={words.optionTitle}
        choices={[
          { key: ANY, label: words.optionAll },
          ...offers.map((offer) => ({ key: String(offer.id), label: labelOf(offer) })),
        ]}
        current={String(filters.tradeOptionId ?? ANY)}
        onChoose={(key) => change({ tradeOptionId: key === ANY ? undefined : Number(key) })}
        {...shared}
      />
      <MenuSheet<string>
        open={menu === 'side'}
        title={words.typeTitle}
        choices={[
          { key: ANY, label: words.typeAll },
          { key: 'LONG', label: words.up },
          { key: 'SHORT', label: words.down },
        ]}
        current={filters.side ?? ANY}
        onChoose={(key) => change({ side: key === 'LONG' || key === 'SHORT' ? key : undefined })}
        {...shared}
      />
    </>
  );
}
