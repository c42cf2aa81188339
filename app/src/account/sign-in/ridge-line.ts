// The brand's landscape: ridges behind ridges, each a sum of four waves that differ only in phase.

export const RIDGE_WIDTH = 390;

type Beginnings = readonly [number, number, number, number];

export interface RidgeLine {
  /** 0 is the farthest; nearer ones stand lower and are flatter. */
  readonly layer: number;
  readonly beginnings: Beginnings;
}

type HeightAt = (x: number) => number;

const WAVES = [
  { share: 0.6, turns: 4.2 },
  { share: 0.32, turns: 9.7 },
  { share: 0.14, turns: 21 },
  { share: 0.05, turns: 52 },
] as const;

export const ridgeAt =
  ({ layer, beginnings }: RidgeLine, floor: number): HeightAt =>
  (x) => {
    const base = floor * (0.34 + layer * 0.17);
    const rise = floor * (0.2 - layer * 0.028);
    const along = x / RIDGE_WIDTH;
    const wave = WAVES.reduce(
      (sum, { share, turns }, index) => sum + share * Math.sin(along * turns + (beginnings[index] ?? 0)),
      0,
    );
    return base - rise * wave;
  };

const STEP = 3;
export const RIDGE_XS: readonly number[] = Array.from(
  { length: RIDGE_WIDTH / STEP + 1 },
  (_, index) => index * STEP,
);

/** Half pixels are fine enough for the eye and short enough for the page. */
const half = (value: number): number => Math.round(value * 2) / 2;

/** As relative steps: they repeat, so the built page compresses to a third of what absolute points would take. */
export function pathAlong(at: HeightAt, xs: readonly number[] = RIDGE_XS): string {
  let path = '';
  let lastX = 0;
  let lastY = 0;
  for (const x of xs) {
    const y = half(at(x));
    path += path === '' ? `M${x} ${y}l` : `${x - lastX} ${y - lastY} `;
    lastX = x;
    lastY = y;
  }
  return path.trimEnd();
}

/** Down to the floor and back, under a line from edge to edge. */
export const areaUnder = (line: string, floor: number): string =>
  `${line}L${RIDGE_WIDTH} ${floor}L0 ${floor}z`;
