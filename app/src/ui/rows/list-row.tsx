import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import './list-row.css';

/** The properties of a router's link that make it a row. */
export interface RowLink {
  readonly className: string;
  readonly children: ReactNode;
  readonly 'aria-current': 'true' | undefined;
}

interface Props {
  readonly tile?: ReactNode;
  readonly title: ReactNode;
  /** Beside the title: a badge. */
  readonly mark?: ReactNode;
  readonly meta?: ReactNode;
  /** Between the text and the figures: a spark. */
  readonly middle?: ReactNode;
  readonly value?: ReactNode;
  readonly sub?: ReactNode;
  readonly direction?: 'up' | 'down' | 'flat' | undefined;
  /** Anything else at the right edge: a switch, a badge, a button. */
  readonly end?: ReactNode;
  readonly chevron?: boolean;
  readonly height?: 56 | 60 | 64 | 72;
  /** The market is closed: everything is muted, nothing moves. */
  readonly resting?: boolean;
  readonly current?: boolean;
  /** A lighter title, for menus and settings. */
  readonly plain?: boolean;
  /** A hairline above, unless it is the first. */
  readonly ruled?: boolean;
  readonly disabled?: boolean;
  /** Makes the row a button. */
  readonly onPress?: (() => void) | undefined;
  /** Makes the row a link: `(link) => <Link to="/wallet" {...link} />`. */
  readonly renderLink?: ((link: RowLink) => ReactNode) | undefined;
}

export function ListRow({ onPress, renderLink, disabled = false, ...row }: Props) {
  const { height = 64, resting = false, current = false, plain = false, ruled = false } = row;
  const className = [
    'list-row',
    `list-row--${height}`,
    onPress || renderLink ? 'list-row--pressable' : '',
    resting ? 'list-row--resting' : '',
    current ? 'list-row--current' : '',
    plain ? 'list-row--plain' : '',
    ruled ? 'list-row--ruled' : '',
  ]
    .filter(Boolean)
    .join(' ');
  const now = current ? 'true' : undefined;
  if (renderLink) return renderLink({ className, children: <Inside {...row} />, 'aria-current': now });
  if (!onPress)
    return (
      <div className={className}>
        <Inside {...row} />
      </div>
    );
  return (
    <button type="button" className={className} aria-current={now} disabled={disabled} onClick={onPress}>
      <Inside {...row} />
    </button>
  );
}

function Inside({ tile, title, mark, meta, middle, value, sub, direction = 'flat', end, chevron }: Props) {
  return (
    <>
      {tile}
      <span className="list-row__words text-stack">
        <span className="list-row__head">
          <span className="list-row__title text-cut">{title}</span>
          {mark}
        </span>
        {meta !== undefined && <span className="list-row__meta text-micro text-cut">{meta}</span>}
      </span>
      {middle !== undefined && <span className="list-row__middle">{middle}</span>}
      {value !== undefined && (
        <span className="list-row__figures">
          <span className="list-row__value figure">{value}</span>
          {sub !== undefined && <span className={`list-row__sub figure figure--${direction}`}>{sub}</span>}
        </span>
      )}
      {end}
      {chevron && (
        <span className="list-row__chevron">
          <Icon name="chevron-right" size={18} />
        </span>
      )}
    </>
  );
}

/** The muted heading of a group of rows. */
export function SectionTitle({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode }) {
  return (
    <div className="section-title">
      <h2>{children}</h2>
      {end}
    </div>
  );
}

/** A band of another tone between two sections of a page. */
export const SectionGap = () => <div className="section-gap" aria-hidden="true" />;
