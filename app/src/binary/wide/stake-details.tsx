// What a stake may bring and cost, and how the bets on this round end in either direction.
import { directionOf } from '@maru/client/format';
import { amount, minus, sum, toDecimal, ZERO } from '@maru/engine/amount';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { binaryWideWords } from '../../text/binary-wide.ts';
import { useWords } from '../../text/language.tsx';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';
import { directionOfBet, payoutText, stakeOfAll } from '../bet/bet-view.ts';
import type { BoardProps } from '../trade/board.ts';
import './stake-details.css';

interface Props {
  readonly board: BoardProps;
  readonly stake: string;
}

export function StakeDetails({ board, stake }: Props) {
  const words = useWords(binaryWideWords);
  const { terms, rounds, bets } = board;
  const { money, signedFigure } = useMoneyText(terms.currency);
  const payout = payoutText(stake, terms.rate, terms.currency);
  const profit = payout === undefined ? undefined : toDecimal(minus(amount(payout), amount(stake)));
  const loss = payout === undefined ? undefined : toDecimal(minus(ZERO, amount(stake)));
  const own = bets.filter(({ tradeRoundId }) => tradeRoundId === rounds.round?.id);
  const ifEnds = (direction: Direction) =>
    toDecimal(
      sum(
        own.map((bet) =>
          minus(directionOfBet(bet) === direction ? amount(bet.payout) : ZERO, amount(bet.point)),
        ),
      ),
    );
  return (
    <div className="stake-details">
      <dl>
        <Fact name={words.ifHit}>{money(payout)}</Fact>
        <Fact name={words.hitNet} tone={directionOf(profit)}>
          {signedFigure(profit)}
        </Fact>
        <Fact name={words.missNet} tone={directionOf(loss)}>
          {signedFigure(loss)}
        </Fact>
        <Fact name={words.ifEqual}>{words.refunded}</Fact>
      </dl>
      {own.length > 0 && (
        <section className="stake-details__mine" aria-label={words.mine}>
          <p className="stake-details__head">
            <b>{words.mine}</b> <span className="text-caption figure">{money(stakeOfAll(own))}</span>
          </p>
          <dl>
            <Fact name={words.ifUp} tone={directionOf(ifEnds('up'))}>
              {signedFigure(ifEnds('up'))}
            </Fact>
            <Fact name={words.ifDown} tone={directionOf(ifEnds('down'))}>
              {signedFigure(ifEnds('down'))}
            </Fact>
          </dl>
        </section>
      )}
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly tone?: 'up' | 'down' | 'flat';
  readonly children: string;
}

const Fact = ({ name, tone = 'flat', children }: FactProps) => (
  <div className="stake-details__fact">
    <dt>{name}</dt>
    <dd className={`figure${toneClass(tone)}`}>{children}</dd>
  </div>
);
