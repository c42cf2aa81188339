// Which devices get a web push of what happened: members without a device cost nothing, and nothing is made before the
// event that caused it was answered.
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { MINUTE_MS } from '@maru/engine/time';
import type { Announcement } from '../feature/announcements.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import type { Follower } from '../push/release.ts';
import { listDevices, listSubscribers } from './device-store.ts';
import { type PushNames, pushJob } from './push-job.ts';
import { mayPush } from './rules.ts';
import { findSetting } from './store.ts';
import type { PushSender } from './webpush/sender.ts';

export interface Dispatch {
  readonly follower: Follower;
  announced(announcement: Announcement): void;
  /** A member has got a device, or may have lost the last one. */
  addSubscriber(player: PlayerId, site: SiteId): void;
  load(): Promise<void>;
  /** Resolves when everything that happened was handed to the sender. */
  settled(): Promise<void>;
  stats(): { readonly subscribers: number; readonly waiting: number; readonly dropped: number };
}

const LOADED_AT_ONCE = 5_000;
const MOST_WAITING = 10_000;
/** A burst of fills must not make a phone ring without end; danger for money is always told. */
const MOST_PER_MINUTE = 20;

export function createDispatch({
  shard,
  database,
  pushes,
  notificationsOf,
  instruments,
  isCurrent,
  sender,
  currencyOf,
  time,
  log,
}: Pick<
  FeatureParts,
  'shard' | 'database' | 'pushes' | 'notificationsOf' | 'instruments' | 'isCurrent' | 'time' | 'log'
> & {
  readonly sender: Pick<PushSender, 'send'>;
  readonly currencyOf?: PushNames['currencyOf'];
}): Dispatch {
  const byCode = new Map(instruments.map((each) => [each.code, each]));
  /** A new value for every device that is registered. */
  const subscribers = new Map<PlayerId, { readonly site: SiteId }>();
  const events: AnyEvent[] = [];
  const waiting: Announcement[] = [];
  let dropped = 0;
  let working: Promise<void> | undefined;
  let minute = 0;
  const sentThisMinute = new Map<PlayerId, number>();

  function wake(): void {
    working ??= work()
      .catch((fault: unknown) => log.warn('web pushes of an event were not made', { error: fault }))
      .finally(() => {
        working = undefined;
        if (events.length > 0 || waiting.length > 0) wake();
      });
  }

  async function work(): Promise<void> {
    // The event is answered first.
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (const event of events.splice(0)) queueEvent(event);
    for (const announcement of waiting.splice(0)) await deliver(announcement);
  }

  function queueEvent(event: AnyEvent): void {
    const seen = new Set<string>();
    for (const { player, queue, push } of pushes.ofAll(event, (each) => subscribers.has(each))) {
      const site = subscribers.get(player)?.site;
      for (const notification of notificationsOf(queue, push)) {
        const name = `${player} ${notification.id}`;
        if (site === undefined || seen.has(name)) continue;
        seen.add(name);
        enqueue({ site, player, notification });
      }
    }
  }

  function enqueue(announcement: Announcement): void {
    if (waiting.length >= MOST_WAITING) dropped += 1;
    else waiting.push(announcement);
  }

  function isTooMany({ player, notification }: Announcement): boolean {
    const now = Math.floor(time.clock() / MINUTE_MS);
    if (now !== minute) sentThisMinute.clear();
    minute = now;
    const count = (sentThisMinute.get(player) ?? 0) + 1;
    sentThisMinute.set(player, count);
    return count > MOST_PER_MINUTE && notification.category !== 'RISK';
  }

  async function deliver(announcement: Announcement): Promise<void> {
    const { notification } = announcement;
    if (isTooMany(announcement)) {
      dropped += 1;
      return;
    }
    const subscriber = subscribers.get(announcement.player);
    const { devices, setting } = await database.transaction(async (tx) => ({
      devices: await listDevices(tx, announcement, time.clock()),
      setting: await findSetting(tx, announcement),
    }));
    // One that was registered meanwhile stays.
    if (devices.length === 0 && subscribers.get(announcement.player) === subscriber)
      subscribers.delete(announcement.player);
    if (!mayPush(setting, notification.category, time.clock())) return;
    for (const device of devices) {
      // The desk may have ended all sign-ins of a version before the tables were told.
      if (!(await isCurrent({ ...device, role: 'PLAYER' }))) continue;
      sender.send(pushJob(notification, device, { byCode, currencyOf }));
    }
  }

  return {
    follower: {
      onEvent(event) {
        if (!event.steps.some(({ player }) => subscribers.has(player))) return;
        if (events.length >= MOST_WAITING) dropped += 1;
        else events.push(event);
        wake();
      },
    },
    announced(announcement) {
      if (!subscribers.has(announcement.player)) return;
      enqueue(announcement);
      wake();
    },
    addSubscriber: (player, site) => void subscribers.set(player, { site }),
    async load() {
      for (let after = 0; ; ) {
        const most = LOADED_AT_ONCE;
        const found = await database.transaction((tx) => listSubscribers(tx, { shard, after, most }));
        for (const { player, site } of found) subscribers.set(player, { site });
        if (found.length < most) return;
        after = found.at(-1)!.player;
      }
    },
    async settled() {
      while (working !== undefined) await working;
    },
    stats: () => ({ subscribers: subscribers.size, waiting: waiting.length, dropped }),
  };
}
