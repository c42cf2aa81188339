import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icons.ts';
import { useLeaving } from './leaving.ts';
import { keepAbove } from './overlay-floor.ts';
import { useSwipeAway } from './swipe-away.ts';
import './toast.css';

export interface ToastProps {
  readonly icon: IconName;
  /** The colour of the round tile: a direction, a risk, or none. Its size never differs. */
  readonly tone?: 'up' | 'down' | 'danger' | 'neutral';
  readonly title: string;
  readonly line?: ReactNode;
  /** A figure at the right, or a muted word such as 지금. */
  readonly figure?: ReactNode;
  readonly aside?: string | undefined;
  /** Makes the whole toast a button. */
  readonly onPress?: (() => void) | undefined;
}

interface RailProps {
  readonly toast: (ToastProps & { readonly id: number }) | undefined;
  /** Announced at once instead of when the screen reader is idle. */
  readonly isUrgent: boolean;
  readonly onDismiss: () => void;
}

/** The place over the header for one toast at a time; always rendered, so that screen readers announce its content. */
export function ToastRail({ toast, isUrgent, onDismiss }: RailProps) {
  const rail = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const isDrawn = useLeaving(toast !== undefined, rail);
  const last = useRef(toast);
  useLayoutEffect(() => {
    if (toast) last.current = toast;
  });
  useLayoutEffect(() => (rail.current ? keepAbove(rail.current, 1) : undefined), []);
  const shown = toast ?? (isDrawn ? last.current : undefined);
  useSwipeAway({ moved: card, towards: 'up', shown: shown?.id, onAway: onDismiss });

  return (
    <div ref={rail} popover="manual" className="toast-rail" role={isUrgent ? 'alert' : 'status'}>
      {shown && (
        <div key={shown.id} ref={card} className={toast ? 'toast' : 'toast toast--leaving'}>
          {shown.onPress === undefined ? (
            <Face {...shown} />
          ) : (
            <button type="button" className="toast__press" onClick={shown.onPress}>
              <Face {...shown} />
              <Icon name="chevron-right" size={16} />
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const Face = ({ icon, tone = 'neutral', title, line, figure, aside }: ToastProps) => (
  <>
    <span className={`toast__tile toast__tile--${tone}`}>
      <Icon name={icon} size={20} weight={2.4} />
    </span>
    <span className="text-stack">
      <b className="toast__title text-cut">{title}</b>
      {line !== undefined && <span className="text-micro text-cut">{line}</span>}
    </span>
    {figure !== undefined && <b className={`toast__figure toast__figure--${tone} figure`}>{figure}</b>}
    {figure === undefined && line === undefined && aside !== undefined && (
      <span className="toast__aside text-micro">{aside}</span>
    )}
  </>
);
