// The sections of the notification centre: what came while no screen was connected, then day by day.

import type { ReceivedReply } from '@maru/client/call';
import { isSameDay } from '@maru/client/format-date';
import type { myNotifications, WireNotification } from '@maru/contract/notification/calls';
import { DAY_MS } from '@maru/engine/time';

export type NotificationList = ReceivedReply<typeof myNotifications>;

export type NotificationSection =
  | { readonly kind: 'away'; readonly fromMillis: number; readonly toMillis: number; readonly items: Items }
  | { readonly kind: 'day'; readonly at: number; readonly items: Items };
type Items = readonly WireNotification[];

export const dayWord = (at: number, now: number): 'today' | 'yesterday' | undefined => {
  if (isSameDay(at, now)) return 'today';
  return isSameDay(at + DAY_MS, now) ? 'yesterday' : undefined;
};

/** Newest first; the time away is shown only while something of it is unread. */
export function sectionsOf(
  { items, away }: NotificationList,
  readMillis: number,
): readonly NotificationSection[] {
  const isAway = ({ at }: WireNotification) =>
    away !== null && at >= away.fromMillis && at <= away.toMillis && at > readMillis;
  const missed = items.filter(isAway);
  const sections: NotificationSection[] = [];
  if (away !== null && missed.length > 0) sections.push({ kind: 'away', ...away, items: missed });
  let day: { readonly kind: 'day'; readonly at: number; readonly items: WireNotification[] } | undefined;
  for (const item of items) {
    if (isAway(item)) continue;
    if (day === undefined || !isSameDay(day.at, item.at)) {
      day = { kind: 'day', at: item.at, items: [] };
      sections.push(day);
    }
    day.items.push(item);
  }
  return sections;
}
