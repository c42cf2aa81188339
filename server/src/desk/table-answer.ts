// Between a call and the tables: the answers while they are behind, and for what is not in them.
import type { PlayerId } from '@maru/engine/purse';
import type { Database, Tx } from '../db/database.ts';
import { findArchiveMark } from './archive-mark.ts';
import type { Desk } from './desk.ts';

export const BEHIND = { ok: false, refusal: 'TRY_AGAIN' } as const;
export const ARCHIVED = { ok: false, refusal: 'ARCHIVED' } as const;

/** What an event made for a player. Where it is missing, it may have been archived with the event. */
export async function answerFound<Reply, Missing extends string>(
  { desk, database }: { readonly desk: Pick<Desk, 'caughtUp'>; readonly database: Database },
  {
    player,
    event,
    missing,
  }: { readonly player: PlayerId; readonly event: number; readonly missing: Missing },
  find: (tx: Tx) => Promise<Reply | undefined>,
) {
  if (!(await desk.caughtUp(player))) return BEHIND;
  const reply = await database.transaction(find);
  if (reply !== undefined) return { ok: true, reply } as const;
  const archived = await database.transaction((tx) => findArchiveMark(tx, player));
  return event <= (archived?.event ?? 0) ? ARCHIVED : ({ ok: false, refusal: missing } as const);
}
