import { stockChart } from '@maru/contract/market';
import { SECOND_MS } from '@maru/engine/time';
import { useEffect, useState } from 'react';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { createTickLine, type TickLine } from './tick-line.ts';

/** The ticks of one stock: the past by seconds, then every tick as it arrives; gaps are filled after a reconnect. */
export function useTickLine(stock: string, pastMs: number): TickLine {
  const { realtime, prices, call, clock, connection } = usePlatform();
  const [line] = useState(createTickLine);
  const isConnected = useWatched(connection).kind === 'connected';

  useEffect(
    () =>
      realtime.followTick(stock, (tick) => {
        line.add(tick);
        prices.tick(stock, tick);
      }),
    [realtime, prices, line, stock],
  );

  useEffect(() => {
    if (!isConnected) line.cut();
  }, [line, isConnected]);

  useEffect(() => {
    // Requested when the chart opens and after every cut: missed ticks are in the record.
    if (!isConnected && line.last() !== undefined) return;
    let isHere = true;
    const endMillis = Math.floor(clock.now() / SECOND_MS) * SECOND_MS;
    // The visible past is a share of a round's length, which need not be whole.
    const beginMillis = Math.floor(endMillis - pastMs);
    const query = { stock, period: '1s', beginMillis, endMillis } as const;
    void call(stockChart, { query }).then((outcome) => {
      if (!isHere || !outcome.ok) return;
      // The close of a second is its last tick; it is placed at the second's end.
      line.fill(outcome.reply.map(({ time, close }) => ({ at: time + SECOND_MS - 1, close })));
    });
    return () => {
      isHere = false;
    };
  }, [call, clock, line, stock, pastMs, isConnected]);
  return line;
}
