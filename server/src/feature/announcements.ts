// What features tell members beside the pushes of events: whoever sends it on to devices listens here, and neither has
// to know the other.
import type { WireNotification } from '@maru/contract/notification/calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';

export interface Announcement {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly notification: WireNotification;
}

export interface Announcements {
  announce(announcement: Announcement): void;
  onAnnounced(listen: (announcement: Announcement) => void): () => void;
}

export function createAnnouncements(): Announcements {
  const listeners = new Set<(announcement: Announcement) => void>();
  return {
    announce(announcement) {
      for (const listen of listeners) listen(announcement);
    },
    onAnnounced(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}
