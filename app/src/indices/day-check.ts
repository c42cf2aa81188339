// A whole day of an index recomputed on this device, hour by hour, and compared with the server's record.

import type { IndexDayProof } from '@maru/contract/indices';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { parseUnits, price, toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { parseDate } from '@maru/engine/market/calendar-date';
import {
  indexClose,
  indexDay,
  indexDayStart,
  indexRule,
  indexSealOf,
  TICKS_PER_DAY,
} from '@maru/engine/market/index-path';
import { DAY_MS, SECOND_MS } from '@maru/engine/time';
import { hashOf } from '../receipt/tick-record.ts';

interface WrongTick {
  readonly at: number;
  readonly server: string;
  readonly device: string;
}

export interface DayCheck {
  readonly isSame: boolean;
  /** Recorded ticks that were compared; the others were never recorded. */
  readonly compared: number;
  readonly missing: number;
  readonly seal: string;
  readonly isSealSame: boolean;
  /** Undefined where the day before has no public seed. */
  readonly isOpenSame: boolean | undefined;
  readonly isChainWhole: boolean;
  readonly wrong: WrongTick | undefined;
  /** As this device computes them. */
  readonly first: string;
  readonly last: string;
}

/** The seed must be public. */
export function checkDay({ stock, date, seal, seed, open, previous }: IndexDayProof) {
  const rule = indexRule(stock);
  const day = parseDate(date);
  assert(rule !== undefined && day !== undefined && seed !== null, 'a day of an index that was opened');
  const numbers = indexDay({ rule, seed, open: price(open) });
  const start = indexDayStart(day);
  const computed = indexSealOf(seed);
  let compared = 0;
  let isChainWhole = true;
  let wrong: WrongTick | undefined;
  let lastHash: string | undefined;

  function addMinute({ minuteMillis, ticks }: ReceiptTicks['minutes'][number]): void {
    for (const line of ticks.split('\n')) {
      const [offset, , last = '', bid = '', ask = ''] = line.split(' ');
      const at = minuteMillis + Number(offset);
      if (at < start || at >= start + DAY_MS) continue;
      const second = (at - start) / SECOND_MS;
      const mine = Number.isInteger(second) ? numbers.priceAt(second) : undefined;
      const isSame = parseUnits(last) === mine && bid === '0' && parseUnits(ask) === rule?.tickSize;
      compared += 1;
      if (!isSame) wrong ??= { at, server: last, device: mine === undefined ? '' : toDecimal(mine) };
    }
  }

  return {
    add({ minutes }: Pick<ReceiptTicks, 'minutes'>): void {
      for (const minute of minutes) {
        const follows = lastHash === undefined || minute.previousHash === lastHash;
        if (!follows || minute.stock !== stock || hashOf(minute) !== minute.hash) isChainWhole = false;
        lastHash = minute.hash;
        addMinute(minute);
      }
    },
    result(): DayCheck {
      const isSealSame = computed === seal;
      const isOpenSame =
        previous === null
          ? undefined
          : indexClose({ rule, seed: previous.seed, open: price(previous.open) }) === price(open);
      return {
        isSame: isSealSame && isOpenSame !== false && isChainWhole && wrong === undefined,
        compared,
        missing: TICKS_PER_DAY - compared,
        seal: computed,
        isSealSame,
        isOpenSame,
        isChainWhole,
        wrong,
        first: toDecimal(numbers.priceAt(0)),
        last: toDecimal(numbers.priceAt(TICKS_PER_DAY - 1)),
      };
    },
  };
}
