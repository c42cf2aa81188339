// Letters to members, as a feature of the server.
import type { ServerFeature } from '../feature/server-feature.ts';
import { letterNotification } from './letter-notifications.ts';
import { messageOfficeRoutes } from './office-routes.ts';
import { messageRoutes } from './routes.ts';
import { createTelling } from './tell.ts';

export const messageFeature: ServerFeature = {
  name: 'message',
  async open({ shard, database, realtime, announcements, time, log }) {
    const parts = {
      ...{ shard, database, time, log, isConnected: realtime.isConnected },
      push: (player, push) => realtime.push(player, 'message', push),
    } satisfies Parameters<typeof createTelling>[0];
    const telling = createTelling({
      ...parts,
      announce: (letter) => announcements.announce({ ...letter, notification: letterNotification(letter) }),
    });
    return {
      routes: [...messageRoutes(parts), ...messageOfficeRoutes(parts)],
      start: async () => telling.start(),
      stop: telling.stop,
    };
  },
};
