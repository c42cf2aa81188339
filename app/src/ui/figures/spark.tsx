import './spark.css';

const POINTS = 22;
const WIDTH = 64;
const HEIGHT = 26;

interface Props {
  /** Oldest first; any number of them. */
  readonly values: readonly number[];
  /** `resting` is a closed market: grey and without the end dot. */
  readonly direction: 'up' | 'down' | 'flat' | 'resting';
}

/** Hidden from screen readers: the change beside it has the same in figures. */
export function Spark({ values, direction }: Props) {
  const spots = place(sample(values));
  const last = spots.at(-1);
  return (
    <svg
      className={`spark spark--${direction}`}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fill="none"
      aria-hidden="true"
    >
      {last && (
        <>
          <path d={`M${spots.map(({ x, y }) => `${x} ${y}`).join('L')}`} />
          {direction !== 'resting' && <circle cx={last.x} cy={last.y} r="2" />}
        </>
      )}
    </svg>
  );
}

/** Samples at even distances, the newest always included. */
function sample(values: readonly number[]): readonly number[] {
  if (values.length <= POINTS) return values.length === 1 ? [values[0]!, values[0]!] : values;
  const stride = (values.length - 1) / (POINTS - 1);
  return Array.from({ length: POINTS }, (_, index) => values[Math.round(index * stride)]!);
}

function place(values: readonly number[]): readonly { readonly x: number; readonly y: number }[] {
  const low = Math.min(...values);
  const reach = Math.max(...values) - low;
  return values.map((value, index) => ({
    x: tenth(2 + (index * (WIDTH - 6)) / (values.length - 1)),
    y: tenth(reach === 0 ? HEIGHT / 2 : 3 + (HEIGHT - 6) * (1 - (value - low) / reach)),
  }));
}

const tenth = (length: number) => Math.round(length * 10) / 10;
