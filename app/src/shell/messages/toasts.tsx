// Short messages over the header: orders, fills, liquidation, risk. None of them needs an answer.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useText } from '../../text/language.tsx';
import type { IconName } from '../../ui/icons/icons.ts';
import { ToastRail } from '../../ui/overlays/toast.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import { createToastQueue, isUrgent, type Toast, type ToastKind, type ToastQueue } from './toast-queue.ts';

type Toasts = Pick<ToastQueue, 'show'>;

const ToastContext = createContext<Toasts>({ show: () => {} });

export const useToasts = (): Toasts => useContext(ToastContext);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const { timers } = usePlatform();
  const [queue] = useState(() => createToastQueue(timers));
  return (
    <ToastContext value={queue}>
      {children}
      <ShownToast queue={queue} />
    </ToastContext>
  );
}

const icons: Readonly<Record<ToastKind, IconName>> = {
  order: 'check',
  filled: 'check',
  cancelled: 'close',
  liquidation: 'warning',
  risk: 'warning',
  general: 'bell',
};

function ShownToast({ queue }: { readonly queue: ToastQueue }) {
  const toast = useWatched(queue.current);
  const text = useText();
  useEffect(() => {
    const follow = () => (document.visibilityState === 'hidden' ? queue.pause() : queue.resume());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [queue]);
  return (
    <ToastRail
      toast={
        toast && {
          id: toast.id,
          icon: toast.icon ?? icons[toast.kind],
          tone: toneOf(toast),
          title: toast.title,
          line: toast.line,
          figure: toast.figure,
          aside: text.shell.now,
          onPress: toast.onPress && pressOnce(toast.onPress, queue),
        }
      }
      isUrgent={toast !== undefined && isUrgent(toast)}
      onDismiss={queue.dismiss}
    />
  );
}

const pressOnce = (onPress: () => void, queue: ToastQueue) => () => {
  queue.dismiss();
  onPress();
};

const toneOf = (toast: Toast) => (isUrgent(toast) ? 'danger' : (toast.direction ?? 'neutral'));
