// Which toast is on the screen, and for how long (spec 9). One at a time; a more urgent one replaces the current one.
import { createStore, type Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';
import type { IconName } from '../../ui/icons/icons.ts';

export type ToastKind = 'order' | 'filled' | 'cancelled' | 'liquidation' | 'risk' | 'general';

export interface Toast {
  readonly kind: ToastKind;
  readonly title: string;
  readonly line?: string | undefined;
  /** A figure at the right, already formatted. */
  readonly figure?: string | undefined;
  /** For toasts that the icon of the kind does not fit: a lost bet has no check mark. */
  readonly icon?: IconName | undefined;
  /** The colour of the tile and the figure; gain and loss have the same weight. */
  readonly direction?: 'up' | 'down' | undefined;
  /** What a tap on it does, before it disappears. */
  readonly onPress?: (() => void) | undefined;
}

export interface ShownToast extends Toast {
  readonly id: number;
}

export interface ToastQueue {
  readonly current: Watched<ShownToast | undefined>;
  show(toast: Toast): void;
  dismiss(): void;
  /** The page is hidden: the time of the toast on the screen does not run. */
  pause(): void;
  resume(): void;
}

const durationsMs: Readonly<Record<ToastKind, number>> = {
  order: 1_500,
  filled: 2_000,
  cancelled: 1_500,
  liquidation: 2_000,
  risk: 10_000,
  general: 10_000,
};

const urgencies: Readonly<Record<ToastKind, number>> = {
  general: 0,
  order: 1,
  filled: 1,
  cancelled: 1,
  risk: 2,
  liquidation: 3,
};

export const isUrgent = ({ kind }: Toast): boolean => urgencies[kind] >= urgencies.risk;

/** A toast about an order is outdated after a more urgent one has been shown. */
const isShownAgain = ({ kind }: Toast): boolean => urgencies[kind] !== urgencies.order;

const MOST_WAITING = 5;

export function createToastQueue(timers: Timers): ToastQueue {
  const current = createStore<ShownToast | undefined>(undefined);
  let waiting: readonly ShownToast[] = [];
  let count = 0;
  let isPaused = false;
  let stopTimer = () => {};
  let leftMs = 0;
  let startedAt = 0;

  function run(): void {
    startedAt = timers.now();
    stopTimer = timers.after(leftMs, next);
  }

  function present(toast: ShownToast | undefined): void {
    stopTimer();
    stopTimer = () => {};
    current.set(toast);
    if (!toast) return;
    leftMs = durationsMs[toast.kind];
    if (!isPaused) run();
  }

  /** Shows the most urgent; of equals the one that has waited longest. */
  function next(): void {
    const most = Math.max(...waiting.map(({ kind }) => urgencies[kind]));
    const chosen = waiting.find(({ kind }) => urgencies[kind] === most);
    waiting = waiting.filter((each) => each !== chosen);
    present(chosen);
  }

  return {
    current,
    show(toast) {
      const shown = { ...toast, id: ++count };
      const before = current.get();
      if (!before) return present(shown);
      if (urgencies[toast.kind] <= urgencies[before.kind]) {
        waiting = [...waiting, shown].slice(-MOST_WAITING);
        return;
      }
      if (isShownAgain(before)) waiting = [before, ...waiting].slice(0, MOST_WAITING);
      present(shown);
    },
    dismiss: next,
    pause() {
      if (isPaused) return;
      isPaused = true;
      if (!current.get()) return;
      stopTimer();
      leftMs -= timers.now() - startedAt;
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      if (current.get()) run();
    },
  };
}
