// The check of one's own proof on this device: the engine's function, and two questions only this device can answer.
// Whose account it is, and whether everybody else is shown the same root.
import type { WireSolvencyProof, WireSolvencyStatement } from '@maru/contract/solvency/calls';
import { proofOfWire } from '@maru/contract/solvency/wire-proof';
import { toDecimal } from '@maru/engine/amount';
import { sha256OfText } from '@maru/engine/solvency/node';
import { checkProof, type ProofFault, type ProofStep } from '@maru/engine/solvency/proof';

export type BalanceFault = ProofFault | 'LIST' | 'OTHER';

export interface CheckedBalance {
  readonly leafHash: string;
  readonly steps: readonly ProofStep[];
  readonly fault: BalanceFault | undefined;
}

export function checkBalance(
  proof: WireSolvencyProof,
  { roots, player }: { readonly roots: readonly WireSolvencyStatement[]; readonly player: number },
): CheckedBalance {
  const read = proofOfWire(proof);
  if (read === undefined) return { leafHash: '', steps: [], fault: 'MALFORMED' };
  const { leafHash, steps, root, fault } = checkProof(read, sha256OfText);
  if (fault !== undefined) return { leafHash, steps, fault };
  if (proof.leaf.player !== player) return { leafHash, steps, fault: 'OTHER' };
  const listed = roots.find(({ date }) => date === proof.date);
  return { leafHash, steps, fault: listed?.root === root ? undefined : 'LIST' };
}

/** What the account has in each currency, all of its purses together; won first. */
export function balancesOf(
  proof: WireSolvencyProof,
): readonly { readonly currency: string; readonly balance: string }[] {
  const sums = new Map<string, bigint>();
  for (const { currency, balance } of proofOfWire(proof)?.leaf.purses ?? [])
    sums.set(currency, (sums.get(currency) ?? 0n) + balance);
  return [...sums]
    .filter(([, units]) => units !== 0n || sums.size === 1)
    .map(([currency, units]) => ({ currency, balance: toDecimal(units) }))
    .toSorted((a, b) => Number(b.currency === 'KRW') - Number(a.currency === 'KRW'));
}
