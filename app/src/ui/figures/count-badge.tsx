import './count-badge.css';

interface Props {
  readonly count: number;
  /** Without the ring that cuts it out of what lies behind. */
  readonly flat?: boolean;
}

/** As it is shown, so that a label can say the same. */
const countText = (count: number) => (count > 99 ? '99+' : String(count));

/** Says nothing at zero and `99+` above 99: more is not worth the width. */
export function CountBadge({ count, flat = false }: Props) {
  if (count <= 0) return null;
  return (
    <span className={flat ? 'count-badge count-badge--flat figure' : 'count-badge figure'}>
      {countText(count)}
    </span>
  );
}
