// Everything that came into the member's wallets and left them (picture 10).
import { formatDateRange, formatDay } from '@maru/client/format-date';
import { dnwList, dnwSummary } from '@maru/contract/cashier/calls';
import type { DnwRow } from '@maru/contract/cashier/wire';
import { toDecimal } from '@maru/engine/amount';
import { useState } from 'react';
import { FilterChoice } from '../../receipt/filter-choice.tsx';
import { dateOf, FIRST_RANGE, instantOf, type Range, rangeOf } from '../../receipt/history-range.ts';
import { PagedList } from '../../receipt/paged-list.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { Link, useNavigate, useRouter } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { cashierHistoryWords } from '../../text/cashier-history.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { IconButton, IconButtonFace, iconButtonClass } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import { SectionTitle } from '../../ui/rows/list-row.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { readAfterRequests } from '../request/request-patches.ts';
import { unitsOf } from '../request/use-amount.ts';
import { useCurrencyOf, useWalletName, WON_WALLET } from '../wallets/wallet-names.ts';
import './dnw-history-screen.css';
import { ExportSheet } from './export-sheet.tsx';
import { FILTERS, type HistoryAsked, type HistoryFilter, historyQuery } from './history-filter.ts';
import { HistoryRows } from './history-rows.tsx';
import { PeriodSheet } from './period-sheet.tsx';
import { RequestSheet } from './request-sheet.tsx';

const ANY = 'any';
const UNKNOWN = '–';

export function DnwHistoryScreen() {
  const words = useWords(cashierHistoryWords);
  const { search, history: title } = useWords(cashierWords);
  const { clock } = usePlatform();
  const { history } = useRouter();
  const [now] = useState(() => clock.now());
  const [filter, setFilter] = useEntryState<HistoryFilter>('filter', 'all');
  const [range, setRange] = useEntryState<Range>('range', FIRST_RANGE);
  const [wallet, setWallet] = useEntryState<string | undefined>('wallet', undefined);
  const [opened, setOpened] = useState<number | undefined>(() => requestNamed(history.location.search));
  const [isExporting, setExporting] = useState(false);
  const asked: HistoryAsked = { filter, wallet, ...rangeOf(range, now) };
  const pages = usePages<DnwRow, typeof dnwList>(dnwList, historyQuery(asked), readAfterRequests());
  const shown = pages.items.find(({ id }) => id === opened);
  return (
    <section className="dnw-history" aria-label={title}>
      <HeaderEnd>
        <IconButton icon="download" size={22} label={words.exportOpen} onPress={() => setExporting(true)} />
        <Link to="/search/dnw" className={iconButtonClass} aria-label={search}>
          <IconButtonFace icon="search" size={22} />
        </Link>
      </HeaderEnd>
      <ChipRow label={words.filterBy} gutter>
        {FILTERS.map((each) => (
          <Chip key={each} pressed={each === filter} onPress={() => setFilter(each)}>
            {words.filters[each]}
          </Chip>
        ))}
      </ChipRow>
      <Choices asked={asked} range={range} now={now} onRange={setRange} onWallet={setWallet} />
      <Sums asked={asked} />
      <PagedList
        pages={pages}
        skeleton={{ count: 8, height: 60 }}
        failedTitle={words.failed}
        empty={<Nothing isFiltered={filter !== 'all' || wallet !== undefined} />}
      >
        <Days rows={pages.items} now={now} onOpen={({ id }) => setOpened(id)} />
      </PagedList>
      <RequestSheet row={shown} onClose={() => setOpened(undefined)} onChanged={pages.reload} />
      <ExportSheet open={isExporting} asked={asked} now={now} onClose={() => setExporting(false)} />
    </section>
  );
}

/** The row above the button of a request's page leads here by its number. */
function requestNamed(search: string): number | undefined {
  const id = Number(new URLSearchParams(search).get('request') ?? Number.NaN);
  return Number.isSafeInteger(id) ? id : undefined;
}

