interface Placed {
  readonly id: number;
  readonly createdAt: number;
  readonly isPinned: boolean;
}

/** As the server lists them. Pages are merged by number, but a text may be published later than one that is newer. */
export const inOrder = <Item extends Placed>(items: readonly Item[]): readonly Item[] =>
  items.toSorted(
    (a, b) => Number(b.isPinned) - Number(a.isPinned) || b.createdAt - a.createdAt || b.id - a.id,
  );
