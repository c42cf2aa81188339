// The bets on the wallet's pages over all products.
import { betList } from '@maru/contract/binary/calls';
import { lazy } from 'react';
import type { HistorySection } from '../../receipt/history-section.ts';
import { NEWEST_RECEIPTS, NewestReceipts } from '../../receipt/newest-receipts.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { binaryListingWords } from '../../text/binary-listing.ts';
import { BetList } from './bet-rows.tsx';

export const betSection: HistorySection = {
  name: 'binary',
  titleIn: (language) => binaryListingWords[language].binary,
  History: lazy(async () => ({ default: (await import('./bet-history.tsx')).BetHistory })),
  NewestReceipts: NewestBets,
};

function NewestBets({ title }: { readonly title: string }) {
  const answer = useAnswer(betList, { size: NEWEST_RECEIPTS });
  const bets = answer.reply?.content ?? [];
  return (
    <NewestReceipts title={title} answer={answer} count={bets.length} all="/wallet/history?product=binary">
      <BetList bets={bets} />
    </NewestReceipts>
  );
}
