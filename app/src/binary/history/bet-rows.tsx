// Bets by day, newest first. The profit of a day is shown only where all of its bets are known.

import { formatDecimal } from '@maru/client/format';
import { formatClock, formatDay, isSameDay } from '@maru/client/format-date';
import type { WireTradeBet } from '@maru/contract/binary/calls';
import { type Amount, amount, minus, ONE, rate, sum, toDecimal } from '@maru/engine/amount';
import { TradeRow } from '../../receipt/trade-row.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { bitballWords } from '../../text/bitball.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { Triangle } from '../../ui/icons/icon.tsx';
import './bet-rows.css';
import { formatOdds } from '../../bitball/trade/market-words.ts';
import { Profit, useBetCurrency } from '../../receipt/profit.tsx';
import { useStockName } from '../receipt/bet-detail-head.tsx';
import { gameName, resultLabel, sideLabel, sideTone } from './bet-words.ts';

interface Props {
  readonly bets: readonly WireTradeBet[];
  /** Everything has been read: there are no older bets. */
  readonly isWhole: boolean;
  readonly onChooseDay: (at: number) => void;
}

function daysOf(bets: readonly WireTradeBet[]): readonly (readonly WireTradeBet[])[] {
  const days: WireTradeBet[][] = [];
  for (const bet of bets) {
    const day = days.at(-1);
    if (day?.[0] && isSameDay(day[0].createdMillis, bet.createdMillis)) day.push(bet);
    else days.push([bet]);
  }
  return days;
}

const profitOf = ({ credit, point }: WireTradeBet): Amount =>
  credit === null ? amount('0') : minus(amount(credit), amount(point));

export function BetRows({ bets, isWhole, onChooseDay }: Props) {
  const { language } = useLanguage();
  const currency = useBetCurrency();
  const days = daysOf(bets);
  return days.map((own, index) => {
    const at = own[0]?.createdMillis ?? 0;
    const isDayWhole = isWhole || index < days.length - 1;
    const day = formatDay(at, language);
    return (
      <section key={day} className="bet-rows" aria-label={day}>
        <button type="button" className="bet-rows__day" onClick={() => onChooseDay(at)}>
          {/* Spaces are not drawn here, but without them a screen reader reads the parts as one word. */}
          <span>{day}</span>{' '}
          {isDayWhole && <Profit value={toDecimal(sum(own.map(profitOf)))} currency={currency} />}
        </button>
        <ul>
          {own.map((bet) => (
            <li key={bet.id}>
              <BetRow bet={bet} currency={currency} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

export function BetRow({ bet, currency }: { readonly bet: WireTradeBet; readonly currency: string }) {
  const words = useWords(receiptWords);
  const ballWords = useWords(bitballWords);
  const nameOf = useStockName();
  const { money } = useMoneyText(currency);
  const tone = sideTone(bet.type);
  const prices =
    bet.strikePrice !== null && bet.closePrice !== null
      ? words.fromTo(formatDecimal(bet.strikePrice), formatDecimal(bet.closePrice))
      : `${money(bet.point)} × ${formatOdds(toDecimal(ONE + rate(bet.rate)))}`;
  return (
    <TradeRow
      to={`/wallet/history/${bet.id}`}
      head={
        <>
          <Badge tone={tone}>
            {tone !== 'neutral' && <Triangle direction={tone} />}
            {sideLabel(bet.type, words, ballWords)}
          </Badge>{' '}
          <b className="trade-row__name text-strong">{gameName(nameOf(bet.stock), bet.optionType, words)}</b>
        </>
      }
      prices={prices}
      figure={
        bet.status === 0 ? (
          <b className="text-strong figure">{money(bet.point)}</b>
        ) : (
          <Profit value={toDecimal(profitOf(bet))} currency={currency} />
        )
      }
      note={
        <>
          {resultLabel(bet.status, words)} · <span className="figure">{formatClock(bet.createdMillis)}</span>
        </>
      }
      noteTone={bet.status === 0 ? 'open' : undefined}
    />
  );
}
