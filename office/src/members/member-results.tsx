// The 30-day result of each member in the list. It is summed from trades, so it is read after the list and in slices.
import { type MemberRow, memberResults } from '@maru/contract/members/calls';
import { useEffect, useState } from 'react';
import { useOffice } from '../shell/office-context.tsx';
import { shownResult, toneOf } from './figures.ts';

/** As many as one call takes. */
const SLICE = 20;

type Results = ReadonlyMap<number, string | null>;

export function useResults(rows: readonly MemberRow[]): Results {
  const { callByItself } = useOffice();
  const [known, setKnown] = useState<Results>(new Map());
  const missing = rows
    .filter(({ id }) => !known.has(id))
    .slice(0, SLICE)
    .map(({ id }) => id)
    .join(',');
  useEffect(() => {
    if (missing === '') return undefined;
    let isGone = false;
    void callByItself(memberResults, { query: { playerIds: missing } }).then((outcome) => {
      if (isGone) return;
      const found = outcome.ok ? outcome.reply.content : [];
      setKnown((before) => {
        const next = new Map(before);
        // Whoever was not answered is not asked for again.
        for (const id of missing.split(',')) next.set(Number(id), null);
        for (const { playerId, won } of found) next.set(playerId, won);
        return next;
      });
    });
    return () => {
      isGone = true;
    };
  }, [callByItself, missing]);
  return known;
}

/** Undefined while it is read. */
export function ResultCell({ won }: { readonly won: string | null | undefined }) {
  if (won === undefined || won === null) return <span className="members__quiet">–</span>;
  return <span className={`figure tone--${toneOf(won)}`}>{shownResult(won)}</span>;
}
