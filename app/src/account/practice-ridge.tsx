// Dashed means not real: the same ridge as at the door, drawn as a plan.

const WIDTH = 390;
const FLOOR = 210;
const STEP = 6;
const xs = Array.from({ length: WIDTH / STEP + 1 }, (_, index) => index * STEP);

const crest = (x: number): number =>
  92 -
  58 * Math.exp(-(((x - 150) / 70) ** 2)) -
  40 * Math.exp(-(((x - 352) / 60) ** 2)) +
  3 * Math.sin(x / 14);

const planes: readonly { readonly at: (x: number) => number; readonly fill: string }[] = [
  { at: crest, fill: 'var(--s1)' },
  { at: (x) => 100 + 22 * Math.sin(x / 62 + 0.6) + x / 12 - 12, fill: 'var(--s2)' },
  { at: (x) => 142 + 16 * Math.sin(x / 74 + 4.2) - x / 30 + 10, fill: 'var(--s3)' },
  { at: (x) => 186 + 8 * Math.sin(x / 48 + 2.4) - x / 9 + 16, fill: 'var(--bg)' },
];

const line = (at: (x: number) => number): string =>
  xs.map((x, index) => `${index === 0 ? 'M' : 'L'}${x} ${at(x).toFixed(1)}`).join('');

const NOW_X = 150;

export function PracticeRidge() {
  return (
    <svg
      className="welcome__ridge"
      viewBox={`0 0 ${WIDTH} ${FLOOR}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {planes.map(({ at, fill }) => (
        <path key={fill} d={`${line(at)}L${WIDTH} ${FLOOR}L0 ${FLOOR}z`} fill={fill} />
      ))}
      <path
        d={line(crest)}
        fill="none"
        stroke="var(--tx1)"
        strokeWidth="2"
        strokeDasharray="4 4"
        strokeLinecap="round"
      />
      <circle cx={NOW_X} cy={crest(NOW_X)} r="12" fill="var(--brass-fill)" opacity=".22" />
      <circle cx={NOW_X} cy={crest(NOW_X)} r="5" fill="var(--brass-fill)" />
    </svg>
  );
}
