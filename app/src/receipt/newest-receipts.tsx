// The newest receipts of one product, with a link to all of them.
import type { ReactNode } from 'react';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import type { Answered } from '../shell/connection/use-answer.ts';
import { Link } from '../shell/routing/router.tsx';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { textLinkClass } from '../ui/buttons/button.tsx';
import { SectionTitle } from '../ui/rows/list-row.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import './newest-receipts.css';

/** How many each product requests. */
export const NEWEST_RECEIPTS = '10';

interface Props {
  readonly title: string;
  readonly answer: Pick<Answered<unknown>, 'state' | 'message' | 'reload'>;
  readonly count: number;
  /** The path of the whole history. */
  readonly all: string;
  readonly children: ReactNode;
}

export function NewestReceipts({ title, answer, count, all, children }: Props) {
  const words = useWords(receiptWords);
  return (
    <section aria-label={words.receiptsOf(title)}>
      <SectionTitle
        end={
          count > 0 && (
            <Link to={all} className={`${textLinkClass} newest-receipts__all`}>
              {words.receiptsAll}
            </Link>
          )
        }
      >
        {title}
      </SectionTitle>
      {answer.state === 'loading' && <SkeletonRows count={3} height={72} figures />}
      {answer.state === 'failed' && (
        <LoadFailed title={words.listFailed} message={answer.message} onRetry={answer.reload} />
      )}
      {answer.state === 'ready' && count === 0 && (
        <p className="newest-receipts__none text-caption">{words.noReceipts}</p>
      )}
      {answer.state === 'ready' && count > 0 && children}
    </section>
  );
}
