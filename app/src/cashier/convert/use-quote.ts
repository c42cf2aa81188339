// A rate that the server holds for a moment. It is asked for when another amount was typed, and again only by a tap:
// nothing is quoted anew behind the member's back.
import type { ReceivedReply } from '@maru/client/call';
import { makeQuote } from '@maru/contract/cashier/calls';
import { SECOND_MS } from '@maru/engine/time';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import type { Refusal } from '../../shell/messages/refused.ts';
import { usePlatform } from '../../shell/platform.tsx';

export type Quote = ReceivedReply<typeof makeQuote>;

/** Typing goes on for a moment: only the amount that stays is quoted. */
const TYPED_MS = 400;

interface Asked {
  readonly fromWallet: string;
  readonly toWallet: string;
  /** Empty: nothing to quote. */
  readonly point: string;
}

export interface QuoteShown {
  readonly isAsking: boolean;
  readonly quote: Quote | undefined;
  readonly secondsLeft: number;
  readonly isExpired: boolean;
  readonly refusal: Refusal | undefined;
  renew(): void;
  /** The server said that its time is over, or it was used. */
  drop(): void;
}

interface Known {
  readonly key: string;
  readonly quote?: Quote;
  readonly refusal?: Refusal;
  readonly isDropped?: true;
}

export function useQuote({ fromWallet, toWallet, point }: Asked): QuoteShown {
  const { call, timers } = usePlatform();
  const now = useServerSecond();
  const key = `${fromWallet} ${toWallet} ${point}`;
  const [known, setKnown] = useState<Known>();
  const latest = useRef(key);
  latest.current = key;
  const ask = useCallback(() => {
    setKnown(undefined);
    void call(makeQuote, { body: { fromWallet, toWallet, point } }).then((outcome) => {
      if (latest.current !== key) return;
      setKnown(outcome.ok ? { key, quote: outcome.reply } : { key, refusal: outcome });
    });
  }, [call, key, fromWallet, toWallet, point]);
  useEffect(() => (point === '' ? undefined : timers.after(TYPED_MS, ask)), [point, timers, ask]);
  const own = known?.key === key ? known : undefined;
  const leftMs = own?.quote === undefined ? 0 : own.quote.untilMillis - now;
  const isExpired = own?.quote !== undefined && (leftMs <= 0 || own.isDropped === true);
  return {
    isAsking: point !== '' && own === undefined,
    quote: own?.quote,
    secondsLeft: isExpired ? 0 : Math.max(0, Math.ceil(leftMs / SECOND_MS)),
    isExpired,
    refusal: own?.refusal,
    renew: ask,
    drop: () => setKnown((before) => before && { ...before, isDropped: true }),
  };
}
