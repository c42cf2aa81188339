// Checks that one account is in a published root, from the proof alone: the same function runs in the browser, and
// app/public/solvency-verify.mjs has an implementation of its own.
import { isHex } from '../sha256.ts';
import { isWritable, leafSums, leafText, type SolvencyLeaf } from './leaf.ts';
import { joinNodes, type SolvencyNode, type TextHash } from './node.ts';
import { isWritableStatement, rootOf, type SolvencyStatement, totalsOf } from './statement.ts';
import { type NeighbourSide, sidesOf } from './tree.ts';

export interface SolvencyProof {
  readonly statement: SolvencyStatement;
  /** As it was published. */
  readonly root: string;
  readonly leaf: SolvencyLeaf;
  /** The place of the leaf among all of them, from 0. */
  readonly index: number;
  /** The neighbours on the way to the top, from below. */
  readonly path: readonly SolvencyNode[];
}

export interface ProofStep {
  readonly side: NeighbourSide;
  readonly neighbour: string;
  /** The hash of both together. */
  readonly joined: string;
}

/** What the check found wrong first. */
export type ProofFault =
  /** Something in it is not written as the rule wants. */
  | 'MALFORMED'
  /** The path has not as many steps as the place among so many accounts needs. */
  | 'PATH'
  /** The sums along the path are not the published ones. */
  | 'SUMS'
  /** Players and house do not add up to zero. */
  | 'TOTAL'
  /** Everything together has another hash than the published one. */
  | 'ROOT';

export interface CheckedProof {
  readonly leafHash: string;
  readonly steps: readonly ProofStep[];
  /** The root that follows from the proof. */
  readonly root: string;
  readonly fault: ProofFault | undefined;
}

const HASH_BYTES = 32;
const NOTHING: CheckedProof = { leafHash: '', steps: [], root: '', fault: 'MALFORMED' };

export function checkProof(proof: SolvencyProof, hash: TextHash): CheckedProof {
  const { statement, leaf, index, path } = proof;
  const currencies = statement.sums.map(({ currency }) => currency);
  const sums = leafSums(currencies, leaf);
  if (sums === undefined || !isWellFormed(proof, currencies.length)) return NOTHING;
  const leafHash = hash(leafText(statement, leaf));
  const sides = sidesOf({ index, count: statement.count });
  if (sides.length !== path.length) return { ...NOTHING, leafHash, fault: 'PATH' };
  const steps: ProofStep[] = [];
  let node: SolvencyNode = { hash: leafHash, sums };
  for (const [level, side] of sides.entries()) {
    const neighbour = path[level] as SolvencyNode;
    node = side === 'LEFT' ? joinNodes(neighbour, node, hash) : joinNodes(node, neighbour, hash);
    steps.push({ side, neighbour: neighbour.hash, joined: node.hash });
  }
  const root = rootOf(statement, node, hash);
  return { leafHash, steps, root, fault: faultOf(proof, node, root) };
}

function isWellFormed({ statement, leaf, index, path }: SolvencyProof, currencies: number): boolean {
  const { count } = statement;
  if (!Number.isSafeInteger(index) || index < 0 || index >= count) return false;
  const isPathWhole = path.every(
    ({ hash, sums }) =>
      isHex(hash, HASH_BYTES) && sums.length === currencies * 2 && sums.every((units) => units >= 0n),
  );
  return isPathWhole && isWritableStatement(statement) && isWritable(leaf);
}

function faultOf(
  { statement, root: published }: SolvencyProof,
  top: SolvencyNode,
  root: string,
): ProofFault | undefined {
  const isSame = statement.sums.every(
    ({ owed, owing }, place) => owed === top.sums[place * 2] && owing === top.sums[place * 2 + 1],
  );
  if (!isSame) return 'SUMS';
  if ([...totalsOf(statement).values()].some((units) => units !== 0n)) return 'TOTAL';
  return root === published ? undefined : 'ROOT';
}
