// Every share of the period with its state, newest first: own ones, or with those of partners below. Saved as a file, too.
import { formatMoney } from '@maru/client/format-amount';
import { formatDate } from '@maru/client/format-date';
import { myProfits, type ProfitRow } from '@maru/contract/partner/profit-calls';
import { useEffect, useRef } from 'react';
import { type Dates, instantOf } from '../receipt/history-range.ts';
import { PagedList } from '../receipt/paged-list.tsx';
import { saveFile } from '../receipt/save-file.ts';
import { usePages } from '../receipt/use-pages.ts';
import { useExclusive } from '../shell/connection/use-exclusive.ts';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { useMoneyTexts } from '../shell/money-text.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useEntryState } from '../shell/routing/entry-state.ts';
import { useWords } from '../text/language.tsx';
import { partnerWords } from '../text/partner.ts';
import { IconButton } from '../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import './profit-list.css';
import { profitCsv } from './profit-csv.ts';
import { readShares } from './profit-file.ts';
import { percentOf, shortDate } from './rate-text.ts';
import { useProductName } from './use-product-name.ts';

/** Until all are asked for: the link below them is what a partner comes for. */
const FIRST_ROWS = 5;
/** Later days first; on one day as the server has them. */
const newestFirst = (rows: readonly ProfitRow[]): readonly ProfitRow[] =>
  rows.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));

interface Props {
  readonly dates: Dates;
  /** When the running day was counted last: its rows are others then. */
  readonly countedMillis: number | null;
}

export function ProfitList({ dates, countedMillis }: Props) {
  const words = useWords(partnerWords);
  const [isChildren, setChildren] = useEntryState('children', false);
  const [isWhole, setWhole] = useEntryState('allRows', false);
  const query = { startDate: dates.startDate, endDate: dates.endDate, isChildren: String(isChildren) };
  const pages = usePages<ProfitRow, typeof myProfits>(myProfits, query);
  const { reload } = pages;
  const counted = useRef(countedMillis);
  useEffect(() => {
    if (counted.current === countedMillis) return;
    counted.current = countedMillis;
    reload();
  }, [countedMillis, reload]);
  const own = useWatched(usePlatform().member)?.id;
  const rows = newestFirst(pages.items);
  const folded = {
    ...pages,
    hasMore: pages.hasMore || rows.length > FIRST_ROWS,
    more: async () => setWhole(true),
  };
  return (
    <section className="profit-list" aria-labelledby="partner-list">
      <Download dates={dates} isChildren={isChildren} />
      <div className="profit-list__head">
        <h2 id="partner-list">{words.list}</h2>
        <ChipRow label={words.listOf}>
          <Chip pressed={!isChildren} onPress={() => setChildren(false)}>
            {words.own}
          </Chip>
          <Chip pressed={isChildren} onPress={() => setChildren(true)}>
            {words.withBelow}
          </Chip>
        </ChipRow>
      </div>
      <PagedList
        pages={isWhole ? pages : folded}
        skeleton={{ count: 4, height: 60 }}
        failedTitle={words.listFailed}
        saysEnd={false}
        empty={<StatePanel kind="empty" title={words.none} sentence={words.noneLead} />}
      >
        <ul>
          {(isWhole ? rows : rows.slice(0, FIRST_ROWS)).map((row) => (
            <Row key={row.id} row={row} isOwn={row.partnerId === own} />
          ))}
        </ul>
      </PagedList>
    </section>
  );
}

function Row({ row, isOwn }: { readonly row: ProfitRow; readonly isOwn: boolean }) {
  const words = useWords(partnerWords);
  const moneyOf = useMoneyTexts();
  const productName = useProductName();
  const { date, type, base, product, baseAmount, rate, amount, currency, status } = row;
  const title =
    type === 'DIRECT'
      ? words.direct[base]
      : type === 'REVERSAL'
        ? words.reversal
        : words.difference(row.lineName ?? row.lineCode ?? '');
  const computed = words.rowMeta(
    shortDate(date),
    productName(product),
    formatMoney(baseAmount, currency).figure,
    percentOf(rate),
  );
  return (
    <li className="profit-list__row">
      <span className="profit-list__words">
        <b>{title}</b>
        <small className="profit-list__computed figure">{computed}</small>
        {!isOwn && <small>{words.earner(row.partnerName, row.partnerCode)}</small>}
        {row.voidReason !== null && <small>{words.voidReason(row.voidReason)}</small>}
      </span>
      <span className="profit-list__sum">
        <b className={status === 'VOID' ? 'profit-list__void figure' : 'figure'}>
          {moneyOf(currency).signed(amount)}
        </b>
        <small className={status === 'ACCRUED' ? 'profit-list__growing' : undefined}>
          {words.statuses[status]}
        </small>
      </span>
    </li>
  );
}

function Download({ dates, isChildren }: { readonly dates: Dates; readonly isChildren: boolean }) {
  const words = useWords(partnerWords);
  const { call, timers } = usePlatform();
  const toasts = useToasts();
  const { isBusy, run } = useExclusive();
  const productName = useProductName();

  const save = () =>
    run(async () => {
      const shares = await readShares({ call, timers }, { dates, isChildren });
      const failed = (line: string) => toasts.show({ kind: 'general', title: words.downloadFailed, line });
      if (!shares.ok) return failed(shares.message);
      const { rows, from } = shares;
      const { startDate, endDate } = dates;
      if (from === undefined) return failed(words.dayTooLong(formatDate(instantOf(endDate))));
      const text = profitCsv(newestFirst(rows), words, productName);
      saveFile(words.csvName(from, endDate), new Blob([text], { type: 'text/csv;charset=utf-8' }));
      if (from === startDate) return toasts.show({ kind: 'order', title: words.downloaded });
      const line = words.downloadedFrom(formatDate(instantOf(from)));
      return toasts.show({ kind: 'general', title: words.downloadedPart, line });
    });

  return (
    <HeaderEnd>
      <IconButton
        icon="download"
        size={22}
        label={isBusy ? words.downloading : words.download}
        busy={isBusy}
        onPress={() => void save()}
      />
    </HeaderEnd>
  );
}
