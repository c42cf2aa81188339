// The drawing above the sign-in form: far ridges for past prices, one bright line for the price, a brass dot for now,
// and a dotted line for the unknown future.
import { areaUnder, pathAlong, RIDGE_WIDTH, RIDGE_XS, type RidgeLine, ridgeAt } from './ridge-line.ts';

const FLOOR = 260;
const NOW_X = 267;

const waves: readonly (RidgeLine & { readonly ink: number; readonly haze: number })[] = [
  { layer: 0, beginnings: [2.33, 2.7, 5.7, 2.65], ink: 0.1, haze: 0.5 },
  { layer: 1, beginnings: [2.84, 4.79, 3.98, 3.09], ink: 0.15, haze: 0.62 },
  { layer: 2, beginnings: [0.23, 5.8, 1.39, 4.97], ink: 0.2, haze: 0.74 },
];

/** The drawing must be the same in every browser and at every visit, so its random numbers come from a fixed seed. */
function* chances(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 16807) % 2147483647;
    yield state / 2147483647 - 0.5;
  }
}

/** A foothill, a climb to the crest at "now", a long descent; the noise grows toward the crest. */
const prices: ReadonlyMap<number, number> = (() => {
  const chance = chances(77);
  return new Map(
    RIDGE_XS.map((x) => {
      const crest = Math.exp(-(((x - 268) / (x < 268 ? 96 : 210)) ** 2));
      const foothill = Math.exp(-(((x - 96) / 70) ** 2));
      const shiver = chance.next().value * 7 * (0.5 + crest);
      return [x, 214 - 112 * crest - 26 * foothill + shiver + 5 * Math.sin(x / 17)];
    }),
  );
})();
const priceAt = (x: number): number => prices.get(x) ?? FLOOR;

export function Ridge() {
  const far = waves.map((ridge) => ({ ...ridge, line: pathAlong(ridgeAt(ridge, FLOOR)) }));
  return (
    <svg
      className="ridge"
      viewBox={`0 0 ${RIDGE_WIDTH} ${FLOOR}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <defs>
        {[...far.map(({ haze }) => haze), 0.86].map((haze, layer) => (
          <linearGradient key={haze} id={`ridge-${layer}`} x1="0" x2="0" y1="0" y2="1">
            <stop stopColor={`var(--s${layer + 1})`} stopOpacity={haze} />
            <stop offset="1" stopColor="var(--bg)" />
          </linearGradient>
        ))}
      </defs>
      {far.map((ridge) => (
        <g key={ridge.layer}>
          <path d={areaUnder(ridge.line, FLOOR)} fill={`url(#ridge-${ridge.layer})`} />
          <path d={ridge.line} fill="none" stroke="var(--tx1)" strokeOpacity={ridge.ink} />
        </g>
      ))}
      <path d={areaUnder(pathAlong(priceAt), FLOOR)} fill="url(#ridge-3)" />
      <path
        d={pathAlong(
          priceAt,
          RIDGE_XS.filter((x) => x <= NOW_X),
        )}
        fill="none"
        stroke="var(--tx1)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d={pathAlong(
          priceAt,
          RIDGE_XS.filter((x) => x >= NOW_X),
        )}
        fill="none"
        stroke="var(--tx1)"
        strokeOpacity=".34"
        strokeWidth="1.5"
        strokeDasharray="1.5 5"
        strokeLinecap="round"
      />
      <circle cx={NOW_X} cy={priceAt(NOW_X)} r="15" fill="var(--brass-fill)" opacity=".16" />
      <circle cx={NOW_X} cy={priceAt(NOW_X)} r="5.5" fill="var(--brass-fill)" />
    </svg>
  );
}
