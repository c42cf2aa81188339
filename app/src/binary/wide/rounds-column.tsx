// Every offer in the left column of a wide screen, by instrument: its round, how much is left of it, and its clock.
import { formatDecimal } from '@maru/client/format';
import { formatCountdown } from '@maru/client/format-time';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { familyOf } from '@maru/engine/rounds/round';
import { useEffect, useId, useRef } from 'react';
import { tradingState } from '../../market/instruments/instrument-order.ts';
import { nameOf, stateBadge } from '../../market/instruments/instrument-words.ts';
import { WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { binaryWords } from '../../text/binary.ts';
import { binaryWideWords } from '../../text/binary-wide.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { gameLabel } from '../offers/game-label.ts';
import { groupsByStock, type StockGroup } from '../offers/offer-groups.ts';
import { isBall } from '../offers/offer-order.ts';
import { burnOf, phaseOf } from '../rounds/rounds-at.ts';
import './rounds-column.css';
import { useListedRounds } from './use-listed-rounds.ts';

interface Props {
  readonly offers: readonly WireBinaryOption[];
  readonly currentId: number;
  /** The path of the product; an offer is below it. */
  readonly base: string;
  readonly now: number;
}

export function RoundsColumn({ offers, currentId, base, now }: Props) {
  const words = useWords(binaryWideWords);
  const priced = offers.filter((offer) => !isBall(offer));
  const roundAt = useListedRounds(priced);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroller.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <WidePanel
      label={words.rounds}
      className="rounds-column"
      title={words.rounds}
      end={<span className="text-micro">{words.untilClose}</span>}
    >
      <div ref={scroller} className="wide-panel__scroller">
        {groupsByStock(priced).map((group) => (
          <Stock
            key={group.stock}
            group={group}
            currentId={currentId}
            base={base}
            now={now}
            roundAt={roundAt}
          />
        ))}
      </div>
    </WidePanel>
  );
}

interface StockProps extends Pick<Props, 'currentId' | 'base' | 'now'> {
  readonly group: StockGroup;
  readonly roundAt: ReturnType<typeof useListedRounds>;
}

function Stock({ group, currentId, base, now, roundAt }: StockProps) {
  const { language } = useLanguage();
  const marketText = useWords(marketWords);
  const id = useId();
  const [first] = group.offers;
  const badge = first && stateBadge(tradingState(first), marketText);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="rounds-column__stock">
        {first && nameOf(first, language)}
        {badge && <span className="text-micro"> {badge}</span>}
      </h3>
      <ul>
        {group.offers.map((offer) => (
          <li key={offer.id}>
            <Row
              offer={offer}
              to={`${base}/${offer.id}`}
              isCurrent={offer.id === currentId}
              round={offer.isOpen === 1 ? roundAt(offer.id, now) : undefined}
              now={now}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Pick<Props, 'now'> {
  readonly offer: WireBinaryOption;
  readonly to: string;
  readonly isCurrent: boolean;
  readonly round: WireTradeRound | undefined;
}

function Row({ offer, to, isCurrent, round, now }: RowProps) {
  const words = useWords(binaryWords);
  const wideText = useWords(binaryWideWords);
  const phase = round && phaseOf(round, now);
  return (
    <Link
      to={to}
      className={phase === 'open' ? 'rounds-column__row' : 'rounds-column__row rounds-column__row--closed'}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <Ring share={round && phase === 'open' ? burnOf(round, now) : 0} />
      <b>{gameLabel(offer.type, words)}</b>{' '}
      <span className="rounds-column__no text-micro figure">
        {phase === 'open' && wideText.roundOf(formatDecimal(String(round?.no)))}
      </span>{' '}
      <b className="rounds-column__left figure">{round && clockOf(round, now, wideText)}</b>
    </Link>
  );
}

type WideWords = ReturnType<typeof useWords<typeof binaryWideWords.ko>>;

function clockOf(round: WireTradeRound, now: number, words: WideWords): string {
  const left = (at: number) => formatCountdown(at - now);
  switch (phaseOf(round, now)) {
    case 'soon':
      return words.opens(left(round.betStartMillis));
    case 'open':
      return left(round.betEndMillis);
    case 'locked':
      return familyOf(round.type) === 'BINARY'
        ? words.result(left(round.closeMillis))
        : words.start(left(round.openMillis));
  }
}

const RADIUS = 7;
const AROUND = 2 * Math.PI * RADIUS;

/** What is left of the time for orders. The clock beside it has the same in figures. */
const Ring = ({ share }: { readonly share: number }) => (
  <svg
    className="rounds-column__ring"
    width="18"
    height="18"
    viewBox="0 0 18 18"
    fill="none"
    aria-hidden="true"
  >
    <circle cx="9" cy="9" r={RADIUS} />
    {share > 0 && (
      <circle
        className="rounds-column__rest"
        cx="9"
        cy="9"
        r={RADIUS}
        strokeDasharray={`${(share * AROUND).toFixed(1)} ${AROUND.toFixed(1)}`}
        transform="rotate(-90 9 9)"
      />
    )}
  </svg>
);
