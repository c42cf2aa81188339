// Asks for the proof and for the public list of roots, and checks one against the other.
import { solvencyProof, solvencyRoots, type WireSolvencyProof } from '@maru/contract/solvency/calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { type CheckedBalance, checkBalance } from './check-balance.ts';

export interface JudgedBalance extends CheckedBalance {
  readonly proof: WireSolvencyProof;
  readonly tookMs: number;
}

export type BalanceCheck =
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'none'; readonly nextMillis: number }
  | { readonly kind: 'judged'; readonly judged: JudgedBalance; readonly isBusy: boolean };

const BUSY: BalanceCheck = { kind: 'busy' };

export function useBalanceCheck() {
  const { call, member } = usePlatform();
  const player = useWatched(member)?.id;
  const [state, setState] = useState<BalanceCheck>(BUSY);
  /** A run with another number is out of date, and its result is ignored. */
  const current = useRef(0);

  const run = useCallback(async () => {
    current.current += 1;
    const own = current.current;
    // What was judged before stays on the screen.
    setState((before) => (before.kind === 'judged' ? { ...before, isBusy: true } : BUSY));
    const [proof, list] = await Promise.all([
      call(solvencyProof, { query: {} }),
      call(solvencyRoots, { query: {} }),
    ]);
    if (current.current !== own) return;
    if (!list.ok) return setState({ kind: 'failed', message: list.message });
    if (!proof.ok)
      return setState(
        proof.code === 'NOT_FOUND'
          ? { kind: 'none', nextMillis: list.reply.nextMillis }
          : { kind: 'failed', message: proof.message },
      );
    const from = performance.now();
    const checked = checkBalance(proof.reply, { roots: list.reply.roots, player: player ?? 0 });
    const tookMs = performance.now() - from;
    setState({ kind: 'judged', judged: { ...checked, proof: proof.reply, tookMs }, isBusy: false });
  }, [call, player]);

  useEffect(() => {
    if (player !== undefined) void run();
    return () => {
      current.current += 1;
    };
  }, [run, player]);

  return { state, run };
}
