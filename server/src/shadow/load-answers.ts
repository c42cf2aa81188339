// First answers to idempotency keys, as the players' histories have them.
import type { KeptAnswer } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

/** The newest events of everybody; most players have no more than these in a day. */
const FIRST_SLICE = 64;
const NEXT_SLICE = 4_096;

/** For who reads accounts without their keys. */
export const NO_KEYS = millis(Number.MAX_SAFE_INTEGER);

interface HistoryRow {
  readonly player_id: PlayerId;
  readonly seq: number;
  readonly event_id: number;
  readonly at: Date;
  readonly answer_key: string | null;
  readonly answer_print: string | null;
}

/** The answers of these players since then, oldest first. A history is read backwards, only as far as needed. */
export async function readAnswers(
  tx: Tx,
  ids: readonly PlayerId[],
  since: Millis,
): Promise<ReadonlyMap<PlayerId, Map<string, KeptAnswer>>> {
  if (since === NO_KEYS) return new Map();
  const found = new Map<PlayerId, [string, KeptAnswer][]>();
  let before = new Map<PlayerId, number>(ids.map((id) => [id, Number.MAX_SAFE_INTEGER]));
  for (let size = FIRST_SLICE; before.size > 0; size = NEXT_SLICE) {
    const next = new Map<PlayerId, number>();
    for (const [player, rows] of Map.groupBy(
      await readBackwards(tx, before, size),
      ({ player_id }) => player_id,
    )) {
      const own = found.get(player) ?? [];
      found.set(player, own);
      for (const row of rows) if (row.at.getTime() >= since) own.push(...answerOf(row));
      const last = rows.at(-1);
      if (rows.length === size && last !== undefined && last.at.getTime() >= since)
        next.set(player, last.seq);
    }
    before = next;
  }
  // A key that was answered twice, a day apart, counts with its newest answer: the last one that is put into the map.
  return new Map([...found].map(([player, own]) => [player, new Map(own.toReversed())]));
}

const readBackwards = (tx: Tx, before: ReadonlyMap<PlayerId, number>, size: number) =>
  tx.query<HistoryRow>(
    `select newest.player_id, newest.seq, newest.event_id, newest.at, newest.answer_key, newest.answer_print
     from unnest($1::bigint[], $2::bigint[]) as asked (player_id, before_seq)
     cross join lateral (
       select player_id, seq, event_id, at, answer_key, answer_print
       from account_event
       where account_event.player_id = asked.player_id and account_event.seq < asked.before_seq
       order by account_event.seq desc
       limit $3
     ) as newest
     order by newest.player_id, newest.seq desc`,
    [[...before.keys()], [...before.values()], size],
  );

function answerOf({ event_id, seq, at, answer_key, answer_print }: HistoryRow): [string, KeptAnswer][] {
  if (answer_key === null || answer_print === null) return [];
  return [[answer_key, { print: answer_print, event: event_id, seq, at: millis(at.getTime()) }]];
}

/** The newest answer to each of these keys since then, in the same order. */
export async function findAnswers(
  tx: Tx,
  wanted: readonly { readonly player: PlayerId; readonly key: string }[],
  since: Millis,
): Promise<readonly (KeptAnswer | undefined)[]> {
  const rows = await tx.query<HistoryRow & { readonly place: number }>(
    `select asked.place::int as place, newest.*
     from unnest($1::bigint[], $2::text[]) with ordinality as asked (player_id, key, place)
     cross join lateral (
       select player_id, seq, event_id, at, answer_key, answer_print
       from account_event
       where account_event.player_id = asked.player_id
         and account_event.answer_key = asked.key
         and account_event.at >= $3
       order by account_event.seq desc
       limit 1
     ) as newest`,
    [wanted.map(({ player }) => player), wanted.map(({ key }) => key), new Date(since)],
  );
  const found: (KeptAnswer | undefined)[] = wanted.map(() => undefined);
  for (const { place, ...row } of rows) found[place - 1] = answerOf(row)[0]?.[1];
  return found;
}
