// Pushes a notice of staff to every device of its site, a slice at a time and only while the sender has little to do, so
// that a million devices neither fill its queue nor keep a fired alert waiting. How far it came is in the table: the next
// process continues there. A slice that a process repeats is shown once, because the browser knows its tag.
import type { Instrument } from '@maru/engine/market/instrument';
import { createLoop, type Loop } from '../clock/loop.ts';
import { findToPush, noticeNotification, type PushedNotice, setPushedTo } from '../content/told-notices.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { listDevicesOfSite } from './device-store.ts';
import { NOTICE_TTL_SECONDS, pushJob } from './push-job.ts';
import { mayPush, usualSetting } from './rules.ts';
import type { PushSender } from './webpush/sender.ts';

const SLICE = 200;
/** A fired alert waits behind so many pushes at most. */
const MOST_WAITING = 400;
const REST_MS = 500;

export function createNoticeFanout({
  shard,
  database,
  instruments,
  sender,
  time,
  log,
}: Pick<FeatureParts, 'shard' | 'database' | 'instruments' | 'time' | 'log'> & {
  readonly sender: Pick<PushSender, 'send' | 'stats'>;
}): Loop {
  const byCode: ReadonlyMap<string, Instrument> = new Map(instruments.map((each) => [each.code, each]));

  async function pushSlice(notice: PushedNotice): Promise<void> {
    const { id, site, from, to, pushedTo: after } = notice;
    const now = time.clock();
    const isOver = now > from + NOTICE_TTL_SECONDS * 1_000 || (to !== null && to <= now);
    const devices = isOver
      ? []
      : await database.transaction((tx) => listDevicesOfSite(tx, { site, after, most: SLICE, now }));
    const notification = noticeNotification(notice);
    for (const device of devices) {
      const setting = { ...usualSetting, ...device.setting };
      if (mayPush(setting, 'NOTICE', now)) sender.send(pushJob(notification, device, { byCode }));
    }
    const last = devices.length < SLICE ? undefined : devices.at(-1)?.id;
    await database.transaction((tx) => setPushedTo(tx, id, last));
  }

  const loop = createLoop({
    async work() {
      while (!loop.isStopping() && sender.stats().waiting < MOST_WAITING) {
        const notice = await database.transaction((tx) => findToPush(tx, shard));
        if (notice === undefined) return;
        await pushSlice(notice);
      }
    },
    restMs: () => REST_MS,
    wait: time.wait,
    log,
    failure: 'notifications: pushing a notice failed, retrying',
  });
  return loop;
}
