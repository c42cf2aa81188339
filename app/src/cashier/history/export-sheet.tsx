// Downloads the history as a CSV file, made on this device: the period on the screen, or a year with its sums.
import { formatDate } from '@maru/client/format-date';
import { formatTimeOfDay } from '@maru/client/format-time';
import { dnwList, dnwSummary } from '@maru/contract/cashier/calls';
import type { DnwRow } from '@maru/contract/cashier/wire';
import { useState } from 'react';
import { dateOf } from '../../receipt/history-range.ts';
import { saveFile } from '../../receipt/save-file.ts';
import { useExclusive } from '../../shell/connection/use-exclusive.ts';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { cashierHistoryWords } from '../../text/cashier-history.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { Note } from '../../ui/states/note.tsx';
import { useWalletName } from '../wallets/wallet-names.ts';
import { type CsvSum, historyCsv } from './csv-file.ts';
import './export-sheet.css';
import { type HistoryAsked, historyQuery } from './history-filter.ts';

interface Props {
  readonly open: boolean;
  readonly asked: HistoryAsked;
  readonly now: number;
  readonly onClose: () => void;
}

const PAGE_SIZE = 100;
/** More than anybody has in a year, and still a file that opens. */
const MOST_PAGES = 200;

export function ExportSheet({ open, asked, now, onClose }: Props) {
  const words = useWords(cashierHistoryWords);
  const walletName = useWalletName();
  const platform = usePlatform();
  const isPractice = useWatched(platform.site)?.moneyMode !== 'LIVE';
  const toasts = useToasts();
  const { isBusy, run } = useExclusive();
  const [count, setCount] = useState(0);
  const [failed, setFailed] = useState<'TOO_MANY' | 'FAILED'>();
  const year = dateOf(now).slice(0, 4);
  const lastYear = String(Number(year) - 1);

  async function rowsOf(query: HistoryAsked): Promise<readonly DnwRow[] | 'TOO_MANY' | undefined> {
    const rows: DnwRow[] = [];
    for (let page = 0; page < MOST_PAGES; page++) {
      const outcome = await platform.call(dnwList, {
        query: { ...historyQuery(query), page, size: PAGE_SIZE },
      });
      if (!outcome.ok) return undefined;
      // A file that ends early would look complete.
      if (outcome.reply.totalPages > MOST_PAGES) return 'TOO_MANY';
      rows.push(...outcome.reply.content);
      setCount(rows.length);
      if (page + 1 >= outcome.reply.totalPages) break;
    }
    return rows;
  }

  async function sumsOf(query: HistoryAsked): Promise<readonly CsvSum[] | undefined> {
    const { typeStrs: _, ...rest } = { typeStrs: '', ...historyQuery(query) };
    const outcome = await platform.call(dnwSummary, { query: rest });
    return outcome.ok ? outcome.reply.content : undefined;
  }

  const save = (query: HistoryAsked, name: string, isYear: boolean) =>
    run(async () => {
      setCount(0);
      setFailed(undefined);
      const rows = await rowsOf(query);
      if (rows === 'TOO_MANY') return setFailed(rows);
      const sums = isYear ? await sumsOf(query) : undefined;
      if (rows === undefined || (isYear && sums === undefined)) return setFailed('FAILED');
      const text = historyCsv({ rows, sums, isPractice }, words.csv, {
        typeOf: (type) => words.types[type],
        statusOf: (status) => words.statuses[status] ?? '',
        walletOf: walletName,
        timeOf: (at) => `${formatDate(at)} ${formatTimeOfDay(at)}`,
      });
      saveFile(words.csvName(name), new Blob([text], { type: 'text/csv;charset=utf-8' }));
      onClose();
      toasts.show({ kind: 'order', title: words.exportDone });
    });

  const saveYear = (of: string) =>
    save({ filter: 'all', wallet: asked.wallet, startDate: `${of}-01-01`, endDate: `${of}-12-31` }, of, true);

  return (
    <BottomSheet open={open} onClose={onClose} title={words.exportTitle} closeLabel={words.close}>
      <div className="export-sheet">
        <p className="text-note">{words.exportLead}</p>
        {isPractice && <Note raised>{words.csv.mark}</Note>}
        <Button
          kind="tonal"
          disabled={isBusy}
          onPress={() => void save(asked, `${asked.startDate}-${asked.endDate}`, false)}
        >
          {words.exportPeriod}
        </Button>
        <Button kind="tonal" disabled={isBusy} onPress={() => void saveYear(year)}>
          {words.exportYear(year)}
        </Button>
        <Button kind="tonal" disabled={isBusy} onPress={() => void saveYear(lastYear)}>
          {words.exportYear(lastYear)}
        </Button>
        <p className="text-caption" aria-live="polite">
          {failed === undefined ? (isBusy ? words.exporting(count) : '') : words.exportFaults[failed]}
        </p>
      </div>
    </BottomSheet>
  );
}
