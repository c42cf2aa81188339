// The button at the end of a list that has more pages. Where the next one could not be read, it says so and stays.
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Button } from '../ui/buttons/button.tsx';
import './more-button.css';
import type { MoreShown } from './use-more.ts';

interface Props {
  readonly pages: MoreShown;
  readonly size?: 'small' | 'medium';
}

export function MoreButton({ pages, size = 'medium' }: Props) {
  const words = useWords(receiptWords);
  return (
    <>
      {pages.isMoreFailed && (
        <p className="more-button__failed text-caption" role="alert">
          {words.moreFailed}
        </p>
      )}
      <Button kind="tonal" size={size} busy={pages.isFetching} onPress={() => void pages.more()}>
        {words.more}
      </Button>
    </>
  );
}
