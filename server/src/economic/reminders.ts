// Reminders of releases that are due: told to the member's screens and devices, a batch at a time.
import type { WireNotification } from '@maru/contract/notification/calls';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { deleteOldReminders, type ToldReminder, takeDueReminders } from './reminder-store.ts';

const TOLD_AT_ONCE = 500;
const DELETED_AT_ONCE = 1_000;
const KEPT_MS = 30 * DAY_MS;
const REST_MS = 5 * SECOND_MS;
/** What is due is old news so long after its release. */
const TOLD_LATE_MS = MINUTE_MS;

export const reminderNotification = (reminder: ToldReminder): WireNotification => {
  const { atMillis, country, code, nameKo, nameEn, toldAt } = reminder;
  const minutes = Math.max(0, Math.round((atMillis - toldAt) / MINUTE_MS));
  return {
    id: `economic ${atMillis} ${country} ${code}`,
    category: 'ECONOMIC',
    at: toldAt,
    path: '/more/economic',
    content: { kind: 'ECONOMIC', country, nameKo, nameEn, releaseMillis: atMillis, minutes },
  };
};

type Parts = Pick<FeatureParts, 'shard' | 'database' | 'time' | 'log'> & {
  readonly realtime: Pick<FeatureParts['realtime'], 'push'>;
  readonly announcements: Pick<FeatureParts['announcements'], 'announce'>;
};

export function createReminders({ shard, database, realtime, announcements, time, log }: Parts): Loop {
  let deletedAt = 0;

  function tell(reminder: ToldReminder): void {
    const { site, player, atMillis, toldAt } = reminder;
    if (toldAt > atMillis + TOLD_LATE_MS) return;
    const notification = reminderNotification(reminder);
    const { content } = notification;
    if (content.kind !== 'ECONOMIC') return;
    const { kind: _, ...data } = content;
    // No `seq`: it is no event of the account. After a lost connection the centre lists it.
    realtime.push(player, 'notification', {
      type: 'ECONOMIC_REMINDER',
      at: toldAt,
      data: { id: notification.id, ...data },
    });
    announcements.announce({ site, player, notification });
  }

  async function forget(): Promise<void> {
    const now = time.clock();
    if (now < deletedAt + HOUR_MS) return;
    const old = { before: now - KEPT_MS, most: DELETED_AT_ONCE };
    while (!loop.isStopping()) {
      const deleted = await database.transaction((tx) => deleteOldReminders(tx, old));
      if (deleted < DELETED_AT_ONCE) break;
    }
    deletedAt = now;
  }

  const loop = createLoop({
    async work() {
      while (!loop.isStopping()) {
        const now = time.clock();
        const due = await database.transaction((tx) =>
          takeDueReminders(tx, { shard, now, most: TOLD_AT_ONCE }),
        );
        for (const reminder of due) tell(reminder);
        if (due.length < TOLD_AT_ONCE) break;
      }
      if (shard === PLATFORM_SHARD) await forget();
    },
    restMs: () => REST_MS,
    wait: time.wait,
    log,
    failure: 'economic: telling reminders failed, retrying',
  });
  return loop;
}
