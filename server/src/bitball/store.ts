// Draws in the public list of results. The shadow writes the rest of them from the journal.
import { roundKeyOf } from '@maru/engine/rounds/round';
import type { Tx } from '../db/database.ts';
import type { EndedEvent } from './draws.ts';

export async function insertDraws(tx: Tx, events: readonly EndedEvent[]): Promise<void> {
  const keys = events.map(({ round }) => roundKeyOf(round));
  await tx.query(
    `insert into round_result (site_id, round_id, option_id, close_ms, status, void_reason)
     select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[], $5::smallint[], $6::text[])
     on conflict (site_id, round_id) do nothing`,
    [
      events.map(({ site }) => site),
      events.map(({ round }) => round),
      keys.map((key) => key?.offer ?? 0),
      keys.map((key) => key?.open ?? 0),
      events.map(({ kind }) => (kind === 'BALL_DRAWN' ? 1 : 3)),
      events.map((event) => (event.kind === 'BALL_DRAWN' ? null : event.voidReason)),
    ],
  );
}
