import './spark.css';

const POINTS = 22;
/** `row` is beside a price in a list, `card` below the name of a trader (picture 12). */
const SIZES = { row: { width: 64, height: 26 }, card: { width: 108, height: 40 } } as const;

type Size = (typeof SIZES)[keyof typeof SIZES];

interface Props {
  /** Oldest first; any number of them. */
  readonly values: readonly number[];
  /** `resting` is a closed market: grey and without the end dot. */
  readonly direction: 'up' | 'down' | 'flat' | 'resting';
  readonly size?: keyof typeof SIZES;
}

/** Hidden from screen readers: the change beside it has the same in figures. */
export function Spark({ values, direction, size = 'row' }: Props) {
  const box = SIZES[size];
  const spots = place(sample(values), box);
  const last = spots.at(-1);
  return (
    <svg
      className={`spark spark--${size} spark--${direction}`}
      width={box.width}
      height={box.height}
      viewBox={`0 0 ${box.width} ${box.height}`}
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

function place(
  values: readonly number[],
  { width, height }: Size,
): readonly { readonly x: number; readonly y: number }[] {
  const low = Math.min(...values);
  const reach = Math.max(...values) - low;
  return values.map((value, index) => ({
    x: tenth(2 + (index * (width - 6)) / (values.length - 1)),
    y: tenth(reach === 0 ? height / 2 : 3 + (height - 6) * (1 - (value - low) / reach)),
  }));
}

const tenth = (length: number) => Math.round(length * 10) / 10;
