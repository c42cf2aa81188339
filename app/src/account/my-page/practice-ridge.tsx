// Dashed means not real: the same landscape as on the sign-in page, in dashes.
import {
  areaUnder,
  pathAlong,
  RIDGE_WIDTH,
  RIDGE_XS,
  type RidgeLine,
  ridgeAt,
} from '../sign-in/ridge-line.ts';

const FLOOR = 220;

const crest = ridgeAt({ layer: 0, beginnings: [5.55, 4.28, 1.09, 5.57] }, FLOOR);
const nearer: readonly (RidgeLine & { readonly fill: string; readonly opacity: number })[] = [
  { layer: 1, beginnings: [0.62, 2.39, 4.85, 3.15], fill: 'var(--tx1)', opacity: 0.045 },
  { layer: 2, beginnings: [2.45, 0.87, 5.54, 0.7], fill: 'var(--tx1)', opacity: 0.05 },
  { layer: 3, beginnings: [4.62, 4.44, 0.1, 4], fill: 'var(--bg)', opacity: 1 },
];

/** The top of the ridge, away from the edges of the page. */
const NOW_X = RIDGE_XS.filter((x) => x > 60 && x < 340).reduce((top, x) => (crest(x) < crest(top) ? x : top));

export function PracticeRidge() {
  return (
    <svg
      className="welcome__ridge"
      viewBox={`0 0 ${RIDGE_WIDTH} ${FLOOR}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <path d={areaUnder(pathAlong(crest), FLOOR)} fill="var(--tx1)" opacity={0.05} />
      {nearer.map((ridge) => (
        <path
          key={ridge.layer}
          d={areaUnder(pathAlong(ridgeAt(ridge, FLOOR)), FLOOR)}
          fill={ridge.fill}
          opacity={ridge.opacity}
        />
      ))}
      <path
        d={pathAlong(crest)}
        fill="none"
        stroke="var(--tx1)"
        strokeWidth="1.75"
        strokeDasharray="3 5"
        strokeLinecap="round"
      />
      <circle cx={NOW_X} cy={crest(NOW_X)} r="12" fill="var(--brass-fill)" opacity=".22" />
      <circle cx={NOW_X} cy={crest(NOW_X)} r="5" fill="var(--brass-fill)" />
    </svg>
  );
}
