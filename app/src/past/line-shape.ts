// The shape of the equity line: where each point of it is drawn, and which moment lies under a finger.
import type { EquityPoint } from '@maru/contract/past/calls';

export interface Spot {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

export interface LineBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface LineShape {
  readonly spots: readonly Spot[];
  readonly from: number;
  readonly to: number;
  xAt(at: number): number;
  /** On the line, between its two neighbours. */
  yAt(at: number): number;
  momentAt(x: number): number;
}

/**
 * One that lacks the worth of a wallet looks like a loss beside whole ones: it is left out where there are those. Where
 * every point lacks something they can be compared all the same.
 */
export function comparable(points: readonly EquityPoint[]): readonly EquityPoint[] {
  const whole = points.filter(({ won, isPartial }) => won !== null && !isPartial);
  return whole.length > 1 ? whole : points;
}

const tenth = (length: number): number => Math.round(length * 10) / 10;

/** Undefined where there is no line: fewer than two points are valued. */
export function shapeOf(points: readonly EquityPoint[], box: LineBox): LineShape | undefined {
  const valued = points.flatMap(({ atMillis, won }) =>
    won === null ? [] : [{ at: atMillis, won: Number(won) }],
  );
  const [first, last] = [valued[0], valued.at(-1)];
  if (first === undefined || last === undefined || first.at >= last.at) return undefined;
  const worths = valued.map(({ won }) => won);
  const low = Math.min(...worths);
  const reach = Math.max(...worths) - low;
  const span = last.at - first.at;
  const clamp = (at: number) => Math.min(last.at, Math.max(first.at, at));
  const xAt = (at: number) => tenth(box.left + ((box.right - box.left) * (clamp(at) - first.at)) / span);
  const yOf = (won: number) =>
    reach === 0 ? (box.top + box.bottom) / 2 : box.bottom - ((box.bottom - box.top) * (won - low)) / reach;
  const spots = valued.map(({ at, won }) => ({ at, x: xAt(at), y: tenth(yOf(won)) }));
  return {
    spots,
    from: first.at,
    to: last.at,
    xAt,
    yAt(at) {
      const after = spots.find((spot) => spot.at >= at) ?? spots.at(-1)!;
      const before = spots.findLast((spot) => spot.at <= at) ?? spots[0]!;
      const part = after.at === before.at ? 0 : (clamp(at) - before.at) / (after.at - before.at);
      return tenth(before.y + (after.y - before.y) * part);
    },
    momentAt: (x) => Math.round(clamp(first.at + (span * (x - box.left)) / (box.right - box.left))),
  };
}

export const pathOf = (spots: readonly { readonly x: number; readonly y: number }[]): string =>
  spots.length === 0 ? '' : `M${spots.map(({ x, y }) => `${x} ${y}`).join('L')}`;

/** Down to the base of the box, for the fill below a line. */
export const areaOf = (spots: readonly { readonly x: number; readonly y: number }[], base: number): string =>
  spots.length === 0 ? '' : `${pathOf(spots)}L${spots.at(-1)!.x} ${base}L${spots[0]!.x} ${base}Z`;
