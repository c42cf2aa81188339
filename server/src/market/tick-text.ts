// A minute's ticks as text, and the hash that chains minutes. Anyone can recompute both from a receipt: one line for
// each tick with its time in the minute, its number, the price, the distance of bid, ask and mark from it, its delay,
// and where the source sent an index the distance of that: the mark can be computed again from these.
import { createHash } from 'node:crypto';
import { type Price, parseUnits, toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { compareTicks, type Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';

/** The previous hash of the first minute of a stock. */
export const FIRST_HASH = '0'.repeat(64);

export interface MinuteKey {
  readonly stock: string;
  readonly minute: Millis;
}

export function tickText(ticks: readonly Tick[], minute: Millis): string {
  return ticks
    .toSorted(compareTicks)
    .map(({ ts, seq, last, bid, ask, mark, recvTs, sourceIndex }) =>
      [
        ts - minute,
        seq,
        toDecimal(last),
        toDecimal(bid - last),
        toDecimal(ask - last),
        toDecimal(mark - last),
        recvTs - ts,
        ...(sourceIndex === undefined ? [] : [toDecimal(sourceIndex - last)]),
      ].join(' '),
    )
    .join('\n');
}

export function readTicks(text: string, { stock, minute }: MinuteKey): readonly Tick[] {
  return text.split('\n').map((line) => {
    const [time, seq, last, bid, ask, mark, delay, index] = line.split(' ');
    const units = parseUnits(last ?? '');
    const distances = [bid, ask, mark, index ?? '0'].map((each) => parseUnits(each ?? ''));
    assert(units !== undefined && !distances.includes(undefined), 'a recorded tick can be read');
    const [bidUnits = 0n, askUnits = 0n, markUnits = 0n, indexUnits = 0n] = distances;
    const ts = millis(minute + Number(time));
    return {
      stock,
      last: units as Price,
      bid: (units + bidUnits) as Price,
      ask: (units + askUnits) as Price,
      mark: (units + markUnits) as Price,
      ...(index === undefined ? {} : { sourceIndex: (units + indexUnits) as Price }),
      ts,
      recvTs: millis(ts + Number(delay)),
      seq: Number(seq),
    };
  });
}

export const minuteHash = (
  previousHash: string,
  { stock, minute, ticks }: MinuteKey & { readonly ticks: string },
): string => createHash('sha256').update(`${previousHash}\n${stock}\n${minute}\n${ticks}`).digest('hex');
