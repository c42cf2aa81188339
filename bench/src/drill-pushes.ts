// What reached a member's screen: of each queue every push of an event after the connection was ready, none of them twice.
import type { AccountEvent, MemberHistory, Received } from './drill-log.ts';

/** Events that are certain to have a push on a queue. What depends on more than the kind is not looked for. */
const PUSHED: Readonly<Record<string, readonly string[]>> = {
  trade: ['BET_PLACED', 'BALL_BET_PLACED', 'ROUND_PAID', 'BALL_PAID'],
  futures: [
    ...['FUTURES_ORDER_PLACED', 'FUTURES_FILLED', 'FUTURES_EXITS_SET', 'FUTURES_LEVERAGE_SET'],
    'FUTURES_MARGIN_MOVED',
  ],
  oversea: ['OVERSEA_ORDER_PLACED', 'OVERSEA_FILLED', 'OVERSEA_TPSL_SET'],
  dnw: ['REQUEST_MADE', 'REQUEST_CANCELLED', 'CONVERTED', 'MONEY_TRANSFERRED'],
  point: ['PRACTICE_REFILLED', 'BET_PLACED', 'BALL_BET_PLACED', 'CONVERTED', 'MONEY_TRANSFERRED'],
};

/** A subscription is made after it was written down, and everything is read again after that. */
const SUBSCRIBED_WITHIN_MS = 3_000;

export function pushComplaints({
  received,
  connectedAt,
  shown,
}: Pick<MemberHistory, 'received' | 'connectedAt' | 'shown'>): readonly string[] {
  if (connectedAt === undefined) return ['never connected'];
  const complaints: string[] = [];
  const byQueue = Map.groupBy(received, ({ queue }) => queue);
  for (const [queue, kinds] of Object.entries(PUSHED)) {
    const list = byQueue.get(queue) ?? [];
    const readAgainAt = list.findLast(({ push }) => push === 'RESYNC')?.at ?? connectedAt;
    const known = new Set(list.map(({ push }) => (push === 'RESYNC' ? undefined : push.seq)));
    const isDue = ({ at, seq, type }: AccountEvent) =>
      kinds.includes(type) && at > readAgainAt + SUBSCRIBED_WITHIN_MS && !known.has(seq);
    for (const { seq, type } of shown.events.filter(isDue))
      complaints.push(`no push: event ${seq} ${type} did not reach ${queue}`);
  }
  for (const [queue, list] of byQueue) complaints.push(...doubles(queue, list));
  return complaints;
}

/** After a RESYNC the numbers begin anew: nobody knows what was received before. */
function doubles(queue: string, list: readonly Received[]): readonly string[] {
  const complaints: string[] = [];
  let seen = new Set<string>();
  let last = 0;
  for (const { push } of list) {
    if (push === 'RESYNC') {
      seen = new Set();
      last = 0;
    } else if (push.seq !== undefined) {
      const text = `${push.seq} ${push.type} ${push.text}`;
      if (seen.has(text)) complaints.push(`push twice: ${push.type} of event ${push.seq} on ${queue}`);
      if (push.seq < last) complaints.push(`push too late: event ${push.seq} on ${queue} after ${last}`);
      seen.add(text);
      last = push.seq;
    }
  }
  return complaints;
}

/** A queue without any push so far is read again after every connection, and that is no RESYNC of the server. */
export function resyncsOf({ received }: Pick<MemberHistory, 'received'>): number {
  const numbered = new Set<string>();
  let count = 0;
  for (const { queue, push } of received) {
    if (push !== 'RESYNC') {
      if (push.seq !== undefined) numbered.add(queue);
    } else if (numbered.delete(queue)) count += 1;
  }
  return count;
}
