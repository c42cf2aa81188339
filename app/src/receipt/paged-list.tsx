// A list that is read page by page: with a placeholder until it is loaded, and a button or a note at its end.
import type { ReactNode } from 'react';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { MoreButton } from './more-button.tsx';
import './paged-list.css';
import type { PagesShown } from './use-pages.ts';

interface Props {
  readonly pages: PagesShown<unknown>;
  readonly skeleton: { readonly count: number; readonly height?: 60 | 72 };
  readonly failedTitle: string;
  readonly empty: ReactNode;
  /** For screens that show fewer items than were read; without it the list is empty when none were read. */
  readonly isEmpty?: boolean;
  readonly spacing?: 'page' | 'panel' | 'dense';
  /** Whether the last page says that it is the last. */
  readonly saysEnd?: boolean;
  readonly children: ReactNode;
}

export function PagedList({
  pages,
  skeleton,
  failedTitle,
  empty,
  isEmpty = pages.items.length === 0,
  spacing = 'page',
  saysEnd = true,
  children,
}: Props) {
  const words = useWords(receiptWords);
  if (pages.state === 'loading') return <SkeletonRows {...skeleton} figures />;
  if (pages.state === 'failed')
    return <LoadFailed title={failedTitle} message={pages.message} onRetry={pages.reload} />;
  if (isEmpty) return empty;
  return (
    <div>
      {children}
      {(pages.hasMore || saysEnd) && (
        <div className={`paged-list__end text-caption paged-list__end--${spacing}`}>
          {pages.hasMore ? <MoreButton pages={pages} /> : <p>{words.allSeen}</p>}
        </div>
      )}
    </div>
  );
}