interface ChoicesProps {
  readonly asked: HistoryAsked;
  readonly range: Range;
  readonly now: number;
  readonly onRange: (range: Range) => void;
  readonly onWallet: (wallet: string | undefined) => void;
}

function Choices({ asked, range, now, onRange, onWallet }: ChoicesProps) {
  const words = useWords(cashierHistoryWords);
  const coins = useWatched(usePlatform().site)?.coins ?? [];
  const walletName = useWalletName();
  const [open, setOpen] = useState<'period' | 'wallet'>();
  const close = () => setOpen(undefined);
  return (
    <div className="dnw-history__choices">
      <FilterChoice
        label={words.period}
        value={formatDateRange({ from: instantOf(asked.startDate), to: instantOf(asked.endDate) })}
        onPress={() => setOpen('period')}
      />
      <FilterChoice
        label={words.wallet}
        value={asked.wallet === undefined ? words.allWallets : walletName(asked.wallet)}
        onPress={() => setOpen('wallet')}
      />
      <PeriodSheet open={open === 'period'} range={range} now={now} onClose={close} onRange={onRange} />
      <MenuSheet<string>
        open={open === 'wallet'}
        onClose={close}
        closeLabel={words.close}
        title={words.wallet}
        choices={[
          { key: ANY, label: words.allWallets },
          ...coins.map((each) => ({ key: each, label: walletName(each) })),
        ]}
        current={asked.wallet ?? ANY}
        onChoose={(key) => {
          close();
          onWallet(key === ANY ? undefined : key);
        }}
      />
    </div>
  );
}

/** Deposits and withdrawals that are done, of the chosen wallet; of all wallets, those of the site's own money. */
function Sums({ asked }: { readonly asked: HistoryAsked }) {
  const words = useWords(cashierHistoryWords);
  const wallet = asked.wallet ?? WON_WALLET;
  const { money } = useMoneyText(useCurrencyOf()(wallet));
  const query = historyQuery({ ...asked, filter: 'all', wallet });
  const answer = useAnswer(dnwSummary, query, readAfterRequests());
  const sumOf = (type: 'D' | 'W') =>
    answer.reply &&
    money(
      toDecimal(
        answer.reply.content
          .filter((each) => each.type === type)
          .reduce((total, { point }) => total + unitsOf(point), 0n),
      ),
    );
  return (
    <dl className="dnw-history__sums">
      <div>
        <dt className="text-micro">{words.depositSum}</dt>
        <dd className="figure">{sumOf('D') ?? UNKNOWN}</dd>
      </div>
      <div>
        <dt className="text-micro">{words.withdrawSum}</dt>
        <dd className="figure">{sumOf('W') ?? UNKNOWN}</dd>
      </div>
    </dl>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const words = useWords(cashierHistoryWords);
  const navigate = useNavigate();
  if (isFiltered) return <StatePanel kind="empty" title={words.nothingFound} />;
  return (
    <StatePanel
      kind="empty"
      title={words.empty}
      sentence={words.emptyLead}
      action={{ label: words.emptyAction, onPress: () => void navigate({ to: '/dnw' }) }}
    />
  );
}

interface DaysProps {
  readonly rows: readonly DnwRow[];
  readonly now: number;
  readonly onOpen: (row: DnwRow) => void;
}

function Days({ rows, now, onOpen }: DaysProps) {
  const words = useWords(cashierHistoryWords);
  const { language } = useLanguage();
  return [...Map.groupBy(rows, ({ createdMillis }) => dateOf(createdMillis))].map(([date, own]) => {
    const day = formatDay(instantOf(date), language);
    return (
      <section key={date} aria-label={day}>
        <SectionTitle>{date === dateOf(now) ? words.today(day) : day}</SectionTitle>
        <HistoryRows rows={own} onOpen={onOpen} />
      </section>
    );
  });
}
