// First answers to idempotency keys, as the players' histories have them.

import type { HourOfKeys } from '@maru/engine/answered-keys';
import type { FirstAnswer } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { byEvent } from './of-shard.ts';

/** The newest events of each player; most players have no more than these in a day. */
const FIRST_SLICE = 64;
/** For players who have more: the keys of this many events of this many players are read by one statement. */
const OLDER_SLICE = 4_096;
const OLDER_PLAYERS = 16;

/** For reading accounts without their keys. */
export const NO_KEYS = millis(Number.MAX_SAFE_INTEGER);

export interface StoredKeys {
  /** The newest answers, oldest first. */
  readonly answers: Map<string, FirstAnswer>;
  /** Keys of older answers. */
  readonly older: readonly HourOfKeys[];
}

interface HistoryRow {
  readonly player_id: PlayerId;
  readonly seq: number;
  readonly event_id: number;
  readonly at: Date;
  readonly answer_key: string | null;
  readonly answer_print: string | null;
}

/**
 * The keys of these players since then, with the answers of the newest. A history is read backwards, only as far as
 * needed. The older keys of players with thousands of commands today are aggregated by the database: as single rows
 * they take six times as long, and a restart waits for them.
 */
export async function readAnswers(
  tx: Tx,
  ids: readonly PlayerId[],
  since: Millis,
): Promise<ReadonlyMap<PlayerId, StoredKeys>> {
  if (since === NO_KEYS) return new Map();
  const stored = new Map<PlayerId, StoredKeys>();
  const unread: Before[] = [];
  const newest = await readNewest(tx, ids);
  for (const [player, rows] of Map.groupBy(newest, ({ player_id }) => player_id)) {
    // A key that was answered twice, a day apart, counts with its newest answer: the last one that is put into the map.
    const own = rows.filter((row) => row.at.getTime() >= since).toReversed();
    stored.set(player, { answers: new Map(own.flatMap(answerOf)), older: [] });
    const oldest = rows.at(-1);
    if (rows.length === FIRST_SLICE && oldest !== undefined && own.length === rows.length)
      unread.push({ player, seq: oldest.seq });
  }
  for (let from = 0; from < unread.length; from += OLDER_PLAYERS) {
    const older = await readOlder(tx, unread.slice(from, from + OLDER_PLAYERS), since);
    for (const [player, hours] of older) {
      const known = stored.get(player);
      if (known !== undefined) stored.set(player, { ...known, older: hours });
    }
  }
  return stored;
}

const readNewest = (tx: Tx, ids: readonly PlayerId[]) =>
  tx.query<HistoryRow>(
    `select newest.player_id, newest.seq, newest.event_id, newest.at, newest.answer_key, newest.answer_print
     from unnest($1::bigint[]) as asked (player_id)
     cross join lateral (
       select player_id, seq, event_id, at, answer_key, answer_print
       from account_event
       where account_event.player_id = asked.player_id
       order by account_event.seq desc
       limit $2
     ) as newest
     order by newest.player_id, newest.seq desc`,
    [ids, FIRST_SLICE],
  );

/** The events of a player before this one. */
interface Before {
  readonly player: PlayerId;
  readonly seq: number;
}

interface HourRow {
  readonly player_id: PlayerId;
  readonly hour: Date;
  readonly events: number;
  readonly first_seq: number;
  readonly keys: string | null;
  readonly print_length: number;
  readonly newest_event: number | null;
}

async function readOlder(
  tx: Tx,
  unread: readonly Before[],
  since: Millis,
): Promise<ReadonlyMap<PlayerId, readonly HourOfKeys[]>> {
  const stored = new Map<PlayerId, HourOfKeys[]>();
  for (let left = unread; left.length > 0; ) {
    const next: Before[] = [];
    for (const [player, rows] of Map.groupBy(await readHours(tx, left), ({ player_id }) => player_id)) {
      const own = stored.get(player) ?? [];
      stored.set(player, own);
      own.push(...rows.flatMap((row) => hourOf(row, since)));
      const events = rows.reduce((sum, row) => sum + row.events, 0);
      if (events === OLDER_SLICE && rows.every(({ hour }) => hour.getTime() >= since))
        next.push({ player, seq: Math.min(...rows.map(({ first_seq }) => first_seq)) });
    }
    left = next;
  }
  return stored;
}

/** Keys expire by whole hours (`keysSince`), so it is enough to know the hour. No key holds a line break. */
const readHours = (tx: Tx, before: readonly Before[]) =>
  tx.query<HourRow>(
    `select asked.player_id, older.*
     from unnest($1::bigint[], $2::bigint[]) as asked (player_id, before_seq)
     cross join lateral (
       select
         date_bin('1 hour', slice.at, timestamptz '1970-01-01 00:00:00Z') as hour,
         count(*)::int as events,
         min(slice.seq) as first_seq,
         string_agg(slice.answer_key, chr(10)) as keys,
         coalesce(sum(length(slice.answer_print)), 0)::int as print_length,
         max(slice.event_id) filter (where slice.answer_key is not null) as newest_event
       from (
         select seq, event_id, at, answer_key, answer_print
         from account_event
         where account_event.player_id = asked.player_id and account_event.seq < asked.before_seq
         order by account_event.seq desc
         limit $3
       ) as slice
       group by 1
     ) as older`,
    [before.map(({ player }) => player), before.map(({ seq }) => seq), OLDER_SLICE],
  );

function hourOf({ hour, keys, print_length, newest_event }: HourRow, since: Millis): HourOfKeys[] {
  const at = millis(hour.getTime());
  if (keys === null || newest_event === null || at < since) return [];
  return [{ at, keys: keys.split('\n'), fingerprintLength: print_length, newestEvent: newest_event }];
}

function answerOf({ event_id, seq, at, answer_key, answer_print }: HistoryRow): [string, FirstAnswer][] {
  if (answer_key === null || answer_print === null) return [];
  return [[answer_key, { fingerprint: answer_print, event: event_id, seq, at: millis(at.getTime()) }]];
}

const eventIsOwn = byEvent('event_id');

/** The newest answer of this shard to each of these keys since then, in the same order. */
export async function findAnswers(
  tx: Tx,
  shard: number,
  wanted: readonly { readonly player: PlayerId; readonly key: string }[],
  since: Millis,
): Promise<readonly (FirstAnswer | undefined)[]> {
  const rows = await tx.query<HistoryRow & { readonly place: number }>(
    `select asked.place::int as place, newest.*
     from unnest($1::bigint[], $2::text[]) with ordinality as asked (player_id, key, place)
     cross join lateral (
       select player_id, seq, event_id, at, answer_key, answer_print
       from account_event
       where account_event.player_id = asked.player_id
         and account_event.answer_key = asked.key
         and account_event.at >= $3
         and ${eventIsOwn(shard, 'account_event')}
       order by account_event.seq desc
       limit 1
     ) as newest`,
    [wanted.map(({ player }) => player), wanted.map(({ key }) => key), new Date(since)],
  );
  const stored: (FirstAnswer | undefined)[] = wanted.map(() => undefined);
  for (const { place, ...row } of rows) stored[place - 1] = answerOf(row)[0]?.[1];
  return stored;
}
