// The part of coin futures in the wallet's pages over all products.
import { futuresHistory } from '@maru/contract/futures/history';
import { lazy } from 'react';
import type { HistorySection } from '../../receipt/history-section.ts';
import { NEWEST_RECEIPTS, NewestReceipts } from '../../receipt/newest-receipts.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { FillRows } from './fill-rows.tsx';

export const futuresSection: HistorySection = {
  name: 'futures',
  titleIn: (language) => futuresHistoryWords[language].product,
  History: lazy(async () => ({ default: (await import('./fill-history.tsx')).FillHistory })),
  NewestReceipts: NewestFills,
};

function NewestFills({ title }: { readonly title: string }) {
  const answer = useAnswer(futuresHistory, { size: NEWEST_RECEIPTS });
  const fills = answer.reply?.content ?? [];
  return (
    <NewestReceipts title={title} answer={answer} count={fills.length} all="/wallet/history?product=futures">
      <FillRows fills={fills} />
    </NewestReceipts>
  );
}
