// Today's profit in overseas futures, by the Korean day: what was closed, and what is open.
import { overseaRealised } from '@maru/contract/oversea/calls';
import { amount, minus, toDecimal } from '@maru/engine/amount';
import { koreanDay, millis } from '@maru/engine/time';
import { useCallback, useState } from 'react';
import { useEvery } from '../../market/prices/use-every.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { readAfterFills } from '../history/fill-patches.ts';
import { useOverseaInstruments } from '../listing/use-oversea-instruments.ts';
import { netAt } from '../position/contract-money.ts';
import { useOverseaAccount } from './use-oversea-account.ts';

const CHECK_EVERY_MS = 10_000;

/** The date of now, as calls take it. A page that stays open over midnight gets the new day. */
export function useKoreanDay(): string {
  const { clock } = usePlatform();
  const todayIs = useCallback(() => String(koreanDay(millis(clock.now()))), [clock]);
  const [date, setDate] = useState(todayIs);
  useEvery(
    CHECK_EVERY_MS,
    useCallback(() => setDate(todayIs()), [todayIs]),
  );
  return date;
}

/** Everything closed on that day; undefined until it is known. */
export const useRealised = (date: string) => useAnswer(overseaRealised, { date }, readAfterFills()).reply;

/** Net profit of the open positions at their last prices, after the fees of opening and of closing. */
export function useOpenProfit(): string | undefined {
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
