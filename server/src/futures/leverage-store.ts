// With what players have set to trade, as the tables have it.
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { selectFrom } from '../shadow/statements.ts';
import { leverages } from './shadow/tables.ts';

const readLeverages = selectFrom(leverages, ['player', 'instrument', 'leverage', 'marginType']);

/** At most one of each player and instrument. */
export const listLeverages = (tx: Tx, players: readonly PlayerId[]) =>
  readLeverages(tx, 'where player_id = any($1::bigint[]) order by player_id, option_id', [players]);
