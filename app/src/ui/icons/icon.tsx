import { type IconName, icons } from './icons.ts';

interface Props {
  readonly name: IconName;
  readonly size?: number;
  /** Stroke on the 24 px grid. Small drawings (16–18 px) and current ones take 2. */
  readonly weight?: number;
}

/** Always hidden from screen readers: the text beside it or the control's label is read. */
export function Icon({ name, size = 24, weight = 1.75 }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={icons[name]} />
    </svg>
  );
}

interface TriangleProps {
  readonly direction: 'up' | 'down';
  readonly size?: number;
}

/** Always shown with a direction's colour, because colour is never the only sign. */
export function Triangle({ direction, size = 8 }: TriangleProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 8 8" fill="currentColor" aria-hidden="true">
      <path d={direction === 'up' ? 'M4 1l3.5 6h-7z' : 'M4 7L.5 1h7z'} />
    </svg>
  );
}
