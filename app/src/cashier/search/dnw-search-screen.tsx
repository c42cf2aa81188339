// Search at the cashier: wallets and coins by name, code or initials, and rows of the history by a word of theirs.
import { dnwList } from '@maru/contract/cashier/calls';
import type { DnwRow } from '@maru/contract/cashier/wire';
import { useDeferredValue, useState } from 'react';
import { findTyped } from '../../market/search/hangul-match.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { SectionTitle } from '../../ui/rows/list-row.tsx';
import { HistoryRows } from '../history/history-rows.tsx';
import { RequestSheet } from '../history/request-sheet.tsx';
import { useCurrencyOf, useWalletName } from '../wallets/wallet-names.ts';
import { WalletRows } from '../wallets/wallet-rows.tsx';
import './dnw-search-screen.css';

const ROWS_SHOWN = 20;

export function DnwSearchScreen() {
  const words = useWords(cashierWords);
  const walletName = useWalletName();
  const currencyOf = useCurrencyOf();
  const coins = useWatched(usePlatform().site)?.coins ?? [];
  const [typed, setTyped] = useEntryState('typed', '');
  const [opened, setOpened] = useState<DnwRow>();
  const asked = useDeferredValue(typed.trim());
  const isFound = (wallet: string) =>
    [walletName(wallet), wallet, currencyOf(wallet)].some((name) => findTyped(name, asked) !== undefined);
  const wallets = asked === '' ? coins : coins.filter(isFound);
  const answer = useAnswer(dnwList, asked === '' ? null : { keyword: asked, size: ROWS_SHOWN });
  const rows = asked === '' ? [] : (answer.reply?.content ?? []);
  const isNothing = asked !== '' && wallets.length === 0 && rows.length === 0 && answer.state !== 'loading';
  return (
    <div className="dnw-search">
      <h1 className="unseen">{words.search}</h1>
      <div className="dnw-search__field">
        <SearchField
          label={words.search}
          placeholder={words.searchHint}
          words={{ clear: words.searchClear }}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      </div>
      {isNothing && (
        <div className="dnw-search__nothing" role="status">
          <p className="text-title3">{words.searchNothing}</p>
          <p className="text-note">{words.searchNothingLead}</p>
        </div>
      )}
      {wallets.length > 0 && (
        <section aria-label={words.foundWallets}>
          <SectionTitle>{words.foundWallets}</SectionTitle>
          <WalletRows wallets={wallets} />
        </section>
      )}
      {rows.length > 0 && (
        <section aria-label={words.foundRows}>
          <SectionTitle>{words.foundRows}</SectionTitle>
          <HistoryRows rows={rows} onOpen={setOpened} />
        </section>
      )}
      <RequestSheet row={opened} onClose={() => setOpened(undefined)} onChanged={answer.reload} />
    </div>
  );
}
