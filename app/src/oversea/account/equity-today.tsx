// Below the equity: today's profit so far, and how far the account is from its loss-cut.
import { directionOf } from '@maru/client/format';
import { formatRoe } from '@maru/client/format-amount';
import { dailySummary } from '@maru/contract/binary/calls';
import { amount, divide, ONE, plus, toDecimal } from '@maru/engine/amount';
import type { ReactNode } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { equityRoom } from './equity-room.ts';
import { useOverseaAccount } from './use-oversea-account.ts';
import { useKoreanDay, useOpenProfit, useRealised } from './use-today.ts';

interface Props {
  readonly currency: string;
  /** Shown while today's profit is not known. */
  readonly otherwise: ReactNode;
}

/** Net profit of everything closed or decided on this Korean day, in every product that this wallet pays for. */
function useTodaysProfit(): string | undefined {
  const date = useKoreanDay();
  const closed = useRealised(date);
  const decided = useAnswer(dailySummary, { date }, { queue: { trade: () => undefined } }).reply;
  const bets = decided?.mine;
  if (closed === undefined || decided === undefined) return undefined;
  if (closed.trades === 0 && (bets?.bets ?? 0) === 0) return undefined;
  return toDecimal(plus(amount(closed.net), amount(bets?.profit ?? '0')));
}

export function EquityToday({ currency, otherwise }: Props) {
  const words = useWords(overseaAccountWords);
  const { signedFigure } = useMoneyText(currency);
  const { cross, positions } = useOverseaAccount();
  const realised = useTodaysProfit();
  const open = useOpenProfit();
  // Without the profit of the open positions the figure would not match the wallet.
  const isUnknown = open === undefined && (realised === undefined || positions.length > 0);
  if (isUnknown) return otherwise;
  const today = plus(amount(realised ?? '0'), amount(open ?? '0'));
  const before = cross === undefined ? 0n : amount(cross.equity) - today;
  const share = before > 0n ? formatRoe(toDecimal(divide(today * 100n * ONE, before, 'down'))) : '';
  const room = cross && positions.length > 0 ? equityRoom(cross) : undefined;
  return (
    <>
      <span className="equity__practice equity__practice--line">
        {words.today}{' '}
        <span className={`figure--${directionOf(toDecimal(today))}`}>
          <b className="equity__today figure">{signedFigure(toDecimal(today))}</b>{' '}
          <span className="figure">{share}</span>
        </span>
      </span>
      {room && (
        <span className="equity__practice equity__practice--line">
          {words.lossCutRoom} <b className="figure">{room.room}%</b>
        </span>
      )}
    </>
  );
}
