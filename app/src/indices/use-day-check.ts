// Runs the check of a day: one hour of the record after the other, so that neither the page nor the server is blocked.

import { pause } from '@maru/client/timers';
import { type IndexDayProof, indexDayOf, indexRecord } from '@maru/contract/indices';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { parseDate } from '@maru/engine/market/calendar-date';
import { indexDayStart } from '@maru/engine/market/index-path';
import { HOUR_MS } from '@maru/engine/time';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlatform } from '../shell/platform.tsx';
import { checkDay, type DayCheck } from './day-check.ts';

const HOURS = 24;
const TRIES = 4;
const TRY_AGAIN_AFTER_MS = 1_000;

export interface CheckedDay {
  readonly proof: IndexDayProof;
  readonly record: ReceiptTicks;
  readonly check: DayCheck;
  readonly computeMs: number;
}

type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly hour: number }
  | { readonly kind: 'failed'; readonly message: string }
  | ({ readonly kind: 'done' } & CheckedDay);

export function useDayCheck(stock: string, date: string | undefined) {
  const { call, timers } = usePlatform();
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  /** A run with another number is out of date, and its result is ignored. */
  const current = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day or index starts again.
  useEffect(() => {
    setState({ kind: 'idle' });
    return () => {
      current.current += 1;
    };
  }, [stock, date]);

  const run = useCallback(async () => {
    const day = date === undefined ? undefined : parseDate(date);
    if (day === undefined || date === undefined) return;
    current.current += 1;
    const own = current.current;
    const update = (next: CheckState) => {
      if (current.current === own) setState(next);
    };
    update({ kind: 'busy', hour: 0 });
    const asked = await call(indexDayOf, { query: { stock, date } });
    if (!asked.ok) return update({ kind: 'failed', message: asked.message });
    const proof = asked.reply;
    const checker = checkDay(proof);
    const minutes: ReceiptTicks['minutes'][number][] = [];
    let computeMs = 0;
    for (let hour = 0; hour < HOURS; hour += 1) {
      const query = { stock, beginMillis: indexDayStart(day) + hour * HOUR_MS };
      let answer = await call(indexRecord, { query });
      for (let tries = 1; !answer.ok && tries < TRIES; tries += 1) {
        await pause(timers, TRY_AGAIN_AFTER_MS);
        answer = await call(indexRecord, { query });
      }
      if (current.current !== own) return;
      if (!answer.ok) return update({ kind: 'failed', message: answer.message });
      const from = performance.now();
      checker.add(answer.reply);
      minutes.push(...answer.reply.minutes);
      computeMs += performance.now() - from;
      update({ kind: 'busy', hour: hour + 1 });
    }
    const from = performance.now();
    const check = checker.result();
    computeMs += performance.now() - from;
    update({ kind: 'done', proof, record: { stock, complete: true, minutes }, check, computeMs });
  }, [call, timers, stock, date]);

  return { state, run };
}
