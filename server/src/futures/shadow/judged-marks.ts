// The ticks by which an account was liquidated, as the text of one column: they are only read together.
import { price, toDecimal } from '@maru/engine/amount';
import type { LiquidationReport } from '@maru/engine/futures/events';
import { millis } from '@maru/engine/time';

type JudgedMarks = LiquidationReport['marks'];

interface StoredMark {
  readonly option: number;
  readonly ts: number;
  readonly seq: number;
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  readonly mark: string;
}

export const writeMarks = (marks: JudgedMarks): string =>
  JSON.stringify(
    marks.map(
      ({ instrument, quote }): StoredMark => ({
        option: instrument,
        ts: quote.ts,
        seq: quote.seq,
        last: toDecimal(quote.last),
        bid: toDecimal(quote.bid),
        ask: toDecimal(quote.ask),
        mark: toDecimal(quote.mark),
      }),
    ),
  );

export const readMarks = (text: string): JudgedMarks =>
  (JSON.parse(text) as readonly StoredMark[]).map(({ option, ts, seq, last, bid, ask, mark }) => ({
    instrument: option,
    quote: { ts: millis(ts), seq, last: price(last), bid: price(bid), ask: price(ask), mark: price(mark) },
  }));
