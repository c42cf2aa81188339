// What the app has to say of its own accord, outside every screen: one at a time, in the order it came.
import { createStore, type Watched } from '@maru/client/store';
import type { Announcement } from '../member/member.ts';

export interface Announcements {
  readonly waiting: Watched<readonly Announcement[]>;
  announce(announcement: Announcement): void;
  /** The first one was read. */
  acknowledge(): void;
}

export function createAnnouncements(): Announcements {
  const waiting = createStore<readonly Announcement[]>([]);
  return {
    waiting,
    announce(announcement) {
      // The same text twice says nothing new.
      if (waiting.get().some(({ message }) => message === announcement.message)) return;
      waiting.set([...waiting.get(), announcement]);
    },
    acknowledge() {
      waiting.set(waiting.get().slice(1));
    },
  };
}
