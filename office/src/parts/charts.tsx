// Small charts, drawn as SVG. Each has a label that says what it shows; the figures stand beside it as text.
import './charts.css';

interface LineProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly height?: number;
  /** Drawn as a line across. */
  readonly marks?: readonly number[];
  readonly tone?: 'plain' | 'up' | 'down' | 'brass';
}

const WIDTH = 600;

export function Line({ label, values, height = 120, marks = [], tone = 'plain' }: LineProps) {
  const all = [...values, ...marks];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const y = (value: number) =>
    high === low ? height / 2 : height - 6 - ((value - low) / (high - low)) * (height - 12);
  const x = (index: number) => (values.length < 2 ? WIDTH : (index / (values.length - 1)) * WIDTH);
  const path = values.map(
    (value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  return (
    <svg
      className={`line-plot line-plot--${tone}`}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      height={height}
      role="img"
      aria-label={label}
    >
      {marks.map((mark) => (
        <path key={mark} className="line-plot__mark" d={`M0 ${y(mark)}H${WIDTH}`} />
      ))}
      <path className="line-plot__line" d={path.join('')} />
    </svg>
  );
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** As it is written above the bar. */
  readonly text?: string | undefined;
  readonly tone?: 'plain' | 'warn' | 'danger' | 'brass' | 'up' | 'down';
}

/** Standing bars, each with its own label. */
export function Bars({ label, bars, height = 96 }: { label: string; bars: readonly Bar[]; height?: number }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="bar-plot" aria-label={label}>
      {bars.map(({ label: name, value, text, tone = 'plain' }) => (
        <li key={name} className="bar-plot__bar">
          <span className={`figure tone--${tone}`}>{text ?? value}</span>
          <svg
            className={`bar-plot__fill bar-plot__fill--${tone}`}
            height={height}
            width="100%"
            aria-hidden="true"
          >
            <rect y={height - (value / most) * height} width="100%" height={(value / most) * height} rx="4" />
          </svg>
          <span className="bar-plot__name figure">{name}</span>
        </li>
      ))}
    </ul>
  );
}

/** How full something is, 0 to 1. */
export function Meter({
  label,
  share,
  tone = 'plain',
}: {
  label: string;
  share: number;
  tone?: Bar['tone'];
}) {
  const width = `${Math.min(1, Math.max(0, share)) * 100}%`;
  return (
    <svg className={`meter meter--${tone}`} width="100%" height="6" role="img" aria-label={label}>
      <rect className="meter__track" width="100%" height="6" rx="3" />
      <rect className="meter__fill" width={width} height="6" rx="3" />
    </svg>
  );
}
