// Movements of money, page by page. The server says itself where the next page begins: it looks only so far for what
// was asked for, so a page may be empty and not the last.
import type { Refused } from '@maru/client/call';
import { type LedgerLine, ledgerList } from '@maru/contract/books/calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useOffice } from '../shell/office-context.tsx';

export interface LedgerFilters {
  readonly playerId?: number;
  readonly tradeRoundId?: number;
  readonly kind?: string;
  readonly reason?: string;
  readonly date?: string;
}

interface Held {
  readonly key: string;
  readonly lines: readonly LedgerLine[];
  readonly next: number | null;
  readonly fault: Refused | undefined;
}

export function useLedger(filters: LedgerFilters) {
  const office = useOffice();
  const key = JSON.stringify(filters);
  const wanted = useRef(key);
  wanted.current = key;
  const [held, setHeld] = useState<Held>();

  const read = useCallback(
    async (lines: readonly LedgerLine[], before: number | undefined) => {
      const query = {
        ...(JSON.parse(key) as LedgerFilters),
        ...(before === undefined ? {} : { before }),
      };
      const outcome = await office.call(ledgerList, { query });
      if (wanted.current !== key) return;
      setHeld(
        outcome.ok
          ? { key, lines: [...lines, ...outcome.reply.content], next: outcome.reply.next, fault: undefined }
          : { key, lines, next: before ?? null, fault: outcome },
      );
    },
    [office, key],
  );
  useEffect(() => void read([], undefined), [read]);

  const isCurrent = held?.key === key;
  return {
    lines: held?.lines ?? [],
    isLoading: !isCurrent,
    fault: isCurrent ? held.fault : undefined,
    hasMore: isCurrent && held.next !== null,
    more: () => (held?.next == null ? Promise.resolve() : read(held.lines, held.next)),
  };
}
