// The day of the index so far: the server's prices, ending at the current price.
import { formatPrice } from '@maru/client/format';
import { stockChart, tickerStatistics } from '@maru/contract/market';
import { koreanDay, MINUTE_MS, millis } from '@maru/engine/time';
import { type ReactNode, useState } from 'react';
import { priceDifference } from '../market/prices/price-difference.ts';
import { useEvery } from '../market/prices/use-every.ts';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { usePlatform } from '../shell/platform.tsx';
import { indexWords } from '../text/indices.ts';
import { useWords } from '../text/language.tsx';
import { DayLine } from './day-line.tsx';

interface Props {
  readonly stock: string;
  readonly precision: number;
  readonly last: string | undefined;
  /** Shown above the line: how far the price is from yesterday's close. */
  readonly children: (change: string | undefined) => ReactNode;
}

export function IndexDayLine({ stock, precision, last, children }: Props) {
  const words = useWords(indexWords);
  const { clock } = usePlatform();
  const [start, setStart] = useState(() => koreanDay(millis(clock.now())));
  const chart = useAnswer(stockChart, { stock, period: '5m', beginMillis: start });
  const day = useAnswer(tickerStatistics, { stockListStrs: stock });
  useEvery(MINUTE_MS, () => {
    setStart(koreanDay(millis(clock.now())));
    chart.reload();
    day.reload();
  });
  const candles = chart.reply ?? [];
  const before = day.reply?.[0]?.prevClosePrice;
  const now = clock.now();
  const points = candles.map(({ time, open }) => ({ at: time, value: Number(open) }));
  if (last !== undefined && points.length > 0) points.push({ at: now, value: Number(last) });
  const prices = [
    ...candles.flatMap(({ low, high }) => [Number(low), Number(high)]),
    ...(last === undefined ? [] : [Number(last)]),
  ];
  const priceText = (value: number) => formatPrice(String(value), precision);
  return (
    <>
      {children(priceDifference(last, before))}
      <DayLine
        label={words.dayLine({ low: priceText(Math.min(...prices)), high: priceText(Math.max(...prices)) })}
        now={words.now}
        start={start}
        end={now}
        points={points}
        previousClose={before === undefined ? undefined : Number(before)}
      />
    </>
  );
}
