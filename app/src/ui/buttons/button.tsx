import type { ReactNode } from 'react';
import './button.css';
import { CountBadge } from '../figures/count-badge.tsx';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icons.ts';

export type ButtonKind = 'primary' | 'tonal' | 'line' | 'up' | 'down' | 'danger';
export type ButtonSize = 'large' | 'medium' | 'small';

interface ButtonStyle {
  readonly kind?: ButtonKind | undefined;
  readonly size?: ButtonSize | undefined;
  /** `fit` is as wide as its text; a small button always is. */
  readonly width?: 'fill' | 'fit' | undefined;
}

/** The class of a button, for a link that must look like one. */
export function buttonClass({ kind = 'primary', size = 'large', width = 'fill' }: ButtonStyle = {}): string {
  const fit = width === 'fit' || size === 'small' ? ' button--fit' : '';
  return `button button--${kind} button--${size}${fit}`;
}

interface Props extends ButtonStyle {
  readonly children: ReactNode;
  readonly type?: 'button' | 'submit';
  /** The tap is under way: three dots over the text, the width stays, and taps do nothing. */
  readonly busy?: boolean;
  readonly busyLabel?: string | undefined;
  readonly disabled?: boolean;
  readonly label?: string | undefined;
  readonly icon?: IconName | undefined;
  /** The number the tap will commit, at the right edge. */
  readonly figure?: ReactNode;
  readonly onPress?: (() => void) | undefined;
}

export function Button({
  children,
  kind,
  size = 'large',
  width,
  type = 'button',
  busy = false,
  busyLabel,
  disabled = false,
  label,
  icon,
  figure,
  onPress,
}: Props) {
  return (
    <button
      type={type}
      className={buttonClass({ kind, size, width })}
      aria-label={busy ? (busyLabel ?? label) : label}
      disabled={disabled}
      // Not `disabled` while busy: a button that is disabled while it is pressed loses the keyboard's focus.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onPress?.();
      }}
    >
      <span className={figure === undefined ? 'button__face' : 'button__face button__face--apart'}>
        {icon && <Icon name={icon} size={size === 'small' ? 16 : 20} weight={2} />}
        <span>{children}</span>
        {figure !== undefined && <span className="button__figure figure">{figure}</span>}
      </span>
      {busy && <BusyDots />}
    </button>
  );
}

export const BusyDots = () => (
  <span className="busy-dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);

interface FaceProps {
  readonly icon: IconName;
  readonly size?: number;
  /** The number of unread items, in brass at the icon's corner. The label must contain it too. */
  readonly count?: number;
}

interface IconButtonProps extends FaceProps {
  readonly label: string;
  readonly pressed?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly disabled?: boolean;
  /** As of `Button`: three dots in place of the icon. */
  readonly busy?: boolean;
  readonly quiet?: boolean;
  readonly onPress?: (() => void) | undefined;
}

/** The class of an icon button, for a link that must look like one. */
export const iconButtonClass = 'icon-button';

export function IconButton({
  label,
  pressed,
  expanded,
  disabled = false,
  busy = false,
  quiet = false,
  onPress,
  ...face
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={quiet ? 'icon-button icon-button--quiet' : 'icon-button'}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onPress}
    >
      {busy ? <BusyDots /> : <IconButtonFace {...face} />}
    </button>
  );
}

/** The content of an icon button, for links that have `iconButtonClass`. */
export function IconButtonFace({ icon, size = 24, count = 0 }: FaceProps) {
  return (
    <>
      <Icon name={icon} size={size} />
      {count > 0 && (
        <span className="icon-button__count" aria-hidden="true">
          <CountBadge count={count} />
        </span>
      )}
    </>
  );
}

/** The class of a muted text link or text button, 44 px high. */
export const textLinkClass = 'text-link';
