// A player's own leaf and path. Its group of accounts is read and hashed again, and one group of each tier above it:
// a few hundred hashes, however many accounts there are.
import { assert } from '@maru/engine/assert';
import type { PlayerId } from '@maru/engine/purse';
import { leafNode, type SolvencyLeaf } from '@maru/engine/solvency/leaf';
import type { SolvencyNode } from '@maru/engine/solvency/node';
import { GROUP_NODES, neighboursIn } from '@maru/engine/solvency/tree';
import type { Tx } from '../db/database.ts';
import { fastHash, nonceOf, pursesOf, unpackAccounts, unpackNodes } from './packed-group.ts';
import { findGroup, findLeafGroup, type StoredRoot } from './store.ts';

export interface FoundProof {
  readonly leaf: SolvencyLeaf;
  readonly index: number;
  readonly path: readonly SolvencyNode[];
}

/** Undefined when the account was not open yet on that day. */
export async function readProof(
  tx: Tx,
  root: StoredRoot,
  leafKey: Uint8Array,
  player: PlayerId,
): Promise<FoundProof | undefined> {
  const group = await findLeafGroup(tx, root, nonceOf(leafKey, player));
  if (group === undefined) return undefined;
  const leaves = unpackAccounts(group.body).map((account) => ({
    player: account.player,
    purses: pursesOf(account),
    nonce: Buffer.from(nonceOf(leafKey, account.player)).toString('hex'),
  }));
  const within = leaves.findIndex((each) => each.player === player);
  const leaf = leaves[within];
  if (leaf === undefined) return undefined;
  const tree = { day: root, currencies: root.sums.map(({ currency }) => currency), hash: fastHash };
  const nodes = leaves.map((each) => leafNode(tree, each));
  const path = [...neighboursIn(nodes, within, fastHash)];
  let { place } = group;
  for (let tier = 1; GROUP_NODES ** tier < root.count; tier += 1) {
    const above = await findGroup(tx, root, { tier, place: Math.floor(place / GROUP_NODES) });
    assert(above !== undefined, 'a tree is kept whole for as long as its proofs are served');
    path.push(...neighboursIn(unpackNodes(above.body), place % GROUP_NODES, fastHash));
    place = Math.floor(place / GROUP_NODES);
  }
  return { leaf, index: group.place * GROUP_NODES + within, path };
}
