// The fills on the wallet's pages over all products.
import { overseaHistory } from '@maru/contract/oversea/calls';
import { lazy } from 'react';
import type { HistorySection } from '../../receipt/history-section.ts';
import { NEWEST_RECEIPTS, NewestReceipts } from '../../receipt/newest-receipts.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { FillRows } from './fill-rows.tsx';

export const fillSection: HistorySection = {
  name: 'oversea',
  titleIn: (language) => overseaAccountWords[language].product,
  History: lazy(async () => ({ default: (await import('./fill-history.tsx')).FillHistory })),
  NewestReceipts: NewestFills,
};

function NewestFills({ title }: { readonly title: string }) {
  const answer = useAnswer(overseaHistory, { size: NEWEST_RECEIPTS });
  const fills = answer.reply?.content ?? [];
  return (
    <NewestReceipts title={title} answer={answer} count={fills.length} all="/wallet/history?product=oversea">
      <FillRows fills={fills} />
    </NewestReceipts>
  );
}
