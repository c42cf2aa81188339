// Below the equity: today's profit so far, and how far the account is from its loss-cut.
import { directionOf } from '@maru/client/format';
import { formatRoe } from '@maru/client/format-amount';
import { dailySummary } from '@maru/contract/binary/calls';
import { overseaRealised } from '@maru/contract/oversea/calls';
import { amount, divide, minus, ONE, plus, toDecimal } from '@maru/engine/amount';
import { koreanDay, millis } from '@maru/engine/time';
import { type ReactNode, useCallback, useState } from 'react';
import { useEvery } from '../../market/prices/use-every.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { readAfterFills } from '../history/fill-patches.ts';
import { useOverseaInstruments } from '../listing/use-oversea-instruments.ts';
import { netAt } from '../position/contract-money.ts';
import { equityRoom } from './equity-room.ts';
import { useOverseaAccount } from './use-oversea-account.ts';

const CHECK_EVERY_MS = 10_000;

interface Props {
  readonly currency: string;
  /** Shown while today's profit is not known. */
  readonly otherwise: ReactNode;
}

/** Net profit of everything closed or decided on this Korean day, in every product that this wallet pays for. */
function useTodaysProfit(): string | undefined {
  const { clock } = usePlatform();
  const todayIs = useCallback(() => String(koreanDay(millis(clock.now()))), [clock]);
  const [date, setDate] = useState(todayIs);
  // A page that stays open over midnight shows the new day.
  useEvery(
    CHECK_EVERY_MS,
    useCallback(() => setDate(todayIs()), [todayIs]),
  );
  const closed = useAnswer(overseaRealised, { date }, readAfterFills()).reply;
  const decided = useAnswer(dailySummary, { date }, { queue: { trade: () => undefined } }).reply;
  const bets = decided?.mine;
  if (closed === undefined || decided === undefined) return undefined;
  if (closed.trades === 0 && (bets?.bets ?? 0) === 0) return undefined;
  return toDecimal(plus(amount(closed.net), amount(bets?.profit ?? '0')));
}

/** Net profit of the open positions at their last prices, after the fees of opening and of closing. */
function useOpenProfit(): string | undefined {
  const { cross, positions } = useOverseaAccount();
  const instruments = useOverseaInstruments().reply;
  if (positions.length === 0 || cross === undefined || instruments === undefined) return undefined;
  let net = amount(cross.lastPnl);
  for (const position of positions) {
    const instrument = instruments.find(({ id }) => id === position.overseaOptionId);
    const fees = instrument && netAt(instrument, position, position.entryPrice)?.fees;
    if (fees !== undefined) net = minus(net, amount(fees));
  }
  return toDecimal(net);
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
