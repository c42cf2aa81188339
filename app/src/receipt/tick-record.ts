// The recorded minutes of a receipt, read on the device: the ticks in them, and whether their chain of hashes is valid.
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { type Price, parseUnits } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { hexOf, sha256 } from '@maru/engine/sha256';
import { type Millis, millis } from '@maru/engine/time';

type RecordedMinute = ReceiptTicks['minutes'][number];

export interface RecordedTick {
  readonly ts: Millis;
  readonly seq: number;
  readonly price: Price;
  /** When it reached the server. */
  readonly arrived: number;
  /** The minute whose text contains it. */
  readonly minute: number;
}

/** The ticks of the record, in the order in which they count. */
export function ticksOf(minutes: readonly RecordedMinute[]): readonly RecordedTick[] {
  return minutes.flatMap(readMinute).sort((a, b) => a.ts - b.ts || a.seq - b.seq);
}

function readMinute({ minuteMillis, ticks }: RecordedMinute): readonly RecordedTick[] {
  return ticks.split('\n').map((line) => {
    const [offset, seq, last = '', , , , delay] = line.split(' ');
    const price = parseUnits(last);
    assert(price !== undefined, 'a recorded tick can be read');
    const ts = millis(minuteMillis + Number(offset));
    return {
      ts,
      seq: Number(seq),
      price: price as Price,
      arrived: ts + Number(delay),
      minute: minuteMillis,
    };
  });
}

export const countTicks = ({ minutes }: Pick<ReceiptTicks, 'minutes'>): number =>
  minutes.reduce((sum, { ticks }) => sum + ticks.split('\n').length, 0);

export const hashOf = ({ previousHash, stock, minuteMillis, ticks }: Omit<RecordedMinute, 'hash'>): string =>
  hexOf(sha256(new TextEncoder().encode(`${previousHash}\n${stock}\n${minuteMillis}\n${ticks}`)));

export interface ChainCheck {
  readonly isWhole: boolean;
  /** The hash of the last minute as this device computes it, or of the first broken one. */
  readonly device: string;
  readonly server: string;
}

/** Every minute has its own hash, contains the hash before it, and belongs to the stock. */
export function checkChain({ stock, minutes }: Pick<ReceiptTicks, 'stock' | 'minutes'>): ChainCheck {
  for (const [index, minute] of minutes.entries()) {
    const device = hashOf(minute);
    const follows = index === 0 || minute.previousHash === minutes[index - 1]?.hash;
    const isWhole = device === minute.hash && follows && minute.stock === stock;
    if (!isWhole || index === minutes.length - 1) return { isWhole, device, server: minute.hash };
  }
  return { isWhole: false, device: '', server: '' };
}
