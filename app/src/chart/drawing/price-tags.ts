// Places the tags of price lines: on their own line where there is room, beside each other where lines are close, and
// otherwise a little above or below, so that none covers another.

export const TAG_HEIGHT = 20;
export const TAG_GAP = 6;
export const TAG_LEFT = 8;

/** Up to this distance it is visible to which line a tag belongs. */
const FURTHEST_PX = 3 * TAG_HEIGHT;

export interface WantedTag {
  readonly id: string;
  /** Of its line. */
  readonly y: number;
  readonly width: number;
}

export interface PlacedTag extends WantedTag {
  readonly left: number;
  /** The middle of the tag: `y`, unless there was no room on its own line. */
  readonly tagY: number;
}

export interface Pane {
  readonly width: number;
  readonly height: number;
}

/** Tags are placed in the order of the list. */
export function placeTags(wanted: readonly WantedTag[], pane: Pane): readonly PlacedTag[] {
  const placed: PlacedTag[] = [];
  for (const tag of wanted) placed.push({ ...tag, ...placeFor(tag, placed, pane) });
  return placed;
}

function placeFor({ y, width }: WantedTag, placed: readonly PlacedTag[], pane: Pane) {
  for (const tagY of heightsNear(y, placed, pane)) {
    const left = firstGap(
      placed.filter((other) => Math.abs(other.tagY - tagY) < TAG_HEIGHT),
      width,
    );
    if (left + width + TAG_GAP <= pane.width) return { left, tagY };
  }
  // More tags than the pane has room for: this one overlaps others at the right edge.
  return { left: Math.max(TAG_LEFT, pane.width - width - TAG_GAP), tagY: y };
}

/** Its own line first, then just above or below tags that are near, the nearest first. */
function heightsNear(y: number, placed: readonly PlacedTag[], { height }: Pane): readonly number[] {
  const beside = placed.flatMap(({ tagY }) => [tagY - TAG_HEIGHT, tagY + TAG_HEIGHT]);
  const half = TAG_HEIGHT / 2;
  return [
    y,
    ...beside
      .filter((at) => Math.abs(at - y) <= FURTHEST_PX && at >= half && at <= height - half)
      .toSorted((a, b) => Math.abs(a - y) - Math.abs(b - y)),
  ];
}

function firstGap(others: readonly PlacedTag[], width: number): number {
  let left = TAG_LEFT;
  for (const other of others.toSorted((a, b) => a.left - b.left)) {
    if (left + width + TAG_GAP <= other.left) break;
    left = Math.max(left, other.left + other.width + TAG_GAP);
  }
  return left;
}
