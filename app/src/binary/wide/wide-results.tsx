// How the last rounds of the offer ended, and the way to all of them.
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { roundKeyOf } from '@maru/engine/rounds/round';
import { lazy, Suspense, useState } from 'react';
import { WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { numberInDay } from '../rounds/rounds-at.ts';
import { ResultBeads } from '../trade/result-beads.tsx';
import type { ResultBead } from '../trade/use-results.ts';

const RoundListPanel = lazy(async () => ({
  default: (await import('../rounds/round-list-panel.tsx')).RoundListPanel,
}));

interface Props {
  readonly offer: WireBinaryOption;
  readonly results: readonly ResultBead[] | undefined;
}

const TONES = { 1: 'up', 2: 'down', 3: 'flat' } as const;

export function WideResults({ offer, results }: Props) {
  const words = useWords(binaryWords);
  const [listing, setListing] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <WidePanel
      label={words.recentResults}
      className="binary-wide__results"
      title={words.recentResults}
      end={
        <Button kind="tonal" size="small" onPress={() => setListing('open')}>
          {words.seeRounds}
        </Button>
      }
    >
      <ResultBeads results={results} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it can be focused, and it scrolls. */}
      <ul className="wide-panel__scroller" tabIndex={0} aria-label={words.recentResults}>
        {results?.toReversed().map(({ id, status, openPrice, closePrice }) => {
          const open = roundKeyOf(id)?.open;
          const prices = [openPrice, closePrice].flatMap((price) =>
            price === null ? [] : [formatPrice(price, offer.precision)],
          );
          return (
            <li key={id} className="binary-wide__result">
              <span className="binary-wide__quiet figure">
                {open !== undefined && formatDecimal(String(numberInDay(offer.type, open)))}
              </span>
              <span className="figure">{prices.join(' → ')}</span>
              <b className={`figure--${TONES[status]}`}>{words.resultOf[status]}</b>
            </li>
          );
        })}
      </ul>
      <Suspense>
        {listing !== 'never' && (
          <RoundListPanel
            open={listing === 'open'}
            tradeOptionId={offer.id}
            onClose={() => setListing('closed')}
          />
        )}
      </Suspense>
    </WidePanel>
  );
}
