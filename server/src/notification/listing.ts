// What happened to a member: from the member's own history by the pushes of its events, from price alerts that fired,
// from letters, from notices of staff, from reminders of indicators and from follows that were detached. Nothing of it is
// stored a second time.
import type { Category, WireNotification } from '@maru/contract/notification/calls';
import type { Instrument } from '@maru/engine/market/instrument';
import { DAY_MS, type Millis } from '@maru/engine/time';
import { listFirings } from '../alert/firing-store.ts';
import { priceNotification } from '../alert/notification.ts';
import { listToldNotices, noticeNotification } from '../content/told-notices.ts';
import { detachedNotifications, listDetached } from '../copytrade/told-detachments.ts';
import type { Tx } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';
import { listToldReminders } from '../economic/reminder-store.ts';
import { reminderNotification } from '../economic/reminders.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { letterNotification, listNewestLetters } from '../message/letter-notifications.ts';
import type { ProductParts } from '../product/server-product.ts';
import { type HistoryRow, listNewestEvents, type Owner } from './store.ts';

const MOST_LISTED = 100;
const LISTED_FOR_MS = 30 * DAY_MS;
/** A trader with more of them in 30 days finds the rest in the histories. */
const MOST_EVENTS = 400;
const EVENTS_PER_TURN = 32;

export interface ListParts
  extends Pick<FeatureParts, 'database' | 'pushes' | 'notificationsOf'>,
    Pick<ProductParts, 'desk'> {
  readonly instruments: ReadonlyMap<number, Instrument>;
}

export interface ListAsked {
  readonly now: Millis;
  /** Nothing that is older. */
  readonly since?: number;
  readonly category?: Category | undefined;
}

/** Undefined when the tables have not caught up in time. */
export async function listNotifications(
  parts: ListParts,
  owner: Owner,
  { now, since = 0, category }: ListAsked,
): Promise<readonly WireNotification[] | undefined> {
  if (!(await parts.desk.caughtUp(owner.player))) return undefined;
  const from = Math.max(since, now - LISTED_FOR_MS);
  const read = await parts.database.transaction((tx: Tx) => readAll(tx, owner, { since: from, now }));
  const all = [
    ...(await ofEvents(parts, owner, read.events)),
    ...read.firings.map((firing) => priceNotification(firing, parts.instruments.get(firing.instrument))),
    ...read.letters.map(letterNotification),
    ...read.notices.map(noticeNotification),
    ...read.reminders.map(reminderNotification),
    ...read.detached.flatMap((follow) => detachedNotifications(parts.notificationsOf, follow)),
  ];
  return all
    .filter((each) => category === undefined || each.category === category)
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .slice(0, MOST_LISTED);
}

async function readAll(
  tx: Tx,
  owner: Owner,
  { since, now }: { readonly since: number; readonly now: Millis },
) {
  return {
    events: await listNewestEvents(tx, { player: owner.player, since, most: MOST_EVENTS }),
    firings: await listFirings(tx, { ...owner, since, most: MOST_LISTED }),
    letters: await listNewestLetters(tx, { ...owner, since, most: MOST_LISTED }),
    reminders: await listToldReminders(tx, { ...owner, since, most: MOST_LISTED }),
    detached: await listDetached(tx, { ...owner, since, most: MOST_LISTED }),
    notices: await listToldNotices(tx, { ...owner, since, now, most: MOST_LISTED }),
  };
}

/** Decoding takes tens of microseconds each, and hundreds of them at once would delay all other requests. */
async function ofEvents(
  { pushes, notificationsOf }: Pick<ListParts, 'pushes' | 'notificationsOf'>,
  { player }: Owner,
  rows: readonly HistoryRow[],
): Promise<readonly WireNotification[]> {
  const found = new Map<string, WireNotification>();
  for (const [place, { body }] of rows.entries()) {
    for (const { queue, push } of pushes.of(readEvent(body), player)) {
      for (const each of notificationsOf(queue, push)) if (!found.has(each.id)) found.set(each.id, each);
    }
    if (place % EVENTS_PER_TURN === EVENTS_PER_TURN - 1)
      await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return withBefore([...found.values()]);
}

/** Newest first. What a setting was before is in the event that set it the last time. */
export function withBefore(items: readonly WireNotification[]): readonly WireNotification[] {
  const set = new Map<string, number>();
  return items
    .toReversed()
    .map((item) => {
      const { content } = item;
      if (content.kind !== 'LEVERAGE') return item;
      const before = set.get(content.stock) ?? null;
      set.set(content.stock, content.leverage);
      return { ...item, content: { ...content, before } };
    })
    .toReversed();
}
