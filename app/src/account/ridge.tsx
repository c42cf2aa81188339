// The drawing over the sign-in form: far ridges as the past, one bright line as the price, a brass dot as now, and
// a dotted line for what nobody knows yet.

interface Wave {
  readonly height: number;
  readonly depth: number;
  readonly turns: number;
  readonly shift: number;
}

const WIDTH = 390;
const FLOOR = 260;
const STEP = 6;
const NOW_X = 264;

const far: readonly Wave[] = [
  { height: 92, depth: 24, turns: 1.3, shift: 0.2 },
  { height: 146, depth: 20, turns: 1.8, shift: 2.1 },
  { height: 168, depth: 26, turns: 1.1, shift: 3.4 },
];

const xs = Array.from({ length: WIDTH / STEP + 1 }, (_, index) => index * STEP);

const waveAt = ({ height, depth, turns, shift }: Wave, x: number): number => {
  const angle = (x / WIDTH) * Math.PI * 2 * turns + shift;
  return height + depth * Math.sin(angle) + (depth / 3) * Math.sin(angle * 2.7 + shift);
};

/** Climbs out of the valley, crests a little after now, and shivers as prices do. */
const priceAt = (x: number): number => {
  const climb = 142 / (1 + Math.exp(-(x - 188) / 34));
  const fall = x > 284 ? (x - 284) * 0.3 : 0;
  return 224 - climb + fall + 9 * Math.sin(x / 23) + 3.2 * Math.sin(x / 3.1) * Math.sin(x / 11);
};

const line = (points: readonly number[], at: (x: number) => number): string =>
  points.map((x, index) => `${index === 0 ? 'M' : 'L'}${x} ${at(x).toFixed(1)}`).join('');

const area = (at: (x: number) => number): string => `${line(xs, at)}L${WIDTH} ${FLOOR}L0 ${FLOOR}z`;

const fine = Array.from({ length: WIDTH / 3 + 1 }, (_, index) => index * 3);
const past = fine.filter((x) => x <= NOW_X);
const future = fine.filter((x) => x >= NOW_X);

export function Ridge() {
  return (
    <svg
      className="ridge"
      viewBox={`0 0 ${WIDTH} ${FLOOR}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="ridge-far" x1="0" x2="0" y1="0" y2="1">
          <stop stopColor="var(--s2)" stopOpacity=".6" />
          <stop offset="1" stopColor="var(--bg)" />
        </linearGradient>
        <linearGradient id="ridge-near" x1="0" x2="0" y1="0" y2="1">
          <stop stopColor="var(--s3)" />
          <stop offset="1" stopColor="var(--bg)" />
        </linearGradient>
      </defs>
      {far.map((wave) => (
        <g key={wave.height}>
          <path d={area((x) => waveAt(wave, x))} fill="url(#ridge-far)" />
          <path d={line(xs, (x) => waveAt(wave, x))} fill="none" stroke="var(--tx1)" strokeOpacity=".14" />
        </g>
      ))}
      <path d={area(priceAt)} fill="url(#ridge-near)" />
      <path
        d={line(past, priceAt)}
        fill="none"
        stroke="var(--tx1)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d={line(future, priceAt)}
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
