// With what players have set to trade, as the tables have it.
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { selectFrom } from '../shadow/statements.ts';
import { leverages } from './shadow/tables.ts';

const readLeverages = selectFrom(leverages, ['instrument', 'leverage', 'marginType']);

/** At most one of each instrument. */
export const listLeverages = (tx: Tx, player: PlayerId) =>
  readLeverages(tx, 'where player_id = $1 order by option_id', [player]);
