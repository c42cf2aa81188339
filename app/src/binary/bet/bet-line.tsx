// The member's bets that wait for a result, in one line: the side, the stake, and the result if it ended now.
import { directionOf, formatPrice } from '@maru/client/format';
import type { WireTradeBet } from '@maru/contract/binary/calls';
import { useMoneyText } from '../../shell/money-text.ts';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon, Triangle } from '../../ui/icons/icon.tsx';
import './bet-line.css';
import { payoutOfAll, sideOf, stakeOfAll } from './bet-view.ts';

interface Props {
  /** The bets of one round, oldest first. */
  readonly bets: readonly WireTradeBet[];
  /** How many more bets wait on another round. */
  readonly others: number;
  readonly currency: string;
  readonly precision: number;
  readonly strike: string | undefined;
  /** Their profit beyond the stakes if the round ended now; undefined while they wait for their base. */
  readonly profit: string | undefined;
  /** The round is over and its result has not arrived yet. */
  readonly isJudging: boolean;
  readonly onPress: () => void;
}

export function BetLine({ bets, others, currency, precision, strike, profit, isJudging, onPress }: Props) {
  const words = useWords(binaryWords);
  const { money, signed } = useMoneyText(currency);
  const newest = bets.at(-1);
  if (newest === undefined) return <p className="bet-line bet-line--none">{words.noBets}</p>;
  const direction = sideOf(newest) === 'UP' ? 'up' : 'down';
  const count = bets.length + others;
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
            <span className="bet-line__quiet bet-line__strike figure">{formatPrice(strike, precision)}</span>
          )
        )}
      </span>
      {isJudging ? (
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
