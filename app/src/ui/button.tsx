import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  readonly kind?: 'primary' | 'tonal';
  readonly size?: 'large' | 'medium';
  readonly type?: 'button' | 'submit';
  /** The tap is under way: the label gives way to three dots, the size stays, and taps do nothing. */
  readonly busy?: boolean;
  readonly busyLabel?: string;
  readonly label?: string;
  readonly autoFocus?: boolean;
  readonly onPress?: () => void;
}

export function Button({
  children,
  kind = 'primary',
  size = 'large',
  type = 'button',
  busy = false,
  busyLabel,
  label,
  autoFocus = false,
  onPress,
}: Props) {
  const classes = ['button', `button--${kind}`, ...(size === 'medium' ? ['button--medium'] : [])].join(' ');
  return (
    <button
      type={type}
      className={classes}
      aria-label={busy ? (busyLabel ?? label) : label}
      // Not `disabled`: a button that goes dead under the thumb loses the keyboard's focus.
      aria-disabled={busy}
      // The one button of a dialog takes the focus, so that Enter answers it.
      // biome-ignore lint/a11y/noAutofocus: a dialog must take the focus when it opens.
      autoFocus={autoFocus}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onPress?.();
      }}
    >
      {busy ? <Dots /> : children}
    </button>
  );
}

const Dots = () => (
  <span className="dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);
