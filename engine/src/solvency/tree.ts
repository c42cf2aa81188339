// The tree over all accounts. Nodes are joined in pairs, level by level; a last one without a partner goes up as it is.
// The tree is made in groups of at most 256 neighbours, each kept by the server: a path needs one group of each tier,
// and making the root needs no more memory than a few groups.
import { assert } from '../assert.ts';
import { joinNodes, type SolvencyNode, type TextHash } from './node.ts';

/** A power of two: then a full group is a whole subtree, and the tree is the same as without groups. */
export const GROUP_NODES = 256;

export interface SolvencyGroup {
  /** Groups of tier 0 have accounts below them, those of tier 1 the tops of groups of tier 0, and so on. */
  readonly tier: number;
  readonly index: number;
  readonly nodes: readonly SolvencyNode[];
  readonly top: SolvencyNode;
}

function levelAbove(nodes: readonly SolvencyNode[], hash: TextHash): readonly SolvencyNode[] {
  const above: SolvencyNode[] = [];
  for (let place = 0; place < nodes.length; place += 2) {
    const left = nodes[place] as SolvencyNode;
    const right = nodes[place + 1];
    above.push(right === undefined ? left : joinNodes(left, right, hash));
  }
  return above;
}

export function topOf(nodes: readonly SolvencyNode[], hash: TextHash): SolvencyNode {
  let level = nodes;
  while (level.length > 1) level = levelAbove(level, hash);
  const [top] = level;
  assert(top !== undefined, 'a tree has at least one node');
  return top;
}

/** The neighbours with which the node at this place is joined on its way to the top, from below. */
export function neighboursIn(
  nodes: readonly SolvencyNode[],
  index: number,
  hash: TextHash,
): readonly SolvencyNode[] {
  const neighbours: SolvencyNode[] = [];
  let level = nodes;
  for (let place = index; level.length > 1; place >>>= 1) {
    const neighbour = level[place ^ 1];
    if (neighbour !== undefined) neighbours.push(neighbour);
    level = levelAbove(level, hash);
  }
  return neighbours;
}

export type NeighbourSide = 'LEFT' | 'RIGHT';

/** On which side each neighbour of a path stands: that follows from the place and from how many accounts there are. */
export function sidesOf({
  index,
  count,
}: {
  readonly index: number;
  readonly count: number;
}): readonly NeighbourSide[] {
  const sides: NeighbourSide[] = [];
  let place = index;
  for (let width = count; width > 1; width = Math.ceil(width / 2)) {
    if (place % 2 === 1) sides.push('LEFT');
    else if (place + 1 < width) sides.push('RIGHT');
    place = Math.floor(place / 2);
  }
  return sides;
}

export interface TreeBuilder {
  /** The next account. */
  add(node: SolvencyNode): void;
  /** The top of all; undefined when nothing was added. */
  end(): SolvencyNode | undefined;
}

/** `onGroup` gets every group when it is complete, those below before those above. */
export function createTreeBuilder(hash: TextHash, onGroup: (group: SolvencyGroup) => void): TreeBuilder {
  const tiers: { nodes: SolvencyNode[]; closed: number }[] = [];

  function close(tier: number): SolvencyNode {
    const open = tiers[tier] as (typeof tiers)[number];
    const { nodes } = open;
    const top = topOf(nodes, hash);
    onGroup({ tier, index: open.closed, nodes, top });
    open.nodes = [];
    open.closed += 1;
    return top;
  }

  function addTo(tier: number, node: SolvencyNode): void {
    tiers[tier] ??= { nodes: [], closed: 0 };
    const open = tiers[tier] as (typeof tiers)[number];
    // A full group is closed by the next node, so that the last group of a tier may be the only one.
    if (open.nodes.length === GROUP_NODES) addTo(tier + 1, close(tier));
    open.nodes.push(node);
  }

  return {
    add: (node) => addTo(0, node),
    end() {
      if (tiers.length === 0) return undefined;
      for (let tier = 0; ; tier += 1) {
        const top = close(tier);
        if (tier === tiers.length - 1 && tiers[tier]?.closed === 1) return top;
        addTo(tier + 1, top);
      }
    },
  };
}
