import './gauge.css';

interface Props {
  readonly label: string;
  /** What is left above the line, 0 to 100. */
  readonly share: number;
  /** Width of the hatched zone below the line, 0 to 100 of the track. */
  readonly danger?: number;
  readonly size?: 6 | 8;
  /** What the figure means, for screen readers. */
  readonly valueText?: string | undefined;
}

/** Calm from 50 up, a warning from 20, danger below. */
export const gaugeTone = (share: number) => (share >= 50 ? 'calm' : share >= 20 ? 'warn' : 'danger');

export function Gauge({ label, share, danger = 0, size = 8, valueText }: Props) {
  const room = Math.min(100, Math.max(0, share));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn the same in every browser.
    <div
      className={`gauge gauge--${size} gauge--${gaugeTone(room)}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(room)}
      aria-valuetext={valueText}
    >
      <span className="gauge__fill" style={{ width: `${danger + (room * (100 - danger)) / 100}%` }} />
      {danger > 0 && <span className="gauge__danger" style={{ width: `${danger}%` }} />}
    </div>
  );
}
