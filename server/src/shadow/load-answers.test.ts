// The keys of a player who sent thousands of commands in a day: all of them are known after a restart.

import { findKey, keysSince, olderKeysOf } from '@maru/engine/answered-keys';
import type { Player } from '@maru/engine/book';
import { playerId } from '@maru/engine/purse';
import { HOUR_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { readAnswers } from './load-answers.ts';

const NOW = millis(Date.UTC(2026, 10, 16, 3, 20));
const SINCE = keysSince(NOW);
const PRINT = 'p'.repeat(32);
const OVERHEAD = 64;

interface Sent {
  readonly player: number;
  readonly seq: number;
  readonly event: number;
  readonly at: Millis;
  readonly key: string | null;
}

let events = 0;
/** `count` events up to now, `apartMs` apart. Every seventh has no key. */
function history(player: number, count: number, apartMs: number, until: Millis = NOW): readonly Sent[] {
  return Array.from({ length: count }, (_, index) => {
    events += 1;
    const at = millis(until - (count - 1 - index) * apartMs);
    const key = index % 7 === 3 ? null : `key-${player}-${index}`;
    return { player, seq: index + 1, event: events, at, key };
  });
}

const histories: readonly (readonly [string, readonly Sent[]])[] = [
  ['thousands in a day, and some the day before', history(1, 10_000, 11_000)],
  ['a few', history(2, 5, 1_000)],
  ['exactly the newest slice', history(3, 64, 1_000)],
  ['one more than the newest slice', history(4, 65, 1_000)],
  ['exactly one slice of older ones', history(5, 64 + 4_096, 1_000)],
  ['all of them too old', history(6, 500, 1_000, millis(SINCE - 1))],
  ['some too old within the newest slice', history(7, 100, HOUR_MS)],
];

describe.each(testDatabases)('on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    const all = histories.flatMap(([, sent]) => sent);
    await store.database.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(
        `insert into account_event (player_id, seq, event_id, kind, at, body, answer_key, answer_print)
         select player_id, seq, event_id, 'PRACTICE_REFILLED', at, '{}', key, case when key is not null then $6 end
         from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[])
           as sent (player_id, seq, event_id, at, key)`,
        [
          all.map(({ player }) => player),
          all.map(({ seq }) => seq),
          all.map(({ event }) => event),
          all.map(({ at }) => new Date(at).toISOString()),
          all.map(({ key }) => key),
          PRINT,
        ],
      );
    });
  });
  afterAll(() => store.drop());

  test.each(histories)('every key of the last day is known: %s', async (_, sent) => {
    const ids = histories.map(([, [first]]) => playerId(first?.player ?? 0));
    const found = await store.database.transaction((tx) => readAnswers(tx, ids, SINCE));
    const { answers, older } = found.get(playerId(sent[0]?.player ?? 0)) ?? { answers: new Map(), older: [] };
    const olderKeys = olderKeysOf(older);
    const player = { answers, olderKeys } as Player;
    const kept = new Set(sent.filter(({ key, at }) => key !== null && at >= SINCE));
    const newest = new Set(sent.slice(-64).filter((each) => kept.has(each)));
    expect([...answers]).toEqual(
      [...newest].map(({ key, event, seq, at }) => [key, { fingerprint: PRINT, event, seq, at }]),
    );
    for (const each of sent) {
      if (each.key === null) continue;
      const expected = newest.has(each) ? answers.get(each.key) : 'IN_TABLES';
      expect(findKey(player, each.key, NOW)).toEqual(kept.has(each) ? expected : undefined);
    }
    const left = [...kept].filter((each) => !newest.has(each));
    expect(olderKeys?.bytes ?? 0).toBe(
      left.reduce((sum, { key }) => sum + (key?.length ?? 0) + PRINT.length + OVERHEAD, 0),
    );
    expect(olderKeys?.upTo ?? 0).toBe(left.at(-1)?.event ?? 0);
    expect(olderKeys?.hours.map(({ hour }) => hour) ?? []).toEqual(
      [...new Set(left.map(({ at }) => Math.floor(at / HOUR_MS)))].toSorted((a, b) => a - b),
    );
  });
});
