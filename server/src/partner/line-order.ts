// A part of the tree as it is shown: each partner before those below, and of those under one partner the oldest first.
interface Placed {
  /** `/12/45/`: the numbers of those above, and its own. */
  readonly path: string;
}

const placesOf = ({ path }: Placed): readonly number[] => path.split('/').filter(Boolean).map(Number);

/** By numbers: as texts, 10 would come before 9. */
export function inLineOrder<Node extends Placed>(nodes: readonly Node[]): readonly Node[] {
  const placed = nodes.map((node) => ({ node, places: placesOf(node) }));
  return placed.sort((one, other) => compare(one.places, other.places)).map(({ node }) => node);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((place, at) => place !== other[at]);
  return index < 0 ? one.length - other.length : (one[index] ?? 0) - (other[index] ?? -1);
}
