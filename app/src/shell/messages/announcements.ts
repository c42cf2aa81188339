// Messages that the app shows outside every screen: one at a time, in the order they came.
import { createStore, type Watched } from '@maru/client/store';
import type { Announcement } from '../member/member.ts';

export interface Announcements {
  readonly waiting: Watched<readonly Announcement[]>;
  announce(announcement: Announcement): void;
  /** Removes the first one after it was read. */
  acknowledge(): void;
}

export function createAnnouncements(): Announcements {
  const waiting = createStore<readonly Announcement[]>([]);
  return {
    waiting,
    announce(announcement) {
      // The same text is not queued twice.
      if (waiting.get().some(({ message }) => message === announcement.message)) return;
      waiting.set([...waiting.get(), announcement]);
    },
    acknowledge() {
      waiting.set(waiting.get().slice(1));
    },
  };
}
