// Bets by day, newest first. The profit of a day is shown only where all of its bets are known.

import { formatDecimal } from '@maru/client/format';
import { formatClock, formatDay } from '@maru/client/format-date';
import type { WireTradeBet } from '@maru/contract/binary/calls';
import { sum, toDecimal } from '@maru/engine/amount';
import { koreanDay, millis } from '@maru/engine/time';
import { TradeRow } from '../../receipt/trade-row.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import './bet-rows.css';
import { oddsOf } from '../../bitball/trade/market-words.ts';
import { Profit, useBetCurrency } from '../../receipt/profit.tsx';
import { useStockName } from '../receipt/bet-detail-head.tsx';
import { gameName, profitOf, resultLabel } from './bet-words.ts';
import { SideBadge } from './side-badge.tsx';

interface Props {
  readonly bets: readonly WireTradeBet[];
  /** Everything has been read: there are no older bets. */
  readonly isWhole: boolean;
  readonly onChooseDay: (at: number) => void;
}

export function BetRows({ bets, isWhole, onChooseDay }: Props) {
  const { language } = useLanguage();
  const currency = useBetCurrency();
  const days = [...Map.groupBy(bets, ({ createdMillis }) => koreanDay(millis(createdMillis))).values()];
  return days.map((own, index) => {
    const at = own[0]!.createdMillis;
    const isDayWhole = isWhole || index < days.length - 1;
    const day = formatDay(at, language);
    return (
      <section key={day} className="bet-rows" aria-label={day}>
        <button type="button" className="bet-rows__day" onClick={() => onChooseDay(at)}>
          {/* Spaces are not drawn here, but without them a screen reader reads the parts as one word. */}
          <span>{day}</span>{' '}
          {isDayWhole && <Profit value={toDecimal(sum(own.map(profitOf)))} currency={currency} />}
        </button>
        <BetList bets={own} />
      </section>
    );
  });
}

export function BetList({ bets }: Pick<Props, 'bets'>) {
  const currency = useBetCurrency();
  return (
    <ul>
      {bets.map((bet) => (
        <li key={bet.id}>
          <BetRow bet={bet} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

function BetRow({ bet, currency }: { readonly bet: WireTradeBet; readonly currency: string }) {
  const words = useWords(receiptWords);
  const nameOf = useStockName();
  const { money } = useMoneyText(currency);
  const prices =
    bet.strikePrice !== null && bet.closePrice !== null
      ? words.fromTo(formatDecimal(bet.strikePrice), formatDecimal(bet.closePrice))
      : `${money(bet.point)} × ${oddsOf(bet.rate)}`;
  return (
    <TradeRow
      to={`/wallet/history/${bet.id}`}
      head={
        <>
          <SideBadge type={bet.type} />{' '}
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
