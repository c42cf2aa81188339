// Opened by the history button: a member's own bets and from there every round, for a guest the rounds alone.
import { lazy, Suspense, useState } from 'react';
import { BetsSheet } from '../bet/bets-sheet.tsx';

const RoundListPanel = lazy(async () => ({
  default: (await import('../rounds/round-list-panel.tsx')).RoundListPanel,
}));

interface Props {
  readonly isListing: boolean;
  readonly onListed: (isListing: boolean) => void;
  readonly isGuest: boolean;
  readonly tradeOptionId: number;
  readonly currency: string;
  readonly precision: number;
}

export function TableLists({ isListing, onListed, isGuest, tradeOptionId, currency, precision }: Props) {
  const [isListingRounds, setListingRounds] = useState(false);
  const isOpen = isGuest ? isListing : isListingRounds;
  // Fetched when it is first opened, and kept: a closing panel is still drawn.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      {!isGuest && (
        <BetsSheet
          open={isListing}
          onClose={() => onListed(false)}
          onSeeRounds={() => {
            onListed(false);
            setListingRounds(true);
          }}
          tradeOptionId={tradeOptionId}
          currency={currency}
          precision={precision}
        />
      )}
      <Suspense>
        {wasOpen && (
          <RoundListPanel
            open={isOpen}
            tradeOptionId={tradeOptionId}
            onClose={() => (isGuest ? onListed(false) : setListingRounds(false))}
          />
        )}
      </Suspense>
    </>
  );
}
