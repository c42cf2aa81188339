// How long the held rate still stands: a ring that empties, the seconds, and a way to ask for a new one.
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { textLinkClass } from '../../ui/buttons/button.tsx';
import './quote-ring.css';

/** A quote is held this long (docs/rules.md 6.6). */
const HELD_SECONDS = 10;
const RADIUS = 9;
const ROUND = 2 * Math.PI * RADIUS;

interface Props {
  readonly secondsLeft: number;
  readonly isExpired: boolean;
  readonly onRenew: () => void;
}

export function QuoteRing({ secondsLeft, isExpired, onRenew }: Props) {
  const words = useWords(cashierWords);
  const share = Math.min(1, secondsLeft / HELD_SECONDS);
  return (
    <div className="quote-ring">
      <svg className="quote-ring__ring" width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
        <circle className="quote-ring__track" cx="11" cy="11" r={RADIUS} />
        <circle
          className="quote-ring__left"
          cx="11"
          cy="11"
          r={RADIUS}
          strokeDasharray={`${share * ROUND} ${ROUND}`}
        />
      </svg>
      {!isExpired && (
        <b className="quote-ring__seconds figure" role="timer">
          {words.quoteLeft(secondsLeft)}
        </b>
      )}
      <span className="quote-ring__words text-note" aria-live="polite">
        {isExpired ? words.quoteExpired : words.quoteHeld}
      </span>
      {!isExpired && (
        <button type="button" className={textLinkClass} onClick={onRenew}>
          {words.quoteRenew}
        </button>
      )}
    </div>
  );
}
