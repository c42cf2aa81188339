// Pushes to the devices of followers that their trader is not copied any more: a slice of follows at a time, so that ten
// thousand of them neither fill the sender's queue nor keep a fired alert waiting. How far it came is in a table, and moves
// on when the pushes of a slice were taken by their services: whatever stops in between, the next process sends that slice
// again, and a browser shows it once, because it knows its tag.
import type { NotificationsOf } from '@maru/contract/notification/of-push';
import type { Instrument } from '@maru/engine/market/instrument';
import { earlier, MINUTE_MS, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import {
  type DetachedFollow,
  detachedNotifications,
  listToPush,
  setPushedTo,
} from '../copytrade/told-detachments.ts';
import type { Tx } from '../db/database.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { type DeviceWithSetting, listDevicesOfPlayers } from './device-store.ts';
import { LATE_DETACHED_MS, pushJob } from './push-job.ts';
import { mayPush, usualSetting } from './rules.ts';
import type { PushSender } from './webpush/sender.ts';

const SLICE = 200;
/** A fired alert waits behind so many pushes at most. */
const MOST_WAITING = 400;
const REST_MS = 500;
/** What was not taken by then waits to be sent again, and must not keep others waiting. */
const PATIENCE_MS = MINUTE_MS;

interface Slice {
  readonly last: DetachedFollow;
  readonly until: number;
  underWay: number;
}

export function createDetachedFanout({
  shard,
  database,
  instruments,
  notificationsOf,
  sender,
  time,
  log,
}: Pick<FeatureParts, 'shard' | 'database' | 'instruments' | 'time' | 'log'> & {
  readonly notificationsOf: NotificationsOf;
  readonly sender: Pick<PushSender, 'send' | 'stats'>;
}): Loop {
  const byCode: ReadonlyMap<string, Instrument> = new Map(instruments.map((each) => [each.code, each]));
  let slice: Slice | undefined;

  /** What came so late that nobody needs it is passed over. */
  const readSlice = (now: Millis) =>
    database.transaction(async (tx: Tx) => {
      const follows = await listToPush(tx, { shard, most: SLICE });
      const told = follows.filter(({ at }) => at > earlier(now, LATE_DETACHED_MS));
      const players = told.map(({ player }) => player);
      return { last: follows.at(-1), told, devices: await listDevicesOfPlayers(tx, players, now) };
    });

  async function pushNext(): Promise<boolean> {
    const now = time.clock();
    const { last, told, devices } = await readSlice(now);
    if (last === undefined) return false;
    const own = Map.groupBy(devices, ({ player }) => player);
    const begun: Slice = { last, until: now + PATIENCE_MS, underWay: 0 };
    slice = begun;
    for (const follow of told) push(follow, own.get(follow.player) ?? [], { begun, now });
    return true;
  }

  function push(
    follow: DetachedFollow,
    devices: readonly DeviceWithSetting[],
    { begun, now }: { readonly begun: Slice; readonly now: Millis },
  ): void {
    for (const notification of detachedNotifications(notificationsOf, follow)) {
      for (const device of devices) {
        if (!mayPush({ ...usualSetting, ...device.setting }, notification.category, now)) continue;
        begun.underWay += 1;
        sender.send({
          ...pushJob(notification, device, { byCode }),
          onEnded: () => {
            begun.underWay -= 1;
          },
        });
      }
    }
  }

  /** False while the slice before is under way. */
  async function finishSlice(): Promise<boolean> {
    if (slice === undefined) return true;
    const { last, until, underWay } = slice;
    if (underWay > 0 && time.clock() < until) return false;
    await database.transaction((tx) => setPushedTo(tx, shard, last));
    slice = undefined;
    return true;
  }

  const loop = createLoop({
    async work() {
      while (!loop.isStopping() && (await finishSlice()) && sender.stats().waiting < MOST_WAITING)
        if (!(await pushNext())) return;
    },
    restMs: () => REST_MS,
    wait: time.wait,
    log,
    failure: 'notifications: pushing that follows were detached failed, retrying',
  });
  return loop;
}
