// Who wants orders to be cancelled when the connection is lost. A setting of an account and no part of the journal.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { fieldsOf, selectFrom, upsertMany } from '../shadow/statements.ts';
import { column, type RowOf, table } from '../shadow/table.ts';

const disconnects = table('futures_disconnect', {
  player: column.bigint<PlayerId>('player_id'),
  site: column.bigint<SiteId>('site_id'),
  isActive: column.boolean('is_active'),
  seconds: column.int(),
  changedAt: column.bigint<Millis>('changed_ms'),
});

const put = upsertMany(disconnects, { key: ['player'] });
const read = selectFrom(disconnects, fieldsOf(disconnects));
const readRule = selectFrom(disconnects, ['isActive', 'seconds']);

export const putDisconnect = (tx: Tx, row: RowOf<typeof disconnects>): Promise<unknown> => put(tx, [row]);

export async function findDisconnect(tx: Tx, player: PlayerId) {
  return (await readRule(tx, 'where player_id = $1', [player]))[0];
}

export const listActiveDisconnects = (tx: Tx) => read(tx, 'where is_active');
