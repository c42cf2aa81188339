import { Icon } from '@maru/app/ui/icons/icon';
import type { IconName } from '@maru/app/ui/icons/icons';
import { useShortcut } from '@maru/app/ui/typing/use-shortcut';
import type { ReactNode } from 'react';
import { words } from '../text/shell.ts';
import './button.css';

interface Props {
  readonly children: ReactNode;
  readonly kind?: 'primary' | 'tonal' | 'danger' | 'quiet';
  readonly size?: 'large' | 'small';
  readonly type?: 'button' | 'submit';
  readonly icon?: IconName | undefined;
  /** A letter that presses it from anywhere on the page; it is shown on the button. */
  readonly hotkey?: string | undefined;
  /** What it asks for takes a second person. */
  readonly takesTwo?: boolean;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  readonly label?: string | undefined;
  readonly onPress?: () => void;
}

export function Button({
  children,
  kind = 'tonal',
  size = 'large',
  type = 'button',
  icon,
  hotkey,
  takesTwo = false,
  disabled = false,
  busy = false,
  label,
  onPress,
}: Props) {
  useShortcut(hotkey === undefined || disabled || busy ? undefined : hotkey, () => onPress?.());
  return (
    <button
      type={type}
      className={`act act--${kind} act--${size}`}
      // What can be seen is part of the name: whoever speaks to the machine says what is on the button.
      aria-label={label === undefined ? undefined : takesTwo ? `${label} ${words.twoPeople}` : label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      disabled={disabled}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onPress?.();
      }}
    >
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
      {/* A space between the words: the name is read out as it is written. */}
      {takesTwo && <i className="act__two"> {words.twoPeople}</i>}
      {hotkey !== undefined && (
        <span className="key" aria-hidden="true">
          {hotkey.toUpperCase()}
        </span>
      )}
    </button>
  );
}
