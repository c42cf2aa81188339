// The price of one coin future with its change, and the funding that is due next (design 06).
import { formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { HERO_PACE_MS } from '../../market/prices/paced-quote.ts';
import { PriceStrip } from '../../market/prices/price-strip.tsx';
import { useDay } from '../../market/prices/use-day.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import './price-head.css';
import { UntilFunding } from './until-funding.tsx';

interface Props {
  readonly instrument: WireFuturesOption;
}

/** A component of its own, so that a tick renders the figures and nothing else. */
export function PriceHead({ instrument }: Props) {
  const words = useWords(futuresTradeWords);
  const { stock, precision, isOpen, fundingRate } = instrument;
  const day = useDay(stock, HERO_PACE_MS);
  const percent = toDecimal((parseUnits(fundingRate) ?? 0n) * 100n);
  const facts = [
    { name: words.funding, value: `${formatPrice(percent, 4)}%` },
    {
      name: words.untilFunding,
      value: (
        <span className="price-head__clock">
          <UntilFunding instrument={instrument} />
        </span>
      ),
    },
  ];
  return <PriceStrip day={day} precision={precision} resting={isOpen === 0} facts={facts} />;
}
