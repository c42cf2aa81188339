// The member's bets that wait for a result, in one line: the side, the stake, and the result if it ended now. A component
// of its own, so that a tick renders one line.
import { directionOf, formatPrice } from '@maru/client/format';
import type { Watched } from '@maru/client/store';
import type { WireTradeBet } from '@maru/contract/binary/calls';
import type { PacedQuote } from '../../market/prices/paced-quote.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { useWatched } from '../../shell/platform.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon, Triangle } from '../../ui/icons/icon.tsx';
import './bet-line.css';
import { directionOfBet, type Market, payoutOfAll, profitOfAll, stakeOfAll, strikeOf } from './bet-view.ts';

interface Props {
  /** The bets of one round, oldest first. */
  readonly bets: readonly WireTradeBet[];
  /** How many more bets wait on another round. */
  readonly others: number;
  readonly market: Market;
  readonly paced: Watched<PacedQuote>;
  readonly now: number;
  /** The locked dock shows the current result; this line then shows only the bet. */
  readonly isToldBelow: boolean;
  readonly onPress: () => void;
}

export function BetLine({ bets, others, market, paced, now, isToldBelow, onPress }: Props) {
  const words = useWords(binaryWords);
  const { money, signed } = useMoneyText(market.currency);
  const last = useWatched(paced).quote?.lastPrice;
  const newest = bets.at(-1);
  if (newest === undefined) return <p className="bet-line bet-line--none">{words.noBets}</p>;
  const direction = directionOfBet(newest);
  const count = bets.length + others;
  const strike = strikeOf(newest, market, now);
  const profit = isToldBelow ? undefined : profitOfAll(bets, market, { last, now });
  return (
    <div className="bet-line">
      <Badge tone={direction}>
        <span className="bet-line__side">
          <Triangle direction={direction} />
          {words[direction]}
        </span>
      </Badge>
      <span className="bet-line__stake">
        <b className="figure">{money(stakeOfAll(bets))}</b>
        {count > 1 ? (
          <span className="bet-line__quiet">{words.betsCount(count)}</span>
        ) : (
          strike !== undefined &&
          profit === undefined && (
            <span className="bet-line__quiet bet-line__strike figure">
              {formatPrice(strike, market.precision)}
            </span>
          )
        )}
      </span>
      {newest.closeMillis <= now ? (
        <Badge tone="brass">{words.judging}</Badge>
      ) : (
        <span className="bet-line__state">
          <span className="bet-line__word">{profit === undefined ? words.ifHit : words.ifOverNow} </span>
          <b className={`figure bet-line__profit--${profit === undefined ? 'waiting' : directionOf(profit)}`}>
            {profit === undefined ? money(payoutOfAll(bets)) : signed(profit)}
          </b>
        </span>
      )}
      <button type="button" className="bet-line__all" aria-label={words.seeBets} onClick={onPress}>
        <Icon name="chevron-right" size={18} />
      </button>
    </div>
  );
}
