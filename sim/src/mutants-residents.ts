// Planted bugs about who is in the book, and about whoever waits for an account to be read.
import { type Mutant, one } from './mutant.ts';

const ARRIVALS = 'server/src/desk/arrivals.ts';
const RESIDENTS = 'server/src/desk/residents.ts';

export const residentMutants: readonly Mutant[] = [
  one(
    'an account of the tail is read after the shadow moved on',
    'sim/src/virtual-tables.ts',
    'const atMark = (id: PlayerId) => cold.get(id);',
    'const atMark = (id: PlayerId) => cold.get(id) && loadPlayerRows(store.rows, [id])[0];',
  ),
  one(
    'an account that the tail names stays in the tables',
    'server/src/desk/load.ts',
    'await bring(playersOf(batches));',
    'await bring([...playersOf(batches)].slice(1));',
  ),
  one(
    'whoever was sent away while waiting is decided all the same',
    ARRIVALS,
    'if (group.isGone) continue;\n          leave(group);',
    'leave(group);',
  ),
  one(
    'whoever waited for a key is decided by a book that was loaded meanwhile',
    'server/src/desk/older-keys.ts',
    'if (bookNow() !== book) throw',
    'if (bookNow() === undefined) throw',
  ),
  one(
    'somebody with a bet leaves the book',
    RESIDENTS,
    'for (const player of playersWithOpen(book)) stays.add(player);',
    '',
  ),
  one(
    'an account leaves the book before the tables have it',
    RESIDENTS,
    'const stays = lastBatches.unpassed();',
    'const stays = new Set<PlayerId>();',
  ),
  one(
    'an account leaves the book before its batch is durable',
    RESIDENTS,
    'for (const event of events) for (const player of playersTouched(event)) stays.add(player);',
    'if (events.length > 1_000_000) stays.clear();',
  ),
  one(
    'an account leaves the book while its command is queued',
    RESIDENTS,
    'for (const asked of queued()) for (const player of asked.players) stays.add(player);',
    '',
  ),
  one(
    'an account that was read late takes the place of the one that was opened',
    RESIDENTS,
    'if (book.players.has(loaded.player.id)) continue;',
    'book.players.delete(loaded.player.id);',
  ),
];
