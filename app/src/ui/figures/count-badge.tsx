import './count-badge.css';

interface Props {
  readonly count: number;
  /** Without the ring that separates it from what is behind it. */
  readonly flat?: boolean;
}

/** As it is shown, so that a label can contain the same text. */
export const countText = (count: number) => (count > 99 ? '99+' : String(count));

/** Renders nothing at zero and `99+` above 99: more is not worth the width. */
export function CountBadge({ count, flat = false }: Props) {
  if (count <= 0) return null;
  return (
    <span className={flat ? 'count-badge count-badge--flat figure' : 'count-badge figure'}>
      {countText(count)}
    </span>
  );
}
